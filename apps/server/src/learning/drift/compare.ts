import { withoutNoName } from '@guichet/contract/core/fullName';
import type {
  ChangedPerson,
  CourseDrift,
  MissingPerson,
  Stranger,
} from '@guichet/contract/learning/learning.drift';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
import {
  type AccountFacts,
  type CourseReading,
  type Enrolled,
  makeRemark,
  type ShutQuiz,
} from '../learning.service.ts';

/** A person whom the portal wants on a course, or off it. */
export interface Expected {
  readonly key: string;
  readonly wanted: 'in' | 'out';
  /** False while a job is still bringing this person onto the course or off it. */
  readonly isSettled: boolean;
  /** Why the platform refused this person for good; null when it did not. */
  readonly refusal: Remark | null;
  /** Null when the account was deleted. */
  readonly name: string | null;
  readonly email: string | null;
  /** The account was there before the portal, so that the portal does not change it. */
  readonly isJoined?: boolean;
}

export interface Facts {
  readonly course: CourseReading;
  /** Everybody on the course. */
  readonly enrolled: readonly Enrolled[];
  /** Accounts of the keys that `findMissing` names. */
  readonly accounts: ReadonlyMap<string, readonly AccountFacts[]>;
  readonly shut?: ShutInHours | null;
}

/** Quizzes and other activities that are shut in the hours of the exam. */
export interface ShutInHours {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly quizzes: readonly ShutQuiz[];
}

type OfPlatform<Row> = Omit<Row, 'name' | 'email'>;

export interface Findings {
  readonly onPlatform: number;
  readonly others: number;
  readonly underway: number;
  readonly isSuspensionRead: boolean;
  readonly course: readonly CourseDrift[];
  readonly missing: readonly OfPlatform<MissingPerson>[];
  readonly changed: readonly OfPlatform<ChangedPerson>[];
  readonly strangers: readonly Stranger[];
}

export const nothing: Findings = {
  onPlatform: 0,
  others: 0,
  underway: 0,
  isSuspensionRead: true,
  course: [],
  missing: [],
  changed: [],
  strangers: [],
};

/** The findings for a course that the platform has not created yet. */
export function unmade(code: string): Findings {
  return { ...nothing, course: [{ fact: 'unmade', wanted: code, found: null, isRepairable: true }] };
}

/** Keys of people who should be on the course, where no account has the key. */
export function findMissing(expected: readonly Expected[], enrolled: readonly Enrolled[]): string[] {
  const there = new Set(enrolled.map(({ key }) => key));
  return expected.filter((one) => isJudged(one) && !there.has(one.key)).map(({ key }) => key);
}

/** How a course as read differs from the course as wanted. Candidates whose job still runs are not judged. */
export function compare(
  { course, enrolled, accounts, shut }: Facts,
  expected: readonly Expected[],
): Findings {
  const found = {
    onPlatform: enrolled.length,
    underway: expected.filter(({ isSettled }) => !isSettled).length,
    isSuspensionRead: enrolled.every(({ isActive }) => isActive !== null),
    course: [...compareCourse(course), ...shutQuizzes(shut)],
  };
  // Nobody can be missing from a course that is gone: creating it anew brings everybody back.
  if (course.found === null) return { ...found, others: 0, missing: [], changed: [], strangers: [] };
  const missing: Findings['missing'][number][] = [];
  const changed: Findings['changed'][number][] = [];
  const byKey = Map.groupBy(enrolled, ({ key }) => key);
  const byId = new Map(enrolled.map((person) => [person.externalId, person]));
  const ours = new Set<Enrolled>();
  for (const person of expected) {
    const { key } = person;
    const known = accounts.get(key) ?? [];
    const keyed = byKey.get(key) ?? [];
    const there = keyed.length > 0 ? keyed : known.flatMap(({ externalId }) => byId.get(externalId) ?? []);
    const isStranger = person.wanted === 'out' && person.isSettled;
    if (!isStranger) for (const one of there) ours.add(one);
    if (!isJudged(person)) continue;
    const [first] = there;
    const absence = first ? suspensionOf(person, first) : absenceOf(person, known);
    if (absence) missing.push({ key, reason: null, ...absence });
    if (first) changed.push(...changesOf(person, first, [...there, ...known]));
  }
  const foreign = enrolled.filter((person) => !ours.has(person));
  const unenrolled = new Set(expected.filter(({ wanted }) => wanted === 'out').map(({ key }) => key));
  return {
    ...found,
    missing,
    changed,
    others: foreign.filter(({ role }) => role === 'other').length,
    strangers: foreign
      .filter(({ role }) => role !== 'other')
      .map(({ externalId, key, name, email }) => ({
        externalId,
        key,
        name,
        email,
        cause: key !== null && unenrolled.has(key) ? 'unenrolled' : 'unknown',
      })),
  };
}

/** People whom the platform had refused, but who are now on or off the course as the portal wants. */
export function findMended<Person extends Expected>(
  { course }: Facts,
  expected: readonly Person[],
  { missing, changed, strangers }: Findings,
): Person[] {
  if (course.found === null) return [];
  const differing = new Set([...missing, ...changed, ...strangers].map(({ key }) => key));
  return expected.filter(
    (person) =>
      person.isSettled && person.refusal !== null && person.name !== null && !differing.has(person.key),
  );
}

function isJudged({ wanted, isSettled, name }: Expected): boolean {
  return wanted === 'in' && isSettled && name !== null;
}

type Absence = Pick<MissingPerson, 'cause' | 'isRepairable'> & Partial<Pick<MissingPerson, 'reason'>>;

function absenceOf({ refusal }: Expected, known: readonly AccountFacts[]): Absence {
  // Nobody knows which account is this person's.
  if (known.length > 1)
    return {
      cause: 'accountTwins',
      reason: makeRemark('accountTwins', { ids: known.map(({ externalId }) => externalId) }),
      isRepairable: false,
    };
  if (known[0]?.isSuspended) return { cause: 'accountSuspended', isRepairable: false };
  if (refusal !== null) return { cause: 'refused', reason: reasonOf(refusal), isRepairable: true };
  return { cause: known.length === 0 ? 'noAccount' : 'notEnrolled', isRepairable: true };
}

/** A suspended account was suspended on purpose, for every course: the portal does not lift that. */
function suspensionOf({ refusal }: Expected, { isSuspended, isActive }: Enrolled): Absence | null {
  if (isSuspended) return { cause: 'accountSuspended', isRepairable: false };
  if (isActive !== false) return null;
  return { cause: 'enrolmentSuspended', reason: reasonOf(refusal), isRepairable: true };
}

/** Null where the platform gave no reason. */
function reasonOf(refusal: Remark | null): Remark | null {
  return refusal?.text ? refusal : null;
}

/** `all`: every account seen with this person's key, `there` among them. */
function changesOf(
  { key, name, email, isJoined = false }: Expected,
  there: Enrolled,
  all: readonly AccountFacts[],
) {
  const ids = [...there.twins, ...all.map(({ externalId }) => externalId)];
  const twins = [...new Set(ids)].filter((id) => id !== there.externalId);
  const isTwin = twins.length > 0;
  const differs: Record<ChangedPerson['causes'][number], boolean> = {
    name: !isJoined && withoutNoName(there.name) !== withoutNoName(name ?? ''),
    email: !isJoined && there.email.toLowerCase() !== email?.toLowerCase(),
    key: there.key !== key,
    role: there.role === 'other',
    moreRoles: there.role === 'more',
    twins: isTwin,
  };
  const causes = (Object.keys(differs) as (keyof typeof differs)[]).filter((cause) => differs[cause]);
  if (causes.length === 0) return [];
  const found = { name: there.name, email: there.email, key: there.key };
  // With two accounts of one key nobody knows whose is whose. A role beside the student's is for the staff to
  // judge.
  const isRepairable = !isTwin && !causes.every((cause) => cause === 'moreRoles');
  return [{ key, causes, found, twins, isRepairable }];
}

const compared = ['title', 'code', 'isOpen', 'semesterId', 'startsAt', 'endsAt'] as const;

function compareCourse({ wanted, found, isUnmarked = false, twins = [] }: CourseReading): CourseDrift[] {
  if (found === null) return [{ fact: 'gone', wanted: wanted.code, found: null, isRepairable: true }];
  const differing = compared
    .map((fact) => ({ fact, wanted: textOf(wanted[fact]), found: textOf(found[fact]), isRepairable: true }))
    .filter((drift) => drift.wanted !== drift.found)
    .map(
      (drift): CourseDrift => (isUnmarked && drift.fact === 'code' ? { ...drift, fact: 'unmarked' } : drift),
    );
  // A second course with our code may be somebody's: the portal deletes none.
  const others = twins.map(
    (id): CourseDrift => ({ fact: 'twin', wanted: wanted.code, found: id, isRepairable: false }),
  );
  return [...differing, ...others];
}

function shutQuizzes(shut: Facts['shut']): CourseDrift[] {
  if (!shut) return [];
  const span = (from: Date | null, to: Date | null) => `${textOf(from) ?? ''}/${textOf(to) ?? ''}`;
  return shut.quizzes.map(({ name, kind, people, opensAt, closesAt, isRepairable }) => ({
    fact: 'shut',
    wanted: span(shut.startsAt, shut.endsAt),
    found: span(opensAt, closesAt),
    isRepairable,
    quiz: { name, kind, people },
  }));
}

function textOf(value: string | number | boolean | Date | null): string | null {
  if (value === null) return null;
  return value instanceof Date ? value.toISOString() : String(value);
}
