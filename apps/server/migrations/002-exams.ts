import { type Kysely, sql } from 'kysely';

/** Tables that name the exam of a row. */
const ofExam = [
  'imports',
  'reminders',
  'outgoing_mails',
  'course_grades',
  'extra_times',
  'removals',
  'enrolments',
];

const indexes = [
  ['cohorts_by_request', 'exams_by_request'],
  ['cohorts_by_date', 'exams_by_date'],
  ['imports_by_cohort', 'imports_by_exam'],
  ['outgoing_mails_by_cohort', 'outgoing_mails_by_exam'],
  ['reminders_by_cohort', 'reminders_by_exam'],
];

const constraints = [
  ['exams', 'cohorts_pkey', 'exams_pkey'],
  ['exams', 'cohorts_system_id_id_key', 'exams_system_id_id_key'],
  ['exams', 'cohorts_system_id_course_id_key', 'exams_system_id_course_id_key'],
  ['exams', 'cohorts_system_id_fkey', 'exams_system_id_fkey'],
  ['exams', 'cohorts_start_time_check', 'exams_start_time_check'],
  ['exams', 'cohorts_end_time_check', 'exams_end_time_check'],
  ['exams', 'cohorts_check', 'exams_title_check'],
  ['exams', 'cohorts_check1', 'exams_hours_check'],
  ['exams', 'cohorts_pass_percent_check', 'exams_pass_percent_check'],
  ['imports', 'imports_system_id_cohort_id_fkey', 'imports_system_id_exam_id_fkey'],
  ['enrolments', 'enrolments_system_id_cohort_id_fkey', 'enrolments_system_id_exam_id_fkey'],
  ['reminders', 'reminders_system_id_cohort_id_fkey', 'reminders_system_id_exam_id_fkey'],
  ['course_grades', 'course_grades_cohort_id_user_id_fkey', 'course_grades_exam_id_user_id_fkey'],
  ['extra_times', 'extra_times_cohort_id_user_id_fkey', 'extra_times_exam_id_user_id_fkey'],
];

const statements = [
  'alter table cohorts rename to exams',
  'alter sequence cohorts_id_seq rename to exams_id_seq',
  ...ofExam.map((table) => `alter table ${table} rename column cohort_id to exam_id`),
  ...indexes.map(([from, to]) => `alter index ${from} rename to ${to}`),
  ...constraints.map(([table, from, to]) => `alter table ${table} rename constraint ${from} to ${to}`),

  // A quotation mark inside a value of a detail stands after a backslash, so that only keys match.
  `update audit_lines
   set subject = regexp_replace(subject, '^cohort:', 'exam:'), action = regexp_replace(action, '^cohort[.]', 'exam.'),
       detail = replace(replace(detail::text, '"cohort": ', '"exam": '), '"cohortId": ', '"examId": ')::jsonb
   where subject like 'cohort:%' or action like 'cohort.%' or detail ?| array['cohort', 'cohortId']`,
  'drop index audit_lines_by_cohort',
  `create index audit_lines_by_exam on audit_lines ((detail ->> 'examId'), id)
   where detail ->> 'examId' is not null`,

  // The addresses of saved views.
  `update saved_views set query = regexp_replace(query, '(^|[?&])cohort=', '\\1exam=')`,
];

/** One word: what was called a cohort and an exam is an exam. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
