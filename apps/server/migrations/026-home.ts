import { type Kysely, sql } from 'kysely';

const statements = [
  // Home counts what failed among all mails and enrolments that there ever were.
  sql`create index outgoing_mails_failed on outgoing_mails (system_id) where state = 'failed'`,
  sql`create index platform_enrolments_failed on platform_enrolments (system_id, course_id) where state = 'failed'`,

  // Steps of the first day that only a try or a word can settle. reference: the key of the test mail, the name of the
  // platform that answered.
  sql`create table setup_steps (
    step text primary key check (step in ('mailServer', 'learningPlatform', 'closed')),
    done_at timestamptz not null,
    reference text not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
