import { type Kysely, sql } from 'kysely';

/**
 * Which factors were set up while the password was one that somebody else had set: a mailed link ends them. Of those that are there,
 * the ones added since the audit log names that password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, addedAt] of [
    ['passkeys', 'added_at'],
    ['totp_secrets', 'started_at'],
    ['recovery_codes', 'made_at'],
  ] as const) {
    await sql`alter table ${sql.table(table)} add column of_given_password boolean not null default false`.execute(
      db,
    );
    await sql`
      update ${sql.table(table)} f set of_given_password = true
      from users u
      where u.id = f.user_id and u.password_given_by is not null and ${sql.ref(`f.${addedAt}`)} >= (
        select max(l.at) from audit_lines l
        where l.subject = concat('user:', u.id) and l.action in ('user.created', 'user.passwordSet'))`.execute(
      db,
    );
  }
}
