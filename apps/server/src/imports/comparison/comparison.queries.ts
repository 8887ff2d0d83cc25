import type { Language } from '@guichet/contract/core/language';
import type { ListValues } from '@guichet/contract/core/listValues';
import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import { accountOf, isAmong, type StagedLines } from '../../core/database/schema/stagedLines.ts';
import { numberKey } from '../stage/stage.queries.ts';

interface OfExam {
  readonly systemId: number;
  readonly examId: number;
}

interface Said {
  readonly line: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Null: the line states none. */
  readonly language: Language | null;
  readonly listValues: ListValues | null;
}

/** A line whose person is in the exam with another name, language or value of a kept column. */
export interface ChangedLine extends Said {
  readonly knownListValues: ListValues | null;
  readonly userId: number;
  readonly knownFirstName: string;
  readonly knownLastName: string;
  readonly knownLanguage: Language;
  /** Whether the name was corrected in the portal after the last list of the exam. */
  readonly isCorrectedSince: boolean;
}

export async function selectChangedLines(db: ReadDb, examId: number, lines: StagedLines) {
  const { rows } = await sql<ChangedLine>`
    select s.line, u.id as "userId", s.first_name as "firstName", s.last_name as "lastName", u.email, s.language,
           u.first_name as "knownFirstName", u.last_name as "knownLastName", u.language as "knownLanguage",
           s.list_values as "listValues", e.list_values as "knownListValues",
           exists (select from audit_lines c where c.subject = concat('user:', u.id) and c.action = 'user.corrected'
             and c.detail ?| array['firstName', 'lastName']
             and c.id > (select max(i.id) from audit_lines i
                         where i.subject = ${`exam:${examId}`}::text and i.action = 'candidates.imported')) as "isCorrectedSince"
    from staged_candidates s cross join lateral ${accountOf} u
         cross join lateral (select list_values from enrolments where exam_id = ${examId}::bigint and user_id = u.id offset 0) e
    where ${isAmong(lines)} and not s.is_repeat
      and ((s.first_name, s.last_name) <> (u.first_name, u.last_name) or s.language <> u.language
           or not coalesce(e.list_values, '{}') @> coalesce(s.list_values, '{}'))
    order by s.line`.execute(db);
  return rows;
}

/** The people who are in the exam while no line of the stage has their address, by name. */
export async function selectMissing(db: ReadDb, { systemId, examId }: OfExam, stageId: string) {
  // `except` instead of a join: the planner has no statistics of the stage.
  const { rows } = await sql<{
    userId: number;
    firstName: string;
    lastName: string;
    email: string;
    numberKey: string | null;
    enrolledAt: Date;
    isAttested: boolean;
    isMailed: boolean;
    hasSignedIn: boolean;
    knownListValues: ListValues | null;
    fileName: string | null;
    importedAt: Date | null;
    movedFrom: { fr: string; en: string } | null;
  }>`
    with missing as materialized (
      select u.email_key from enrolments e cross join lateral (select email_key from users where id = e.user_id offset 0) u
      where e.system_id = ${systemId}::integer and e.exam_id = ${examId}::bigint
      except select s.email_key from staged_candidates s where s.stage_id = ${stageId}::uuid)
    select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email,
           nullif(${numberKey('u.student_number')}, '') as "numberKey", e.enrolled_at as "enrolledAt",
           e.attested_at is not null as "isAttested", e.list_values as "knownListValues", u.last_visit_at is not null as "hasSignedIn",
           i.file_name as "fileName", i.finished_at as "importedAt",
           (select jsonb_build_object('fr', coalesce(nullif(x.title_fr, ''), x.title_en), 'en', coalesce(nullif(x.title_en, ''), x.title_fr))
            from removals r join exams x on x.id = r.exam_id
            where r.user_id = u.id and r.moved_to = e.exam_id order by r.removed_at desc limit 1) as "movedFrom",
           u.deactivated_at is null and exists (
             select from outgoing_mails o where o.exam_id = ${examId}::bigint and o.user_id = u.id
               and (o.sent_at is not null or o.state = 'sending')) as "isMailed"
    from missing m cross join lateral (select * from users where email_key = m.email_key offset 0) u
         cross join lateral (select * from enrolments where exam_id = ${examId}::bigint and user_id = u.id offset 0) e
         left join imports i on i.id = e.import_id
    order by u.sort_name, u.id`.execute(db);
  return rows;
}

/** The lines with one of these student numbers and an address without an account. */
export async function selectNewLinesNumbered(db: ReadDb, lines: StagedLines, numberKeys: readonly string[]) {
  const { rows } = await sql<Said & { numberKey: string }>`
    select s.line, s.first_name as "firstName", s.last_name as "lastName", s.email, s.language,
           s.list_values as "listValues", ${numberKey('s.student_number')} as "numberKey"
    from staged_candidates s
    where ${isAmong(lines)} and not s.is_repeat and ${numberKey('s.student_number')} = any(${numberKeys}::text[])
      and (select u.id from users u where u.email_key = s.email_key) is null
    order by s.line`.execute(db);
  return rows;
}

/** Gives all lines of a person, who may be listed twice, the present address, so that they mean this account and make none. */
export async function readdressLines(
  tx: WriteTx,
  stageId: string,
  lines: readonly { readonly line: number; readonly userId: number }[],
): Promise<void> {
  await sql`
    update staged_candidates s set email = u.email, email_key = u.email_key
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as m (line integer, "userId" bigint)
         join users u on u.id = m."userId"
         join staged_candidates f on f.stage_id = ${stageId}::uuid and f.line = m.line
    where s.stage_id = ${stageId}::uuid and s.email_key = f.email_key`.execute(tx);
}

/** The name, a hyphen as a space, counts too where dots may tell two people apart, as everywhere but in the mailboxes of Google. */
const mailbox = (person: string) =>
  sql.raw(`concat(replace(split_part(split_part(${person}.email_key, '@', 1), '+', 1), '.', ''), '@',
    regexp_replace(${person}.email_key, '^.*@', ''),
    case when ${person}.email_key ~ '@(gmail|googlemail)[.]com$' then '' else regexp_replace(${person}.sort_name, '[ -]+', ' ', 'g') end)`);

/** Groups of addresses with probably the same mailbox; each group has a new line. */
export async function selectSharedMailboxes(db: ReadDb, examId: number, stageId: string, most: number) {
  const { rows } = await sql<{ emails: string[]; names: string[] }>`
    select array_agg(distinct email) as emails, array_agg(distinct name) as names
    from (select s.email, trim(concat(s.first_name, ' ', s.last_name)) as name, ${mailbox('s')} as box,
                 (select e.user_id from enrolments e where e.exam_id = ${examId}::bigint and e.user_id = u.id) is null as is_new
          from staged_candidates s left join lateral ${accountOf} u on true
          where s.stage_id = ${stageId}::uuid and not s.is_repeat
          union all
          select p.email, trim(concat(p.first_name, ' ', p.last_name)), ${mailbox('p')}, false
          from enrolments e join users p on p.id = e.user_id where e.exam_id = ${examId}::bigint) written
    group by box having count(distinct lower(email)) > 1 and bool_or(is_new)
    order by 1 limit ${most}`.execute(db);
  return rows;
}
