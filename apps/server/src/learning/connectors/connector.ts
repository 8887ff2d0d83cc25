import type { Language } from '@guichet/contract/core/language';

/** A system of the portal, as platforms see it. */
export interface Organisation {
  readonly id: number;
  /** The platform's id of the course that new courses are copied from; null for none. */
  readonly templateId: number | null;
  /** The platform's id of the semester or category of new courses; null for none. */
  readonly semesterId: number | null;
}

export interface CourseOrder {
  readonly organisation: Organisation;
  /** Unique within an organisation: letters, digits, - and _, at most 50 (Brightspace's limit). */
  readonly code: string;
  readonly title: string;
  /** `yyyy-mm-dd` in the university's time zone. */
  readonly examDate: string;
  /** The exam is cancelled: the course is hidden from its candidates, or says so; enrolments stay. */
  readonly isCancelled: boolean;
}

/** A course that `ensureCourse` has created. */
export interface CourseRef {
  readonly organisation: Organisation;
  readonly code: string;
  /** The platform's own id of it. */
  readonly externalId: string;
}

export interface Person {
  /** Our key for the person, the same on every platform (Moodle: idnumber; Brightspace: OrgDefinedId). */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly language: Language;
}

/** The platform's account of a person. */
export interface Account {
  readonly key: string;
  /** The platform's own id of it. */
  readonly externalId: string;
}

/** One person whom the platform refuses permanently, with the reason for the operator. */
export interface Refusal {
  readonly key: string;
  readonly reason: string;
}

export interface Users {
  /** At most one per person. */
  readonly accounts: readonly Account[];
  /** A person with an account is among them when her name or address could not be changed. */
  readonly refusals: readonly Refusal[];
}

/** Somebody on a course, whether the portal enrolled her or the platform's own staff did. */
export interface Enrolled {
  readonly externalId: string;
  /** Our key; null for an account that has none. */
  readonly key: string | null;
  readonly name: string;
}

/** What a platform says of itself, for the operator. */
export interface PlatformFacts {
  /** Product and version: `Moodle 4.5.6`. */
  readonly product: string;
  /** The site's own name. */
  readonly site: string;
  /** What keeps the portal from working with it, each with its remedy; empty when nothing does. */
  readonly problems: readonly string[];
}

export interface SignOn {
  readonly organisation: Organisation;
  readonly person: Person;
  /** The code of the course to open; null for the front page. */
  readonly course: string | null;
  readonly isStaff: boolean;
  readonly language: Language;
  /** The portal session of the person; a platform that can query it ends its own session with it. */
  readonly sessionId: string;
  /** Absolute URL to which the platform's own logout leads. */
  readonly returnTo: string;
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
  /** Timeout of `ensureCourse`, which copies a template on some platforms. */
  readonly courseSeconds: number;
  /** Reads what can be read without changing anything. */
  check(signal: AbortSignal): Promise<PlatformFacts>;
  /** Creates the course from the organisation's template and semester, or finds it; sets title, date and visibility. */
  ensureCourse(order: CourseOrder, signal: AbortSignal): Promise<{ readonly externalId: string }>;
  /** Creates accounts or finds them; sets names and addresses. */
  ensureUsers(organisation: Organisation, people: readonly Person[], signal: AbortSignal): Promise<Users>;
  /** Enrols accounts that `ensureUsers` returned; existing enrolments stay. */
  enrol(course: CourseRef, accounts: readonly Account[], signal: AbortSignal): Promise<readonly Refusal[]>;
  /** Removes people from the course; ignores people who are not on it or unknown. */
  unenrol(course: CourseRef, keys: readonly string[], signal: AbortSignal): Promise<readonly Refusal[]>;
  /** All people on the course, unordered. */
  listEnrolments(course: CourseRef, signal: AbortSignal): Promise<readonly Enrolled[]>;
  /** An absolute URL that signs the person on, once, for a short time; creates the platform's account when there is none. */
  signOnAddress(signOn: SignOn, signal: AbortSignal): Promise<string>;
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

  constructor(message: string, retry: Retry, retryAfterSeconds: number | null = null) {
    super(message);
    this.retry = retry;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
