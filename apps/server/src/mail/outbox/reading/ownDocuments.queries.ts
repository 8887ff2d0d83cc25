import type { Language } from '@guichet/contract/core/language';
import { type RawBuilder, sql } from 'kysely';
import { prepareQuery } from '../../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../../core/database/database.ts';
import { endsFrom } from '../../../core/database/schema/examDays.ts';
import { mailsTo } from '../outbox.queries.ts';

/**
 * SQL: the attachment of the mail `o` with the text `m` for a reader of a language. A mail in the other language may be from
 * before they changed theirs: until the exam is over, its message, the exam's own before the system's, may have the document in this one.
 */
const attachmentIn = (language: Language | null, today: string): RawBuilder<number | null> => sql`
  case when m.attachment_id is null or m.language = ${language}::text then m.attachment_id else coalesce((
    select t.attachment_id from messages t join exams c on c.system_id = t.system_id and c.id = o.exam_id
    where t.system_id = o.system_id and t.kind = m.purpose and t.language = ${language}::text
      and (t.exam_id is null or t.exam_id = c.id) and ${endsFrom('c', today)}
      and exists (select from enrolments e where e.exam_id = c.id and e.user_id = o.user_id)
    order by t.exam_id nulls last limit 1), m.attachment_id) end`;

interface Reader {
  readonly userId: number;
  readonly today: string;
}

const ownDocuments = prepareQuery((db: ReadDb, userId: number, today: string) => {
  const nameIn = (language: Language) =>
    sql<string>`(select file_name from attachments where id = ${attachmentIn(language, today)})`;
  return mailsTo(db, userId)
    .innerJoin('attachments as a', 'a.id', 'm.attachment_id')
    .clearSelect()
    .distinctOn(['o.exam_id', 'a.file_name'])
    .select(['o.id as mailId', 'o.exam_id as examId', 'a.file_name as name'])
    .select([nameIn('fr').as('fr'), nameIn('en').as('en')])
    .where('o.exam_id', 'is not', null)
    .orderBy('o.exam_id')
    .orderBy('a.file_name')
    .orderBy('o.id', 'desc');
});

/** The newest mail of each document that mails about an exam brought a person, with its name for readers of each language. */
export function selectOwnDocuments(db: ReadDb, { userId, today }: Reader) {
  return ownDocuments(db, userId, today);
}

/** The attachment of a mail to a person, as the mail has it or for a reader of a language; undefined for no such mail. */
export async function findOwnAttachment(
  db: ReadDb,
  { userId, today }: Reader,
  { mailId, language }: { readonly mailId: number; readonly language: Language | null },
): Promise<number | null | undefined> {
  const row = await mailsTo(db, userId)
    .clearSelect()
    .select(attachmentIn(language, today).as('id'))
    .where('o.id', '=', mailId)
    .executeTakeFirst();
  return row?.id;
}
