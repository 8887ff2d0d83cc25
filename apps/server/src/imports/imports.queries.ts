import type { Language } from '@guichet/contract/core/language';
import type { PreviewRow } from '@guichet/contract/imports/imports';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ReadDb, WriteTx } from '../core/database/database.ts';
import type { Schema } from '../core/database/schema/schema.ts';
import type { StagedLines } from '../core/database/schema/stagedLines.ts';

/** A checked row as JSON, keyed by column name. */
export type StagedCandidate = Omit<
  Selectable<Schema['staged_candidates']>,
  'stage_id' | 'staged_at' | 'more' | 'extra_minutes' | 'extra_factor'
> & {
  readonly more?: Readonly<Record<string, string | null>>;
  readonly extra_minutes?: number | null;
  readonly extra_factor?: number | null;
};

/** Inserts `rows`, a JSON array of `StagedCandidate` in UTF-8, in one statement; returns their number. */
export async function insertStaged(tx: WriteTx, stageId: string, batch: Uint8Array, now: Date) {
  const { numAffectedRows } = await sql`
    insert into staged_candidates (stage_id, line, email, email_key, first_name, last_name, sort_name, search_text,
                                   student_number, language, more, extra_minutes, extra_factor, staged_at)
    select ${stageId}::uuid, r.*, ${now}::timestamptz
    from json_to_recordset(${batch}::json) as r
         (line integer, email text, email_key text, first_name text, last_name text, sort_name text,
          search_text text, student_number text, language text, more jsonb, extra_minutes integer, extra_factor double precision)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

export async function deleteStaged(tx: WriteTx, stageId: string): Promise<void> {
  await tx.deleteFrom('staged_candidates').where('stage_id', '=', stageId).execute();
}

/**
 * Clears a stage on the embedded database, which has a single writer: truncates the table if nothing else is
 * staged, so that no dead rows wait for the next vacuum.
 */
export async function emptyStage(tx: WriteTx, stageId: string): Promise<void> {
  const { rows } = await sql`
    (select 1 from staged_candidates where stage_id < ${stageId}::uuid limit 1) union all
    (select 1 from staged_candidates where stage_id > ${stageId}::uuid limit 1)`.execute(tx);
  if (rows.length > 0) return deleteStaged(tx, stageId);
  await sql`truncate staged_candidates`.execute(tx);
}

export async function countStaged(db: ReadDb, stageId: string): Promise<number> {
  const { n } = await db
    .selectFrom('staged_candidates')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('stage_id', '=', stageId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The lines of a stage, in portions of `size` lines, in file order. */
export async function selectParts(db: ReadDb, stageId: string, size: number): Promise<StagedLines[]> {
  const { rows } = await sql<StagedLines>`
    select stage_id as "stageId", lag(line, 1, 0) over (order by line) as after, line as "upTo"
    from (select stage_id, line, row_number() over (order by line) as n, count(*) over () as all_lines
          from staged_candidates where stage_id = ${stageId}::uuid) numbered
    where n % ${size}::integer = 0 or n = all_lines
    order by line`.execute(db);
  return rows;
}

/** Deletes the stages of crashed processes. */
export async function deleteStagedBefore(tx: WriteTx, before: Date): Promise<void> {
  await tx.deleteFrom('staged_candidates').where('staged_at', '<', before).execute();
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

export function selectImport(db: ReadDb, importId: string) {
  return db
    .selectFrom('imports')
    .select(['system_id as systemId', 'exam_id as examId', 'file_sha256 as fileSha256', 'placed'])
    .where('id', '=', importId)
    .executeTakeFirst();
}

/** @returns false if the import is already recorded; waits for a concurrent call with the same id */
export async function insertImport(tx: WriteTx, row: Insertable<Schema['imports']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('imports')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateCounts(
  tx: WriteTx,
  importId: string,
  counts: Pick<Updateable<Schema['imports']>, 'placed' | 'accounts' | 'already_there' | 'mails'>,
): Promise<void> {
  await tx.updateTable('imports').set(counts).where('id', '=', importId).execute();
}

/** SQL: the outcome of each staged line; the preview's counts and rows both use this. */
export const outcomes = (stageId: string, examId: number, defaultLanguage: Language) => sql`
  select s.line, s.email, s.email_key, s.first_name, s.last_name, s.student_number, s.more, coalesce(s.language, ${defaultLanguage}) as language,
         case when s.line > min(s.line) over (partition by s.email_key) then 'duplicateInFile'
              when e.user_id is not null then 'alreadyInExam'
              when u.id is not null then 'knownAccount'
              else 'newAccount' end as outcome
  from staged_candidates s
       left join users u on u.email_key = s.email_key
       left join enrolments e on e.exam_id = ${examId}::bigint and e.user_id = u.id
  where s.stage_id = ${stageId}::uuid`;

export async function selectOutcomeRows(
  db: ReadDb,
  of: {
    stageId: string;
    examId: number;
    defaultLanguage: Language;
    /** Texts in the stage's JSON column `more`, by field. */
    further: readonly { readonly field: string; readonly name: string }[];
    most: number;
  },
): Promise<PreviewRow[]> {
  const further = of.further.map(({ field, name }) => sql`, ${field}::text, more->>${name}`);
  const { rows } = await sql<PreviewRow>`
    select line, email, first_name as "firstName", last_name as "lastName", language, outcome,
           json_build_object('studentNumber', student_number${sql.join(further, sql``)}) as more
    from (${outcomes(of.stageId, of.examId, of.defaultLanguage)}) o
    order by line limit ${of.most}`.execute(db);
  return rows;
}

export async function selectOutcomeCounts(
  db: ReadDb,
  of: { stageId: string; examId: number; defaultLanguage: Language },
) {
  const { rows } = await sql<{ outcome: PreviewRow['outcome']; language: Language; n: number }>`
    select outcome, language, count(*) as n
    from (${outcomes(of.stageId, of.examId, of.defaultLanguage)}) o
    group by outcome, language`.execute(db);
  return rows;
}

/** The number of people to whom a staged list gives extra time. */
export async function countExtraTimes(db: ReadDb, stageId: string): Promise<number> {
  const { n } = await db
    .selectFrom('staged_candidates')
    .select((row) => row.fn.count<number>('email_key').distinct().as('n'))
    .where('stage_id', '=', stageId)
    .where((row) => row.or([row('extra_minutes', 'is not', null), row('extra_factor', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** At most `limit` mail domains of a stage, the commonest first, each with its first line. */
export async function selectDomains(db: ReadDb, stageId: string, limit: number) {
  const { rows } = await sql<{ domain: string; addresses: number; line: number }>`
    select substring(email_key from '[^@]*$') as domain, count(*) as addresses, min(line) as line
    from staged_candidates where stage_id = ${stageId}::uuid
    group by 1 order by addresses desc, line limit ${limit}::integer`.execute(db);
  return rows;
}

/** The addresses of these lines, as typed. */
export async function selectEmails(db: ReadDb, stageId: string, lines: readonly number[]) {
  const rows = await db
    .selectFrom('staged_candidates')
    .select(['line', 'email'])
    .where('stage_id', '=', stageId)
    .where(sql<boolean>`line = any(${lines}::integer[])`)
    .execute();
  return new Map(rows.map(({ line, email }) => [line, email]));
}

/** Progress and owner of these imports. */
export function selectProgressOf(db: ReadDb, importIds: readonly string[]) {
  return db
    .selectFrom('import_progress')
    .select(['import_id as importId', 'user_id as userId', 'phase', 'rows', 'share', 'imported'])
    .where('import_id', 'in', importIds)
    .execute();
}

/** The user who began or finished an import, null for the command line; no row for an unknown import. */
export async function selectOwners(db: ReadDb, importId: string): Promise<(number | null)[]> {
  const { rows } = await sql<{ owner: number | null }>`
    select user_id as owner from import_progress where import_id = ${importId}::uuid
    union select started_by from imports where id = ${importId}::uuid`.execute(db);
  return rows.map(({ owner }) => owner);
}

export async function upsertProgress(tx: WriteTx, row: Insertable<Schema['import_progress']>): Promise<void> {
  const { import_id: _import, user_id: _owner, ...state } = row;
  await tx
    .insertInto('import_progress')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('import_id')
        .doUpdateSet(state)
        .whereRef('import_progress.user_id', '=', 'excluded.user_id'),
    )
    .execute();
}

export async function deleteProgressBefore(tx: WriteTx, before: Date): Promise<void> {
  await tx.deleteFrom('import_progress').where('updated_at', '<', before).execute();
}
