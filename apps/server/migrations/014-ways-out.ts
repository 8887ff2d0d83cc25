import { type Kysely, sql } from 'kysely';

/** What goes out of the house is held while a row stands in the one table; the other tells why no mail can leave. */
const statements = [
  sql`create table outgoing_holds (
    is_only boolean primary key default true check (is_only),
    held_at timestamptz not null,
    backup_made_at timestamptz not null)`,
  sql`create table mail_troubles (
    is_only boolean primary key default true check (is_only),
    since timestamptz not null,
    seen_at timestamptz not null,
    failure text not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
