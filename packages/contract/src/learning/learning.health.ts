import * as z from 'zod/mini';
import { endpoint, instant, json } from '../core/endpoint.ts';
import { Remark } from './learning.remarks.ts';
import { platformStates } from './learning.states.ts';

/** An account or enrolment that is not yet as it should be on the learning platform. */
const onItsWay = {
  state: z.enum(platformStates),
  attempts: z.int(),
  /** When the next call is due; null when no retry is scheduled. */
  nextTryAt: z.nullable(instant),
  /** The outcome of the last call. */
  reason: z.nullable(Remark),
};

export const StuckPerson = z.object({
  ...onItsWay,
  key: z.string(),
  /** Null when the account was deleted. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  wanted: z.enum(['in', 'out']),
});
export type StuckPerson = z.output<typeof StuckPerson>;

export const PlatformHealth = z.object({
  course: z.object(onItsWay),
  /** Number of enrolments in each state. */
  states: z.partialRecord(z.enum(platformStates), z.int()),
  /** Failed enrolments first, then enrolments waiting for a retry; at most 200. */
  stuck: z.array(StuckPerson),
});
export type PlatformHealth = z.output<typeof PlatformHealth>;

export const getPlatformHealth = endpoint('GET /api/cohort/:systemId/:examId/platform', {
  summary: 'Lists what of an exam has not reached the learning platform, with the person and the reason.',
  access: { level: 'admin' },
  reply: json(PlatformHealth),
});

export const retryPlatform = endpoint('POST /api/cohort/:systemId/:examId/platform/retry', {
  summary: 'Retries everything of an exam that failed or waits; returns how many.',
  access: { level: 'admin' },
  reply: json(z.int()),
});
