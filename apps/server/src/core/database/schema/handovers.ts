import { type RawBuilder, sql } from 'kysely';

/** The part of an account that somebody else set. */
export type HandedPart = 'password' | 'address';

/**
 * SQL: whether the row `h` of `account_handovers` may have put the account into the hands of somebody who may
 * not know of extra time in the system: set by a person who lacks that right now, and not confirmed by a
 * holder of the right (docs/decisions/042-handed-accounts.md).
 */
export function isOpenHandover(systemId: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`(
    not exists (select from confirmed_handovers k where k.user_id = h.user_id and k.system_id = ${systemId}
                and k.part = h.part and k.until >= h.at)
    and not exists (
      select from users g join user_roles m on m.user_id = g.id
      where g.id = h.by_id and g.deactivated_at is null and g.locked_at is null
        and (m.role = 'superAdmin' or m.system_id = ${systemId} and m.role in ('admin', 'support') and exists (
          select from user_rights x where x.user_id = g.id and x.system_id = m.system_id and x.name = 'extraTime'))))`;
}

/** SQL: whether somebody else may read this person's extra time in the account; takes column names. */
export function isHandedOver(userId: string, systemId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from account_handovers h where h.user_id = ${sql.ref(userId)}
    and ${isOpenHandover(sql.ref(systemId))})`;
}

/** The extra time `x` of an enrolment `e`; null while somebody else may read the person's account. */
export const ownExtraTime = [
  sql<number | null>`case when not ${isHandedOver('e.user_id', 'e.system_id')} then x.minutes end`.as(
    'extraMinutes',
  ),
  sql<number | null>`case when not ${isHandedOver('e.user_id', 'e.system_id')} then x.factor end`.as(
    'extraFactor',
  ),
  isHandedOver('e.user_id', 'e.system_id').as('isHandedOver'),
] as const;
