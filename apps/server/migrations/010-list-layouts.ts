import { type Kysely, sql } from 'kysely';

/**
 * How somebody last matched the columns of a list by hand, by the layout of that list: a digest of its headings, or of
 * their number, since a list without headings begins with a person.
 */
const statements = [
  sql`create table list_layouts (
    system_id integer not null references systems (id) on delete cascade,
    layout_key text not null,
    columns jsonb not null,
    used_at timestamptz not null,
    primary key (system_id, layout_key)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
