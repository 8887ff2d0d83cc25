import type { Exam, ExamFacts, NewExamSpace } from '@guichet/contract/exams';
import { sql, type Updateable } from 'kysely';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import type { Schema } from '../platform/database/schema/schema.ts';

/** What an exam says of itself, of `cohorts as c`. */
export const factColumns = [
  'c.exam_date as examDate',
  'c.title_fr as titleFr',
  'c.title_en as titleEn',
  'c.start_time as startTime',
  'c.end_time as endTime',
  'c.place_fr as placeFr',
  'c.place_en as placeEn',
  'c.place_url as placeUrl',
  'c.instructions_fr as instructionsFr',
  'c.instructions_en as instructionsEn',
] as const;

/** The facts of a new exam space; '' for what its form leaves out. */
export function factsOf({ title: titleFr, examDate, ...given }: NewExamSpace): ExamFacts {
  const { titleEn = '', startTime = '', endTime = '', placeFr = '', placeEn = '', placeUrl = '' } = given;
  const { instructionsFr = '', instructionsEn = '' } = given;
  const place = { placeFr, placeEn, placeUrl };
  return { titleFr, titleEn, examDate, startTime, endTime, ...place, instructionsFr, instructionsEn };
}

/** Facts as columns of `cohorts`. */
export function rowOfFacts(facts: ExamFacts) {
  return {
    exam_date: facts.examDate,
    title_fr: facts.titleFr,
    title_en: facts.titleEn,
    start_time: facts.startTime,
    end_time: facts.endTime,
    place_fr: facts.placeFr,
    place_en: facts.placeEn,
    place_url: facts.placeUrl,
    instructions_fr: facts.instructionsFr,
    instructions_en: facts.instructionsEn,
  };
}

/** Candidates who know day, hours and place as they were when these last changed, and have an account to be told at. */
const untold = sql<number>`(
  select count(*) from enrolments e join users u on u.id = e.user_id
  where e.cohort_id = c.id and u.deactivated_at is null
    and e.enrolled_at <= (c.announced ->> 'since')::timestamptz)`;

/** Also a cancelled or past exam. */
export function selectExam(db: ReadDb, systemId: number, cohortId: number): Promise<Exam | undefined> {
  return exams(db, systemId, cohortId).executeTakeFirst();
}

/** Locks the exam, also a cancelled or past one, until the transaction ends. */
export function lockExam(tx: WriteTx, systemId: number, cohortId: number) {
  return exams(tx, systemId, cohortId)
    .select(sql<Announced | null>`c.announced`.as('announced'))
    .forUpdate('c')
    .executeTakeFirst();
}

/** What candidates were last told of the exam, while it differs from what holds; null otherwise. */
export async function findAnnounced(
  db: ReadDb,
  of: { readonly systemId: number; readonly cohortId: number },
) {
  const row = await db
    .selectFrom('cohorts as c')
    .select(sql<Announced | null>`c.announced`.as('announced'))
    .where('c.system_id', '=', of.systemId)
    .where('c.id', '=', of.cohortId)
    .executeTakeFirst();
  return row?.announced ?? null;
}

function exams(db: ReadDb, systemId: number, cohortId: number) {
  return db
    .selectFrom('cohorts as c')
    .select(factColumns)
    .select([
      'c.id',
      'c.title',
      'c.course_id as courseId',
      'c.version',
      'c.sequence',
      'c.saved_at as savedAt',
      'c.saved_by_name as savedBy',
      sql<boolean>`c.deactivated_at is not null`.as('isCancelled'),
      untold.as('toTell'),
      (row) =>
        row
          .selectFrom('enrolments as e')
          .select((count) => count.fn.countAll<number>().as('n'))
          .whereRef('e.cohort_id', '=', 'c.id')
          .$asScalar()
          .$notNull()
          .as('numberOfCandidates'),
    ])
    .where('c.system_id', '=', systemId)
    .where('c.id', '=', cohortId);
}

/** Day, hours and place as candidates enrolled until `since` last learned them. */
export interface Announced
  extends Pick<ExamFacts, 'examDate' | 'startTime' | 'endTime' | 'placeFr' | 'placeEn' | 'placeUrl'> {
  /** ISO 8601 */
  readonly since: string;
}

interface OfExam {
  readonly systemId: number;
  readonly cohortId: number;
}

interface Change {
  /** Whether its calendar entry changes. */
  readonly isNoted: boolean;
  readonly by: string;
  readonly now: Date;
}

export async function updateFacts(
  tx: WriteTx,
  of: OfExam,
  facts: ExamFacts,
  announced: Announced | null,
  change: Change,
): Promise<void> {
  const row = { ...rowOfFacts(facts), announced: announced && JSON.stringify(announced) };
  await updateExam(tx, of, row, change);
}

/** Marks the exam as cancelled at that time, or as active for null. */
export async function setCancelled(
  tx: WriteTx,
  of: OfExam,
  cancelledAt: Date | null,
  change: Omit<Change, 'isNoted'>,
) {
  await updateExam(tx, of, { deactivated_at: cancelledAt }, { ...change, isNoted: true });
}

/** The candidates have been told day, hours and place as they are. */
export async function setAnnounced(tx: WriteTx, { systemId, cohortId }: OfExam): Promise<void> {
  await tx
    .updateTable('cohorts')
    .set({ announced: null })
    .where('system_id', '=', systemId)
    .where('id', '=', cohortId)
    .execute();
}

async function updateExam(
  tx: WriteTx,
  { systemId, cohortId }: OfExam,
  row: Updateable<Schema['cohorts']>,
  { isNoted, by, now }: Change,
): Promise<void> {
  await tx
    .updateTable('cohorts')
    .set(row)
    .set({ saved_at: now, saved_by_name: by })
    .set((cohort) => ({
      version: cohort('version', '+', 1),
      ...(isNoted && { sequence: cohort('sequence', '+', 1) }),
    }))
    .where('system_id', '=', systemId)
    .where('id', '=', cohortId)
    .execute();
}
