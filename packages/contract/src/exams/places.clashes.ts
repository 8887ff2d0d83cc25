import * as z from 'zod/mini';
import { Day, endpoint, id, json } from '../core/endpoint.ts';
import { Email } from '../identity/account.ts';
import { maxCandidatesAtOnce } from './places.ts';

export const shownClashes = 50;
/** The most names that are listed of people in one exam. */
export const shownNames = 5;

const ExamOfPeople = z.object({
  title: z.string(),
  /** '' where the exam has only a French title. */
  titleEn: z.string(),
  date: Day,
  startTime: z.string(),
  endTime: z.string(),
});

/** A coming exam of the same system, at other hours, with the number of people in it and the first names. */
export const OtherExam = z.extend(ExamOfPeople, { people: z.int(), names: z.array(z.string()) });
export type OtherExam = z.infer<typeof OtherExam>;

/** People with another exam at the hour of an exam, in whatever system. */
export const Clashes = z.object({
  people: z.int(),
  /** The first clashes, by name. */
  samples: z.array(
    z.object({
      /** Empty for somebody of whom the caller knows the address alone. */
      name: z.string(),
      email: z.string(),
      /** The other exam; null in a system that the caller does not see. */
      exam: z.nullable(ExamOfPeople),
    }),
  ),
});
export type Clashes = z.infer<typeof Clashes>;

/** Without `userIds` and `email`: of all candidates of the exam. `leaving`: the exam of this system that the people leave. */
export const findClashes = endpoint('POST /api/cohort/:systemId/:examId/clashes', {
  summary:
    'Tells who has another exam at the hour of this one, in any system: its candidates, or people before they come into it. Of exams in systems that the caller does not see, only that there is one.',
  access: { level: 'admin' },
  bodyBytes: 128 * 1024,
  body: json(
    z.object({
      /** Candidates of this system. */
      userIds: z.optional(z.array(id).check(z.maxLength(maxCandidatesAtOnce, 'maxLength'))),
      /** The address of somebody who is to be added. */
      email: z.optional(Email),
      leaving: z.optional(id),
    }),
  ),
  reply: json(Clashes),
});
