/**
 * Owns the way from a course of a learning platform to an exam: where a launch leads, the choice of an exam for a link, and
 * the course's members beside the exam's candidates. Does not know how a launch is verified (federation).
 */

import { emailKey } from '@guichet/contract/core/fold';
import type { CourseComparison, ExamCourse, LaunchPlace } from '@guichet/contract/exams/lti';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SignedInGrant, SystemsGrant } from '../../core/context/appContext.ts';
import type { BrowserMark } from '../../core/http/cookies.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { systemsReached } from '../../identity/access/access.service.ts';
import * as federation from '../../identity/federation/federation.service.ts';
import { type ExamRow, findExam, type OfExam } from '../facts/facts.service.ts';
import * as queries from './lti.queries.ts';

/** Where a launch leads the caller. Roles that the course names count for nothing. */
export async function openLaunch(
  context: AppContext,
  grant: SignedInGrant,
  launch: string,
  browser: BrowserMark,
): Promise<LaunchPlace> {
  const nowhere = (why: Extract<LaunchPlace, { to: 'nowhere' }>['why']) => ({ to: 'nowhere', why }) as const;
  const found = await federation.findLaunch(context, launch, browser);
  if (!found) return nowhere('over');
  const { identity } = grant;
  const [supported, administered] = [systemsReached(identity, 'support'), systemsReached(identity, 'admin')];
  if (found.choice) {
    const isStaff = supported === 'all' || supported.length > 0;
    return isStaff ? { to: 'choice', course: found.course?.title ?? '' } : nowhere('mayNotChoose');
  }
  const { examId } = found;
  if (examId === null) return nowhere('noExam');
  const { read } = context.database;
  const exam = await findExam(read, { systemIds: supported, examId }, { alsoCancelled: true });
  if (exam) {
    await noteCourse(context, grant, found, exam);
    const isAdmin = administered === 'all' || administered.includes(exam.systemId);
    return { to: 'people', systemId: exam.systemId, examId, isAdmin };
  }
  const isCandidate = await queries.isCandidate(read, examId, identity.userId);
  return isCandidate ? { to: 'exam', examId } : nowhere('noRight');
}

/** Chooses an exam of the caller's systems for a link. @throws AppError `launch.over`, `exam.notFound` */
export async function chooseExam(
  context: AppContext,
  grant: SystemsGrant,
  { launch, examId }: { readonly launch: string; readonly examId: number },
  browser: BrowserMark,
): Promise<{ next: string | null }> {
  const found = await federation.findLaunch(context, launch, browser);
  if (!found?.choice) throw new AppError('launch.over');
  const exam = await findExam(context.database.read, { systemIds: grant.systemIds, examId });
  if (!exam) throw new AppError('exam.notFound');
  await noteCourse(context, grant, found, exam);
  return { next: await federation.keepChoice(context, found, { examId, title: exam.title }) };
}

/** Notes whose members can be compared, where somebody with rights on the exam has come from. */
async function noteCourse(
  context: AppContext,
  grant: SignedInGrant | SystemsGrant,
  { platform, course }: federation.FoundLaunch,
  { id: examId, systemId, title: exam }: ExamRow,
): Promise<void> {
  if (!course?.membersAddress) return;
  const { id: contextId, title, membersAddress } = course;
  const row = { providerId: platform.id, systemId, examId, contextId, title, membersAddress };
  await write(context, grant, async (tx) => {
    const isNew = await queries.noteCourse(tx, { ...row, id: context.clock.uuid() }, context.clock.now());
    if (!isNew) return unchanged(undefined);
    const detail = { name: exam, courses: title, provider: platform.issuer };
    return record(undefined, { action: 'exam.courseLinked', subject: `exam:${examId}`, systemId, detail });
  });
}

export async function listExamCourses({ database }: AppContext, exam: OfExam): Promise<ExamCourse[]> {
  const courses = await queries.selectCourses(database.read, exam);
  return courses.map(({ id, title, labelFr, labelEn }) => ({
    id,
    title,
    platform: { fr: labelFr, en: labelEn },
  }));
}

/** The learners of a course beside the candidates of an exam. @throws AppError `exam.courseUnknown` */
export async function compareCourse(
  context: AppContext,
  exam: OfExam,
  courseId: string,
): Promise<CourseComparison> {
  const { read } = context.database;
  const course = (await queries.selectCourses(read, exam)).find(({ id }) => id === courseId);
  if (!course) throw new AppError('exam.courseUnknown');
  const platform = await federation.findActiveProvider(context, course.providerId);
  if (platform?.kind !== 'lti') return { isRead: false, reason: null };
  let members: federation.Member[];
  try {
    members = await federation.listMembers(context, platform, course.membersAddress);
  } catch (error) {
    return { isRead: false, reason: federation.readRefusal(context, platform.issuer, error).reason };
  }
  const subjects = members.map(({ subject }) => subject);
  const linked = await federation.selectLinkedUsers(read, platform.issuer, subjects);
  return compare(
    members,
    await queries.selectPeople(read, exam),
    new Map(linked.map((one) => [one.subject, one.userId])),
  );
}

type Person = Awaited<ReturnType<typeof queries.selectPeople>>[number];

/**
 * Pairs members with candidates: by their joined accounts, else by student number, else by address. An address is good enough to
 * show somebody, and to nothing else.
 */
function compare(
  members: readonly federation.Member[],
  people: readonly Person[],
  linked: ReadonlyMap<string, number>,
): Extract<CourseComparison, { isRead: true }> {
  const byId = new Set(people.map(({ userId }) => userId));
  const byNumber = new Map(
    people.flatMap((one) => (one.studentNumber ? [[one.studentNumber, one.userId]] : [])),
  );
  const byAddress = new Map(people.map(({ email, userId }) => [emailKey(email), userId]));
  const find = ({ subject, studentNumber, email }: federation.Member): number | undefined => {
    const own = linked.get(subject);
    if (own !== undefined) return byId.has(own) ? own : undefined;
    return byNumber.get(studentNumber ?? '') ?? byAddress.get(emailKey(email ?? ''));
  };
  const found = new Set<number>();
  const strangers = members.filter((member) => {
    const userId = find(member);
    if (userId !== undefined) found.add(userId);
    return userId === undefined;
  });
  return {
    isRead: true,
    inBoth: found.size,
    onlyInCourse: strangers.map(({ name, email, firstName, lastName }) => ({
      name,
      email,
      firstName,
      lastName,
    })),
    onlyInExam: people.flatMap(({ userId, name, email }) =>
      found.has(userId) ? [] : [{ userId, name, email }],
    ),
  };
}
