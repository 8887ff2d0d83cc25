import * as z from 'zod/mini';
import { endpoint, json } from './core/endpoint.ts';
import { id, instant, systemId } from './core/wire.ts';
import { platformStates } from './users.ts';

/** Something that the learning platform does not have as the portal wants it. */
const onItsWay = {
  state: z.enum(platformStates),
  /** Calls made so far. */
  attempts: z.int(),
  /** When the next one is due; null where none will be made by itself. */
  nextTryAt: z.nullable(instant),
  /** What the platform answered last, in its own words. */
  reason: z.nullable(z.string()),
};

export const StuckPerson = z.object({
  ...onItsWay,
  /** The key on the platform. */
  key: z.string(),
  /** Null once the account is deleted. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Whether a place in the course is to be made or taken back. */
  wanted: z.enum(['in', 'out']),
});
export type StuckPerson = z.output<typeof StuckPerson>;

/** How far a cohort is on the learning platform. */
export const PlatformHealth = z.object({
  course: z.object(onItsWay),
  /** How many places stand in which state. */
  states: z.partialRecord(z.enum(platformStates), z.int()),
  /** Those that failed, then those that wait for another try; at most 200. */
  stuck: z.array(StuckPerson),
});
export type PlatformHealth = z.output<typeof PlatformHealth>;

const ofCohort = z.object({ systemId, cohortId: id });

export const getPlatformHealth = endpoint({
  method: 'GET',
  path: '/api/cohort/:systemId/:cohortId/platform',
  summary: 'What of a cohort has not reached the learning platform, for whom, and why.',
  access: { level: 'admin' },
  params: ofCohort,
  reply: json(PlatformHealth),
});

export const retryPlatform = endpoint({
  method: 'POST',
  path: '/api/cohort/:systemId/:cohortId/platform/retry',
  summary: 'Has everything of a cohort that failed or waits tried again now; answers how much that is.',
  access: { level: 'admin' },
  params: ofCohort,
  reply: json(z.int()),
});
