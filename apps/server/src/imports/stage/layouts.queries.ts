import type { Insertable } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';

export function selectLayouts(db: ReadDb, systemId: number, keys: readonly string[]) {
  return db
    .selectFrom('list_layouts')
    .select(['layout_key as layoutKey', 'columns', 'sheets'])
    .where('system_id', '=', systemId)
    .where('layout_key', 'in', [...new Set(keys)])
    .execute();
}

export async function upsertLayout(tx: WriteTx, row: Insertable<Schema['list_layouts']>): Promise<void> {
  await tx
    .insertInto('list_layouts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['system_id', 'layout_key'])
        .doUpdateSet({ columns: row.columns, sheets: row.sheets, used_at: row.used_at }),
    )
    .execute();
}

export async function deleteOldestLayouts(tx: WriteTx, systemId: number, most: number): Promise<void> {
  await tx
    .deleteFrom('list_layouts')
    .where('system_id', '=', systemId)
    .where('layout_key', 'not in', (of) =>
      of
        .selectFrom('list_layouts')
        .select('layout_key')
        .where('system_id', '=', systemId)
        .orderBy('used_at', 'desc')
        .limit(most),
    )
    .execute();
}
