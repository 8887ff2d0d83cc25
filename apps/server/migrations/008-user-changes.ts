import { type Kysely, sql } from 'kysely';

/**
 * Which people were added, renamed or deleted, for whoever keeps their names outside of the database
 * (docs/decisions/010-search.md). `xid` lets a reader go on where it stopped without missing a transaction that began
 * earlier and ended later. An import of any size is one row.
 */
const statements = [
  sql`create table user_changes (
    id bigint generated always as identity primary key,
    xid xid8 not null default pg_current_xact_id(),
    first_id bigint not null,
    last_id bigint not null,
    changed_at timestamptz not null default now()
  )`,
  sql`create index user_changes_by_transaction on user_changes (xid)`,
  sql`create index user_changes_by_end on user_changes (changed_at)`,

  sql`create function note_added_users() returns trigger language plpgsql as $$
    begin
      insert into user_changes (first_id, last_id) select min(id), max(id) from added having count(*) > 0;
      return null;
    end $$`,
  sql`create function note_changed_user() returns trigger language plpgsql as $$
    begin
      insert into user_changes (first_id, last_id) values (old.id, old.id);
      return null;
    end $$`,
  sql`create trigger users_added after insert on users referencing new table as added
    for each statement execute function note_added_users()`,
  sql`create trigger users_renamed after update on users
    for each row when (old.search_text is distinct from new.search_text) execute function note_changed_user()`,
  sql`create trigger users_deleted after delete on users for each row execute function note_changed_user()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
