import { joinNames } from '@guichet/contract/core/fullName';
import type { Language } from '@guichet/contract/core/language';
import type { AppContext, WriteTx } from '../../core/context/appContext.ts';
import { findUniversityNameIn } from '../../core/database/universityName.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { findUniversityFrame } from '../../systems/university/university.service.ts';
import { insertMailing, insertMails } from './enqueue.queries.ts';
import type { OwnVariables, SecretLink } from './render/mail.ts';
import { type NewMailing, pickSource, snapshotMailing } from './render/snapshotMailing.ts';

export interface Reader {
  /** Null: the mail belongs to no person, and never follows one to another address. */
  readonly id: number | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly language: Language;
}

interface MailToPeople<Person extends Reader> {
  /** The text for readers of a language, with or without a link of their own; null: they get no mail. */
  text(language: Language, hasLink: boolean): NewMailing | null | Promise<NewMailing | null>;
  key(person: Person): string;
  link?(person: Person): SecretLink | undefined;
  /** Further values of each mail. */
  readonly own?: Omit<OwnVariables, 'firstName' | 'lastName' | 'email'>;
  readonly examId?: number;
  /** Somebody waits at the screen for the mail: it is sent before the mails of an import. */
  readonly urgent?: boolean;
}

/** Queues a mail to each of these people, in their language; returns the number of mails. */
export async function mailPeople<Person extends Reader>(
  context: AppContext,
  tx: WriteTx,
  people: readonly Person[],
  { text, key, link, own, ...of }: MailToPeople<Person>,
): Promise<number> {
  const texts = new Map<string, NewMailing | null>();
  const mailingIds = new Map<NewMailing, number>();
  const mails: NewMail[] = [];
  for (const person of people) {
    const { id: userId, firstName, lastName, email, language } = person;
    const secretLink = link?.(person);
    const kind = `${language} ${secretLink !== undefined}`;
    const mailing = texts.has(kind) ? texts.get(kind) : await text(language, secretLink !== undefined);
    texts.set(kind, mailing ?? null);
    if (!mailing) continue;
    const mailingId = mailingIds.get(mailing) ?? (await openMailing(context, tx, mailing));
    mailingIds.set(mailing, mailingId);
    const variables = { firstName, lastName, email, ...(secretLink && { secretLink }), ...own };
    mails.push({ ...of, mailingId, systemId: mailing.systemId, userId, key: key(person), variables });
  }
  return enqueueMails(tx, mails, context.clock.now());
}

/** Stores the frozen text that many mails share, safe from later changes of the message; returns the id. */
export async function openMailing(context: AppContext, tx: WriteTx, mailing: NewMailing): Promise<number> {
  const university = {
    name: await findUniversityNameIn(context, tx),
    frame: await findUniversityFrame(context, tx, mailing.language),
  };
  const { from, replyTo, logoId, attachmentId, variables, ...frozen } = snapshotMailing(
    context,
    university,
    mailing,
  );
  const source = pickSource(mailing);
  return insertMailing(tx, {
    ...frozen,
    system_id: mailing.systemId,
    purpose: mailing.purpose,
    from_address: from.address,
    from_name: from.name,
    reply_to: replyTo,
    logo_id: logoId,
    attachment_id: attachmentId,
    variables: JSON.stringify(variables),
    source: source && JSON.stringify(source),
    created_at: context.clock.now(),
  });
}

interface NewMail {
  readonly mailingId: number;
  readonly systemId: number | null;
  /** Idempotency key: a second mail with the same key is not created. */
  readonly key: string;
  readonly userId: number | null;
  readonly examId?: number;
  readonly variables: OwnVariables;
  /** Somebody waits at the screen for this mail: it is sent before the mails of an import. */
  readonly urgent?: boolean;
  /** When the mail is to leave; null or absent: at once. */
  readonly plannedFor?: Date | null;
}

/** The queue is ordered by due time, so an urgent mail is due this many seconds in the past. */
const urgentSeconds = 24 * 60 * 60;

export function enqueueMails(tx: WriteTx, mails: readonly NewMail[], now: Date): Promise<number> {
  return insertMails(
    tx,
    mails.map(({ plannedFor = null, urgent = false, ...mail }) => ({
      mailing_id: mail.mailingId,
      system_id: mail.systemId,
      exam_id: mail.examId ?? null,
      user_id: mail.userId,
      key: mail.key,
      recipient: mail.variables.email,
      recipient_name: joinNames(mail.variables),
      variables: JSON.stringify(mail.variables),
      next_try_at: plannedFor ?? (urgent ? secondsAfter(now, -urgentSeconds) : now),
      // When the mail is ready to be sent: the header of the mail says it.
      queued_at: plannedFor ?? now,
      planned_for: plannedFor,
    })),
  );
}
