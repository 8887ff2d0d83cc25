import type { ReadDb } from '../platform/database/database.ts';

/** Enrolments that the platform has yet to be told, by state, from the index of what is due. */
export async function countLearningQueue(db: ReadDb): Promise<{ state: string; n: number }[]> {
  return db
    .selectFrom('platform_enrolments')
    .where('state', 'in', ['pending', 'waiting'])
    .select((row) => ['state', row.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute();
}
