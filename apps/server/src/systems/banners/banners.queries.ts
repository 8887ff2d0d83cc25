import type { Insertable } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';

/** Null without a banner; the version changes with the picture. */
export async function findBannerVersion(db: ReadDb, systemId: number): Promise<string | null> {
  const found = await db
    .selectFrom('banners')
    .select('version')
    .where('system_id', '=', systemId)
    .executeTakeFirst();
  return found?.version ?? null;
}

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

/** Changes the alternative texts; returns the banner, or null without a banner. */
export async function updateAlt(tx: WriteTx, systemId: number, texts: { alt_fr: string; alt_en: string }) {
  const banner = await tx
    .updateTable('banners')
    .set(texts)
    .where('system_id', '=', systemId)
    .returning(['version', 'width', 'height'])
    .executeTakeFirst();
  return banner ?? null;
}

/** The banner, if it has these alternative texts and, if `bytes` are given, this picture. */
export function selectSameBanner(
  db: ReadDb,
  systemId: number,
  bytes: Buffer | null,
  alt: { fr: string; en: string },
) {
  return db
    .selectFrom('banners')
    .select(['version', 'width', 'height'])
    .where((eb) => eb.and({ system_id: systemId, alt_fr: alt.fr, alt_en: alt.en }))
    .$if(bytes !== null, (query) => query.where('bytes', '=', bytes as Buffer))
    .executeTakeFirst();
}

/** Returns whether there was a banner. */
export async function deleteBanner(tx: WriteTx, systemId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('banners')
    .where('system_id', '=', systemId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
