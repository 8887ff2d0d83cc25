import { type Kysely, sql } from 'kysely';

/** Since when an account has been that of a super admin: the command line restores the access of no other one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column first_super_admin_at timestamptz`.execute(db);
  await sql`update users u set first_super_admin_at = known.at from (
    select user_id, min(at) as at from (
      select user_id, granted_at as at from user_roles where role = 'superAdmin'
      union all
      select split_part(subject, ':', 2)::bigint, at from audit_lines
      where action in ('user.rolesChanged', 'user.created') and subject ~ '^user:[0-9]{1,15}$'
        and (detail -> 'given' @> '["superAdmin"]' or detail -> 'given' @> '["Super Admin"]'
          or detail -> 'taken' @> '["superAdmin"]' or detail -> 'roles' @> '["Super Admin"]')) one
    group by user_id) known
    where u.id = known.user_id`.execute(db);
}
