/**
 * Owns the outgoing mails: their frozen texts, their states and their delivery.
 * Does not know messages, imports, cohorts and accounts beyond their ids, nor whether a token is still valid.
 */
import type { WriteTx } from '../platform/database/database.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';
import { enqueueJob } from '../queue/queue.service.ts';
import { insertMailing, insertMails } from './enqueue.queries.ts';
import { mailJobs } from './mailJobs.ts';
import { fullNameOf, type OwnVariables, type RenderedMail } from './render/mail.ts';
import { renderMail } from './render/renderMail.ts';
import { type NewMailing, prepareMailing, snapshotMailing } from './render/snapshotMailing.ts';

export { seedDemoOutcomes } from './demo.queries.ts';
export {
  cancelCandidateMails,
  cancelMails,
  cancelMailsWithKeys,
  enqueueCohortMails,
  enqueueImportMails,
  holdCandidateMails,
  requeueInvitations,
} from './enqueue.queries.ts';
export { findOldestWaiting, listPlannedMails, selectMailByKey } from './outbox.queries.ts';
export { type MailOutcome, outcomeOf } from './outcomeOf.ts';
export { releaseOutgoing } from './outgoing.ts';
export { countUnresolvedMails } from './reading.ts';
export { mailboxText, type OwnVariables, type SecretLink } from './render/mail.ts';
export { encryptSecret, isOver, type MailTokenClaims, openMailToken } from './render/mailSecrets.ts';
export { type NewMailing, prepareMailing } from './render/snapshotMailing.ts';
export { probeMailServer } from './transport/mailer.ts';

/** Stores the frozen text that a group of mails shares; later changes of the message do not reach them. Returns its id. */
export function openMailing(context: AppContext, tx: WriteTx, mailing: NewMailing): Promise<number> {
  const { from, attachmentId, variables, ...frozen } = snapshotMailing(context, mailing);
  return insertMailing(tx, {
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
  /** Idempotency key: a second mail with the same key is not created. */
  readonly key: string;
  readonly userId: number | null;
  readonly cohortId?: number;
  readonly variables: OwnVariables;
  /** Somebody waits for this mail at the screen: it is sent before the mails of an import. */
  readonly urgent?: boolean;
}

/** The queue is ordered by due time, so an urgent mail is due this many seconds in the past. */
const urgentSeconds = 24 * 60 * 60;

/** Queues one mail; the caller notifies `outbox` after the commit. False: its key has been used. */
export function enqueueMail(tx: WriteTx, mail: NewMail, now: Date): Promise<boolean> {
  const columns = { ...columnsOf(mail), queued_at: now };
  return enqueueJob(tx, mailJobs, columns, mail.urgent ? secondsAfter(now, -urgentSeconds) : now);
}

/** Queues many mails; returns how many, without those whose key has been used. Notify `outbox` after the commit. */
export function enqueueMails(
  tx: WriteTx,
  mails: readonly Omit<NewMail, 'urgent'>[],
  now: Date,
): Promise<number> {
  return insertMails(tx, mails.map(columnsOf), now);
}

function columnsOf(mail: NewMail) {
  return {
    mailing_id: mail.mailingId,
    system_id: mail.systemId,
    cohort_id: mail.cohortId ?? null,
    user_id: mail.userId,
    key: mail.key,
    recipient: mail.variables.email,
    recipient_name: fullNameOf(mail.variables),
    variables: JSON.stringify(mail.variables),
  };
}

/** The mail that a mailing would send to one person, rendered as for sending; stores nothing. */
export async function previewMail(
  context: AppContext,
  mailing: NewMailing,
  own: OwnVariables,
): Promise<RenderedMail> {
  const now = context.clock.now();
  const mail = { id: 0, queuedAt: now, recipient: own.email, recipientName: fullNameOf(own), variables: own };
  const site = { publicUrl: context.config.publicUrl, keys: null };
  return renderMail({ ...snapshotMailing(context, await prepareMailing(mailing)), id: 0 }, mail, site, now);
}
