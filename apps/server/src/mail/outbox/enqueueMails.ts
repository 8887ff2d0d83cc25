import { joinNames } from '@guichet/contract/core/fullName';
import type { WriteTx } from '../../core/database/database.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { insertMails } from './enqueue.queries.ts';
import type { OwnVariables } from './render/mail.ts';

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

/** Queues mails, skips used keys; returns how many. */
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
