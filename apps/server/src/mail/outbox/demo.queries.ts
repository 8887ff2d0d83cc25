import { sql } from 'kysely';
import type { WriteTx } from '../../core/database/database.ts';

/** For the demo: gives the last queued mails of a system one outcome each, one of them cancelled by hand by `by`. */
export async function seedDemoOutcomes(
  tx: WriteTx,
  systemId: number,
  { now, by }: { readonly now: Date; readonly by: string },
): Promise<void> {
  await sql`
    update outgoing_mails m
    set state = e.state, attempts = e.attempts, last_error = e.error,
        next_try_at = ${now}::timestamptz + interval '6 hours'
    from (values (1, 'failed', 1, 'mailboxUnknown: 550 5.1.1 No such mailbox'),
                 (2, 'waiting', 3, 'deferred: 451 4.7.1 Greylisted, try again later'),
                 (3, 'cancelled', 0, ${`cancelledByHand: ${by}`}::text)) as e (place, state, attempts, error),
         (select id, row_number() over (order by id desc) as place from outgoing_mails
          where system_id = ${systemId} and state = 'queued') as last
    where m.id = last.id and e.place = last.place`.execute(tx);
}
