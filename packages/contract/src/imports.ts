import * as z from 'zod/mini';
import { endpoint, events, file, multipart, outcome } from './core/endpoint.ts';
import { formLanguageId, Language } from './core/language.ts';
import { flag, systemId } from './core/wire.ts';
import { columnMatch, ListLayout, RememberedMatch } from './imports.columns.ts';
import { Problem as RowProblem } from './imports.problems.ts';

export const importMaxBytes = 20 * 1024 * 1024;
export const importMaxRows = 200_000;
/** A longer list keeps others waiting for more than a moment where the database is the embedded one. */
export const longListRows = 5_000;
/** How many rows a preview names one by one; its counts always cover the whole file. */
export const previewMaxRows = 5_000;

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i));

const lineNumber = z.codec(
  z.union([
    z.int().check(z.minimum(0), z.maximum(999_999_999)),
    z.string().check(z.regex(/^(?:0|[1-9]\d{0,8})$/)),
  ]),
  z.int(),
  { decode: Number, encode: (value) => value },
);

/** `selectedCourse` is the cohort's courseId. The language serves lines that state none (readings §3). */
const importForm = z.object({
  systemId,
  languageId: formLanguageId,
  selectedCourse: z.string().check(z.minLength(1, 'required'), z.maxLength(128)),
  sendEmail: z._default(flag, true),
  /** Also the rows that a filter or a person has hidden; without it they are left out, and counted. */
  includeHidden: z.optional(flag),
  /** Text that was encoded twice, such as ZoÃ©, is repaired; without it, it is a problem that offers the repair. */
  repairText: z.optional(flag),
  importId: z.optional(uuid),
  /** Which column is which field; without it the headings decide. */
  columns: z.optional(columnMatch),
  /** The line of the headings, one of the first ten with text; 0 where the list has none. Without it they are found. */
  headingLine: z.optional(lineNumber),
});

/** Lines that are no candidates and are left out: titles above the headings, rules, totals, headings once more. */
export const skippedKinds = ['title', 'rule', 'total', 'headingsAgain'] as const;

/** How many skipped lines, and how many repaired cells, a report names one by one. */
export const fileNotesMax = 50;

/** What the file says beside its rows. */
export const FileReport = z.object({
  rows: z.int(),
  blankLines: z.int(),
  /** Heading as it stands in the file → the field it was read as. */
  recognised: z.array(z.object({ heading: z.string(), field: z.string() })),
  /** The first headings of columns that are not read, as they stand in the file. */
  ignoredColumns: z.array(z.string()),
  /** The first columns without a heading that hold values all the same, in letters as spreadsheets name them. */
  unnamedColumns: z.array(z.string()),
  /** Columns that are not read, beyond those that are named. */
  columnsLeftOut: z.int(),
  /** Rows with text that are hidden in the workbook: left out, unless `includeHidden` asked for them. */
  hidden: z.object({ rows: z.int(), included: z.boolean() }),
  skipped: z.array(z.object({ line: z.int(), kind: z.enum(skippedKinds), text: z.string() })),
  /** Cells whose text was encoded twice, and what the repair made of the first of them. */
  repaired: z.object({
    cells: z.int(),
    samples: z.array(z.object({ line: z.int(), column: z.string(), before: z.string(), after: z.string() })),
  }),
  /** How the letters of a text file were read; null for a workbook, where there is no question. */
  encoding: z.nullable(z.string()),
});
export type FileReport = z.infer<typeof FileReport>;

/** What a preview tells about the columns; null where no row could be read. */
const Columns = z.object({
  layout: z.nullable(ListLayout),
  /** Proposed, never applied by itself. */
  remembered: z.nullable(RememberedMatch),
});

/** A file that cannot be imported: every problem of every row, or one for the file as a whole. */
export const Refusal = z.object({
  ...{ type: z.literal('about:blank'), status: z.literal(422), title: z.string(), detail: z.string() },
  code: z.literal('import.problems'),
  problems: z.array(RowProblem),
  badRows: z.int(),
  /** Problems beyond those that one answer names. */
  problemsLeftOut: z.int(),
  file: z.nullable(FileReport),
  /** Of a preview alone. */
  columns: z.optional(Columns),
});
export type Refusal = z.infer<typeof Refusal>;

export const rowOutcomes = ['newAccount', 'knownAccount', 'alreadyInCohort', 'duplicateInFile'] as const;

export const PreviewRow = z.object({
  line: z.int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  language: Language,
  /** What else the list says of her, by field. */
  more: z.record(z.string(), z.nullable(z.string())),
  outcome: z.enum(rowOutcomes),
});
export type PreviewRow = z.infer<typeof PreviewRow>;

export const Preview = z.object({
  file: FileReport,
  columns: Columns,
  counts: z.record(z.enum(rowOutcomes), z.int()),
  /** Mails that would go out, by the language of their text; a text that is empty falls back to the other. */
  mails: z.object({ fr: z.int(), en: z.int() }),
  fallback: z.nullable(z.object({ missing: Language, used: z.nullable(Language) })),
  /** On the embedded database everybody else waits for some seconds while a list of this length is written. */
  holdsOthersUp: z.boolean(),
  rows: z.array(PreviewRow),
  rowsLeftOut: z.int(),
});
export type Preview = z.infer<typeof Preview>;

/** The form names the system, because the path does not: access is checked on `body.systemId`. */
export const importCandidates = endpoint({
  method: 'POST',
  path: '/api/import',
  summary: 'Places the candidates of a file in a cohort, all or none; answers how many this call placed.',
  access: { level: 'admin' },
  body: multipart(importForm, { required: true, maxBytes: importMaxBytes }),
  reply: outcome(z.union([z.int(), Refusal]), (reply) => ({ status: typeof reply === 'number' ? 200 : 422 })),
});

export const previewImport = endpoint({
  method: 'POST',
  path: '/api/import/preview',
  summary: 'What an import of this file would do, row by row; changes nothing.',
  access: { level: 'admin' },
  body: multipart(importForm, { required: true, maxBytes: importMaxBytes }),
  reply: outcome(z.union([Preview, Refusal]), (reply) => ({ status: 'counts' in reply ? 200 : 422 })),
});

/** How many streams of progress a person may have open. */
export const progressStreams = 3;

/** Rises from `reading` to `done` or `refused`; rows are counted as they are read. */
export const Progress = z.object({
  phase: z.enum(['waiting', 'reading', 'writing', 'done', 'refused']),
  rows: z.int(),
  /** Share of the file that has been read, 0 to 1. */
  share: z.number(),
  imported: z.nullable(z.int()),
});
export type Progress = z.infer<typeof Progress>;

export const watchImport = endpoint({
  method: 'GET',
  path: '/api/import/:importId/progress',
  summary:
    'How far an import of the caller is; one that is not known yet is waited for, for a minute. Three streams a person.',
  access: 'signedIn',
  params: z.object({ importId: uuid }),
  reply: events(Progress),
});

export const downloadTemplate = endpoint({
  method: 'GET',
  path: '/api/import',
  summary: 'An empty list to fill in: .xlsx, or CSV with format=csv.',
  access: { level: 'admin', of: 'anySystem' },
  query: z.object({ format: z.optional(z.enum(['xlsx', 'csv'])) }),
  reply: file,
});
