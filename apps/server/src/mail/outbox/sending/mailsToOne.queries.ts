import { emailKey } from '@guichet/contract/core/fold';
import { ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../../core/database/database.ts';

interface MailToOne {
  readonly id: number;
  readonly userId: number | null;
  readonly recipient: string;
}

/** Two look-ups by two indexes, since a single condition with `or` would read all that was ever sent. */
const sentToOne = prepare<{ readonly mailId: number; readonly sentAt: Date | null }>(`
  select o.mail_id as "mailId", s.sent_at as "sentAt"
  from unnest($1::bigint[], $2::bigint[], $3::text[]) as o (mail_id, user_id, recipient_key)
  cross join lateral (
    select sent_at from outgoing_mails
    where id in (
        select id from outgoing_mails where user_id = o.user_id
        union all
        select id from outgoing_mails where recipient_key = o.recipient_key)
      and exam_id is not null
      and (sent_at > $4::timestamptz or (state = 'sending' and sent_at is null and id < o.mail_id))
    order by sent_at desc nulls first
    limit $5::integer) s
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
  const columns = [
    mails.map(({ id }) => id),
    mails.map(({ userId }) => userId),
    mails.map(({ recipient }) => emailKey(recipient)),
  ];
  const sent = await ask(db, sentToOne, [...columns, since, most]);
  const byMail = Map.groupBy(sent, ({ mailId }) => mailId);
  return new Map([...byMail].map(([id, rows]) => [id, rows.map(({ sentAt }) => sentAt)]));
}
