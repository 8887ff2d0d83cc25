import type { Language } from '@guichet/contract/core/language';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
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
import { type PlatformFacts, remarkOf } from './platformFacts.ts';

export type { ExtraTime, QuizHours, ShutQuiz } from './examTimes/quizTimes.ts';
export type { Person, Recorded } from './person.ts';
export type { CourseFacts, CourseOrder, CourseReading, CourseRef, MadeCourse, Organisation };

/** The platform's account of a person. */
export interface Account {
  readonly key: string;
  /** The platform's own id of it. */
  readonly externalId: string;
  /** How it signs in; null or absent where the platform does not tell. */
  readonly authentication?: string | null;
}

/** One person whom the platform refuses permanently, with the reason for the operator. */
export interface Refusal {
  readonly key: string;
  readonly reason: string;
  /** The same for a reader of another language, where it has words of its own. */
  readonly remark?: Remark;
}

export function refusalOf(key: string, remark: Remark): Refusal {
  return { key, reason: remark.text, remark };
}

/** Each person is in one of the two: whose name or address could not be set is refused, and enters nowhere. */
export interface Users {
  readonly accounts: readonly Account[];
  readonly refusals: readonly Refusal[];
}

/** An account as it stands on the platform. */
export interface AccountFacts {
  readonly externalId: string;
  /** What stands in the place of our key; null for an account that has nothing there. */
  readonly key: string | null;
  /** The name with which it signs in, unique on the platform: our key in the accounts that the portal makes. */
  readonly login?: string;
  /** How it signs in; null or absent where the platform does not tell. */
  readonly authentication?: string | null;
  /** First name, a space, last name. */
  readonly name: string;
  readonly email: string;
  readonly isSuspended: boolean;
}

/** Somebody on a course, whether the portal enrolled her or the platform's own staff did. */
export interface Enrolled extends AccountFacts {
  /** `more`: the role of students and another one; `other`: not the role of students. */
  readonly role: 'student' | 'more' | 'other';
  /** False for an enrolment that is suspended or outside its dates; null when the platform has such, and they cannot be read. */
  readonly isActive: boolean | null;
  /** Ids of further accounts with the same key, in whichever place, also of those that are not on the course. */
  readonly twins: readonly string[];
}

/** The total of a course for somebody on it. */
export interface Grade {
  /** Our key; null for an account that has none. */
  readonly key: string | null;
  readonly name: string;
  /** Null until there is a grade. */
  readonly points: number | null;
  readonly outOf: number | null;
}

export interface ExtraTimeOrder {
  readonly account: Account;
  /** Null takes away what `setExtraTimes` gave. */
  readonly extraTime: ExtraTime | null;
  /** Nothing was ever given to her, and the call is for the dates: what the staff gave her stays. */
  readonly isForDates?: boolean;
}

/** What was read back of one person after writing. */
export interface ExtraTimeFacts {
  readonly key: string;
  /** The quizzes of the course that have a time limit, as far as the platform shows them; 0 is no problem. */
  readonly quizzes: number;
  /** How many of them give the person the time that was ordered; none more, for an order that takes it away. */
  readonly inPlace: number;
  /** Why it is not in all of them, for the operator; null when it is. */
  readonly problem: string | null;
  /** The same for a reader of another language, where it has words of its own. */
  readonly remark?: Remark | undefined;
}

export interface SignOn {
  readonly organisation: Organisation;
  readonly person: Person;
  /** `ensureUsers` has just returned her account. */
  readonly isEnsured?: true;
  /** The code of the course to open; null for the front page. */
  readonly course: string | null;
  readonly isStaff: boolean;
  readonly language: Language;
  /** The portal session of the person; a platform that can query it ends its own session with it. */
  readonly sessionId: string;
  /** Absolute URL to which the platform's own logout leads. */
  readonly returnTo: string;
  /**
   * Absolute URL to which a platform leads where one sign-on may only have ended somebody else's session; it asks for a second
   * address. Absent: the address must lead to the platform.
   */
  readonly comeBackTo?: string | undefined;
}

/**
 * One learning platform. Every call must be idempotent: after a crash or a lost answer it is repeated. A connector keeps
 * nothing that a restart may not lose, and finds the platform's ids by our keys.
 *
 * Each call throws a `ConnectorError` when it failed as a whole, and rejects soon after `signal` aborts: another worker
 * gets the same job a little later.
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
  /** Reads what can be read without changing anything. */
  check(signal: AbortSignal): Promise<PlatformFacts>;
  /** The smallest call that shows whether the platform works, after it had asked for a pause. */
  look?(signal: AbortSignal): Promise<void>;
  /**
   * Creates the course from the organisation's template and semester, or finds it; sets title, date and visibility, and puts a
   * course that was `made` back into its semester. One that was made and bears our code nowhere any more gets it again by a
   * repair only, and never a second course beside it.
   */
  ensureCourse(order: CourseOrder, signal: AbortSignal): Promise<MadeCourse>;
  /** Reads a course that was `made`, without changing anything. */
  readCourse(order: CourseOrder & { readonly made: MadeCourse }, signal: AbortSignal): Promise<CourseReading>;
  /**
   * Reads every account that has one of these keys, or was created for it and has another key now. A key is in the map once,
   * with an empty list when it has no account.
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
  /** Of accounts, those of staff: with rights beyond a candidate's somewhere on the platform, as far as it tells. */
  readonly findStaff?: (
    organisation: Organisation,
    externalIds: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlySet<string>>;
  /**
   * Creates accounts or finds them by key, as far as they are the portal's (`judgeAccount`); sets names and addresses, also
   * where two of the people have exchanged theirs. Nobody is found by an address.
   */
  ensureUsers(organisation: Organisation, people: readonly Person[], signal: AbortSignal): Promise<Users>;
  /**
   * Enrols accounts that `ensureUsers` returned; existing enrolments stay. `repaired`: keys of people who get the role of
   * students also where the platform has a single one for each, and its staff gave another.
   */
  enrol(
    course: CourseRef,
    accounts: readonly Account[],
    signal: AbortSignal,
    repaired?: ReadonlySet<string>,
  ): Promise<readonly Refusal[]>;
  /** Removes people from the course; ignores people who are not on it or unknown. */
  unenrol(course: CourseRef, keys: readonly string[], signal: AbortSignal): Promise<readonly Refusal[]>;
  /** Removes accounts from the course, whoever enrolled them, by the platform's own ids; ignores those that are not on it. */
  unenrolAccounts(course: CourseRef, externalIds: readonly string[], signal: AbortSignal): Promise<void>;
  /** All people on the course, unordered. */
  listEnrolments(course: CourseRef, signal: AbortSignal): Promise<readonly Enrolled[]>;
  /** The grades of all people on the course, unordered; null where the portal reads none. */
  readonly readGrades: ((course: CourseRef, signal: AbortSignal) => Promise<readonly Grade[]>) | null;
  /**
   * Gives people extra time in the quizzes of the course that have a time limit, changes it and takes it away; leaves what
   * the platform's staff set beside it. With the `hours` of the exam a quiz that would be shut then is opened to whom extra
   * time is ordered for, or to all orders. At most `batchSize` orders; returns one fact for each. Null where the platform has none.
   */
  readonly setExtraTimes:
    | ((
        course: CourseRef,
        orders: readonly ExtraTimeOrder[],
        signal: AbortSignal,
        hours?: QuizHours,
      ) => Promise<readonly ExtraTimeFacts[]>)
    | null;
  /**
   * What the platform is called, and the page of it where a browser signs out; absent where its session ends with the portal's.
   */
  readonly signOut?: { readonly platform: string; readonly address: string };
  /** The quizzes and other activities of the course that are shut to these people in the hours of their exam, their extra time included. */
  listShutQuizzes?(
    course: CourseRef,
    hours: ExamHours,
    people: readonly ExtraTimeOrder[],
    signal: AbortSignal,
  ): Promise<readonly ShutQuiz[]>;
  /** An absolute URL that signs the person on, once, for a short time; creates the platform's account when there is none. */
  signOnAddress(signOn: SignOn, signal: AbortSignal): Promise<string>;
  /**
   * Deletes the course with this code and the accounts with these keys, which a trial of the platform has made and marked, as
   * far as they are there and may be deleted. Returns what it left, and what else was learnt of the platform, in words.
   */
  removeTrial?(code: string, keys: readonly string[], signal: AbortSignal): Promise<readonly Remark[]>;
}

/**
 * `later`: the platform is down, slow or busy, and all its work waits. `unready`: only what was asked for is not ready yet,
 * such as a course that is being copied; other work goes on. `never`: it would refuse the same again.
 */
export type Retry = 'later' | 'unready' | 'never';

/** A call failed as a whole. The message is for the operator and contains no secret. */
export class ConnectorError extends Error {
  readonly retry: Retry;
  readonly retryAfterSeconds: number | null;
  readonly remark: Remark;

  constructor(said: string | Remark, retry: Retry, retryAfterSeconds: number | null = null) {
    const remark = typeof said === 'string' ? remarkOf(null, said) : said;
    super(remark.text);
    this.remark = remark;
    this.retry = retry;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
