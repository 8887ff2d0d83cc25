import { type Kysely, sql } from 'kysely';

/** What was done with single candidates of an exam names it among the details. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statement = sql`create index audit_lines_by_cohort on audit_lines ((detail ->> 'cohortId'), id)
    where detail ->> 'cohortId' is not null`;
  await statement.execute(db);
}
