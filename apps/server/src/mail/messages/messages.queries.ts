import type { Language } from '@guichet/contract/core/language';
import type { MessageKind, MessageText } from '@guichet/contract/mail/messages';
import { type Insertable, sql, type Updateable } from 'kysely';
import { ask, prepare } from '../../core/database/connection/prepared.ts';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';
import { inPresentWords } from './initialText.ts';

export interface MessageOf {
  readonly systemId: number;
  readonly kind: MessageKind;
  readonly language: Language;
  /** The exam whose own text it is; null or absent: the text of the system. */
  readonly examId?: number | null | undefined;
}

/** SQL: whether the row is this text. */
export function isMessage({ systemId, kind, language, examId = null }: MessageOf) {
  return sql<boolean>`(system_id = ${systemId}::integer and kind = ${kind} and language = ${language}
    and exam_id is not distinct from ${examId}::bigint)`;
}

export type MessageName = Omit<MessageOf, 'systemId'>;

/**
 * The messages of a system, at most one for each kind and language. With an exam, its own texts stand in the place of
 * the system's: every mail, preview and test about an exam finds its text here.
 */
export async function selectMessages(db: ReadDb, systemId: number, examId: number | null = null) {
  const stored = await db
    .selectFrom('messages as m')
    .leftJoin('attachments as a', 'a.id', 'm.attachment_id')
    .distinctOn(['m.kind', 'm.language'])
    .select([
      'm.kind',
      'm.language',
      'm.subject',
      'm.body',
      'm.preheader',
      'm.attachment_id as attachmentId',
      'a.file_name as fileName',
      'm.updated_at as savedAt',
      'm.compared_to as comparedTo',
      sql<boolean>`m.exam_id is not null`.as('isOwn'),
    ])
    .where('m.system_id', '=', systemId)
    .where(sql<boolean>`(m.exam_id is null or m.exam_id = ${examId}::bigint)`)
    .orderBy('m.kind')
    .orderBy('m.language')
    .orderBy('m.exam_id', (order) => order.asc().nullsLast())
    .execute();
  return stored.map(inPresentWords);
}

/** Puts an exam back to the text of its system; its versions stay. Returns the number of languages. */
export async function deleteOwnMessages(tx: WriteTx, of: Omit<MessageOf, 'language'>): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('messages')
    .where((eb) => eb.and({ system_id: of.systemId, kind: of.kind, exam_id: of.examId ?? 0 }))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export function selectOwnTexts(db: ReadDb, systemId: number) {
  return db
    .selectFrom('messages')
    .select(['exam_id as examId', 'kind'])
    .distinct()
    .where('system_id', '=', systemId)
    .where('exam_id', 'is not', null)
    .$narrowType<{ examId: number }>()
    .execute();
}

export async function insertMessages(tx: WriteTx, messages: Insertable<Schema['messages']>[]): Promise<void> {
  await tx.insertInto('messages').values(messages).execute();
}

export async function updateMessage(
  tx: WriteTx,
  of: MessageOf,
  change: Updateable<Schema['messages']>,
): Promise<void> {
  await tx.updateTable('messages').set(change).where(isMessage(of)).execute();
}

export async function insertAttachment(tx: WriteTx, attachment: Insertable<Schema['attachments']>) {
  const { id } = await tx
    .insertInto('attachments')
    .values(attachment)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Copies an attachment to another system inside the database; returns the new id. */
export async function copyAttachment(
  tx: WriteTx,
  of: { attachmentId: number; from: number; to: number; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('attachments')
    .columns(['system_id', 'file_name', 'content_type', 'bytes', 'uploaded_at'])
    .expression((row) =>
      row
        .selectFrom('attachments')
        .select(({ val }) => [
          val(of.to).as('system_id'),
          'file_name',
          'content_type',
          'bytes',
          val(of.now).as('uploaded_at'),
        ])
        .where('system_id', '=', of.from)
        .where('id', '=', of.attachmentId),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function lockMessage(tx: WriteTx, of: MessageOf) {
  return tx
    .selectFrom('messages')
    .select(['subject', 'body', 'preheader', 'updated_at as savedAt', 'attachment_id as attachmentId'])
    .where(isMessage(of))
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts a missing message with its initial text, to be locked or to have an attachment. */
export async function insertInitialMessage(
  tx: WriteTx,
  { systemId, kind, language, subject, body }: MessageOf & MessageText,
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('messages')
    .values({ system_id: systemId, kind, language, subject, body, attachment_id: null, updated_at: now })
    .onConflict((conflict) => conflict.constraint('messages_of_exam').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export function selectAttachment(db: ReadDb, attachmentId: number) {
  return db
    .selectFrom('attachments')
    .select(['file_name as fileName', 'content_type as contentType', 'bytes'])
    .where('id', '=', attachmentId)
    .executeTakeFirst();
}

export async function isSameFile(
  db: ReadDb,
  attachmentId: number,
  file: { readonly file_name: string; readonly bytes: Buffer },
): Promise<boolean> {
  const same = await db
    .selectFrom('attachments')
    .select('id')
    .where((eb) => eb.and({ id: attachmentId, file_name: file.file_name, bytes: file.bytes }))
    .executeTakeFirst();
  return same !== undefined;
}

/** Deletes an attachment that no message, version or mailing references. */
export async function deleteLooseAttachment(tx: WriteTx, attachmentId: number): Promise<void> {
  // Waits for a mailing that is being created with this attachment: the next statement then sees it.
  await tx.selectFrom('attachments').select('id').where('id', '=', attachmentId).forUpdate().execute();
  await sql`
    delete from attachments a
    where id = ${attachmentId}
      and not exists (select from messages where attachment_id = a.id)
      and not exists (select from message_versions where attachment_id = a.id)
      and not exists (select from mailings where attachment_id = a.id)`.execute(tx);
}

export interface TextOfSystem {
  readonly systemId: number;
  /** The exam whose own text it is; null: the system's. */
  readonly examId: number | null;
  /** Null, like all further fields, for a system without a message. */
  readonly kind: MessageKind | null;
  readonly language: Language | null;
  readonly subject: string | null;
  readonly body: string | null;
  readonly savedAt: Date | null;
  readonly comparedTo: Date | null;
  /** Whether an exam of the system has an invitation of its own. */
  readonly hasOwnInvitation: boolean;
}

const textsOf = (isOfScope: string) =>
  prepare<TextOfSystem>(`
  select s.id as "systemId", m.exam_id as "examId", m.kind, m.language, m.subject, m.body, m.updated_at as "savedAt",
    m.compared_to as "comparedTo",
    exists (select from messages o where o.system_id = s.id and o.exam_id is not null and o.kind = 'invitation')
      as "hasOwnInvitation"
  from systems s left join messages m on m.system_id = s.id and (m.exam_id is null or m.exam_id = any($1::bigint[]))
  where ${isOfScope} order by s.id`);
const textsOfAll = textsOf('true');
const textsOfSome = textsOf('s.id = any($2::integer[])');

/** The messages of these systems, and the own ones of these exams; a system without messages has one row. */
export function selectTextsOfSystems(db: ReadDb, systemIds: TenantScope, examIds: readonly number[] = []) {
  return systemIds === 'all' ? ask(db, textsOfAll, [examIds]) : ask(db, textsOfSome, [examIds, systemIds]);
}
