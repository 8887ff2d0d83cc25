import * as z from 'zod/mini';
import type { ExtraTime, ExtraTimeOrder, ShutQuiz } from '../connector.ts';
import { type ExamHours, isShutIn } from '../examTimes/examDay.ts';
import { orNull } from '../http.ts';
import { type BrightspaceSite, Id, isRefusal, MissingScope } from './api.ts';
import { readObjects } from './pages.ts';

/** In minutes. Every quiz has a limit; only an enforced one ends an attempt. */
const TimeLimit = z.looseObject({ IsEnforced: z.boolean(), TimeLimitValue: z.number() });

/** https://docs.valence.desire2learn.com/res/quiz.html#Quiz.QuizReadData */
export const Quiz = z.object({
  QuizId: Id,
  Name: z.string(),
  SubmissionTimeLimit: TimeLimit,
  StartDate: z._default(z.nullable(z.string()), null),
  EndDate: z._default(z.nullable(z.string()), null),
});

/** https://docs.valence.desire2learn.com/res/quiz.html#Quiz.SpecialAccessUserData */
const SpecialAccess = z.object({
  UserId: Id,
  SpecialAccess: z.object({ SubmissionTimeLimit: z._default(z.nullable(TimeLimit), null) }),
});

export interface TimedQuiz {
  readonly name: string;
  readonly minutes: number;
  /** By account: the limit that the staff set for a person in this quiz; it overrides an accommodation. */
  readonly special: ReadonlyMap<string, number>;
}

/** The quizzes of a course whose dates shut candidates out in their exam's hours. */
export async function listShutQuizzes(
  { call }: BrightspaceSite,
  course: string,
  { hours, people }: { readonly hours: ExamHours; readonly people: readonly ExtraTimeOrder[] },
): Promise<ShutQuiz[]> {
  const asked = readObjects(call, `${course}/quizzes/`, Quiz);
  // Without the permission or the scope, setting extra time tells which is missing.
  const isUnseen = (error: unknown) => error instanceof MissingScope || isRefusal(403)(error);
  const quizzes = (await orNull(asked, isUnseen)) ?? [];
  return quizzes.flatMap((quiz) => {
    const dates = {
      opensAt: quiz.StartDate === null ? null : new Date(quiz.StartDate),
      closesAt: quiz.EndDate === null ? null : new Date(quiz.EndDate),
    };
    const shutOut = people.filter(({ extraTime }) =>
      isShutIn(hours, dates, computeExtraSeconds(quiz, extraTime, hours)),
    ).length;
    if (people.length === 0 ? !isShutIn(hours, dates) : shutOut === 0) return [];
    return { name: quiz.Name, kind: 'quiz' as const, ...dates, people: shutOut, isRepairable: true };
  });
}

/** Seconds beyond the usual time of a quiz, or of the exam where the quiz has no limit. */
export function computeExtraSeconds(
  { SubmissionTimeLimit: { IsEnforced, TimeLimitValue } }: z.output<typeof Quiz>,
  extraTime: ExtraTime | null,
  { startsAt, endsAt }: ExamHours,
): number {
  if (extraTime === null) return 0;
  const { minutes, factor } = extraTime;
  if (minutes !== null) return minutes * 60;
  const usual = IsEnforced ? TimeLimitValue * 60 : (endsAt.getTime() - startsAt.getTime()) / 1000;
  return Math.round(usual * (factor - 1));
}

/** The quizzes of a course whose time limit is enforced. */
export async function listTimedQuizzes({ call }: BrightspaceSite, course: string): Promise<TimedQuiz[]> {
  const quizzes = await readObjects(call, `${course}/quizzes/`, Quiz);
  const timed: TimedQuiz[] = [];
  for (const { QuizId, Name, SubmissionTimeLimit } of quizzes) {
    if (!SubmissionTimeLimit.IsEnforced) continue;
    const path = `${course}/quizzes/${QuizId}/specialaccess/`;
    const special = new Map<string, number>();
    for (const { UserId, SpecialAccess: given } of await readObjects(call, path, SpecialAccess)) {
      const limit = given.SubmissionTimeLimit;
      if (limit) special.set(UserId, limit.IsEnforced ? limit.TimeLimitValue : Number.POSITIVE_INFINITY);
    }
    timed.push({ name: Name, minutes: SubmissionTimeLimit.TimeLimitValue, special });
  }
  return timed;
}
