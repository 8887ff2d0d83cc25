import type { Insertable, Updateable } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';

export function selectImport(db: ReadDb, importId: string) {
  return db
    .selectFrom('imports')
    .select(['system_id as systemId', 'exam_id as examId', 'file_sha256 as fileSha256', 'placed', 'mails'])
    .where('id', '=', importId)
    .executeTakeFirst();
}

/** @returns false if the import is already recorded; waits for a concurrent call with the same id */
export async function insertImport(tx: WriteTx, row: Insertable<Schema['imports']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('imports')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateCounts(
  tx: WriteTx,
  importId: string,
  counts: Pick<
    Updateable<Schema['imports']>,
    'placed' | 'accounts' | 'already_there' | 'mails' | 'corrected' | 'taken_out' | 'set_aside'
  >,
): Promise<void> {
  await tx.updateTable('imports').set(counts).where('id', '=', importId).execute();
}
