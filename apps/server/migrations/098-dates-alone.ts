import { type Kysely, sql } from 'kysely';

/** Whom the platform was told of for the dates of the quizzes alone: extra time that its staff gave her is hers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table platform_extra_times add column dates_alone boolean not null default false`.execute(
    db,
  );
}
