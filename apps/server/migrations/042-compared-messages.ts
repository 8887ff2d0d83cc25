import { type Kysely, sql } from 'kysely';

const statements = [
  // `updated_at` of the other language's text that this text was found to correspond to.
  sql`alter table messages add column compared_to timestamptz`,
  // Two languages that were saved within an hour of each other were written together.
  sql`update messages m set compared_to = o.updated_at from messages o
    where o.system_id = m.system_id and o.kind = m.kind and o.language <> m.language
      and o.updated_at between m.updated_at - interval '1 hour' and m.updated_at`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
