import { type Kysely, sql } from 'kysely';

const part = sql`part text not null check (part in ('password', 'address'))`;

/**
 * Who set the password or the address of whose account, and until when holders of the right to extra time vouch for it. Of accounts that
 * are there the audit log says it: passwords since the last that was chosen through a mailed link, and addresses that somebody else gave or asked for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table account_handovers (
    user_id bigint not null references users (id) on delete cascade,
    ${part},
    by_id bigint not null,
    at timestamptz not null,
    primary key (user_id, part, by_id)
  )`.execute(db);
  await sql`create table confirmed_handovers (
    user_id bigint not null references users (id) on delete cascade,
    system_id integer not null references systems (id),
    ${part},
    until timestamptz not null,
    primary key (user_id, system_id, part)
  )`.execute(db);
  await sql`create index user_roles_of_guests on user_roles (system_id) where stated is not null`.execute(db);
  await sql`alter table account_tokens add column asked_by bigint`.execute(db);
  await sql`
    with said as materialized (
      select substring(subject from 6)::bigint as user_id, action, actor_id, at, id from audit_lines
      where action in ('user.created', 'user.passwordSet', 'account.passwordReset', 'account.addressChanged', 'user.newAddressAsked')
        and subject ~ '^user:[0-9]{1,15}$')
    insert into account_handovers (user_id, part, by_id, at)
    select s.user_id, p.part, s.actor_id, max(s.at)
    from said s
         join users u on u.id = s.user_id
         cross join lateral (select case when s.action in ('user.created', 'user.passwordSet') then 'password' else 'address' end as part) p
    where s.actor_id <> s.user_id
      and case s.action
        when 'user.created' then u.password_hash is not null
        when 'user.passwordSet' then true
        when 'account.addressChanged' then true
        when 'user.newAddressAsked' then exists (
          select from said c where c.user_id = s.user_id and c.action = 'account.addressChanged' and c.id > s.id)
        else false end
      and (p.part = 'address' or not exists (
        select from said r where r.user_id = s.user_id and r.action = 'account.passwordReset' and r.id > s.id))
    group by 1, 2, 3`.execute(db);
}
