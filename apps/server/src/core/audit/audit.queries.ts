import { type Insertable, type RawBuilder, sql } from 'kysely';
import { ask, prepare } from '../database/connection/prepared.ts';
import type { ReadDb, Schema, WriteTx } from '../database/database.ts';
import type { LineDetail } from './lineDetail.ts';
import { holdsRole, isAbout, type ReadableSystems } from './personSearch.queries.ts';

const newLine = prepare(`
  insert into audit_lines (at, actor_id, actor_name, impersonated_id, impersonated_name, system_id, action, subject, detail)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

export async function insertAuditLine(tx: WriteTx, line: Insertable<Schema['audit_lines']>): Promise<void> {
  const { at, actor_id, actor_name, impersonated_id, impersonated_name, system_id, action, subject, detail } =
    line;
  const who = [actor_id, actor_name, impersonated_id, impersonated_name].map((value) => value ?? null);
  await ask(tx, newLine, [at, ...who, system_id ?? null, action, subject ?? null, detail]);
}

export interface AuditFilter {
  readonly systemIds: ReadableSystems;
  readonly systemId?: number | undefined;
  readonly examId?: number | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly person?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: number | undefined;
  readonly timeZone: string;
}

/** Audit lines, newest first, each with the name of its subject. */
export function selectAuditLines(db: ReadDb, filter: AuditFilter, limit: number) {
  const { systemIds, systemId, examId, actions, from, to, before, timeZone } = filter;
  const person = filter.person?.trim() ?? '';
  return db
    .selectFrom('audit_lines as l')
    .select([
      'l.id',
      'l.at',
      'l.actor_id as actorId',
      'l.actor_name as actor',
      'l.impersonated_name as onBehalfOf',
      'l.system_id as systemId',
      'l.action',
      'l.subject',
      subjectName.as('subjectName'),
      sql<string | null>`case when l.subject ~ '^user:[0-9]{1,15}$' then (select u.email from users u
        where u.id = split_part(l.subject, ':', 2)::bigint and ${holdsRole(systemIds)}) end`.as(
        'subjectEmail',
      ),
      subjectNameEn.as('subjectNameEn'),
      examEn.as('examEn'),
      people.as('people'),
      'l.detail',
    ])
    .$if(systemIds !== 'all', (query) => query.where('l.system_id', 'in', [0, ...(systemIds as number[])]))
    .$if(systemId !== undefined, (query) => query.where('l.system_id', '=', systemId as number))
    .$if(examId !== undefined, (query) => query.where(isOfExam(examId as number)))
    .$if(actions !== undefined, (query) => query.where('l.action', 'in', [...(actions ?? [])]))
    .$if(person !== '', (query) => query.where(isAbout(person, systemIds)))
    .$if(from !== undefined, (query) => query.where('l.at', '>=', startOf(from as string, 0, timeZone)))
    .$if(to !== undefined, (query) => query.where('l.at', '<', startOf(to as string, 1, timeZone)))
    .$if(before !== undefined, (query) => query.where('l.id', '<', before as number))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
}

/** The ids of those lines about new super admins after which the role was taken back. */
export async function selectTakenBack(db: ReadDb, lines: readonly { readonly id: number }[]) {
  const rows = await db
    .selectFrom('audit_lines as l')
    .select('l.id')
    .where(sql<boolean>`l.id = any(${lines.map(({ id }) => id)}::bigint[])`)
    .where(
      sql<boolean>`exists (select from audit_lines later where later.subject = l.subject and later.id > l.id
        and later.action = 'user.rolesChanged' and later.detail -> 'taken' @> '["superAdmin"]')`,
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The lines about these exams with one of the actions, newest first. */
export function selectLinesOfExams(
  db: ReadDb,
  of: { readonly examIds: readonly number[]; readonly actions: readonly string[] },
  limit: number,
) {
  const subjects = of.examIds.map((id) => `exam:${id}`);
  return lines(db)
    .where(sql<boolean>`l.subject = any(${subjects}::text[])`)
    .where('action', 'in', of.actions)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

function lines(db: ReadDb) {
  return db
    .selectFrom('audit_lines as l')
    .select(['at', 'actor_id as actorId', 'actor_name as actor', 'system_id as systemId'])
    .select(['action', 'subject', sql<LineDetail>`l.detail`.as('detail')])
    .select([subjectNameEn.as('subjectNameEn'), examEn.as('examEn')]);
}

/**
 * The newest lines about a subject, with these actions: of these systems, and with `ofNone` also of no
 * system. With `userId` also lines about many people that name this person.
 */
export function selectLinesAbout(
  db: ReadDb,
  about: {
    readonly subject: string;
    readonly userId?: number;
    readonly actions: readonly string[];
    readonly systemIds: ReadableSystems;
    readonly ofNone: boolean;
  },
  limit: number,
) {
  const { systemIds, userId } = about;
  return lines(db)
    .$if(userId === undefined, (query) => query.where('subject', '=', about.subject))
    .$if(userId !== undefined, (query) => query.where(isAboutPerson(about.subject, userId as number)))
    .where('action', 'in', about.actions)
    .where(
      sql<boolean>`case when system_id is null then ${about.ofNone}::boolean
        else ${systemIds === 'all'}::boolean or system_id = any(${systemIds === 'all' ? [] : systemIds}::integer[]) end`,
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Whether a person has done this to the subject since this moment. */
export async function hasDone(
  db: ReadDb,
  of: { readonly userId: number; readonly action: string; readonly subject: string; readonly since: Date },
): Promise<boolean> {
  const line = await db
    .selectFrom('audit_lines')
    .select('id')
    .where((eb) => eb.and({ subject: of.subject, actor_id: of.userId, action: of.action }))
    .where('at', '>=', of.since)
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

/** The line about a removal of people from an exam, or about their move to another exam. */
export function findLineOfRemoval(
  db: ReadDb,
  { systemId, examId }: { readonly systemId: number; readonly examId: number },
  removalId: string,
) {
  return db
    .selectFrom('audit_lines as l')
    .select(['l.subject', 'l.detail'])
    .where('l.system_id', '=', systemId)
    .where(isOfExam(examId))
    .where(sql<boolean>`l.detail ->> 'removalId' = ${removalId}::text`)
    .where('l.action', 'in', ['candidate.unenrolled', 'candidates.unenrolled', 'candidates.moved'])
    .executeTakeFirst();
}

/** SQL: two look-ups by two indexes, since a single condition with `or` would read the whole log. */
function isAboutPerson(subject: string, userId: number): RawBuilder<boolean> {
  return sql`id in (
    select a.id from audit_lines a where a.subject = ${subject}::text
    union all
    select p.line_id from audit_line_people p where p.user_id = ${userId}::bigint)`;
}

/** SQL: the first instant, in a zone, of the day `daysLater` days after `day`. */
function startOf(day: string, daysLater: number, timeZone: string): RawBuilder<Date> {
  return sql`((${day}::date + ${daysLater}::integer)::timestamp at time zone ${timeZone}::text)`;
}

/** SQL: lines about the exam, about a candidate as such, or a correction of a person enrolled by then (decision 077). */
function isOfExam(examId: number): RawBuilder<boolean> {
  return sql`l.system_id = (select c.system_id from exams c where c.id = ${examId}::bigint) and l.id in (
    select a.id from audit_lines a where a.subject = ${`exam:${examId}`}::text
    union all
    select e.line_id from audit_line_exams e where e.exam_id = ${examId}::bigint
    union all
    select a.id from audit_lines a
    where a.subject = any(array(select concat('user:', e.user_id) from enrolments e where e.exam_id = ${examId}::bigint))
      and a.action in ('user.corrected', 'account.addressChanged')
      and a.at >= (select e.enrolled_at from enrolments e
                   where e.exam_id = ${examId}::bigint and e.user_id = split_part(a.subject, ':', 2)::bigint))`;
}

/** The English title of an exam while the exam has the title that the line recorded. */
const subjectNameEn = sql<string | null>`case when l.subject ~ '^exam:[0-9]{1,15}$' then
  (select nullif(c.title_en, '') from exams c
   where c.system_id = l.system_id and c.id = split_part(l.subject, ':', 2)::bigint
     and c.title = coalesce(l.detail ->> 'name', c.title))
end`;
const examEn = sql<string | null>`case when l.detail ->> 'examId' ~ '^[0-9]{1,15}$' then
  (select nullif(c.title_en, '') from exams c
   where c.system_id = l.system_id and c.id = (l.detail ->> 'examId')::bigint and c.title = l.detail ->> 'exam')
end`;

/** The names of the people whose ids a line holds, if there are at most three. */
const people = sql<string[]>`case
  when jsonb_typeof(l.detail -> 'userIds') = 'array' and jsonb_array_length(l.detail -> 'userIds') <= 3 then
    (select coalesce(jsonb_agg(trim(concat(u.first_name, ' ', u.last_name)) order by u.id), '[]') from users u
     where u.id in (select one.id::bigint from jsonb_array_elements_text(l.detail -> 'userIds') one(id)))
  else '[]'
end`;

/** The patterns keep subjects without a number away from the casts. */
const subjectName = sql<string | null>`coalesce(l.detail ->> 'name', case
  when l.subject = concat('user:', l.impersonated_id) then l.impersonated_name
  when l.subject = concat('user:', l.actor_id) then l.actor_name
  when l.subject ~ '^user:[0-9]{1,15}$' then
    (select trim(concat(u.first_name, ' ', u.last_name)) from users u where u.id = split_part(l.subject, ':', 2)::bigint)
  when l.subject ~ '^exam:[0-9]{1,15}$' then
    (select c.title from exams c
     where c.system_id = l.system_id and c.id = split_part(l.subject, ':', 2)::bigint)
  when l.subject ~ '^mail:[0-9]{1,15}$' then
    (select o.recipient_name from outgoing_mails o
     where o.system_id is not distinct from l.system_id and o.id = split_part(l.subject, ':', 2)::bigint)
  when l.subject ~ '^system:[0-9]{1,9}$' then
    (select s.name from systems s where s.id = split_part(l.subject, ':', 2)::integer)
end)`;
