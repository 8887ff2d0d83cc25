import type { Insertable } from 'kysely';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import type { Schema } from '../platform/database/schema.ts';

export function selectBanner(db: ReadDb, systemId: number) {
  return db
    .selectFrom('banners')
    .select(['version', 'content_type as contentType', 'bytes'])
    .where('system_id', '=', systemId)
    .executeTakeFirst();
}

export async function upsertBanner(tx: WriteTx, banner: Insertable<Schema['banners']>): Promise<void> {
  const { system_id: _key, ...rest } = banner;
  await tx
    .insertInto('banners')
    .values(banner)
    .onConflict((conflict) => conflict.column('system_id').doUpdateSet(rest))
    .execute();
}

/** Whether there was one. */
export async function deleteBanner(tx: WriteTx, systemId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('banners')
    .where('system_id', '=', systemId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
