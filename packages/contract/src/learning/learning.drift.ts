import * as z from 'zod/mini';
import { endpoint, instant, json } from '../core/endpoint.ts';
import { Remark } from './learning.remarks.ts';
import { platformStates } from './learning.states.ts';

/** Why a candidate is not on the course, or cannot enter it. */
export const missingCauses = [
  'notEnrolled',
  'noAccount',
  'refused',
  'accountSuspended',
  'accountTwins',
  'enrolmentSuspended',
] as const;

/** `unenrolled`: the portal has taken the candidate out of the exam. */
export const strangerCauses = ['unknown', 'unenrolled'] as const;

/** `key`: the account's key is not ours; `twins`: several accounts have our key; `moreRoles`: roles beside the student's. */
export const changedCauses = ['name', 'email', 'key', 'role', 'moreRoles', 'twins'] as const;

/**
 * `gone`: the course was deleted; `unmade`: the course has not been created yet; `unmarked`: the course bears our code
 * nowhere any more, and only its id identifies it; `twin`: another course has our code as well; `shut`: a quiz or another
 * activity is closed to candidates in the hours of the exam. The other facts name the property that differs.
 */
export const courseFacts = [
  'gone',
  'unmade',
  'unmarked',
  'title',
  'code',
  'isOpen',
  'semesterId',
  'startsAt',
  'endsAt',
  'twin',
  'shut',
] as const;

const candidate = {
  key: z.string(),
  /** Null when the account was deleted. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Whether the portal can repair the difference by itself. */
  isRepairable: z.boolean(),
};

const value = z.nullable(z.string());

export const CourseDrift = z.object({
  fact: z.enum(courseFacts),
  /** Moments as ISO texts, with a slash between a beginning and an end; `isOpen` as `true` or `false`. */
  wanted: value,
  found: value,
  isRepairable: z.boolean(),
  /** The shut activity (by default a quiz), and to how many candidates; 0: nobody is on the course. */
  quiz: z.optional(
    z.object({ name: z.string(), kind: z.optional(z.enum(['quiz', 'activity'])), people: z.int() }),
  ),
});
export type CourseDrift = z.output<typeof CourseDrift>;

export const MissingPerson = z.object({
  ...candidate,
  cause: z.enum(missingCauses),
  /** Why the platform refused the candidate. */
  reason: z.nullable(Remark),
});
export type MissingPerson = z.output<typeof MissingPerson>;

export const Stranger = z.object({
  externalId: z.string(),
  key: value,
  name: z.string(),
  email: z.string(),
  cause: z.enum(strangerCauses),
});
export type Stranger = z.output<typeof Stranger>;

export const ChangedPerson = z.object({
  ...candidate,
  causes: z.array(z.enum(changedCauses)),
  /** The values that the platform has. */
  found: z.object({ name: z.string(), email: z.string(), key: value }),
  /** The platform's ids of further accounts with the same key. */
  twins: z.array(z.string()),
});
export type ChangedPerson = z.output<typeof ChangedPerson>;

export const shownDrifts = 200;

export const driftLists = ['course', 'missing', 'changed', 'strangers'] as const;
export type DriftList = (typeof driftLists)[number];

export const Drift = z.object({
  /** The state of the reading; null before the first reading. `pending`: a reading is due or under way. */
  state: z.nullable(z.enum(platformStates)),
  /** Why the reading failed or waits. */
  reason: z.nullable(Remark),
  /** When the reading is retried; after a finished reading, or before the first, when the next one is planned. */
  nextTryAt: z.nullable(instant),
  /** When the platform was last read; the fields below are of that time. */
  readAt: z.nullable(instant),
  counts: z.object({ course: z.int(), missing: z.int(), changed: z.int(), strangers: z.int() }),
  /** People who were on the course. */
  onPlatform: z.int(),
  /** People on the course with another role than the student's, whom the portal did not put there. */
  others: z.int(),
  /** Candidates who were not compared, since the portal was still adding them to the course or removing them. */
  underway: z.int(),
  /** False where the platform does not tell whether an enrolment is suspended. */
  isSuspensionRead: z.boolean(),
  /** At most `shownDrifts` rows of each list. */
  course: z.array(CourseDrift),
  missing: z.array(MissingPerson),
  changed: z.array(ChangedPerson),
  strangers: z.array(Stranger),
});
export type Drift = z.output<typeof Drift>;

export const getDrift = endpoint('GET /api/cohort/:systemId/:examId/platform/drift', {
  summary: 'Returns how the course of an exam on the learning platform differed when it was last read.',
  access: { level: 'admin' },
  reply: json(Drift),
});

export const readDrift = endpoint('POST /api/cohort/:systemId/:examId/platform/drift/read', {
  summary: 'Has the course of an exam read and compared soon.',
  access: { level: 'admin' },
  reply: json(z.literal(true)),
});

const Repair = z.discriminatedUnion('what', [
  /** Repairs everything that is repairable; never a stranger. */
  z.object({ what: z.literal('all') }),
  z.object({ what: z.literal('course') }),
  /** Sets the dates of the quizzes that are shut. */
  z.object({ what: z.literal('dates') }),
  z.object({ what: z.literal('person'), key: z.string().check(z.maxLength(64)) }),
  /** Takes the stranger off the course. */
  z.object({ what: z.literal('stranger'), externalId: z.string().check(z.maxLength(64)) }),
]);
export type Repair = z.output<typeof Repair>;

export const repairDrift = endpoint('POST /api/cohort/:systemId/:examId/platform/drift/repair', {
  summary:
    'Plans what brings the platform back to what the portal says, and reads it again afterwards; returns how many rows.',
  access: { level: 'admin' },
  body: json(Repair),
  reply: json(z.int()),
});
