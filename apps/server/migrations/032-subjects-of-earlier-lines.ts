import { type Kysely, sql } from 'kysely';

/** Fills what 031 made from the lines before it: apart, so that nobody waits for the log meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into audit_line_people (user_id, line_id)
    select person.id::bigint, line.id
    from audit_lines line cross join lateral jsonb_array_elements_text(line.detail -> 'userIds') person (id)
    where jsonb_typeof(line.detail -> 'userIds') = 'array' and person.id ~ '^[0-9]{1,18}$'
    on conflict do nothing`.execute(db);
  await sql`
    insert into audit_line_exams (exam_id, line_id)
    select (line.detail ->> 'examId')::bigint, line.id
    from audit_lines line where line.detail ->> 'examId' ~ '^[0-9]{1,18}$'
    on conflict do nothing`.execute(db);
}
