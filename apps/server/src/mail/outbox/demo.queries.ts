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

/** For the demo, whose people visit the portal after their import: whoever has a password by now is not told to choose one. */
export async function dropDemoLinks(tx: WriteTx, systemId: number): Promise<void> {
  await sql`
    update outgoing_mails m set variables = m.variables - 'secretLink'
    from users u
    where u.id = m.user_id and u.password_hash is not null and m.system_id = ${systemId}`.execute(tx);
}
