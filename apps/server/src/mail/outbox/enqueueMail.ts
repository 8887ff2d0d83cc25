import type { WriteTx } from '../../core/database/database.ts';
import { enqueueJob } from '../../core/queue/queue.service.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { insertMails } from './enqueue.queries.ts';
import { fullNameOf, type OwnVariables } from './render/mail.ts';
import { mailJobs } from './sending/mailJobs.queries.ts';

export interface NewMail {
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

/** Queues one mail. False: the key is already in use. */
export function enqueueMail(tx: WriteTx, mail: NewMail, now: Date): Promise<boolean> {
  const plannedFor = mail.plannedFor ?? null;
  // `queued_at` is when the mail is ready to be sent: the header of the mail says it.
  const columns = { ...columnsOf(mail), planned_for: plannedFor, queued_at: plannedFor ?? now };
  const dueAt = plannedFor ?? (mail.urgent ? secondsAfter(now, -urgentSeconds) : now);
  return enqueueJob(tx, mailJobs, columns, dueAt);
}

/** Queues many mails, skips used keys; returns how many. */
export function enqueueMails(
  tx: WriteTx,
  mails: readonly Omit<NewMail, 'urgent' | 'plannedFor'>[],
  now: Date,
): Promise<number> {
  return insertMails(tx, mails.map(columnsOf), now);
}

function columnsOf(mail: NewMail) {
  return {
    mailing_id: mail.mailingId,
    system_id: mail.systemId,
    exam_id: mail.examId ?? null,
    user_id: mail.userId,
    key: mail.key,
    recipient: mail.variables.email,
    recipient_name: fullNameOf(mail.variables),
    variables: JSON.stringify(mail.variables),
  };
}
