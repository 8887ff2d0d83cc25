import { type Insertable, sql } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';

/** The id of a system's logo; null without a logo. */
export async function findLogoId(db: ReadDb, systemId: number): Promise<number | null> {
  const found = await db
    .selectFrom('systems')
    .select('logo_id')
    .where('id', '=', systemId)
    .executeTakeFirst();
  return found?.logo_id ?? null;
}

export function selectLogo(db: ReadDb, systemId: number) {
  return db
    .selectFrom('systems as s')
    .innerJoin('mail_logos as l', 'l.id', 's.logo_id')
    .select(['l.id', 'l.content_type as contentType', 'l.bytes'])
    .where('s.id', '=', systemId)
    .executeTakeFirst();
}

export function selectLogoSize(db: ReadDb, logoId: number) {
  return db
    .selectFrom('mail_logos')
    .select(['id', 'width', 'height'])
    .where('id', '=', logoId)
    .executeTakeFirstOrThrow();
}

export async function insertLogo(tx: WriteTx, logo: Insertable<Schema['mail_logos']>): Promise<number> {
  const { id } = await tx.insertInto('mail_logos').values(logo).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Copies a logo to another system; returns the id of the copy. */
export async function copyLogo(tx: WriteTx, logoId: number, systemId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into mail_logos (system_id, content_type, width, height, bytes, uploaded_at)
    select ${systemId}::integer, content_type, width, height, bytes, uploaded_at from mail_logos
    where id = ${logoId}::bigint
    returning id`.execute(tx);
  return rows[0]?.id as number;
}

/**
 * Deletes the logos that neither the system nor a mailing uses. The logo that was just replaced stays until
 * the next call: a mail that is being written may have read it before this transaction.
 */
export async function deleteLooseLogos(tx: WriteTx, systemId: number, replacedId: number | null) {
  // Waits for a mailing that is being created with such a logo, so that the next statement sees the mailing.
  await tx.selectFrom('mail_logos').select('id').where('system_id', '=', systemId).forUpdate().execute();
  await sql`
    delete from mail_logos l
    where l.system_id = ${systemId} and l.id <> coalesce(${replacedId}::bigint, 0)
      and not exists (select from systems s where s.logo_id = l.id)
      and not exists (select from mailings m where m.logo_id = l.id)`.execute(tx);
}
