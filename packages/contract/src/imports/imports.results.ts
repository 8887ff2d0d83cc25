import * as z from 'zod/mini';
import { endpoint, file, json, multipart } from '../core/endpoint.ts';
import { maxCandidatesAtOnce } from '../exams/places.ts';
import { notPresentReasons } from '../identity/users.ts';
import { Problem } from './imports.problems.ts';

export const resultsMaxBytes = 5 * 1024 * 1024;
/** The most rows of a list of results: all changes must fit into a request. */
export const resultsMaxRows = maxCandidatesAtOnce;

/**
 * The effect of a row. `same`: the mark agrees already. `blank`: the row states no result. `unclear`: the result is
 * neither yes nor no. `unknown`: the row names nobody in this exam. `ambiguous`: address and number belong to two people.
 * `absent`, `unticked`: the person passed, but was not ticked as present. `double`: an earlier row says the same. `conflict`: the rows of this person disagree, so that none of them counts.
 */
export const resultOutcomes = [
  'conflict',
  'ambiguous',
  'unknown',
  'unclear',
  'marked',
  'unmarked',
  ...notPresentReasons,
  'double',
  'blank',
  'same',
] as const;
export type ResultOutcome = (typeof resultOutcomes)[number];

const ResultRow = z.object({
  line: z.int(),
  /** The candidate's name, or the row's words for the person. */
  name: z.string(),
  /** Address or student number as in the row. */
  key: z.string(),
  /** Null for a person who is not in this exam. */
  userId: z.nullable(z.int()),
  /** The result as in the row. */
  text: z.string(),
  /** Whether the candidate is marked now, and whether they would be. */
  from: z.nullable(z.boolean()),
  to: z.nullable(z.boolean()),
  outcome: z.enum(resultOutcomes),
});
export type ResultRow = z.infer<typeof ResultRow>;

export const ResultsPreview = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('read'),
    rows: z.array(ResultRow),
    counts: z.record(z.enum(resultOutcomes), z.int()),
    /** Rows hidden in the workbook, which are not read. */
    hiddenRows: z.int(),
    /** Candidates who are not on the list; nothing changes for them. */
    absent: z.int(),
  }),
  z.object({ outcome: z.literal('unreadable'), problem: Problem }),
]);
export type ResultsPreview = z.infer<typeof ResultsPreview>;

export const previewResults = endpoint('POST /api/cohort/:systemId/:examId/results/preview', {
  summary:
    'Compares a list of results (address or student number, and a column that says yes or no) with the marks of an exam; changes nothing.',
  access: { level: 'admin' },
  body: multipart(z.object({}), { required: true, maxBytes: resultsMaxBytes }),
  reply: json(ResultsPreview),
});

export const exportResults = endpoint('GET /api/cohort/:systemId/:examId/results', {
  summary:
    "Returns the candidates of an exam with their marks, in the reader's language: .xlsx, or CSV with format=csv.",
  access: { level: 'admin' },
  query: z.object({ format: z.optional(z.enum(['xlsx', 'csv'])) }),
  reply: file,
});
