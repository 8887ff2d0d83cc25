/** Owns exams: their facts, their lists and their look-ups. Does not know who is enrolled, nor any mail. */

import type { ClosedState, Exam } from '@guichet/contract/exams/exams';
import type { ExamSummary, PlatformFilter } from '@guichet/contract/exams/exams.list';
import type { AppContext } from '../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { SystemGrant } from '../../core/http/grant.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { selectExam } from './exam.queries.ts';
import * as queries from './facts.queries.ts';

export { listComingExams } from './coming/comingExams.ts';
export {
  factColumns,
  lockExam,
  raiseSequence,
  setCancelled,
  updateFacts,
  updateRule,
} from './exam.queries.ts';
export { endOf, isExamOver } from './examEnd.ts';
export { examWords } from './examWords.ts';
export { createExam, findExamOfForm, findExamWithin, findNextExam } from './facts.queries.ts';
export { searchExams } from './search/search.ts';

/** Active exams from today on, or all (readings §3); `onPlatform` narrows them to problems there. */
export async function listExams(
  context: AppContext,
  grant: SystemGrant,
  which: {
    readonly showAllActive?: boolean | undefined;
    readonly onPlatform?: PlatformFilter | undefined;
    readonly oneLanguage?: boolean | undefined;
    readonly untold?: boolean | undefined;
    readonly notSignedIn?: boolean | undefined;
  },
) {
  const today = context.clock.today();
  const from = which.showAllActive ? {} : { from: today };
  const { onPlatform, oneLanguage, untold, notSignedIn } = which;
  const where = { ...from, onPlatform, oneLanguage, untold, notSignedIn };
  const exams = await queries.selectExams(context.database.read, grant.systemId, where);
  return exams.map((exam) => ({ ...exam, mayAttest: exam.date <= today }));
}

/** Past exams or cancelled exams, the latest first. */
export async function listClosedExams(context: AppContext, grant: SystemGrant, state: ClosedState) {
  const where = state === 'cancelled' ? { isCancelled: true } : { before: context.clock.today() };
  return (await queries.selectExams(context.database.read, grant.systemId, where)).reverse();
}

/** @throws AppError `exam.notFound`, also for an exam of another system */
export async function getExamSummary(db: ReadDb, grant: SystemGrant, examId: number): Promise<ExamSummary> {
  const [exam] = await queries.selectExams(db, grant.systemId, { id: examId });
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

/** @throws AppError `exam.notFound` */
export async function getActiveExam(db: ReadDb, systemId: number, examId: number) {
  const exam = await queries.selectActiveExam(db, systemId, examId);
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

/** An exam, also of a cancelled exam. @throws AppError `exam.notFound` */
export async function getAnyExam(db: ReadDb, systemId: number, examId: number) {
  const exam = await queries.selectAnyExam(db, systemId, examId);
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

/** An exam, also a cancelled or past exam. @throws AppError `exam.notFound` */
export async function getExam(db: ReadDb, systemId: number, examId: number): Promise<Exam> {
  const exam = await selectExam(db, systemId, examId);
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

/** The active exam of a course. @throws AppError `exam.notFound` */
export async function getExamOfCourse(db: ReadDb, systemId: number, courseId: string) {
  const exam = await queries.selectActiveExamByCourse(db, systemId, courseId);
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

/**
 * Locks the exam until the transaction ends, so that a concurrent cancellation waits.
 * @throws AppError `exam.notFound` if the exam has been cancelled meanwhile
 */
export async function lockActiveExam(tx: WriteTx, systemId: number, examId: number): Promise<void> {
  if (!(await queries.lockActiveExam(tx, systemId, examId))) throw new AppError('exam.notFound');
}
