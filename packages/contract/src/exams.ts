import * as z from 'zod/mini';
import { Cohort } from './cohorts.ts';
import { endpoint, json } from './core/endpoint.ts';
import { Day, ofSystem } from './core/wire.ts';

/** S5.15, S5.17; that the date is today or later is checked against the university's day (S5.16). */
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
 * `requestId` is a number that the form got when it was opened: the same one again answers the exam space that it has
 * made. Without one, the same title and day within ten seconds are taken for the same form.
 */
export const createExamSpace = endpoint({
  method: 'POST',
  path: '/api/exam/:systemId',
  summary: 'Makes an exam space: the cohort at once, its course on the learning platform through the queue.',
  access: { level: 'admin' },
  params: ofSystem,
  body: json(z.extend(NewExamSpace, { requestId: z.optional(z.uuid()) })),
  reply: json(Cohort),
});
