import { type Kysely, sql } from 'kysely';

/** What a preview asks of a part of a long list: which lines repeat an earlier one, and whose a student number is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table staged_candidates add column is_repeat boolean not null default false`.execute(db);
  await sql`
    create index users_by_number on users ((ltrim(lower(replace(student_number, ' ', '')), '0')))
    where student_number is not null`.execute(db);
}
