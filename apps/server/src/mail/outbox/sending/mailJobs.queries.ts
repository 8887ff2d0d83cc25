import type { ReadDb } from '../../../core/database/database.ts';
import { defineJobs } from '../../../core/queue/queue.service.ts';
import type { Mail } from '../render/mail.ts';
import { mayHoldLink } from '../render/mailing.queries.ts';

export interface MailJob extends Omit<Mail, 'ownTime'> {
  readonly mailingId: number;
  readonly userId: number | null;
  readonly examId: number | null;
  readonly systemId: number | null;
}

const minute = 60;
const hour = 60 * minute;

/** Outgoing mails as jobs. With 17 attempts, the last attempt is about three days after the first. */
export const mailJobs = defineJobs<MailJob>({
  name: 'outgoing_mails',
  key: { id: 'bigint' },
  fields: {
    id: 'j.id',
    mailingId: 'j.mailing_id',
    userId: 'j.user_id',
    examId: 'j.exam_id',
    systemId: 'j.system_id',
    recipient: 'j.recipient',
    recipientName: 'j.recipient_name',
    variables: 'j.variables',
    queuedAt: 'j.queued_at',
    mayHoldLink: mayHoldLink('j'),
  },
  states: { queued: 'queued', running: 'sending', done: 'sent' },
  destination: { name: 'mailServer' },
  topic: 'outbox',
  backoff: {
    waits: [30, 2 * minute, 10 * minute, hour, 3 * hour, 6 * hour],
    spread: 0.2,
    mostTries: 17,
  },
  isTimed: 'j.planned_for is not null',
  keepsReason: true,
  doneAt: 'sent_at',
  outcomeIn: 'delivery',
  gauge: { name: 'guichet_mails_waiting', help: 'Mails that have not left.' },
});

/** Waiting mails that were queued after `moment`. */
export async function countQueuedSince(db: ReadDb, moment: Date): Promise<number> {
  const { n } = await db
    .selectFrom('outgoing_mails')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('state', 'in', ['queued', 'sending', 'waiting'])
    .where('queued_at', '>', moment)
    .executeTakeFirstOrThrow();
  return Number(n);
}
