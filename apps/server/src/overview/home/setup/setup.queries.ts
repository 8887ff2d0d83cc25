import type { ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';

export type Step = Schema['setup_steps']['step'];

export async function selectSteps(db: ReadDb): Promise<Partial<Record<Step, string>>> {
  const rows = await db.selectFrom('setup_steps').select(['step', 'reference']).execute();
  return Object.fromEntries(rows.map(({ step, reference }) => [step, reference]));
}

export async function upsertStep(tx: WriteTx, step: Step, reference: string, done_at: Date): Promise<void> {
  await tx
    .insertInto('setup_steps')
    .values({ step, reference, done_at })
    .onConflict((conflict) => conflict.column('step').doUpdateSet({ reference, done_at }))
    .execute();
}

/** Takes a step that somebody states; false when it was taken before. */
export async function insertStep(tx: WriteTx, step: Step, reference: string, done_at: Date) {
  const inserted = await tx
    .insertInto('setup_steps')
    .values({ step, reference, done_at })
    .onConflict((conflict) => conflict.column('step').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function administratorExists(db: ReadDb): Promise<boolean> {
  const found = await db
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a registered platform has made the course of an exam. */
export async function registeredPlatformWorks(db: ReadDb): Promise<boolean> {
  const found = await db
    .selectFrom('platform_courses')
    .select('course_id')
    .where('platform_id', 'is not', null)
    .where('state', '=', 'done')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteStep(tx: WriteTx, step: Step): Promise<boolean> {
  const deleted = await tx.deleteFrom('setup_steps').where('step', '=', step).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** The people among `userIds` who have ever signed in. */
export async function selectVisitors(db: ReadDb, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const visitors = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('last_visit_at', 'is not', null)
    .execute();
  return new Set(visitors.map(({ id }) => id));
}
