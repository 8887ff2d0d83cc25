import { type Kysely, sql } from 'kysely';

const statements = [
  ...['messages', 'message_versions'].map(
    (table) => `alter table ${table} add column exam_id bigint,
      add foreign key (system_id, exam_id) references exams (system_id, id)`,
  ),
  'alter table messages drop constraint messages_pkey',
  `alter table messages add constraint messages_of_exam
     unique nulls not distinct (system_id, kind, language, exam_id)`,
  'create index message_versions_of_exam on message_versions (exam_id) where exam_id is not null',
];

/** Texts of one exam, which replace those of its system. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
