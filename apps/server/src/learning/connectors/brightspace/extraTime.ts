import type { Remark } from '@guichet/contract/learning/learning.remarks';
import * as z from 'zod/mini';
import {
  ConnectorError,
  type ExtraTime,
  type ExtraTimeFacts,
  type ExtraTimeOrder,
  makeRemark,
  type QuizHours,
} from '../connector.ts';
import { notOnCourse, orProblem, withoutQuizzes } from '../examTimes/extraTimeProblems.ts';
import { BrightspaceRefusal, type BrightspaceSite, inParallel, MissingScope, orAbsent } from './api.ts';
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
async function setAccommodations(site: BrightspaceSite, course: string, orders: readonly ExtraTimeOrder[]) {
  const quizzes = await orProblem(() => listTimedQuizzes(site, course), problemIn);
  if ('text' in quizzes) return withoutQuizzes(orders, quizzes);
  const members = await listMembers(site, course);
  const present = new Set(members.map(({ externalId }) => externalId));
  return inParallel(orders, async ({ account: { key, externalId }, extraTime, isForDates }) => {
    const none = { key, quizzes: quizzes.length, inPlace: 0 };
    if (extraTime === null && isForDates) return { ...none, problem: null };
    // Time is taken away from people who have left the course too: they may come back.
    if (extraTime !== null && !present.has(externalId)) return { ...none, problem: notOnCourse };
    const wanted = toAccommodation(extraTime);
    const found = await orProblem(() => setExtraTime(site, course, externalId, wanted), problemIn);
    if ('text' in found) return { ...none, problem: found };
    const isKept = isSame(found, wanted);
    if (extraTime === null) {
      const inPlace = isSame(found, noExtra) ? 0 : quizzes.length;
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
function isShort({ minutes, special }: TimedQuiz, user: string, wanted: TimeAccommodation): boolean {
  const own = special.get(user);
  return own !== undefined && own < minutes * wanted.factor + wanted.minutes;
}

/** Returns the accommodations that were read back. */
async function setExtraTime(
  site: BrightspaceSite,
  course: string,
  user: string,
  time: TimeAccommodation,
): Promise<TimeAccommodation> {
  const found = await readAccommodations(site, course, user);
  if (isSame(found.time, time)) return found.time;
  await writeAccommodations(site, course, user, { ...found, time });
  return (await readAccommodations(site, course, user)).time;
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

const Amount = z._default(z.nullable(z.number()), null);

/** https://docs.valence.desire2learn.com/res/accommodations.html#Accommodations.UserAccommodations */
const UserAccommodations = z.object({
  QuizzingAccommodations: z._default(
    z.nullable(
      z.object({
        QuizzingControlAccommodation: z._default(
          z.nullable(z.object({ AlwaysAllowRightClick: z.boolean() })),
          null,
        ),
        QuizzingTimeLimitAccommodation: z._default(
          z.nullable(
            z.object({ TimeLimitOperation: z.int(), TimeMultiplier: Amount, AdditionalTime: Amount }),
          ),
          null,
        ),
      }),
    ),
    null,
  ),
});

/** https://docs.valence.desire2learn.com/res/accommodations.html#term-TIMEOP_T */
const multiply = 1;
const addExtra = 2;

/** A change of a quiz's time limit: multiplied, or with minutes added, never both. */
interface TimeAccommodation {
  readonly factor: number;
  readonly minutes: number;
}

interface Accommodations {
  readonly time: TimeAccommodation;
  readonly allowsRightClick: boolean;
}

const noExtra: TimeAccommodation = { factor: 1, minutes: 0 };

function toAccommodation(extraTime: ExtraTime | null): TimeAccommodation {
  if (extraTime === null) return noExtra;
  return { factor: extraTime.factor ?? 1, minutes: extraTime.minutes ?? 0 };
}

/** Brightspace keeps two decimals of a factor (https://community.d2l.com/brightspace/kb/articles/4752). */
function isSame(one: TimeAccommodation, other: TimeAccommodation): boolean {
  return Math.abs(one.factor - other.factor) < 0.006 && one.minutes === other.minutes;
}

async function readAccommodations(
  { call }: BrightspaceSite,
  course: string,
  user: string,
): Promise<Accommodations> {
  const path = `accommodations/${course}/users/${user}`;
  // 404: the person has none, or we may not see them; writing then shows which.
  const found = await orAbsent(call({ product: 'le', path, answer: UserAccommodations }));
  const { QuizzingControlAccommodation: control, QuizzingTimeLimitAccommodation: limit } =
    found?.QuizzingAccommodations ?? {};
  const factor = limit?.TimeLimitOperation === multiply ? (limit.TimeMultiplier ?? 1) : 1;
  const minutes = limit?.TimeLimitOperation === addExtra ? (limit.AdditionalTime ?? 0) : 0;
  return { time: { factor, minutes }, allowsRightClick: control?.AlwaysAllowRightClick ?? false };
}

/** Replaces all accommodations of a person in a course. @throws BrightspaceRefusal */
async function writeAccommodations(
  { call }: BrightspaceSite,
  course: string,
  user: string,
  { time, allowsRightClick }: Accommodations,
): Promise<void> {
  const body = {
    OrgUnitId: Number(course),
    UserId: Number(user),
    QuizzingAccommodations: {
      QuizzingControlAccommodation: { AlwaysAllowRightClick: allowsRightClick },
      QuizzingTimeLimitAccommodation: {
        TimeLimitOperation: time.minutes > 0 ? addExtra : multiply,
        TimeMultiplier: time.factor,
        AdditionalTime: time.minutes,
      },
    },
  };
  await call({ method: 'PUT', product: 'le', path: 'accommodations/', body });
}
