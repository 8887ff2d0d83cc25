import type { Language } from '@guichet/contract/core/language';
import { sql } from 'kysely';
import type { WriteTx } from '../../../core/database/database.ts';

export interface Recipient {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly language: Language;
}

/** A person in a system that enrolled them as a guest. */
export interface Guest extends Recipient {
  readonly systemId: number;
  readonly isActive: boolean;
  /** Whether a mail about an exam of that system goes to the guest anyway. */
  readonly isInvited: boolean;
}

/** Marks the guests about whom nobody has been told yet as told, the earliest first; returns them. */
export async function takeUntold(tx: WriteTx, most: number, now: Date): Promise<Guest[]> {
  const { rows } = await sql<Guest>`
    with untold as materialized (
      select user_id, system_id, role from user_roles
      where stated is not null and told_at is null order by granted_at limit ${most} for update skip locked
    ), told as (
      update user_roles r set told_at = ${now}::timestamptz from untold t
      where r.user_id = t.user_id and r.system_id = t.system_id and r.role = t.role
      returning r.user_id, r.system_id
    )
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.language, t.system_id as "systemId",
           u.deactivated_at is null and u.locked_at is null as "isActive",
           exists (select from outgoing_mails o where o.user_id = u.id and o.system_id = t.system_id
                   and o.state not in ('cancelled', 'failed')) as "isInvited"
    from told t join users u on u.id = t.user_id order by u.sort_name, u.id, t.system_id`.execute(tx);
  return rows;
}

/** The active administrators who know these people, a row for each person, with the systems that they administer. */
export async function selectAdministratorsOf(tx: WriteTx, userIds: readonly number[]) {
  const { rows } = await sql<Recipient & { guestId: number; systemIds: readonly number[] }>`
    select distinct a.id, a.first_name as "firstName", a.last_name as "lastName", a.email, a.language, k.user_id as "guestId",
           (select array_agg(o.system_id) from user_roles o where o.user_id = a.id and o.role = 'admin') as "systemIds"
    from user_roles k
         join user_roles r on r.system_id = k.system_id and r.role = 'admin' and r.user_id <> k.user_id
         join users a on a.id = r.user_id and a.deactivated_at is null and a.locked_at is null
    where k.user_id = any(${userIds}::bigint[]) and k.stated is null`.execute(tx);
  return rows;
}
