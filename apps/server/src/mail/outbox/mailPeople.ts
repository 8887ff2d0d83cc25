import type { Language } from '@guichet/contract/core/language';
import type { AppContext, WriteTx } from '../../core/context/appContext.ts';
import { findUniversityNameIn } from '../../core/database/universityName.ts';
import { findUniversityFrame } from '../../systems/university/university.service.ts';
import { insertMailing } from './enqueue.queries.ts';
import { enqueueMails, type NewMail } from './enqueueMails.ts';
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

export interface MailToPeople<Person extends Reader> {
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
