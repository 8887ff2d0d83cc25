import type { Remark } from '@guichet/contract/learning/learning.remarks';
import {
  ConnectorError,
  type ExtraTimeFacts,
  type ExtraTimeOrder,
  makeRemark,
  type QuizHours,
} from '../connector.ts';
import { notOnCourse, orProblem, withoutQuizzes } from '../examTimes/extraTimeProblems.ts';
import * as accommodations from './accommodations.ts';
import { BrightspaceRefusal, type BrightspaceSite, inParallel, MissingScope } from './api.ts';
import { permissionProblem } from './check.ts';
import { listMembers } from './people.ts';
import { setQuizDates } from './quizDates.ts';
import { listTimedQuizzes, type TimedQuiz } from './quizzes.ts';

const notKept = makeRemark('accommodationNotKept');

/** Sets extra time, then the quizzes' dates where the portal sets them; a refusal of one leaves the other. */
export async function setExtraTimes(
  site: BrightspaceSite,
  course: string,
  orders: readonly ExtraTimeOrder[],
  hours?: QuizHours,
): Promise<ExtraTimeFacts[]> {
  const facts = await setAccommodations(site, course, orders);
  if (!hours?.isForAll) return facts;
  const done = await orProblem(async () => {
    await setQuizDates(site, course, orders, hours);
    return {};
  }, problemIn);
  if (!('text' in done)) return facts;
  return facts.map((fact) => (fact.problem === null ? { ...fact, problem: done } : fact));
}

/** Sets accommodations, which count in all quizzes of the course. Returns the facts read back afterwards. */
async function setAccommodations(
  site: BrightspaceSite,
  course: string,
  orders: readonly ExtraTimeOrder[],
): Promise<ExtraTimeFacts[]> {
  const quizzes = await orProblem(() => listTimedQuizzes(site, course), problemIn);
  if ('text' in quizzes) return withoutQuizzes(orders, quizzes);
  const members = await listMembers(site, course);
  const present = new Set(members.map(({ externalId }) => externalId));
  return inParallel(orders, async ({ account: { key, externalId }, extraTime, isForDates }) => {
    const none = { key, quizzes: quizzes.length, inPlace: 0 };
    if (extraTime === null && isForDates) return { ...none, problem: null };
    // Time is taken away from people who have left the course too: they may come back.
    if (extraTime !== null && !present.has(externalId)) return { ...none, problem: notOnCourse };
    const wanted = accommodations.toAccommodation(extraTime);
    const found = await orProblem(() => setExtraTime(site, course, externalId, wanted), problemIn);
    if ('text' in found) return { ...none, problem: found };
    const isKept = accommodations.isSame(found, wanted);
    if (extraTime === null) {
      const inPlace = accommodations.isSame(found, accommodations.noExtra) ? 0 : quizzes.length;
      return { ...none, inPlace, problem: isKept ? null : notKept };
    }
    if (!isKept) return { ...none, problem: notKept };
    const short = quizzes.find((quiz) => isShort(quiz, externalId, wanted));
    const inPlace = quizzes.filter((quiz) => !isShort(quiz, externalId, wanted)).length;
    const problem = short ? makeRemark('specialAccess', { quiz: short.name }) : null;
    return { ...none, inPlace, problem };
  });
}

/** Whether a limit that the staff set for this person in a quiz gives less time than wanted. */
function isShort(
  { minutes, special }: TimedQuiz,
  user: string,
  wanted: accommodations.TimeAccommodation,
): boolean {
  const own = special.get(user);
  return own !== undefined && own < minutes * wanted.factor + wanted.minutes;
}

/** Returns the accommodations that were read back. */
async function setExtraTime(
  site: BrightspaceSite,
  course: string,
  user: string,
  time: accommodations.TimeAccommodation,
): Promise<accommodations.TimeAccommodation> {
  const found = await accommodations.readAccommodations(site, course, user);
  if (accommodations.isSame(found.time, time)) return found.time;
  await accommodations.writeAccommodations(site, course, user, { ...found, time });
  return (await accommodations.readAccommodations(site, course, user)).time;
}

/** Null for an error that may go away by itself, or is a bug. */
function problemIn(error: unknown): Remark | null {
  if (error instanceof MissingScope || (error instanceof ConnectorError && error.retry === 'never'))
    return error.remark;
  if (!(error instanceof BrightspaceRefusal)) return null;
  return error.status === 403
    ? permissionProblem(error)
    : makeRemark('refused', { said: `${error.route}: ${error.message}` });
}
