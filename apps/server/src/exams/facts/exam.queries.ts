import type { Exam, ExamFacts, NewExamSpace } from '@guichet/contract/exams/exams';
import { sql, type Updateable } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { Schema } from '../../core/database/schema/schema.ts';

/** The facts of an exam, as columns of `exams as c`. */
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

/** The facts of a new exam space; '' for facts that its form leaves out. */
export function factsOf({ title: titleFr, examDate, ...given }: NewExamSpace): ExamFacts {
  const { titleEn = '', startTime = '', endTime = '', placeFr = '', placeEn = '', placeUrl = '' } = given;
  const { instructionsFr = '', instructionsEn = '' } = given;
  const place = { placeFr, placeEn, placeUrl };
  return { titleFr, titleEn, examDate, startTime, endTime, ...place, instructionsFr, instructionsEn };
}

/** Facts as columns of `exams`. */
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

/** The number of candidates who do not know the exam as it is, and have an active account. */
const untold = sql<number>`(
  select count(*) from enrolments e join users u on u.id = e.user_id
  where e.exam_id = c.id and u.deactivated_at is null and e.known_facts is not null)`;

/** Whether a mail about the exam of `exams as c` has left to a present candidate. */
export const hasBeenMailed = sql<boolean>`exists (
  select from outgoing_mails o join enrolments e on e.exam_id = o.exam_id and e.user_id = o.user_id
  where o.exam_id = c.id and o.sent_at is not null)`;

/** An exam, also a cancelled or past exam. */
export function selectExam(db: ReadDb, systemId: number, examId: number): Promise<Exam | undefined> {
  return exams(db, systemId, examId).executeTakeFirst();
}

/** Locks an exam, also a cancelled or past exam, until the transaction ends. */
export function lockExam(tx: WriteTx, systemId: number, examId: number) {
  return exams(tx, systemId, examId).forUpdate('c').executeTakeFirst();
}

function exams(db: ReadDb, systemId: number, examId: number) {
  return db
    .selectFrom('exams as c')
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
      hasBeenMailed.as('hasBeenMailed'),
      (row) =>
        row
          .selectFrom('enrolments as e')
          .select((count) => count.fn.countAll<number>().as('n'))
          .whereRef('e.exam_id', '=', 'c.id')
          .$asScalar()
          .$notNull()
          .as('numberOfCandidates'),
    ])
    .where('c.system_id', '=', systemId)
    .where('c.id', '=', examId);
}

interface OfExam {
  readonly systemId: number;
  readonly examId: number;
}

interface Change {
  /** Whether the exam's calendar entry changes. */
  readonly isNoted: boolean;
  readonly by: string;
  readonly now: Date;
}

export async function updateFacts(tx: WriteTx, of: OfExam, facts: ExamFacts, change: Change): Promise<void> {
  await updateExam(tx, of, rowOfFacts(facts), change);
}

/** Marks the exam as cancelled at this time, or as active for null. */
export async function setCancelled(
  tx: WriteTx,
  of: OfExam,
  cancelledAt: Date | null,
  change: Omit<Change, 'isNoted'>,
) {
  await updateExam(tx, of, { deactivated_at: cancelledAt }, { ...change, isNoted: true });
}

async function updateExam(
  tx: WriteTx,
  { systemId, examId }: OfExam,
  row: Updateable<Schema['exams']>,
  { isNoted, by, now }: Change,
): Promise<void> {
  await tx
    .updateTable('exams')
    .set(row)
    .set({ saved_at: now, saved_by_name: by })
    .set((exam) => ({
      version: exam('version', '+', 1),
      ...(isNoted && { sequence: exam('sequence', '+', 1) }),
    }))
    .where('system_id', '=', systemId)
    .where('id', '=', examId)
    .execute();
}

/**
 * Lets calendars take over new ends of candidates with extra time. The SEQUENCE of all candidates rises,
 * which changes nothing in the entries of others and tells nobody whose time it was.
 */
export async function raiseSequence(tx: WriteTx, { systemId, examId }: OfExam): Promise<void> {
  await tx
    .updateTable('exams')
    .set((exam) => ({ sequence: exam('sequence', '+', 1) }))
    .where('system_id', '=', systemId)
    .where('id', '=', examId)
    .execute();
}

export async function updateRule(
  tx: WriteTx,
  { systemId, examId, now }: OfExam & { readonly now: Date },
  passPercent: number,
): Promise<void> {
  await tx
    .updateTable('exams')
    .set({ pass_percent: passPercent, grades_read_at: now })
    .where('system_id', '=', systemId)
    .where('id', '=', examId)
    .execute();
}
