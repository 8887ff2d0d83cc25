import { emailKey } from '@guichet/contract/core/fold';
import { ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../../core/database/database.ts';

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
