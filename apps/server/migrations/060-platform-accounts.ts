import { type Kysely, sql } from 'kysely';

/**
 * Which account of a platform is whose, and under which key. A record outlives its person, so it refers to no row of `users`.
 * People who were sent to a platform before are known there by the number of their row: these records are `old` until the
 * platform has been asked who bears that key. The built-in platform has an account for each person and system.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table platform_accounts (
      id bigint generated always as identity primary key,
      site text not null,
      user_id bigint not null,
      key text not null,
      external_id text,
      origin text not null check (origin in ('new', 'made', 'old', 'adopted', 'joined')),
      authentication text,
      doubt jsonb,
      changed_at timestamptz not null,
      unique (site, user_id),
      unique (site, key),
      unique (site, external_id)
    )`,
    sql`create index platform_accounts_by_user on platform_accounts (user_id)`,
    sql`create index platform_accounts_unread on platform_accounts (site, id) where origin = 'old' and doubt is null`,
    sql`create index builtin_users_by_address on builtin_users (organisation, lower(email))`,
    sql`insert into platform_accounts (site, user_id, key, origin, changed_at)
      select distinct s.site, e.user_id, e.platform_user_id, 'old', now()
      from platform_enrolments e
        join platform_courses c on c.system_id = e.system_id and c.course_id = e.course_id
        cross join lateral (values
          ('learningPlatform' || coalesce(':' || c.platform_id::text, '')),
          (case when c.platform_id is null then 'builtin:' || c.system_id end)) as s (site)
      where s.site is not null
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
