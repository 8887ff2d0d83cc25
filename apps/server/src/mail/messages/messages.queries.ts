import type { Language } from '@guichet/contract/core/language';
import type { MessageKind, MessageText } from '@guichet/contract/mail/messages';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { Schema } from '../../core/database/schema/schema.ts';

export interface MessageOf {
  readonly systemId: number;
  readonly kind: MessageKind;
  readonly language: Language;
}

/** Names a message within its system. */
export type MessageName = Omit<MessageOf, 'systemId'>;

/** The messages of a system, at most one for each kind and language. */
export function selectMessages(db: ReadDb, systemId: number) {
  return db
    .selectFrom('messages as m')
    .leftJoin('attachments as a', 'a.id', 'm.attachment_id')
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
    ])
    .where('m.system_id', '=', systemId)
    .execute();
}

export async function insertMessages(tx: WriteTx, messages: Insertable<Schema['messages']>[]): Promise<void> {
  await tx.insertInto('messages').values(messages).execute();
}

export async function updateMessage(
  tx: WriteTx,
  { systemId, kind, language }: MessageOf,
  change: Updateable<Schema['messages']>,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set(change)
    .where('system_id', '=', systemId)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .execute();
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

/** Locks the message until the transaction ends. */
export function lockMessage(tx: WriteTx, { systemId, kind, language }: MessageOf) {
  return tx
    .selectFrom('messages')
    .select(['subject', 'body', 'preheader', 'updated_at as savedAt', 'attachment_id as attachmentId'])
    .where('system_id', '=', systemId)
    .where('kind', '=', kind)
    .where('language', '=', language)
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
    .onConflict((conflict) => conflict.columns(['system_id', 'kind', 'language']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export function selectAttachment(db: ReadDb, { systemId, kind, language }: MessageOf) {
  return db
    .selectFrom('messages as m')
    .innerJoin('attachments as a', (join) =>
      join.onRef('a.id', '=', 'm.attachment_id').onRef('a.system_id', '=', 'm.system_id'),
    )
    .select(['a.file_name as fileName', 'a.content_type as contentType', 'a.bytes'])
    .where('m.system_id', '=', systemId)
    .where('m.kind', '=', kind)
    .where('m.language', '=', language)
    .executeTakeFirst();
}

/** Whether an attachment has these bytes and this name. */
export async function isSameFile(
  db: ReadDb,
  attachmentId: number,
  file: { readonly file_name: string; readonly bytes: Buffer },
): Promise<boolean> {
  const same = await db
    .selectFrom('attachments')
    .select('id')
    .where('id', '=', attachmentId)
    .where('file_name', '=', file.file_name)
    .where('bytes', '=', file.bytes)
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
