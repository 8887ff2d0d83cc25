/** Owns the grades read from platforms and their rule; `attestation.service.ts` owns the marks. */

import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type {
  CourseGrades,
  GradeOutcome,
  Marks,
  Points,
  readGrades as readGradesEndpoint,
} from '@guichet/contract/exams/results.grades';
import type { NotPresent } from '@guichet/contract/identity/users';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant } from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import type { PlatformGrades } from '../../../learning/grades.service.ts';
import { getExam, lockExam, type OfExam, updateRule } from '../../facts/facts.service.ts';
import { getAttestable, listMarks, setResults } from '../attestation.service.ts';
import * as queries from './grades.queries.ts';

/** The grades last read, and the marks that the rule would set. @throws AppError `exam.notFound` */
export async function getGrades(
  { database: { read: db } }: AppContext,
  platformGrades: PlatformGrades,
  { systemId }: SystemGrant,
  examId: number,
): Promise<CourseGrades> {
  const { courseId } = await getExam(db, { systemId, examId });
  const { passPercent, readAt, rows } = await judgeCandidates(db, { systemId, examId });
  const isGiven = await platformGrades.areGiven({ systemId, courseId });
  return { isGiven, passPercent, readAt, rows: readAt === null ? [] : rows };
}

async function judgeCandidates(db: ReadDb, { systemId, examId }: OfExam) {
  // Only names and addresses are used, which are the same for each reader.
  const marks = await listMarks(db, { systemId, examId }, { tenantScope: 'all', today: '' });
  const { passPercent, readAt, grades } = await findGrades(db, { systemId, examId });
  const rows = marks.map(({ id, fullName, email, isAttested, notPresent }) => {
    const { grade, before } = grades.get(id) ?? { grade: noGrade, before: null };
    const judged = judgeGrade(grade, isAttested, passPercent, notPresent);
    return { userId: id, name: fullName || email, email, grade, before, from: isAttested, ...judged };
  });
  return { passPercent, readAt, rows };
}

const noGrade: Points = { points: null, outOf: null };

export async function findGrades(db: ReadDb, of: OfExam) {
  const kept = await queries.selectGrades(db, of);
  const grades = kept.map(({ userId, changedAt, points, outOf, pointsBefore, outOfBefore }) => {
    const before = changedAt && { points: pointsBefore, outOf: outOfBefore, until: changedAt };
    return [userId, { grade: { points, outOf }, before }] as const;
  });
  return { ...(await queries.selectRule(db, of)), grades: new Map(grades) };
}

/**
 * People with several accounts on the course are left out, since nobody knows which grade is theirs.
 * @throws AppError `exam.notFound`, `exam.examAhead` before its day
 */
export async function readGrades(
  context: AppContext,
  platformGrades: PlatformGrades,
  grant: SystemGrant,
  examId: number,
  passPercent: number,
): Promise<ReplyOf<typeof readGradesEndpoint>> {
  const { systemId } = grant;
  const { courseId } = await getAttestable(context, context.database.read, { systemId, examId });
  const found = await platformGrades.read({ systemId, courseId });
  if ('reason' in found) return { outcome: 'notRead', reason: found.reason };
  const byKey = Map.groupBy(found.grades, ({ key }) => key);
  const single = [...byKey].flatMap(([key, [first, second]]) =>
    key !== null && first && !second ? [{ ...first, key }] : [],
  );
  const doubled = [...byKey].flatMap(([key, people]) => (key !== null && people[1] ? [people[1].name] : []));
  const others = await write(context, grant, async (tx) => {
    const { title } = await getExam(tx, { systemId, examId });
    const of = { systemId, examId, now: context.clock.now() };
    const candidates = await queries.upsertGrades(tx, of, single);
    await updateRule(tx, of, passPercent);
    return record(single.length - candidates.length + (byKey.get(null)?.length ?? 0), {
      action: 'exam.gradesRead',
      subject: `exam:${examId}`,
      detail: { name: title, candidates: candidates.length, passPercent },
    });
  });
  return { outcome: 'read', doubled, others };
}

/** @throws AppError `exam.gradesChanged` when the rule has changed or the list would show other changes now; as `setResults` */
export async function attestByGrades(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { passPercent, ...shown }: Marks & { readonly passPercent: number },
): Promise<Marks> {
  const of = { systemId: grant.systemId, examId };
  return setResults(context, grant, examId, shown, async (tx) => {
    // The lock keeps a reading from changing the rule meanwhile.
    await lockExam(tx, of, 'share');
    const now = await judgeCandidates(tx, of);
    const isShown = (outcome: GradeOutcome, userIds: readonly number[]) => {
      const found = now.rows.filter((row) => row.outcome === outcome).map(({ userId }) => userId);
      const ids = new Set(userIds);
      return ids.size === found.length && found.every((id) => ids.has(id));
    };
    const isSame = isShown('marked', shown.marked) && isShown('unmarked', shown.unmarked);
    if (now.passPercent !== passPercent || !isSame) throw new AppError('exam.gradesChanged');
  });
}

/** Moodle keeps five decimals, so that two thirds of 30 may be a little less than 20. */
const tolerance = 0.00001;

/** The change that the rule makes for a candidate with this grade, marked as attended with success or not. */
function judgeGrade(
  { points, outOf }: Points,
  isMarked: boolean,
  passPercent: number | null,
  notPresent: NotPresent | null,
): { readonly to: boolean; readonly outcome: GradeOutcome } {
  if (points === null || outOf === null || passPercent === null) return { to: isMarked, outcome: 'ungraded' };
  const to = points + tolerance >= (outOf * passPercent) / 100;
  if (to === isMarked) return { to, outcome: 'same' };
  if (to && notPresent) return { to: isMarked, outcome: notPresent };
  return { to, outcome: to ? 'marked' : 'unmarked' };
}
