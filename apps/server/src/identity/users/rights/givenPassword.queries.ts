import { sql } from 'kysely';
import type { WriteTx } from '../../../core/database/database.ts';

/**
 * Whether a password that somebody else set would open more of the account `users as u` than its setter holds now: a staff
 * role or a right. Then only a mailed link opens the account, since its reader has the address. Super admins hold
 * everything.
 */
const opensMore = (u: string) => `(${u}.password_given_by is not null
  and not exists (select from user_roles m join users g on g.id = m.user_id
                  where m.user_id = ${u}.password_given_by and m.role = 'superAdmin'
                    and g.deactivated_at is null and g.locked_at is null)
  and (exists (select from user_roles r where r.user_id = ${u}.id and r.role <> 'student'
               and not exists (select from user_roles m join users g on g.id = m.user_id
                               where m.user_id = ${u}.password_given_by and m.role = 'admin' and m.system_id = r.system_id
                                 and g.deactivated_at is null and g.locked_at is null))
    or exists (select from user_rights x where x.user_id = ${u}.id
               and not exists (select from user_rights m join users g on g.id = m.user_id
                               where m.user_id = ${u}.password_given_by and m.name = x.name and m.system_id = x.system_id
                                 and g.deactivated_at is null and g.locked_at is null))))`;

/** The time since which only a mailed link opens the account `users as u`; null where its password opens it. */
export const linkDueSince = (u: string) =>
  `coalesce(${u}.link_due_since, case when ${opensMore(u)} then ${u}.created_at end)`;

/**
 * Ends the sessions of these people, and of the people whose password they set, where that password now opens
 * too much: after a role or a right was given to the owner, or lost by the setter.
 */
export async function endSessionsOfGivenPasswords(tx: WriteTx, userIds: readonly number[], now: Date) {
  await sql`
    update users u set sessions_ended_at = ${now}::timestamptz
    where (u.id = any(${userIds}::bigint[]) or u.password_given_by = any(${userIds}::bigint[]))
      and ${sql.raw(opensMore('u'))}`.execute(tx);
}
