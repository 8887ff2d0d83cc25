import { type Insertable, sql } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';
import { deleteOverdue } from '../../core/database/deleteOverdue.ts';

export function selectProgress(db: ReadDb, importIds: readonly string[]) {
  return db
    .selectFrom('import_progress')
    .select(['import_id as importId', 'user_id as userId', 'phase', 'rows', 'share', 'imported'])
    .where('import_id', 'in', importIds)
    .execute();
}

/** The user who began or finished an import, null for the command line; no row for an unknown import. */
export async function selectOwners(db: ReadDb, importId: string): Promise<(number | null)[]> {
  const { rows } = await sql<{ owner: number | null }>`
    select user_id as owner from import_progress where import_id = ${importId}::uuid
    union select started_by from imports where id = ${importId}::uuid`.execute(db);
  return rows.map(({ owner }) => owner);
}

export async function upsertProgress(tx: WriteTx, row: Insertable<Schema['import_progress']>): Promise<void> {
  const { import_id: _import, user_id: _owner, ...state } = row;
  await tx
    .insertInto('import_progress')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('import_id')
        .doUpdateSet(state)
        .whereRef('import_progress.user_id', '=', 'excluded.user_id'),
    )
    .execute();
}

/** How many imports were last heard of before `before`, and neither refused nor done. */
export async function countCutOff(db: ReadDb, before: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from import_progress p
    where phase in ('reading', 'writing') and updated_at < ${before}::timestamptz
      and not exists (select from imports i where i.id = p.import_id)`.execute(db);
  return Number(rows[0]?.n);
}

export const deleteProgressBefore = deleteOverdue({
  table: 'import_progress',
  key: 'import_id',
  at: 'updated_at',
});
