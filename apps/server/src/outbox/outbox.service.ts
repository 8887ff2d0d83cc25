/**
 * Owns the outgoing mails: their frozen texts, their states, and the one way out of the house for each.
 * Refuses to know messages, imports, cohorts and accounts beyond their ids, and whether a token is still good.
 */
import type { Language } from '@guichet/contract/core/language';
import { secondsAfter } from '../platform/clock.ts';
import type { WriteTx } from '../platform/database/database.ts';
import type { House } from '../platform/house.ts';
import * as queries from './enqueue.queries.ts';
import { layOutMail, preheaderOf } from './mailLayout.ts';
import { plainTextOf } from './plainText.ts';
import { defaultSender } from './sender.ts';
import type { OwnVariables, SharedVariables } from './variables.ts';

export {
  cancelCandidateMails,
  cancelMailsOf,
  insertImportMails as enqueueImportMails,
} from './enqueue.queries.ts';
export { type MailTokenClaims, openMailToken } from './mailTokens.ts';
export { giveSampleEnds } from './sampleEnds.queries.ts';
export type { OwnVariables, SecretLink, SharedVariables } from './variables.ts';

export interface NewMailing {
  /** Whose administrators see its mails; null: super admins only. */
  readonly systemId: number | null;
  /** `invitation`, `resetPassword`. */
  readonly purpose: string;
  readonly language: Language;
  /** Null: the portal's own address and the university's name. */
  readonly from: { readonly address: string; readonly name: string | null } | null;
  readonly subject: string;
  /** Sanitised HTML of the inside, placeholders still in. */
  readonly body: string;
  readonly attachmentId: number | null;
  readonly variables: SharedVariables;
}

/** Freezes a text for the mails that will share it; later changes of the message do not reach them. */
export function openMailing(house: House, tx: WriteTx, mailing: NewMailing): Promise<number> {
  const { language, subject, body } = mailing;
  const universityName = house.config.universityName[language];
  const text = plainTextOf(body);
  const own = defaultSender(house.config, language);
  return queries.insertMailing(tx, {
    system_id: mailing.systemId,
    purpose: mailing.purpose,
    language,
    from_address: mailing.from?.address ?? own.address,
    from_name: mailing.from?.name ?? own.name,
    subject,
    html: layOutMail({ language, subject, body, universityName, preheader: preheaderOf(text) }),
    text: `${text}\n\n-- \n${universityName}\n`,
    attachment_id: mailing.attachmentId,
    variables: JSON.stringify(mailing.variables),
    created_at: house.clock.now(),
  });
}

export interface NewMail {
  readonly mailingId: number;
  readonly systemId: number | null;
  /** Says what the mail is for, once and for all: a second mail with the same key is not made. */
  readonly key: string;
  readonly userId: number | null;
  readonly cohortId?: number;
  readonly variables: OwnVariables;
  /** Somebody sits before the screen and waits: it leaves before the thousands of an import. */
  readonly urgent?: boolean;
}

/** A queue is ordered by when mails were due, so an urgent one has been due for long. */
const urgentSeconds = 24 * 60 * 60;

/** Puts one mail in the queue; ring the bell `outbox` after the commit. False: its key has been used. */
export async function enqueueMail(tx: WriteTx, mail: NewMail, now: Date): Promise<boolean> {
  const { firstName, lastName, email } = mail.variables;
  const id = await queries.insertMail(tx, {
    mailing_id: mail.mailingId,
    system_id: mail.systemId,
    cohort_id: mail.cohortId ?? null,
    user_id: mail.userId,
    key: mail.key,
    recipient: email,
    recipient_name: `${firstName} ${lastName}`,
    variables: JSON.stringify(mail.variables),
    state: 'queued',
    next_try_at: mail.urgent ? secondsAfter(now, -urgentSeconds) : now,
    leased_until: null,
    leased_by: null,
    queued_at: now,
    sent_at: null,
    last_error: null,
  });
  return id !== null;
}
