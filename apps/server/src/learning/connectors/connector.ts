import type { Language } from '@guichet/contract/core/language';
import type { Remark, RemarkCode } from '@guichet/contract/learning/learning.remarks';
import type {
  CourseFacts,
  CourseOrder,
  CourseReading,
  CourseRef,
  MadeCourse,
  Organisation,
} from './course.ts';
import type { ExamHours } from './examTimes/examDay.ts';
import type { ExtraTime, QuizHours, ShutQuiz } from './examTimes/quizTimes.ts';
import type { Person } from './person.ts';
import { makeRemark, type PlatformFacts } from './platformFacts.ts';

export type { ExtraTime, QuizHours, ShutQuiz } from './examTimes/quizTimes.ts';
export type { Person, Recorded } from './person.ts';
export * from './platformFacts.ts';
export type { CourseFacts, CourseOrder, CourseReading, CourseRef, MadeCourse, Organisation };

/** The platform's account of a person. */
export interface Account {
  readonly key: string;
  /** The platform's own id of the account. */
  readonly externalId: string;
  /** How the account signs in; null or absent where the platform does not tell. */
  readonly authentication?: string | null;
}

/** One person whom the platform refuses permanently, with the reason for the operator. */
export interface Refusal {
  readonly key: string;
  readonly remark: Remark;
}

/** Each person is in one list; people whose name or address could not be set are refused, not enrolled. */
export interface Users {
  readonly accounts: readonly Account[];
  readonly refusals: readonly Refusal[];
}

/** An account as it stands on the platform. */
export interface AccountFacts {
  readonly externalId: string;
  /** The account's value in the field of our key; null where the field is empty. */
  readonly key: string | null;
  /** The account's unique name for signing in: our key in the accounts that the portal makes. */
  readonly login?: string;
  /** How the account signs in; null or absent where the platform does not tell. */
  readonly authentication?: string | null;
  /** First name, a space, last name. */
  readonly name: string;
  readonly email: string;
  readonly isSuspended: boolean;
}

/** Somebody on a course, whether the portal or the platform's own staff enrolled them. */
export interface Enrolled extends AccountFacts {
  /** `more`: the student role and another role; `other`: not the student role. */
  readonly role: 'student' | 'more' | 'other';
  /** False for an enrolment that is suspended or outside its dates; null when the platform hides this. */
  readonly isActive: boolean | null;
  /** Ids of further accounts that bear the same key in any field, on the course or not. */
  readonly twins: readonly string[];
}

/** A person's total for a course. */
export interface Grade {
  /** Our key; null for an account without a key. */
  readonly key: string | null;
  readonly name: string;
  /** Null until there is a grade. */
  readonly points: number | null;
  readonly outOf: number | null;
}

export interface ExtraTimeOrder {
  readonly account: Account;
  /** Null takes away the time that `setExtraTimes` gave. */
  readonly extraTime: ExtraTime | null;
  /** The portal never gave this person time, and the call is for the dates: the staff's settings stay. */
  readonly isForDates?: boolean;
}

/** One person's quizzes, read back after writing. */
export interface ExtraTimeFacts {
  readonly key: string;
  /** The quizzes of the course that have a time limit, as far as the platform shows them; 0 is no problem. */
  readonly quizzes: number;
  /** In how many of these quizzes the person has the ordered time, or, for null, no extra time any more. */
  readonly inPlace: number;
  /** Why the time is not in all of the quizzes, for the operator; null when it is. */
  readonly problem: Remark | null;
}

export interface SignOn {
  readonly organisation: Organisation;
  readonly person: Person;
  /** `ensureUsers` has just returned this person's account. */
  readonly isEnsured?: true;
  /** The code of the course to open; null for the front page. */
  readonly course: string | null;
  readonly isStaff: boolean;
  readonly language: Language;
  /** The portal session of the person; a platform that can query sessions ends its own at the same time. */
  readonly sessionId: string;
  /** Absolute URL to which the platform's own logout leads. */
  readonly returnTo: string;
  /**
   * Absolute URL to which a platform leads where one sign-on may have done no more than end another person's
   * session; the browser then asks for a second address. Absent: the address must lead to the platform.
   */
  readonly comeBackTo?: string | undefined;
}

/**
 * A learning platform. Every call must be idempotent: it is repeated after a crash or a lost answer. A
 * connector keeps nothing that must outlive a restart, and finds the platform's ids by our keys.
 * Each call throws a `ConnectorError` when it fails as a whole, and rejects soon after `signal` aborts, since
 * another worker gets the same job a little later.
 */
export interface Connector {
  /** Maximum number of people per call. */
  readonly batchSize: number;
  /** Whether several accounts of the platform may have one address. */
  readonly sharesAddresses?: boolean;
  /** Whether a person has one account for each system. */
  readonly isApartBySystem?: boolean;
  /** Timeout of `ensureCourse`, which copies a template on some platforms. */
  readonly courseSeconds: number;
  /** Reads the platform's facts and problems without changing anything. */
  check(signal: AbortSignal): Promise<PlatformFacts>;
  /** The smallest call that shows whether the platform, after it asked for a pause, works again. */
  look?(signal: AbortSignal): Promise<void>;
  /**
   * Finds the course, or creates it from the organisation's template and semester; sets title, date and
   * visibility, and puts a `made` course back into its semester. A `made` course that bears our code nowhere
   * any more gets the code again only in a repair; a second course is never created beside it.
   */
  ensureCourse(order: CourseOrder, signal: AbortSignal): Promise<MadeCourse>;
  /** Reads a `made` course without changing anything. */
  readCourse(order: CourseOrder & { readonly made: MadeCourse }, signal: AbortSignal): Promise<CourseReading>;
  /**
   * Reads every account that has one of the keys, or was created for a key and now has another. The map has
   * an entry for each key, an empty list where there is no account.
   */
  readAccounts(
    organisation: Organisation,
    keys: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly AccountFacts[]>>;
  /** The accounts with these addresses, in any letter case. */
  findByAddress(
    organisation: Organisation,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly AccountFacts[]>;
  /** The accounts of staff among these: with more rights than a candidate's, as far as the platform tells. */
  readonly findStaff?: (
    organisation: Organisation,
    externalIds: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlySet<string>>;
  /**
   * Creates accounts, or finds them by key if they are the portal's (`judgeAccount`); sets names and
   * addresses, also where two of the people have exchanged theirs. Nobody is found by an address.
   */
  ensureUsers(organisation: Organisation, people: readonly Person[], signal: AbortSignal): Promise<Users>;
  /**
   * Enrols accounts that `ensureUsers` returned; existing enrolments stay. `repaired`: keys of people who get
   * the student role even where the platform allows a single role each and its staff gave another.
   */
  enrol(
    course: CourseRef,
    accounts: readonly Account[],
    signal: AbortSignal,
    repaired?: ReadonlySet<string>,
  ): Promise<readonly Refusal[]>;
  /** Removes people from the course; ignores keys that are unknown or not on it. */
  unenrol(course: CourseRef, keys: readonly string[], signal: AbortSignal): Promise<readonly Refusal[]>;
  /** Removes accounts from the course by the platform's ids, whoever enrolled them; ignores absent ones. */
  unenrolAccounts(course: CourseRef, externalIds: readonly string[], signal: AbortSignal): Promise<void>;
  /** All people on the course, unordered. */
  listEnrolments(course: CourseRef, signal: AbortSignal): Promise<readonly Enrolled[]>;
  /** The grades of all people on the course, unordered; null where the portal reads none. */
  readonly readGrades: ((course: CourseRef, signal: AbortSignal) => Promise<readonly Grade[]>) | null;
  /**
   * Gives, changes or takes away people's extra time in the course's quizzes with a time limit; leaves the
   * settings of the platform's staff. With the exam's `hours`, also opens quizzes that would be shut in them,
   * to people with extra time or to all of `orders`. At most `batchSize` orders; returns one fact for each.
   * Null where the platform has no extra time.
   */
  readonly setExtraTimes:
    | ((
        course: CourseRef,
        orders: readonly ExtraTimeOrder[],
        signal: AbortSignal,
        hours?: QuizHours,
      ) => Promise<readonly ExtraTimeFacts[]>)
    | null;
  /** Where a browser signs out of the platform; absent where its session ends with the portal's. */
  readonly signOut?: { readonly platform: string; readonly address: string };
  /** The course's quizzes and other activities shut to these people in the exam's hours plus extra time. */
  listShutQuizzes?(
    course: CourseRef,
    hours: ExamHours,
    people: readonly ExtraTimeOrder[],
    signal: AbortSignal,
  ): Promise<readonly ShutQuiz[]>;
  /** An absolute URL that signs the person on, once, for a short time; creates a missing account. */
  signOnAddress(signOn: SignOn, signal: AbortSignal): Promise<string>;
  /**
   * Deletes the course with this code and the accounts with these keys, all made and marked by a trial of the
   * platform, if they are there and may be deleted. Returns in words the things that were left, and anything
   * else learnt of the platform.
   */
  removeTrial?(code: string, keys: readonly string[], signal: AbortSignal): Promise<readonly Remark[]>;
}

/**
 * `later`: the platform is down, slow or busy, and all its work waits. `unready`: only the thing asked for is
 * not ready, such as a course that is being copied; other work goes on. `never`: the platform would refuse
 * the same call again.
 */
export type Retry = 'later' | 'unready' | 'never';

/** Whether a call failed in a way that another try would not mend. */
export function isFinal(error: unknown): boolean {
  return error instanceof ConnectorError && error.retry === 'never';
}

/** A call failed as a whole. The message is for the operator and contains no secret. */
export class ConnectorError extends Error {
  readonly retry: Retry;
  readonly retryAfterSeconds: number | null;
  readonly remark: Remark;

  constructor(said: RemarkCode | Remark, retry: Retry, retryAfterSeconds: number | null = null) {
    const remark = typeof said === 'string' ? makeRemark(said) : said;
    super(remark.text);
    this.remark = remark;
    this.retry = retry;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
