import * as z from 'zod/mini';
import type { ShutQuiz } from '../connector.ts';
import { type ExamHours, isShutIn } from '../examTimes/examDay.ts';
import { BrightspaceRefusal, Id, MissingScope } from './api.ts';
import { readObjects } from './pages.ts';
import type { BrightspaceSite } from './site.ts';

/** In minutes. Every quiz has a limit; only an enforced one ends an attempt. */
const TimeLimit = z.object({ IsEnforced: z.boolean(), TimeLimitValue: z.number() });

/** https://docs.valence.desire2learn.com/res/quiz.html#Quiz.QuizReadData */
const Quiz = z.object({
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
  /** By account: the limit that the staff gave her in this quiz, which goes before an accommodation. */
  readonly special: ReadonlyMap<string, number>;
}

/** The quizzes of a course whose dates shut candidates out in the hours of their exam. */
export async function listShutQuizzes(
  { call }: BrightspaceSite,
  course: string,
  { hours, people }: { readonly hours: ExamHours; readonly people: number },
  signal: AbortSignal,
): Promise<ShutQuiz[]> {
  const quizzes = await readIfAllowed(() => readObjects(call, `${course}/quizzes/`, Quiz, signal));
  return quizzes
    .map(({ Name: name, StartDate, EndDate }) => ({
      name,
      kind: 'quiz' as const,
      opensAt: StartDate === null ? null : new Date(StartDate),
      closesAt: EndDate === null ? null : new Date(EndDate),
      people,
      // D2L's only call that changes them replaces the whole quiz, texts included (docs/decisions/039).
      isRepairable: false,
    }))
    .filter((dates) => isShutIn(hours, dates));
}

/** None without the permission or the scope: extra time says what is missing. */
async function readIfAllowed<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MissingScope || (error instanceof BrightspaceRefusal && error.status === 403))
      return [];
    throw error;
  }
}

/** The quizzes of a course whose time limit is enforced. */
export async function listTimedQuizzes(
  { call }: BrightspaceSite,
  course: string,
  signal: AbortSignal,
): Promise<TimedQuiz[]> {
  const quizzes = await readObjects(call, `${course}/quizzes/`, Quiz, signal);
  const timed: TimedQuiz[] = [];
  for (const { QuizId, Name, SubmissionTimeLimit } of quizzes) {
    if (!SubmissionTimeLimit.IsEnforced) continue;
    const path = `${course}/quizzes/${QuizId}/specialaccess/`;
    const special = new Map<string, number>();
    for (const { UserId, SpecialAccess: given } of await readObjects(call, path, SpecialAccess, signal)) {
      const limit = given.SubmissionTimeLimit;
      if (limit) special.set(UserId, limit.IsEnforced ? limit.TimeLimitValue : Number.POSITIVE_INFINITY);
    }
    timed.push({ name: Name, minutes: SubmissionTimeLimit.TimeLimitValue, special });
  }
  return timed;
}
