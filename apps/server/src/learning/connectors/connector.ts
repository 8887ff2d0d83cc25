import type { Language } from '@guichet/contract/core/language';

/** A system of the portal, as a platform needs to know it. */
export interface Organisation {
  /** The number of the system. */
  readonly id: number;
  /** The platform's number of the course that new courses are made like; null for none. */
  readonly templateId: number | null;
  /** The platform's number of the semester or category that new courses belong to; null for none. */
  readonly semesterId: number | null;
}

export interface CourseOrder {
  readonly organisation: Organisation;
  /** Unique within an organisation: letters, digits, - and _, at most 50 (Brightspace's limit). */
  readonly code: string;
  readonly title: string;
  /** `yyyy-mm-dd`, a day of the university's zone. */
  readonly examDate: string;
  /** The exam is cancelled: the course is hidden from its candidates, or tells them so; its places stay. */
  readonly isCancelled: boolean;
}

/** A course that `ensureCourse` has made. */
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

/** One person whom the platform refuses for good, and why, for the operator. */
export interface Refusal {
  readonly key: string;
  readonly reason: string;
}

export interface SignOn {
  readonly organisation: Organisation;
  readonly person: Person;
  /** The code of the course to open; null for the front page. */
  readonly course: string | null;
  readonly isStaff: boolean;
  readonly language: Language;
  /** The portal's session from which the person comes; a platform that can ask ends its own with it. */
  readonly sessionId: string;
  /** Absolute address that the platform's own logout leads to. */
  readonly returnTo: string;
}

/**
 * One learning platform. Every call may be repeated: after a crash or a lost answer it is made again and must then
 * find its work done. A connector keeps no state of ours and finds the platform's inner ids by our keys.
 *
 * Each call throws a `ConnectorError` when it failed as a whole, and rejects soon after `signal` aborts: the queue
 * hands the same work to somebody else a little later.
 */
export interface Connector {
  /** Most people that one call takes. */
  readonly batchSize: number;
  /** Makes the course from the organisation's template and semester, or finds it and sets title, date and whether it is open. */
  ensureCourse(order: CourseOrder, signal: AbortSignal): Promise<{ readonly externalId: string }>;
  /** Makes or updates the platform's accounts. */
  ensureUsers(
    organisation: Organisation,
    people: readonly Person[],
    signal: AbortSignal,
  ): Promise<readonly Refusal[]>;
  /** Places people for whom `ensureUsers` has succeeded; who is placed already stays so. */
  enrol(course: CourseRef, keys: readonly string[], signal: AbortSignal): Promise<readonly Refusal[]>;
  /** Takes people off the course; who is not on it, or not known, is no refusal. */
  unenrol(course: CourseRef, keys: readonly string[], signal: AbortSignal): Promise<readonly Refusal[]>;
  /** The keys of all who are on the course with a key of ours, in no order. */
  listEnrolments(course: CourseRef, signal: AbortSignal): Promise<readonly string[]>;
  /** An absolute address that signs the person on, once and soon; makes the platform's account when there is none. */
  signOnAddress(signOn: SignOn, signal: AbortSignal): Promise<string>;
}

/** A call failed as a whole. The message is for the operator and holds no secret. */
export class ConnectorError extends Error {
  /** `later`: the platform is down, slow or busy. `never`: it refuses, and will refuse the same again. */
  readonly retry: 'later' | 'never';
  /** What the platform said in Retry-After, or null. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retry: 'later' | 'never', retryAfterSeconds: number | null = null) {
    super(message);
    this.retry = retry;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
