import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { id, instant, systemId } from '../core/wire.ts';
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

/** `unenrolled`: the portal has taken her out of the exam. */
export const strangerCauses = ['unknown', 'unenrolled'] as const;

/** `key`: the account has another key than ours; `twins`: several have it; `moreRoles`: another role beside the student's. */
export const changedCauses = ['name', 'email', 'key', 'role', 'moreRoles', 'twins'] as const;

/**
 * `gone`: the course was deleted; `unmade`: it has not been created yet; `unmarked`: it bears our code nowhere any more, and
 * is known by its id alone; `twin`: another course has our code as well; `shut`: a quiz or another activity is closed to candidates in the hours of the exam. The others name what differs.
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
  /** Whether the portal can mend it by itself. */
  isRepairable: z.boolean(),
};

const value = z.nullable(z.string());

export const CourseDrift = z.object({
  fact: z.enum(courseFacts),
  /** Moments as ISO texts, two of them with a slash between where something has a beginning and an end, `isOpen` as `true` or `false`. */
  wanted: value,
  found: value,
  isRepairable: z.boolean(),
  /**
   * Which quiz or other activity (absent: a quiz) is shut, and to how many candidates; 0 where nobody is on the course yet, and it
   * would be to all.
   */
  quiz: z.optional(
    z.object({ name: z.string(), kind: z.optional(z.enum(['quiz', 'activity'])), people: z.int() }),
  ),
});
export type CourseDrift = z.output<typeof CourseDrift>;

export const MissingPerson = z.object({
  ...candidate,
  cause: z.enum(missingCauses),
  /** Why the platform refused her. */
  reason: z.nullable(Remark),
});
export type MissingPerson = z.output<typeof MissingPerson>;

export const Stranger = z.object({
  /** The platform's own id of the account. */
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
  /** As the platform has it. */
  found: z.object({ name: z.string(), email: z.string(), key: value }),
  /** Ids of the platform of further accounts with her key. */
  twins: z.array(z.string()),
});
export type ChangedPerson = z.output<typeof ChangedPerson>;

/** How many rows of a list are shown. */
export const shownDrifts = 200;

export const driftLists = ['course', 'missing', 'changed', 'strangers'] as const;
export type DriftList = (typeof driftLists)[number];

export const Drift = z.object({
  /** The state of the reading; null before the first one. `pending`: it is due or under way. */
  state: z.nullable(z.enum(platformStates)),
  /** Why it failed or waits. */
  reason: z.nullable(Remark),
  /** When it is tried again or, after one that is done or before the first, when the next one is planned for. */
  nextTryAt: z.nullable(instant),
  /** When the platform was last read; what follows is of that time. */
  readAt: z.nullable(instant),
  counts: z.object({ course: z.int(), missing: z.int(), changed: z.int(), strangers: z.int() }),
  /** People who were on the course. */
  onPlatform: z.int(),
  /** People with another role than the student's, who are not ours. */
  others: z.int(),
  /** Candidates who were not compared, since the portal was still bringing them onto the course or off it. */
  underway: z.int(),
  /** False where the platform does not tell whether an enrolment is suspended. */
  isSuspensionRead: z.boolean(),
  /** At most `shownDrifts` of each. */
  course: z.array(CourseDrift),
  missing: z.array(MissingPerson),
  changed: z.array(ChangedPerson),
  strangers: z.array(Stranger),
});
export type Drift = z.output<typeof Drift>;

const ofCohort = z.object({ systemId, cohortId: id });

export const getDrift = endpoint('GET /api/cohort/:systemId/:cohortId/platform/drift', {
  summary: 'Returns how the course of a cohort on the learning platform differed when it was last read.',
  access: { level: 'admin' },
  params: ofCohort,
  reply: json(Drift),
});

export const readDrift = endpoint('POST /api/cohort/:systemId/:cohortId/platform/drift/read', {
  summary: 'Has the course of a cohort read and compared soon.',
  access: { level: 'admin' },
  params: ofCohort,
  reply: json(z.literal(true)),
});

const Repair = z.discriminatedUnion('what', [
  /** Everything that is repairable; never a stranger. */
  z.object({ what: z.literal('all') }),
  z.object({ what: z.literal('course') }),
  /** Sets the dates of the quizzes that are shut. */
  z.object({ what: z.literal('dates') }),
  z.object({ what: z.literal('person'), key: z.string().check(z.maxLength(64)) }),
  /** Takes her off the course. */
  z.object({ what: z.literal('stranger'), externalId: z.string().check(z.maxLength(64)) }),
]);
export type Repair = z.output<typeof Repair>;

export const repairDrift = endpoint('POST /api/cohort/:systemId/:cohortId/platform/drift/repair', {
  summary:
    'Plans what brings the platform back to what the portal says, and reads it again afterwards; returns how many rows.',
  access: { level: 'admin' },
  params: ofCohort,
  body: json(Repair),
  reply: json(z.int()),
});
