import { type Kysely, sql } from 'kysely';

/**
 * What a candidate last learned of day, hours and place, while these differ from the present ones; null: she knows them. It was
 * one for the whole exam, in `cohorts.announced`, which nothing reads any more. `mailings.source`: the text before it was laid
 * out, for mails that have not left when the exam changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table enrolments add column known_facts jsonb`.execute(db);
  await sql`
    update enrolments e set known_facts = c.announced - 'since'
    from cohorts c
    where c.id = e.cohort_id and c.announced is not null and e.enrolled_at <= (c.announced ->> 'since')::timestamptz`.execute(
    db,
  );
  await sql`alter table mailings add column source jsonb`.execute(db);
}
