import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import { unknownAddress } from './failureWords.ts';

/** SQL: whether the mail `o` failed since its address does not exist. */
const isUnknownBy = sql<boolean>`coalesce((o.state = 'failed' or o.delivery = 'failed')
  and split_part(coalesce(o.delivery_reason, o.last_error), ':', 1) = any(${unknownAddress}::text[]), false)`;

/** SQL: whether the mail `o` failed since its address does not exist, and its person has no other address since. */
export const isToUnknownAddress = sql<boolean>`(${isUnknownBy} and not exists (
  select from users u where u.id = o.user_id and lower(u.email) <> lower(o.recipient)))`;

/**
 * SQL: when a mail server said of the present address of the person `u` that it does not exist; null where none did, or a mail
 * has reached the address since. By the mails of the system; of all systems for null.
 */
function unknownSince(systemId: number | null) {
  return sql<Date | null>`(
    select case when ${isUnknownBy}
      then coalesce(o.delivery_reported_at, o.sent_at, o.queued_at) end
    from outgoing_mails o
    where o.user_id = u.id and (${systemId}::integer is null or o.system_id = ${systemId}::integer)
      and lower(o.recipient) = lower(u.email)
      and (o.state = 'failed' or o.delivery in ('failed', 'delivered') or o.link_opened_at is not null)
    order by o.id desc limit 1)`;
}

/** SQL: whether the present address of the person `u` is known not to exist; null: by the mails of all systems. */
export function isAddressUnknown(systemId: number | null) {
  return sql<boolean>`(${unknownSince(systemId)} is not null)`;
}

/** When the present address of a person turned out not to exist; null where nobody knows of it. */
export async function findUnknownSince(db: ReadDb, userId: number): Promise<Date | null> {
  const person = await db
    .selectFrom('users as u')
    .select(unknownSince(null).as('since'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return person?.since ?? null;
}
