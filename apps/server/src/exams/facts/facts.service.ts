/** Owns exams: their facts, their lists and their look-ups. Does not know who is enrolled, nor any mail. */

import { searchWords } from '@guichet/contract/core/fold';
import { instantAt } from '@guichet/contract/core/localTime';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import { isOverAt, type LocalMoment, readEndTime } from '@guichet/contract/exams/exams.end';
import type { ClosedState, ExamSummary, FoundExam } from '@guichet/contract/exams/exams.list';
import {
  type AppContext,
  type ReadDb,
  readEverywhere,
  type SystemGrant,
  type SystemsGrant,
  type WriteTx,
} from '../../core/context/appContext.ts';
import { dayIn, timeIn } from '../../core/runtime/clock.ts';
import { AppError } from '../../core/runtime/errors.ts';
import type { CountedExam, ExamKey, ExamRow, OfExam, WhichExam } from './exam.queries.ts';
import * as queries from './exam.queries.ts';
import { selectExams, selectFoundExams, type WhichExams } from './facts.queries.ts';

export { atOneHour, selectBeginnings } from './coming/comingExams.queries.ts';
export { listComingExams } from './coming/comingExams.ts';
export {
  type ExamRow,
  factColumns,
  findExam,
  type OfExam,
  raiseSequence,
  setCancelled,
  setTextsBehind,
  updateFacts,
  updateRule,
} from './exam.queries.ts';
export { examWords, isInOneLanguage } from './examWords.ts';
export { createExam, findExamOfForm, selectExams, selectNextExam } from './facts.queries.ts';

/** Active exams from today on, or all (readings §3); `onPlatform` narrows them to problems there. */
export async function listExams(
  context: AppContext,
  grant: SystemGrant,
  which: Omit<WhichExams, 'from' | 'before'> & {
    readonly showAllActive?: boolean | undefined;
    readonly incomplete?: boolean | undefined;
  },
) {
  const today = context.clock.today();
  const { showAllActive, incomplete, ...filters } = which;
  const where = {
    ...filters,
    ...(!showAllActive && { from: today }),
    incompleteOn: incomplete ? today : undefined,
  };
  const select = (db: ReadDb) => selectExams(db, grant.systemId, where);
  // The other exam may be in any system.
  const exams = await (which.clashing ? readEverywhere(context, select) : select(context.database.read));
  return exams.map((exam) => ({ ...exam, mayAttest: exam.date <= today }));
}

export async function countComingExams({ clock }: AppContext, db: ReadDb, systemId: number) {
  return (await selectExams(db, systemId, { from: clock.today() })).length;
}

export async function listClosedExams(context: AppContext, grant: SystemGrant, state: ClosedState) {
  const where = state === 'cancelled' ? { isCancelled: true } : { overAt: localMoment(context) };
  return (await selectExams(context.database.read, grant.systemId, where)).reverse();
}

/** An exam as lists have it. @throws AppError `exam.notFound` */
export async function getExamSummary(db: ReadDb, grant: SystemGrant, examId: number): Promise<ExamSummary> {
  const [exam] = await selectExams(db, grant.systemId, { id: examId });
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

/** @throws AppError `exam.notFound` */
export async function getExam(db: ReadDb, key: ExamKey, which?: WhichExam): Promise<CountedExam> {
  return required(await queries.findExam(db, key, which));
}

/** An exam, cancelled or past ones too, with its attestations. @throws AppError `exam.notFound` */
export async function describeExam(db: ReadDb, of: OfExam) {
  const exam = await getExam(db, of, { alsoCancelled: true });
  return { ...exam, attestations: await queries.selectAttestations(db, of) };
}

/**
 * Locks an exam until the transaction ends: `share` lets others share it and makes a change or a cancellation wait.
 * @throws AppError `exam.notFound`, also for an exam that was cancelled meanwhile, unless `alsoCancelled`
 */
export async function lockExam(
  tx: WriteTx,
  key: ExamKey,
  strength: 'share' | 'update',
  which: WhichExam = {},
): Promise<ExamRow> {
  return required(await queries.lockRow(tx, key, strength, which));
}

function required<Exam>(exam: Exam | undefined): Exam {
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

export async function searchExams(
  { database, clock }: AppContext,
  { systemIds }: SystemsGrant,
  search: string,
): Promise<FoundExam[]> {
  const words = searchWords(search);
  const found = await selectFoundExams(database.read, systemIds, { words, today: clock.today() });
  return found.map(({ fr, en, ...exam }) => ({ ...exam, title: { fr, en } }));
}

export type Ending = Pick<ExamFacts, 'examDate' | 'endTime' | 'endDate'>;

export function findExamEnd({ config }: AppContext, exam: Ending): Date {
  return instantAt(exam.endDate || exam.examDate, readEndTime(exam), config.timeZone);
}

/** Whether an exam has ended by `at`, by default by now. */
export function isExamOver(context: AppContext, exam: Ending, at = context.clock.now()): boolean {
  return isOverAt(exam, localMoment(context, at));
}

export function localMoment({ config: { timeZone }, clock }: AppContext, at = clock.now()): LocalMoment {
  return { day: dayIn(timeZone)(at), time: timeIn(timeZone)(at) };
}
