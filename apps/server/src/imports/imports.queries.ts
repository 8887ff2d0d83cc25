import type { Language } from '@guichet/contract/core/language';
import type { PreviewRow } from '@guichet/contract/imports/imports';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ReadDb, WriteTx } from '../core/database/database.ts';
import type { Schema } from '../core/database/schema/schema.ts';
import { accountOf, isAmong, type StagedLines } from '../core/database/schema/stagedLines.ts';

/** A checked row as JSON, keyed by column name. */
export type StagedCandidate = Omit<
  Selectable<Schema['staged_candidates']>,
  'stage_id' | 'staged_at' | 'more' | 'extra_minutes' | 'extra_factor'
> & {
  readonly more?: Readonly<Record<string, string | null>>;
  readonly extra_minutes?: number | null;
  readonly extra_factor?: number | null;
};

/** Inserts `batch`, a JSON array of `StagedCandidate` in UTF-8, in one statement; returns the number of lines. */
export async function insertStaged(tx: WriteTx, stageId: string, batch: Uint8Array, now: Date) {
  const { numAffectedRows } = await sql`
    insert into staged_candidates (stage_id, line, email, email_key, first_name, last_name, sort_name, search_text,
                                   student_number, language, more, extra_minutes, extra_factor, is_repeat, staged_at)
    select ${stageId}::uuid, r.*, ${now}::timestamptz
    from json_to_recordset(${batch}::json) as r
         (line integer, email text, email_key text, first_name text, last_name text, sort_name text,
          search_text text, student_number text, language text, more jsonb, extra_minutes integer, extra_factor double precision,
          is_repeat boolean)`.execute(tx);
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

/** A part of a staged list, and what decides on the outcome of its lines. */
export interface OutcomesOf {
  readonly lines: StagedLines;
  readonly examId: number;
  readonly defaultLanguage: Language;
}

/** SQL: the outcome of each of these lines; each look-up is by key, so the cost grows with the lines alone. */
export const outcomes = ({ lines, examId, defaultLanguage }: OutcomesOf) => sql`
  select s.line, s.email, s.email_key, s.first_name, s.last_name, s.student_number, s.more, coalesce(s.language, ${defaultLanguage}) as language,
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
           json_build_object('studentNumber', student_number${sql.join(further, sql``)}) as more
    from (${outcomes(of)}) o
    order by line limit ${of.most}`.execute(db);
  return rows;
}

export async function selectOutcomeCounts(db: ReadDb, of: OutcomesOf) {
  const { rows } = await sql<{ outcome: PreviewRow['outcome']; language: Language; n: number }>`
    select outcome, language, count(*) as n
    from (${outcomes(of)}) o
    group by outcome, language`.execute(db);
  return rows;
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
