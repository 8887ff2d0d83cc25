/**
 * Owns the outgoing mails: their frozen texts, their states, and the one way out of the house for each.
 * Refuses to know messages, imports, cohorts and accounts beyond their ids, and whether a token is still good.
 */

import type { WriteTx } from '../platform/database/database.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';
import * as queries from './enqueue.queries.ts';
import { fullNameOf } from './previewMail.ts';
import { type NewMailing, snapshotMailing } from './snapshotMailing.ts';
import type { OwnVariables } from './variables.ts';

export { seedDemoOutcomes } from './demo.queries.ts';
export { encryptSecret } from './encryptedSecrets.ts';
export {
  cancelCandidateMails,
  cancelCohortMails,
  cancelMailsOf,
  cancelMailsWithKeys,
  insertImportMails as enqueueImportMails,
} from './enqueue.queries.ts';
export { isOver, type MailTokenClaims, openMailToken } from './mailTokens.ts';
export { type MailOutcome, outcomeOf } from './outcomeOf.ts';
export { prepareMailing } from './prepareMailing.ts';
export { previewMail } from './previewMail.ts';
export { probeMailServer } from './probeMailServer.ts';
export { countMailQueue } from './queueSize.queries.ts';
export { mailboxText } from './sender.ts';
export type { NewMailing } from './snapshotMailing.ts';
export type { OwnVariables, SecretLink } from './variables.ts';
export { releaseOutgoing } from './wayOut.ts';

/** Freezes a text for the mails that will share it; later changes of the message do not reach them. */
export function openMailing(context: AppContext, tx: WriteTx, mailing: NewMailing): Promise<number> {
  const { from, attachmentId, variables, ...frozen } = snapshotMailing(context, mailing);
  return queries.insertMailing(tx, {
    ...frozen,
    system_id: mailing.systemId,
    purpose: mailing.purpose,
    from_address: from.address,
    from_name: from.name,
    attachment_id: attachmentId,
    variables: JSON.stringify(variables),
    created_at: context.clock.now(),
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
  const { email } = mail.variables;
  const id = await queries.insertMail(tx, {
    mailing_id: mail.mailingId,
    system_id: mail.systemId,
    cohort_id: mail.cohortId ?? null,
    user_id: mail.userId,
    key: mail.key,
    recipient: email,
    recipient_name: fullNameOf(mail.variables),
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
