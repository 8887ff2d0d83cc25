import { emailKey } from '@guichet/contract/core/fold';
import { sql } from 'kysely';
import { ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { defineJobs } from '../../../core/queue/queue.service.ts';
import type { FailureReason } from '../causes/failureWords.ts';
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

/** Deferrals of one mail alone, while the server takes others; a limit or a block holds for all mails. */
const ofOneMail: readonly FailureReason[] = ['deferred', 'greylisted', 'connectionLost', 'mailboxFull'];

/**
 * Shortens the pauses of deferred mails, once their server has taken another mail: to a quarter of the mail's age, half
 * a minute at least and eight minutes at most. For three days a shortened pause costs no attempt, so that a mail is not
 * given up earlier. Returns how many are deferred, and of how many the pause was shortened.
 */
export async function hastenDeferred(tx: WriteTx, now: Date) {
  const { rows } = await sql<{ deferred: number; hastened: number }>`
    with deferred as (
      select id, ${now}::timestamptz + least(interval '8 minutes',
        greatest(interval '30 seconds', (${now}::timestamptz - queued_at) / 4)) as at
      from outgoing_mails
      where state = 'waiting' and leased_until is null and queued_at > ${now}::timestamptz - interval '3 days'
        and split_part(last_error, ':', 1) = any(${ofOneMail}::text[])
    ), hastened as (
      update outgoing_mails m set next_try_at = d.at, attempts = greatest(m.attempts - 1, 1)
      from deferred d
      where m.id = d.id and m.state = 'waiting' and m.leased_until is null and m.next_try_at > d.at
      returning 1
    )
    select (select count(*)::integer from deferred) as deferred,
      (select count(*)::integer from hastened) as hastened`.execute(tx);
  return rows[0] ?? { deferred: 0, hastened: 0 };
}

interface MailToOne {
  readonly id: number;
  readonly userId: number | null;
  readonly recipient: string;
}

/**
 * Two look-ups by two indexes, since a single condition with `or` would read all that was ever sent. Mails come as JSON, of
 * which the planner expects the same number in every plan: with arrays it would plan each call anew.
 */
const sentToOne = prepare<{ readonly mailId: number; readonly sentAt: Date | null }>(`
  select o.mail_id as "mailId", s.sent_at as "sentAt"
  from json_to_recordset($1::json) as o (mail_id bigint, user_id bigint, recipient_key text)
  cross join lateral (
    select sent_at from outgoing_mails
    where id in (
        select id from outgoing_mails where user_id = o.user_id
        union all
        select id from outgoing_mails where recipient_key = o.recipient_key)
      and exam_id is not null
      and (sent_at > $2::timestamptz or (state = 'sending' and sent_at is null and id < o.mail_id))
    order by sent_at desc nulls first
    limit $3::integer) s
  order by s.sent_at desc nulls first`);

/**
 * When the newest mails about exams to the person or address of each of these mails left, newest first; null: still being
 * sent.
 */
export async function selectSentToOne(
  db: ReadDb,
  mails: readonly MailToOne[],
  since: Date,
  most: number,
): Promise<ReadonlyMap<number, (Date | null)[]>> {
  const rows = mails.map(({ id, userId, recipient }) => ({
    mail_id: id,
    user_id: userId,
    recipient_key: emailKey(recipient),
  }));
  const sent = await ask(db, sentToOne, [JSON.stringify(rows), since, most]);
  const byMail = Map.groupBy(sent, ({ mailId }) => mailId);
  return new Map([...byMail].map(([id, rows]) => [id, rows.map(({ sentAt }) => sentAt)]));
}
