import * as z from 'zod/mini';
import { Cohort } from './cohorts.ts';
import { endpoint, json } from './core/endpoint.ts';
import { Day, ofSystem } from './core/wire.ts';

/** S5.15, S5.17. The server checks that the date is not before the university's today (S5.16). */
export const NewExamSpace = z.object({
  title: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(128, 'maxLength')),
  examDate: z.string().check(
    z.trim(),
    z.refine((text) => text !== '', { message: 'required', abort: true }),
    z.refine((text) => Day.safeParse(text).success, 'date'),
  ),
});
export type NewExamSpace = z.infer<typeof NewExamSpace>;

/**
 * `requestId` is drawn when the form opens and makes the request idempotent: sent again, it returns the exam space that
 * it created. Without one, the same title and day within ten seconds count as the same form.
 */
export const createExamSpace = endpoint('POST /api/exam/:systemId', {
  summary:
    'Creates an exam space: the cohort at once, its course on the learning platform through the queue.',
  access: { level: 'admin' },
  params: ofSystem,
  body: json(z.extend(NewExamSpace, { requestId: z.optional(z.uuid()) })),
  reply: json(Cohort),
});
