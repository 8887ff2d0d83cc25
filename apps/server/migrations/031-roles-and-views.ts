import { type Kysely, sql } from 'kysely';

const statements = [
  // Whoever keeps people's names outside of the database keeps their systems as well (docs/decisions/010-search.md).
  // People within a thousand ids are one row, so that an import of any size is a few.
  sql`create function note_changed_roles() returns trigger language plpgsql as $$
    begin
      insert into user_changes (first_id, last_id)
      select min(user_id), max(user_id)
      from (select user_id, count(*) filter (where is_far) over (order by user_id) as run
            from (select user_id, user_id - lag(user_id) over (order by user_id) > 1000 as is_far from changed) near) runs
      group by run;
      return null;
    end $$`,
  sql`create trigger user_roles_added after insert on user_roles referencing new table as changed
    for each statement execute function note_changed_roles()`,
  sql`create trigger user_roles_changed after update on user_roles referencing old table as changed
    for each statement execute function note_changed_roles()`,
  sql`create trigger user_roles_deleted after delete on user_roles referencing old table as changed
    for each statement execute function note_changed_roles()`,

  // query: the parameters of the page's address that the view restores.
  sql`create table saved_views (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id) on delete cascade,
    list text not null,
    name text not null,
    query text not null,
    saved_at timestamptz not null,
    unique (user_id, list, name)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
