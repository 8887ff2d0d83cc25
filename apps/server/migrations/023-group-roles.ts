import { type Kysely, sql } from 'kysely';

/** Roles that come by the groups of a provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity_providers
      add column groups_claim text,
      add column group_roles jsonb not null default '[]'`.execute(db);
  // The linked identities whose groups have brought the role; null: a person or a list has given it.
  await sql`alter table user_roles add column came_by jsonb`.execute(db);
}
