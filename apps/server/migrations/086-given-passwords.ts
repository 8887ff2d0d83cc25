import { type Kysely, sql } from 'kysely';

/**
 * Who set the password of an account, until its owner chooses one through a mailed link. Of those that are there the audit log says
 * it; a password that was changed since, without a link, counts as before: who set the former one may have changed it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column password_given_by bigint`.execute(db);
  await sql`
    update users u set password_given_by = l.actor_id
    from (select distinct on (subject) subject, action, actor_id from audit_lines
          where action in ('user.created', 'user.passwordSet', 'account.passwordReset') and subject like 'user:%'
          order by subject, id desc) l
    where l.subject = concat('user:', u.id) and l.action <> 'account.passwordReset' and u.password_hash is not null
      and exists (select from user_roles r where r.user_id = u.id and r.role <> 'student')`.execute(db);
  await sql`create index users_password_given_by on users (password_given_by) where password_given_by is not null`.execute(
    db,
  );
}
