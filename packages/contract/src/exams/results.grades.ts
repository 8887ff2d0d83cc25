import * as z from 'zod/mini';
import { endpoint, id, instant, json } from '../core/endpoint.ts';
import { notPresentReasons } from '../identity/users.ts';
import { Remark } from '../learning/learning.remarks.ts';
import { maxCandidatesAtOnce } from './places.ts';

const ids = z.array(id).check(z.maxLength(maxCandidatesAtOnce, 'maxLength'));
export const Marks = z.object({ marked: ids, unmarked: ids });
export type Marks = z.infer<typeof Marks>;
/** The size of the longest body, with as many ids as both lists may have. */
export const marksBytes = 256 * 1024;

/** The effect of the rule on a mark. `same`: it agrees already. `ungraded`: without a grade it stays. Others: not present. */
export const gradeOutcomes = ['unmarked', 'marked', ...notPresentReasons, 'ungraded', 'same'] as const;
export type GradeOutcome = (typeof gradeOutcomes)[number];

/** The total of a course, in points; null where the platform gives none. */
const Points = z.object({ points: z.nullable(z.number()), outOf: z.nullable(z.number()) });
export type Points = z.infer<typeof Points>;

const GradeRow = z.object({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  grade: Points,
  /** The grade that the platform gave before, and when a different grade was read; null while the grade never changed. */
  before: z.nullable(z.object({ ...Points.shape, until: instant })),
  /** Whether the candidate is marked as attended with success now, and whether the rule would mark them. */
  from: z.boolean(),
  to: z.boolean(),
  outcome: z.enum(gradeOutcomes),
});
export type GradeRow = z.infer<typeof GradeRow>;

const CourseGrades = z.object({
  /** Whether the platform of the system gives grades at all. */
  isGiven: z.boolean(),
  /** The least share of the points that passes; null before the first reading. */
  passPercent: z.nullable(z.int()),
  readAt: z.nullable(instant),
  rows: z.array(GradeRow),
});
export type CourseGrades = z.infer<typeof CourseGrades>;

const passPercent = z.int('passPercent').check(z.minimum(1, 'passPercent'), z.maximum(100, 'passPercent'));

export const getGrades = endpoint('GET /api/cohort/:systemId/:examId/grades', {
  summary: 'Returns the grades that were last read from the platform, and what the rule would mark.',
  access: { level: 'admin' },
  reply: json(CourseGrades),
});

export const readGrades = endpoint('POST /api/cohort/:systemId/:examId/grades', {
  summary:
    'Reads the grades of an exam from its course on the platform and keeps them with the rule; marks nobody. Says why when the platform gives none.',
  access: { level: 'admin' },
  body: json(z.object({ passPercent })),
  reply: json(
    z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('read'),
        /** Names of people with several accounts on the course, whose grades were not taken. */
        doubled: z.array(z.string()),
        /** How many people on the course are not candidates of the exam. */
        others: z.int(),
      }),
      z.object({ outcome: z.literal('notRead'), reason: Remark }),
    ]),
  ),
});

/** Returns the candidates whose mark changed; `setResults` with both lists exchanged undoes exactly these changes. */
export const attestByGrades = endpoint('POST /api/cohort/:systemId/:examId/grades/attestations', {
  summary:
    'Marks candidates by their grades as they were shown: refused when the rule, the grades or the marks give other changes now.',
  access: { level: 'admin' },
  bodyBytes: marksBytes,
  body: json(z.extend(Marks, { passPercent })),
  reply: json(Marks),
});

/** Returns the candidates whose mark changed; a call with both lists exchanged undoes exactly these changes. */
export const setResults = endpoint('POST /api/cohort/:systemId/:examId/results', {
  summary: 'Marks candidates as attended with success and removes the mark of others; all or none.',
  access: { level: 'admin' },
  bodyBytes: marksBytes,
  body: json(Marks),
  reply: json(Marks),
});
