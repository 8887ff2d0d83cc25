import * as z from 'zod/mini';
import { endpoint, id, json, wholeNumber } from '../core/endpoint.ts';
import { presenceStates } from '../identity/users.ts';
import { maxCandidatesAtOnce } from './places.ts';

const attested = z.array(id).check(z.minLength(1, 'required'), z.maxLength(maxCandidatesAtOnce, 'maxLength'));

/** Counted as `attestation` in the search; possible from the exam's day on. Returns the ids whose mark changed. */
export const attestCandidates = endpoint('POST /api/cohort/:systemId/:examId/attest', {
  summary: 'Marks candidates of an exam as attended with success, or removes the mark; all or none.',
  access: { level: 'admin' },
  bodyBytes: 128 * 1024,
  body: json(z.object({ userIds: attested, isAttested: z.boolean() })),
  reply: json(z.array(z.int())),
});

/**
 * Null takes the tick back. `secondsAgo`: how long the tick waited for a network; a later tick of somebody else stands, and
 * the reply is false. Once anybody of the exam was ticked, attestations are granted to those present alone.
 */
export const setPresence = endpoint('POST /api/cohort/:systemId/:examId/presence/:userId', {
  summary: 'Ticks a candidate as present or absent from the day of the exam on, or takes the tick back.',
  access: { level: 'admin' },
  body: json(
    z.object({ presence: z.nullable(z.enum(presenceStates)), secondsAgo: z._default(wholeNumber(0, 6), 0) }),
  ),
  reply: json(z.boolean()),
});
