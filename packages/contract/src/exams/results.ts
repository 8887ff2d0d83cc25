import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { id } from '../core/wire.ts';
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
