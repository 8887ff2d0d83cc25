import type { AppContext } from '../../core/context/appContext.ts';
import { selectExtraTimes, selectHours } from '../extraTimes/extraTimes.queries.ts';
import type { ReadingJob } from '../jobs/jobs.queries.ts';
import { type Connector, type CourseRef, type Enrolled, examHours } from '../learning.service.ts';
import type { Expected, ShutInHours } from './compare.ts';

/** Quizzes and other activities shut to candidates in their exam's hours; null if it is over or cancelled. */
export async function readShutQuizzes(
  { database: { read: db }, clock, config }: AppContext,
  connector: Connector,
  { course, job }: { readonly course: CourseRef; readonly job: ReadingJob },
  { enrolled, expected }: { readonly enrolled: readonly Enrolled[]; readonly expected: readonly Expected[] },
  signal: AbortSignal,
): Promise<ShutInHours | null> {
  const exam = connector.listShutQuizzes && !job.isCancelled && (await selectHours(db, job));
  if (!exam) return null;
  const hours = examHours(exam, config.timeZone);
  if (hours.endsAt <= clock.now()) return null;
  const settled = expected.filter(({ wanted, isSettled }) => wanted === 'in' && isSettled);
  const keys = new Set(settled.map(({ key }) => key));
  const there = enrolled.filter(({ key }) => key !== null && keys.has(key));
  const extraTimes = await selectExtraTimes(db, job);
  const people = there.map(({ key, externalId }) => ({
    account: { key: key as string, externalId },
    extraTime: extraTimes.get(key as string) ?? null,
  }));
  const found = (await connector.listShutQuizzes?.(course, hours, people, signal)) ?? [];
  // With nobody on the course yet, repairable quizzes are no drift: each enrolment will set its dates.
  const areToCome = people.length === 0 && exam.setsDates;
  const quizzes = found.filter(({ isRepairable }) => !(areToCome && isRepairable));
  return { startsAt: hours.startsAt, endsAt: hours.endsAt, quizzes };
}
