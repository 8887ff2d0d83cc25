import type { Language } from '@guichet/contract/core/language';
import type { Preview, PreviewRow } from '@guichet/contract/imports/imports';
import { type Insertable, sql } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';
import { accountOf, isAmong, type StagedLines } from '../../core/database/schema/stagedLines.ts';

/** Inserts `batch`, a JSON array of `StagedCandidate` in UTF-8, in one statement; returns the number of lines. */
export async function insertStaged(tx: WriteTx, stageId: string, batch: Uint8Array, now: Date) {
  const { numAffectedRows } = await sql`
    insert into staged_candidates (stage_id, line, email, email_key, first_name, last_name, sort_name, search_text,
                                   student_number, language, more, extra_minutes, extra_factor, is_repeat, list_values, staged_at)
    select ${stageId}::uuid, r.*, ${now}::timestamptz
    from json_to_recordset(${batch}::json) as r
         (line integer, email text, email_key text, first_name text, last_name text, sort_name text,
          search_text text, student_number text, language text, more jsonb, extra_minutes integer, extra_factor double precision,
          is_repeat boolean, list_values jsonb)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function deleteStaged(tx: WriteTx, lines: StagedLines): Promise<void> {
  await sql`delete from staged_candidates s where ${isAmong(lines)}`.execute(tx);
}

/** Empties the stage: unlike a deletion, this leaves no dead rows for the next vacuum. */
export async function emptyStage(tx: WriteTx): Promise<void> {
  await sql`truncate staged_candidates`.execute(tx);
}

export async function countStaged(db: ReadDb, lines: StagedLines): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from staged_candidates s where ${isAmong(lines)}`.execute(db);
  return Number(rows[0]?.n);
}

/** Deletes at most `limit` rows that a crash has left in the stage; returns how many. */
export async function deleteStagedRowsBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from staged_candidates where (stage_id, line) in (
      select stage_id, line from staged_candidates where staged_at < ${before}::timestamptz limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

/** Analyzes the stage: without statistics the planner would use a nested loop. */
export async function analyzeStaged(tx: WriteTx): Promise<void> {
  await sql`analyze staged_candidates (stage_id, line, email_key)`.execute(tx);
}

/** A part of a staged list, and what decides on the outcome of its lines. */
export interface OutcomesOf {
  readonly lines: StagedLines;
  readonly examId: number;
  readonly defaultLanguage: Language;
}

/**
 * SQL: the outcome of each of these lines; each look-up is by key, so the cost grows with the lines alone. The language is
 * null where the account's own counts, which a preview does not tell: the account may be a guest's (decision 073).
 */
const outcomes = ({ lines, examId, defaultLanguage }: OutcomesOf) => sql`
  select s.line, s.email, s.email_key, s.first_name, s.last_name, s.student_number, s.more, s.list_values, coalesce(s.language, case when u.id is null then ${defaultLanguage}::text end) as language,
         case when s.is_repeat then 'duplicateInFile'
              when (select e.user_id from enrolments e
                    where e.exam_id = ${examId}::bigint and e.user_id = u.id) is not null then 'alreadyInExam'
              when u.id is not null then 'knownAccount'
              else 'newAccount' end as outcome
  from staged_candidates s left join lateral ${accountOf} u on true
  where ${isAmong(lines)}`;

export async function selectOutcomeRows(
  db: ReadDb,
  of: OutcomesOf & {
    /** Texts in the stage's JSON column `more`, by field. */
    readonly further: readonly { readonly field: string; readonly name: string }[];
    readonly most: number;
  },
): Promise<PreviewRow[]> {
  const further = of.further.map(({ field, name }) => sql`, ${field}::text, more->>${name}`);
  const { rows } = await sql<PreviewRow>`
    select line, email, first_name as "firstName", last_name as "lastName", language, outcome,
           json_build_object('studentNumber', student_number${sql.join(further, sql``)}) as more, list_values as "listValues"
    from (${outcomes(of)}) o
    order by line limit ${of.most}`.execute(db);
  return rows;
}

/** How many people whom an import would enrol have no value in these kept columns, by the language of their mail. */
export async function selectWithoutValue(db: ReadDb, of: OutcomesOf, columns: readonly string[]) {
  const { rows } = await sql<{ column: string; language: Language | null; n: number }>`
    select c as column, language, count(*) as n
    from (${outcomes(of)}) o cross join unnest(${columns}::text[]) c
    where outcome in ('newAccount', 'knownAccount') and coalesce(list_values ->> c, '') = ''
    group by c, language`.execute(db);
  return rows;
}

export async function selectOutcomeCounts(db: ReadDb, of: OutcomesOf) {
  const { rows } = await sql<{ outcome: PreviewRow['outcome']; language: Language | null; n: number }>`
    select outcome, language, count(*) as n
    from (${outcomes(of)}) o
    group by outcome, language`.execute(db);
  return rows;
}

export function selectLayouts(db: ReadDb, systemId: number, keys: readonly string[]) {
  return db
    .selectFrom('list_layouts')
    .select(['layout_key as layoutKey', 'columns', 'sheets'])
    .where('system_id', '=', systemId)
    .where('layout_key', 'in', [...new Set(keys)])
    .execute();
}

export async function upsertLayout(tx: WriteTx, row: Insertable<Schema['list_layouts']>): Promise<void> {
  await tx
    .insertInto('list_layouts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['system_id', 'layout_key'])
        .doUpdateSet({ columns: row.columns, sheets: row.sheets, used_at: row.used_at }),
    )
    .execute();
}

export async function deleteOldestLayouts(tx: WriteTx, systemId: number, most: number): Promise<void> {
  await tx
    .deleteFrom('list_layouts')
    .where('system_id', '=', systemId)
    .where('layout_key', 'not in', (of) =>
      of
        .selectFrom('list_layouts')
        .select('layout_key')
        .where('system_id', '=', systemId)
        .orderBy('used_at', 'desc')
        .limit(most),
    )
    .execute();
}

type Sample = Preview['numbersOfOthers']['samples'][number];

export interface NumberOfOther extends Omit<Sample, 'name'> {
  /** The person of the system to whom the number belongs. */
  readonly firstName: string;
  readonly lastName: string;
  /** The number of such lines among the given lines. */
  readonly lines: number;
}

/** SQL: the number without leading zeros, which spreadsheets drop, and blanks; as in the people's index. */
export const numberKey = (column: string) => sql.raw(`ltrim(lower(replace(${column}, ' ', '')), '0')`);

/**
 * The first of these lines whose student number belongs to a person of the system with another address. People of
 * other systems are left out: the reader may not see their names and addresses.
 */
export async function selectNumbersOfOthers(
  db: ReadDb,
  of: OutcomesOf & { readonly systemId: number; readonly most: number },
): Promise<NumberOfOther[]> {
  // `offset 0`: the planner must not walk through all people by id until one matches.
  const { rows } = await sql<NumberOfOther>`
    select o.line, o.email, o.outcome, o.student_number as "studentNumber", k.first_name as "firstName",
           k.last_name as "lastName", k.email as "knownEmail", count(*) over () as lines
    from (${outcomes(of)}) o cross join lateral (
           select * from (select * from users u where u.student_number is not null
                            and ${numberKey('u.student_number')} = ${numberKey('o.student_number')} offset 0) owner
           where owner.email_key <> o.email_key
             and exists (select from user_roles r where r.user_id = owner.id
                           and r.system_id = ${of.systemId}::integer and r.stated is null)
           order by owner.id limit 1) k
    where o.student_number is not null and o.outcome <> 'duplicateInFile'
    order by o.line limit ${of.most}`.execute(db);
  return rows;
}
