import { sql } from 'kysely';
import type { WriteTx } from '../../../core/database/database.ts';
import type { FailureReason } from '../causes/failureWords.ts';

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
