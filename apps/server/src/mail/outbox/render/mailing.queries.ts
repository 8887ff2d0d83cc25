import type { Language } from '@guichet/contract/core/language';
import { listPurposes, type MailTrait } from '@guichet/contract/mail/outbox.purposes';
import { sql } from 'kysely';
import type { AppContext } from '../../../core/context/appContext.ts';
import { prepareQuery } from '../../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../../core/database/database.ts';
import { ownExtraTime } from '../../../core/database/schema/handovers.ts';
import { calendarFileName, entryTitle } from '../../texts/texts.service.ts';
import type { Logo } from './logo.ts';
import type { Mailing, OwnTime, SharedVariables } from './mail.ts';

export async function selectMailing(db: ReadDb, mailingId: number) {
  const { address, name, variables, ...mailing } = await db
    .selectFrom('mailings as m')
    .leftJoin('attachments as a', 'a.id', 'm.attachment_id')
    .select([
      'm.id',
      'm.language',
      'm.from_address as address',
      'm.from_name as name',
      'm.reply_to as replyTo',
      'm.logo_id as logoId',
      'm.subject',
      'm.html',
      'm.text',
    ])
    .select(['m.attachment_id as attachmentId', 'a.file_name as attachmentName', 'm.variables'])
    .where('m.id', '=', mailingId)
    .executeTakeFirstOrThrow();
  return { ...mailing, from: { name, address }, variables: variables as unknown as SharedVariables };
}

/** The names of the files that a mailing carries, by its stored facts. */
export function listAttachments(
  mailing: Pick<Awaited<ReturnType<typeof selectMailing>>, 'attachmentName' | 'variables' | 'language'>,
): string[] {
  const { calendarFile = null } = nameCalendarFile(mailing);
  const { calendarFile: files, formerTitle, systemTitle } = mailing.variables;
  const former =
    files === 'moved'
      ? calendarFileName(mailing.language, entryTitle(formerTitle, systemTitle), 'left')
      : null;
  return [mailing.attachmentName, calendarFile, former].filter((name) => name !== null);
}

/** The name of the file for calendars that a mailing carries; nothing for none. */
export function nameCalendarFile({ variables, language }: Pick<Mailing, 'variables' | 'language'>): {
  readonly calendarFile?: string;
} {
  const { calendarFile, examTitle, systemTitle } = variables;
  return calendarFile ? { calendarFile: calendarFileName(language, entryTitle(examTitle, systemTitle)) } : {};
}

export async function hasBroughtDocuments(
  db: ReadDb,
  of: { readonly systemId: number; readonly examId: number },
  language: Language,
): Promise<boolean> {
  const row = await db
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select('o.id')
    .where((eb) => eb.and({ 'o.system_id': of.systemId, 'o.exam_id': of.examId }))
    .where('o.state', '<>', 'cancelled')
    .where('m.attachment_id', 'is not', null)
    .where('m.language', '=', language)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function selectAttachment(db: ReadDb, attachmentId: number) {
  return db
    .selectFrom('attachments')
    .select(['file_name as fileName', 'content_type as contentType', 'bytes'])
    .where('id', '=', attachmentId)
    .executeTakeFirstOrThrow();
}

export async function selectLogo(db: ReadDb, logoId: number | null): Promise<Logo | null> {
  if (logoId === null) return null;
  return db
    .selectFrom('mail_logos')
    .select(['id', 'content_type as contentType', 'bytes'])
    .where('id', '=', logoId)
    .executeTakeFirstOrThrow();
}

/**
 * SQL: whether the mail `row` may hold a link to a first password. In the text of a system: only for people
 * whom the system may manage, even as guests of another system, and not for its administrators. In a mail
 * about an account: always, since its words are the portal's own or were checked.
 */
export function mayHoldLink(row: 'j' | 'o'): string {
  return `(${row}.system_id is null
    or exists (select from mailings t where t.id = ${row}.mailing_id and t.purpose ${inPurposes('isAboutAccount')})
    or not exists (select from user_roles r where r.user_id = ${row}.user_id
                   and (r.role = 'admin' or r.stated is null and r.system_id is distinct from ${row}.system_id)))`;
}

/** SQL: whether a purpose has this trait, as `in ('…', '…')`. */
export function inPurposes(trait: MailTrait): string {
  return `in ('${listPurposes(trait).join("', '")}')`;
}

const ownTimes = prepareQuery((db: ReadDb, mailIds: readonly number[]) =>
  db
    .selectFrom('outgoing_mails as o')
    .innerJoin('exams as c', (join) =>
      join.onRef('c.id', '=', 'o.exam_id').onRef('c.system_id', '=', 'o.system_id'),
    )
    .innerJoin('enrolments as e', (join) =>
      join.onRef('e.exam_id', '=', 'c.id').onRef('e.user_id', '=', 'o.user_id'),
    )
    .leftJoin('extra_times as x', (join) =>
      join.onRef('x.exam_id', '=', 'e.exam_id').onRef('x.user_id', '=', 'e.user_id'),
    )
    .select([
      'o.id as mailId',
      'c.exam_date as examDate',
      'c.start_time as startTime',
      'c.end_time as endTime',
      'c.end_date as endDate',
    ])
    .select(ownExtraTime)
    .where(sql<boolean>`o.id = any(${mailIds}::bigint[])`),
);

/** The readers' present time in the exams of these mails, by mail; none without an exam or if the reader is not enrolled. */
export async function selectOwnTimes(
  { database, config: { timeZone } }: AppContext,
  mailIds: readonly number[],
): Promise<ReadonlyMap<number, OwnTime>> {
  const found = await ownTimes(database.read, mailIds);
  return new Map(
    found.map(({ mailId, extraMinutes, extraFactor, isHandedOver, ...hours }) => [
      mailId,
      { extraMinutes, extraFactor, isHandedOver, hours, timeZone },
    ]),
  );
}
