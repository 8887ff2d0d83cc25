import { emailKey } from '@guichet/contract/core/fold';
import { ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../../core/database/database.ts';

/** Two look-ups by two indexes, since a single condition with `or` would read all that was ever sent. */
const sentToOne = prepare<{ readonly sentAt: Date | null }>(`
  select sent_at as "sentAt" from outgoing_mails
  where id in (
      select id from outgoing_mails where user_id = $1::bigint
      union all
      select id from outgoing_mails where recipient_key = $2::text)
    and exam_id is not null
    and (sent_at > $3::timestamptz or (state = 'sending' and sent_at is null and id < $4::bigint))
  order by sent_at desc nulls first
  limit $5::integer`);

/** When the newest mails about exams to a person or address left, newest first; null: still being sent. */
export async function selectSentToOne(
  db: ReadDb,
  of: { readonly userId: number | null; readonly recipient: string; readonly mailId: number },
  since: Date,
  most: number,
): Promise<(Date | null)[]> {
  const values = [of.userId, emailKey(of.recipient), since, of.mailId, most];
  return (await ask(db, sentToOne, values)).map(({ sentAt }) => sentAt);
}
