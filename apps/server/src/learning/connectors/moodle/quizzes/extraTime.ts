import type { Remark } from '@guichet/contract/learning/learning.remarks';
import {
  ConnectorError,
  type ExtraTimeFacts,
  type ExtraTimeOrder,
  makeRemark,
  type QuizHours,
} from '../../connector.ts';
import { notOnCourse, orProblem, withoutQuizzes } from '../../examTimes/extraTimeProblems.ts';
import { listGroups } from '../people.ts';
import { NotInService } from '../siteProblems.ts';
import { bisect, MoodleRefusal, type MoodleSite, splitBatches } from '../webService.ts';
import { type Candidate, type Hours, type Plan, pickHours, planOverride } from './overrides.ts';
import { listOverrides, listQuizzes, type Override, type Quiz } from './quizzes.ts';

/** How many fields `mod_quiz_save_overrides` takes: a moved closing date, and all that staff may set. */
const fieldsOfOverride = 7;

interface Person extends Candidate {
  readonly key: string;
  readonly isOnCourse: boolean;
}

interface Reading {
  readonly hasLimit: boolean;
  readonly isInPlace: boolean;
  readonly problem: Remark | null;
}

/** Sets extra time by overrides of a course's quizzes; returns the facts read back afterwards. */
export async function setExtraTimes(
  site: MoodleSite,
  courseid: number,
  orders: readonly ExtraTimeOrder[],
  hours?: QuizHours,
): Promise<ExtraTimeFacts[]> {
  const quizzes = await orProblem(() => listQuizzes(site, courseid), problemIn);
  if ('text' in quizzes) return withoutQuizzes(orders, quizzes);
  const people = await pickCandidates(site, courseid, orders);
  const wantedHours = hours ? pickHours(hours) : null;
  const readings = new Map<Person, Reading[]>(people.map((person) => [person, []]));
  for (const quiz of quizzes)
    for (const batch of splitBatches(people, fieldsOfOverride)) {
      const found = await setInQuiz(site, quiz, batch, wantedHours);
      for (const [at, person] of batch.entries()) readings.get(person)?.push(found[at] as Reading);
    }
  return people.map((person) => factsOf(person, readings.get(person) ?? []));
}

/** The people, with their groups if they are on the course as candidates, else with none. */
export async function pickCandidates(
  site: MoodleSite,
  courseid: number,
  orders: readonly ExtraTimeOrder[],
): Promise<Person[]> {
  const everybody = await listGroups(site, courseid);
  return orders.map(({ account: { key, externalId }, extraTime, isForDates }) => {
    const userid = Number(externalId);
    const own = everybody.get(userid);
    const groups = own ?? new Set<number>();
    return { key, userid, extraTime, isForDates, groups, isOnCourse: own !== undefined };
  });
}

function factsOf({ key, extraTime, isOnCourse }: Person, readings: readonly Reading[]): ExtraTimeFacts {
  const quizzes = readings.filter(({ hasLimit }) => hasLimit).length;
  const inPlace = readings.filter(({ isInPlace }) => isInPlace).length;
  const { problem = null } = readings.find((reading) => reading.problem !== null) ?? {};
  if (extraTime !== null && !isOnCourse) return { key, quizzes, inPlace: 0, problem: notOnCourse };
  return { key, quizzes, inPlace, problem };
}

async function setInQuiz(
  site: MoodleSite,
  quiz: Quiz,
  people: readonly Person[],
  hours: Hours | null,
): Promise<Reading[]> {
  const planOf = (overrides: readonly Override[], person: Person) =>
    planOverride(quiz, overrides, person, person.isOnCourse ? hours : null);
  // Moodle accepts an override for somebody who is not on the course, so such people are left out here.
  const concerned = people.filter(({ extraTime, isOnCourse }) => extraTime === null || isOnCourse);
  const refusals = await orProblem(
    () => bisect(concerned, (some) => changeOverrides(site, quiz, some, planOf)),
    problemIn,
  );
  const overrides = await orProblem(() => listOverrides(site, quiz.id), problemIn);
  return people.map((person) => {
    if ('text' in overrides) return { hasLimit: quiz.timelimit > 0, isInPlace: false, problem: overrides };
    const { timelimit, save, remove, isCutShort } = planOf(overrides, person);
    const stands = save === null && remove.length === 0;
    const hasAny = overrides.some(({ userid, timelimit }) => userid === person.userid && timelimit !== null);
    const cut = isCutShort ? makeRemark('cutShort', { quiz: quiz.name }) : null;
    const problem = stands ? cut : reasonOf(refusals, person);
    return {
      hasLimit: quiz.timelimit > 0 || timelimit !== null,
      isInPlace: person.extraTime === null ? hasAny : timelimit !== null && problem === null,
      problem,
    };
  });

  /** Why a person's override is not in place. */
  function reasonOf(found: typeof refusals, person: Person): Remark {
    if ('text' in found) return found;
    const refused = found.find(({ item }) => item === person);
    if (!refused) return makeRemark('overrideLeftOut', { quiz: quiz.name });
    const { message, errorcode } = refused.refusal;
    return makeRemark('overrideRefused', { quiz: quiz.name, said: `${message} (${errorcode})` });
  }
}

/** Moodle saves up to the first override that it refuses; the rest is then planned from a fresh list. */
async function changeOverrides(
  site: MoodleSite,
  quiz: Quiz,
  people: readonly Person[],
  planOf: (overrides: readonly Override[], person: Person) => Plan,
): Promise<void> {
  const overrides = await listOverrides(site, quiz.id);
  const plans = people.map((person) => planOf(overrides, person));
  const ids = plans.flatMap(({ remove }) => remove);
  for (const batch of splitBatches(ids, 1)) {
    const data = { quizid: quiz.id, ids: batch };
    await site.call('mod_quiz_delete_overrides', { data });
  }
  const saved = plans.flatMap(({ save }) => (save ? [withoutNull(save)] : []));
  if (saved.length === 0) return;
  const data = { quizid: quiz.id, overrides: saved };
  await site.call('mod_quiz_save_overrides', { data });
}

function withoutNull(
  fields: Readonly<Record<string, string | number | null>>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string | number] => entry[1] !== null),
  );
}

/** Null for an error that may go away by itself, or is a bug. */
function problemIn(error: unknown): Remark | null {
  if (error instanceof MoodleRefusal)
    return error.errorcode === 'invalidrecord'
      ? makeRemark('noOverrides')
      : makeRemark('refused', { said: error.message });
  const isLasting = error instanceof ConnectorError && error.retry === 'never';
  return error instanceof NotInService || isLasting ? error.remark : null;
}
