import { type Kysely, sql } from 'kysely';

const statements = [
  // From where a session was opened, for its owner to recognise it; null for sessions that were open before.
  sql`alter table sessions
    add column device text check (char_length(device) <= 60),
    add column address text check (char_length(address) <= 60)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
