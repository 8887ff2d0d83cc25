import { type Kysely, sql } from 'kysely';

/** Whether the course of an extra time has been on another platform, where it may still be set although it was taken away since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table platform_extra_times add column was_moved boolean not null default false`.execute(db);
}
