import type { Language } from '@guichet/contract/core/language';
import { versionsKept } from '@guichet/contract/core/versions';
import { type Insertable, sql } from 'kysely';
import type { Author } from '../../core/audit/audit.service.ts';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';

const columns = ['system_id as systemId', 'label', 'language as languageId', 'content'] as const;

const writtenColumns = [...columns, 'updated_at as savedAt'] as const;

export function selectContent(db: ReadDb, systemId: number) {
  return db
    .selectFrom('content_items')
    .select(writtenColumns)
    .where('system_id', '=', systemId)
    .orderBy('label')
    .orderBy('language', 'desc')
    .execute();
}

export function selectContentItem(db: ReadDb, systemId: number, label: string, language: Language) {
  return db
    .selectFrom('content_items')
    .select(columns)
    .where((eb) => eb.and({ system_id: systemId, label, language }))
    .execute();
}

export async function insertContent(tx: WriteTx, items: Insertable<Schema['content_items']>[]) {
  await tx
    .insertInto('content_items')
    .values(items)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Copies the items that the system `to` does not have yet. */
export async function copyContent(tx: WriteTx, { from, to, now }: { from: number; to: number; now: Date }) {
  await tx
    .insertInto('content_items')
    .columns(['system_id', 'label', 'language', 'content', 'updated_at'])
    .expression((row) =>
      row
        .selectFrom('content_items')
        .select(({ val }) => [
          val(to).as('system_id'),
          'label',
          'language',
          'content',
          val(now).as('updated_at'),
        ])
        .where('system_id', '=', from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function upsertContent(
  tx: WriteTx,
  item: { systemId: number; label: string; language: Language; content: string; savedAt: Date },
) {
  const { systemId, label, language, content, savedAt } = item;
  return tx
    .insertInto('content_items')
    .values({ system_id: systemId, label, language, content, updated_at: savedAt })
    .onConflict((conflict) =>
      conflict.columns(['system_id', 'label', 'language']).doUpdateSet({ content, updated_at: savedAt }),
    )
    .returning(writtenColumns)
    .executeTakeFirstOrThrow();
}

/** Returns whether the label had a text. */
export async function deleteContent(tx: WriteTx, systemId: number, label: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('content_items')
    .where((eb) => eb.and({ system_id: systemId, label }))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export interface TextOf {
  readonly systemId: number;
  readonly label: string;
  readonly language: Language;
}

const versionColumns = [
  'id',
  'saved_at as savedAt',
  // Null where the program itself saved the version.
  sql<string | null>`case when saved_by is not null then saved_by_name end`.as('savedBy'),
  'content',
] as const;

/** Inserts the newest version of a text and deletes versions beyond the number that is kept. */
export async function insertVersion(tx: WriteTx, version: Insertable<Schema['content_versions']>) {
  await tx.insertInto('content_versions').values(version).execute();
  await sql`
    delete from content_versions
    where system_id = ${version.system_id} and label = ${version.label} and language = ${version.language}
      and id <= (
        select id from content_versions
        where system_id = ${version.system_id} and label = ${version.label} and language = ${version.language}
        order by id desc offset ${versionsKept} limit 1)`.execute(tx);
}

/** Inserts a first version for every text without versions. */
export async function insertFirstVersions(tx: WriteTx, author: Author): Promise<void> {
  await sql`
    insert into content_versions (system_id, label, language, content, saved_at, saved_by, saved_by_name)
    select system_id, label, language, content, updated_at, ${author.userId}::bigint, ${author.fullName}
    from content_items c
    where not exists (
      select from content_versions v
      where v.system_id = c.system_id and v.label = c.label and v.language = c.language)
    order by system_id, label, language`.execute(tx);
}

/** The versions of a text, newest first, including a version that records its removal. */
export function selectVersions(db: ReadDb, { systemId, label, language }: TextOf, most = versionsKept) {
  return db
    .selectFrom('content_versions')
    .select(versionColumns)
    .where((eb) => eb.and({ system_id: systemId, label, language }))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export function selectVersion(db: ReadDb, systemId: number, versionId: number) {
  return db
    .selectFrom('content_versions')
    .select([...versionColumns, 'label', 'language'])
    .where((eb) => eb.and({ system_id: systemId, id: versionId }))
    .executeTakeFirst();
}

/** Removed labels (their newest versions have no text), each with its last text in each language. */
export async function selectRemovedLabels(db: ReadDb, systemId: number) {
  const { rows } = await sql<
    Omit<TextOf, 'systemId'> & { id: number; removedAt: Date; removedBy: string | null }
  >`
    select distinct on (r.label, r.language) r.label, r.language, v.id, r.saved_at as "removedAt",
      case when r.saved_by is not null then r.saved_by_name end as "removedBy"
    from content_versions r
    join content_versions v on v.system_id = r.system_id and v.label = r.label
      and v.language = r.language and v.id < r.id and v.content is not null
    where r.system_id = ${systemId} and r.content is null
      and not exists (
        select from content_items c where c.system_id = r.system_id and lower(c.label) = lower(r.label))
    order by r.label, r.language desc, r.id desc, v.id desc`.execute(db);
  return rows;
}
