/** The writes of an import in one statement over staged rows, from accounts to audit line. */
import { setTimeout as wait } from 'node:timers/promises';
import { fold } from '@guichet/contract/core/fold';
import pg from 'pg';
import { candidates } from '../data/lists.ts';

export interface Statement {
  /** Milliseconds for this many new people, in a new exam. */
  time(rows: number, salt: string, systemId: number): Promise<number>;
  /** Resolves when the learning platform has everybody, which continues after the reply of an import. */
  untilEnrolled(): Promise<void>;
  close(): Promise<void>;
}

export async function openStatement(databaseUrl: string): Promise<Statement> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    async time(rows, salt, systemId) {
      await give(client, rows, salt);
      const examId = await makeExam(client, salt, systemId);
      const start = performance.now();
      await client.query(statement, [systemId, examId, salt]);
      const ms = performance.now() - start;
      await client.query("update platform_enrolments set state = 'done' where state = 'pending'");
      await client.query('drop table given');
      await client.query('vacuum analyze');
      return ms;
    },
    async untilEnrolled() {
      const open =
        "select exists (select from platform_enrolments where state in ('pending', 'waiting')) as open";
      while ((await client.query(open)).rows[0].open) await wait(100);
    },
    close: () => client.end(),
  };
}

async function give(client: pg.Client, rows: number, salt: string): Promise<void> {
  await client.query(`create temp table given (line integer, email text, first_name text, last_name text,
    sort_name text, search_text text, student_number text, language text)`);
  const people = [...candidates(rows, salt)].map(([studentNumber, last, first, email, language], line) => ({
    line,
    email,
    first_name: first,
    last_name: last,
    sort_name: fold(`${last} ${first}`),
    search_text: fold(`${first} ${last} ${email}`),
    student_number: studentNumber,
    language: language === 'E' ? 'en' : 'fr',
  }));
  for (let from = 0; from < people.length; from += 10_000)
    await client.query('insert into given select * from json_populate_recordset(null::given, $1::json)', [
      JSON.stringify(people.slice(from, from + 10_000)),
    ]);
  await client.query('analyze given');
}

async function makeExam(client: pg.Client, salt: string, systemId: number): Promise<number> {
  const { rows } = await client.query(
    `with course as (insert into platform_courses (system_id, course_id, title, exam_date, state, next_try_at)
                     values ($1, $2, 'Mesure', '2099-01-15', 'done', now()))
     insert into exams (system_id, title_fr, exam_date, course_id, created_at)
     values ($1, 'Mesure', '2099-01-15', $2, now()) returning id`,
    [systemId, `limit-${salt}`],
  );
  return Number(rows[0].id);
}

const statement = `
  with people as (
    insert into users (email, email_key, first_name, last_name, sort_name, search_text, language, student_number,
                       must_choose_password_since, created_at)
    select email, email, first_name, last_name, sort_name, search_text, language, student_number, now(), now()
    from given order by line
    on conflict (email_key) do nothing
    returning id, email, first_name, last_name, language),
  import as (
    insert into imports (id, system_id, exam_id, file_name, file_sha256, send_email, rows, placed, finished_at)
    select gen_random_uuid(), $1, $2, 'liste', '', true, count(*), count(*), now() from people returning id),
  roles as (
    insert into user_roles (user_id, system_id, role, granted_at) select id, $1, 'student', now() from people),
  places as (
    insert into enrolments (system_id, exam_id, user_id, learning_platform_id, import_id, enrolled_at)
    select $1, $2, people.id, 'p' || people.id, import.id, now() from people, import),
  texts as (
    insert into mailings (system_id, purpose, language, from_address, from_name, subject, html, text, variables, created_at)
    select $1, 'invitation', language, 'portail@example.ca', 'Portail', 'Sujet', repeat('x', 4000), repeat('x', 1000),
           '{}', now()
    from (values ('fr'), ('en')) as languages (language) returning id, language),
  mails as (
    insert into outgoing_mails (mailing_id, system_id, exam_id, user_id, key, recipient, recipient_name, variables,
                                state, next_try_at, queued_at)
    select texts.id, $1, $2, people.id, 'import:' || $3 || ':' || people.id, email, first_name || ' ' || last_name,
           jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email, 'secretLink',
             jsonb_build_object('purpose', 'firstPassword', 'subject', people.id::text, 'expiresAt', now()::text)),
           'queued', now(), now()
    from people join texts using (language)),
  jobs as (
    insert into platform_enrolments (system_id, course_id, platform_user_id, user_id, wanted, state, next_try_at)
    select $1, 'limit-' || $3, 'p' || id, id, 'in', 'pending', now() from people)
  insert into audit_lines (at, actor_name, system_id, action, subject, detail)
  select now(), 'Bench', $1, 'candidates.imported', 'exam:' || $2, jsonb_build_object('rows', count(*)) from people`;
