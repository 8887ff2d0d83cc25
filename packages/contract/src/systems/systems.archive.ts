import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { System } from './systems.ts';

/** Refused while exams are to come in the system. */
export const setArchived = endpoint('POST /api/System/:systemId/archived', {
  summary: 'Puts a system aside that is not used, or takes it back; nothing in it is deleted.',
  access: { level: 'superAdmin' },
  body: json(z.object({ isArchived: z.boolean() })),
  reply: json(System),
});
