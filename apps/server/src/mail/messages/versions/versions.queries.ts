import { versionsKept } from '@guichet/contract/core/versions';
import { sql } from 'kysely';
import type { Author } from '../../../core/audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { isMessage, type MessageOf } from '../messages.queries.ts';

/** The author of a version; null if no person wrote it. */
const savedBy = sql<string | null>`case when v.saved_by is not null then v.saved_by_name end`.as('savedBy');

export async function insertVersion(
  tx: WriteTx,
  of: MessageOf & { readonly author: Author; readonly now: Date },
): Promise<void> {
  const { author, now } = of;
  await sql`
    insert into message_versions
      (system_id, exam_id, kind, language, subject, body, preheader, attachment_id, saved_at, saved_by, saved_by_name)
    select system_id, exam_id, kind, language, subject, body, preheader, attachment_id, ${now}::timestamptz, ${author.userId}::bigint,
      ${author.fullName}
    from messages where ${isMessage(of)}`.execute(tx);
}

/** Deletes the versions beyond the number that is kept; returns the ids of their attachments. */
export async function deleteOldVersions(tx: WriteTx, of: MessageOf): Promise<number[]> {
  const { rows } = await sql<{ attachmentId: number | null }>`
    delete from message_versions
    where ${isMessage(of)}
      and id <= (
        select id from message_versions
        where ${isMessage(of)}
        order by id desc offset ${versionsKept} limit 1)
    returning attachment_id as "attachmentId"`.execute(tx);
  return [...new Set(rows.flatMap(({ attachmentId }) => attachmentId ?? []))];
}

export async function insertFirstVersions(tx: WriteTx, author: Author): Promise<void> {
  await sql`
    insert into message_versions
      (system_id, exam_id, kind, language, subject, body, preheader, attachment_id, saved_at, saved_by, saved_by_name)
    select system_id, exam_id, kind, language, subject, body, preheader, attachment_id, updated_at, ${author.userId}::bigint,
      ${author.fullName}
    from messages m
    where not exists (
      select from message_versions v
      where v.system_id = m.system_id and v.kind = m.kind and v.language = m.language
        and v.exam_id is not distinct from m.exam_id)
    order by system_id, kind, language`.execute(tx);
}

/** The versions of a message, newest first, each with the first `length` characters of its HTML. */
export function selectVersions(db: ReadDb, of: MessageOf, length: number) {
  return versions(db)
    .select(sql<string>`left(v.body, ${length}::integer)`.as('beginning'))
    .where('v.id', 'in', (own) => own.selectFrom('message_versions').select('id').where(isMessage(of)))
    .orderBy('v.id', 'desc')
    .execute();
}

export function selectNewestVersion(db: ReadDb, of: MessageOf) {
  return versions(db)
    .select('v.saved_by as savedById')
    .where('v.id', 'in', (own) => own.selectFrom('message_versions').select('id').where(isMessage(of)))
    .orderBy('v.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function selectVersion(db: ReadDb, systemId: number, versionId: number) {
  return versions(db)
    .select([
      'v.body',
      'v.preheader',
      'v.kind',
      'v.language',
      'v.exam_id as examId',
      'v.attachment_id as attachmentId',
    ])
    .where((eb) => eb.and({ 'v.system_id': systemId, 'v.id': versionId }))
    .executeTakeFirst();
}

function versions(db: ReadDb) {
  return db
    .selectFrom('message_versions as v')
    .leftJoin('attachments as a', (join) =>
      join.onRef('a.id', '=', 'v.attachment_id').onRef('a.system_id', '=', 'v.system_id'),
    )
    .select(['v.id', 'v.saved_at as savedAt', savedBy, 'v.subject', 'a.file_name as fileName']);
}
