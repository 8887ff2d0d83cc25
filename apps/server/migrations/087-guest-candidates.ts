import { type Kysely, sql } from 'kysely';

/**
 * What a system said of a person whom it enrolled although others had the account: `stated`, by the columns of `users`; null for whom the
 * system knows. `told_at`: when they and the administrators of those others were told. Candidates of before count as known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table user_roles add column stated jsonb, add column told_at timestamptz`.execute(db);
  await sql`create index user_roles_untold on user_roles (granted_at) where stated is not null and told_at is null`.execute(
    db,
  );
}
