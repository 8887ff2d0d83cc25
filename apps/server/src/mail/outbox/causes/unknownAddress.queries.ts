import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import { unknownAddress } from './failureWords.ts';

/**
 * SQL: whether a mail server has said of the present address of the person `u` that it does not exist, and no mail has reached
 * it since; null: by the mails of all systems.
 */
export function isAddressUnknown(systemId: number | null) {
  return sql<boolean>`coalesce((
    select (o.state = 'failed' or o.delivery = 'failed')
      and split_part(coalesce(o.delivery_reason, o.last_error), ':', 1) = any(${unknownAddress}::text[])
    from outgoing_mails o
    where o.user_id = u.id and (${systemId}::integer is null or o.system_id = ${systemId}::integer)
      and lower(o.recipient) = lower(u.email)
      and (o.state = 'failed' or o.delivery in ('failed', 'delivered') or o.link_opened_at is not null)
    order by o.id desc limit 1), false)`;
}

/** Whether the present address of a person is known not to exist. */
export async function hasUnknownAddress(db: ReadDb, userId: number): Promise<boolean> {
  const person = await db
    .selectFrom('users as u')
    .select(isAddressUnknown(null).as('isUnknown'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return person?.isUnknown ?? false;
}
