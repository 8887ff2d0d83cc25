import { emailKey } from '@guichet/contract/core/fold';
import type { CourseComparison, ExamCourse } from '@guichet/contract/exams/lti';
import type { AppContext } from '../../core/context/appContext.ts';
import { AppError } from '../../core/runtime/errors.ts';
import {
  findActiveProvider,
  listMembers,
  type Member,
  readRefusal,
  selectLinkedUsers,
} from '../../identity/federation/federation.service.ts';
import type { OfExam } from '../facts/facts.service.ts';
import { selectCourses, selectPeople } from './lti.queries.ts';

/** The courses from which staff have come to an exam. */
export async function listExamCourses({ database }: AppContext, exam: OfExam): Promise<ExamCourse[]> {
  const courses = await selectCourses(database.read, exam);
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
  const course = (await selectCourses(read, exam)).find(({ id }) => id === courseId);
  if (!course) throw new AppError('exam.courseUnknown');
  const platform = await findActiveProvider(context, course.providerId);
  if (platform?.kind !== 'lti') return { isRead: false, reason: null };
  let members: Member[];
  try {
    members = await listMembers(context, platform, course.membersAddress);
  } catch (error) {
    return { isRead: false, reason: readRefusal(context, platform.issuer, error).reason };
  }
  const subjects = members.map(({ subject }) => subject);
  const linked = await selectLinkedUsers(read, platform.issuer, subjects);
  return compare(
    members,
    await selectPeople(read, exam),
    new Map(linked.map((one) => [one.subject, one.userId])),
  );
}

type Person = Awaited<ReturnType<typeof selectPeople>>[number];

/**
 * Pairs members with candidates: by their joined accounts, else by student number, else by address. An address is good enough to
 * show somebody, and to nothing else.
 */
export function compare(
  members: readonly Member[],
  people: readonly Person[],
  linked: ReadonlyMap<string, number>,
): Extract<CourseComparison, { isRead: true }> {
  const byId = new Set(people.map(({ userId }) => userId));
  const byNumber = new Map(
    people.flatMap((one) => (one.studentNumber ? [[one.studentNumber, one.userId]] : [])),
  );
  const byAddress = new Map(people.map(({ email, userId }) => [emailKey(email), userId]));
  const find = ({ subject, studentNumber, email }: Member): number | undefined => {
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
