import * as z from 'zod/mini';
import { endpoint, file, flag, multipart, outcome, systemId, wholeNumber } from '../core/endpoint.ts';
import { formLanguageId, Language } from '../core/language.ts';
import { ListValues } from '../core/listValues.ts';
import { MailForecast } from '../exams/notices.invitations.ts';
import { Clashes, OtherExam } from '../exams/places.clashes.ts';
import {
  columnMatch,
  ListedSheet,
  ListLayout,
  nameOrders,
  RememberedMatch,
  type readingFields,
  sheetNames,
} from './imports.columns.ts';
import { Comparison, listChoices } from './imports.comparison.ts';
import { corrections, leaverAnswers, leftOutOnRequest, place, setAsideLines } from './imports.edits.ts';
import { EncodingReading, listEncodings, readEncodings } from './imports.encodings.ts';
import { Problem as RowProblem } from './imports.problems.ts';

export const importMaxBytes = 20 * 1024 * 1024;
const importFormBytes = 768 * 1024;
export const importMaxRows = 200_000;
/** On the embedded database, a longer list blocks other requests noticeably. */
export const longListRows = 5_000;
/** The most rows listed in a preview; its counts cover the whole file. */
export const previewMaxRows = 5_000;

export const importId = z.string().check(z.regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i));

/** `selectedCourse` is the exam's courseId. `languageId` is the language of new accounts whose line states none (readings §3). */
const importForm = z.object({
  systemId,
  languageId: formLanguageId,
  selectedCourse: z.string().check(z.minLength(1, 'required'), z.maxLength(128)),
  sendEmail: z._default(flag, true),
  /** When the mails leave, `yyyy-mm-ddThh:mm` in the university's zone; empty or absent: at once. */
  mailsAt: z.optional(z.string().check(z.maxLength(100, 'localTime'))),
  /** Whether to read rows hidden by a filter or by hand; otherwise hidden rows are skipped and counted. */
  includeHidden: z.optional(flag),
  /** Whether to repair text that was encoded twice, such as ZoÃ©; otherwise such text is a problem that offers the repair. */
  repairText: z.optional(flag),
  /** The chosen encoding of a text file; else the likeliest, and cells in doubt are problems. */
  encoding: z.optional(z.enum(listEncodings)),
  /**
   * Whether to repair cells that passed through another program: entities such as `&eacute;`, backslashes, quotes around a
   * cell, hyphens that do not break. So by default, and each repair is told in the preview.
   */
  repairCells: z.optional(flag),
  /**
   * Whether a line with one empty name is a person with a single name; otherwise that is a problem, unless an earlier
   * line has a dash, a dot or a code such as FNU in place of a name.
   */
  singleNames: z.optional(flag),
  /** The order of whole names without a comma; otherwise they are problems, unless most last names are in capitals. */
  nameOrder: z.optional(z.enum(nameOrders)),
  /** Whether TRUE, FALSE, VRAI and FAUX in a column of names are names; otherwise they are problems. */
  truthNames: z.optional(flag),
  /** Whether to skip a column of extra time; otherwise callers who may not give extra time are refused. */
  withoutExtraTime: z.optional(flag),
  /** The names of the sheets to read as one list; if absent, the first sheet that is a list is read. */
  sheets: z.optional(sheetNames),
  /**
   * The answer about people who have left by what their line says (a state, or struck through). Without an answer
   * a list with such people is refused with the question `import.leavers`, which names them.
   */
  leavers: z.optional(z.enum(leaverAnswers)),
  setAside: z.optional(setAsideLines),
  corrections: z.optional(corrections),
  importId: z.optional(importId),
  /** The field of each column; without `columns` the headings decide. */
  columns: z.optional(columnMatch),
  /** The line of the headings, among the first ten lines with text; 0 without headings. If absent, the portal detects it. */
  headingLine: z.optional(wholeNumber(0, 9)),
});

export type ReadingForm = Pick<z.output<typeof importForm>, (typeof readingFields)[number]>;

/** Lines that are skipped because they are no candidates: titles above the headings, rules, totals, repeated headings. */
export const skippedKinds = ['title', 'rule', 'total', 'headingsAgain'] as const;

export const FileReport = z.object({
  rows: z.int(),
  /** The sheets with people; absent for a file without sheets. */
  sheets: z.optional(z.array(ListedSheet)),
  blankLines: z.int(),
  /** The headings as in the file, each with the field as which its column was read. */
  recognised: z.array(z.object({ heading: z.string(), field: z.string() })),
  /** The first headings of ignored columns, as in the file. */
  ignoredColumns: z.array(z.string()),
  /** The first columns with values but no heading, by spreadsheet letter. */
  unnamedColumns: z.array(z.string()),
  /** The heading of the column of extra time that was left unread on request; absent without such a column. */
  leftOutColumn: z.optional(z.string()),
  columnsLeftOut: z.int(),
  ...leftOutOnRequest,
  /** Number of non-empty rows hidden in the workbook; skipped unless `includeHidden` was set. */
  hidden: z.object({ rows: z.int(), included: z.boolean() }),
  skipped: z.array(z.object({ ...place, kind: z.enum(skippedKinds), text: z.string() })),
  /** Cells that were repaired, with the repairs of the first such cells. */
  repaired: z.object({
    cells: z.int(),
    /** The number of cells that were not repaired, since `repairCells` was false. */
    left: z.int(),
    samples: z.array(z.object({ ...place, column: z.string(), before: z.string(), after: z.string() })),
  }),
  ...readEncodings,
});
export type FileReport = z.infer<typeof FileReport>;

/** The columns of a preview; null when no row could be read. */
const Columns = z.object({
  layout: z.nullable(ListLayout),
  /** A suggested matching; never applied automatically. */
  remembered: z.nullable(RememberedMatch),
  /** The sheets of this file that were read the last time, where others are read now. */
  rememberedSheets: z.optional(z.array(z.string())),
  /** The likely encodings of a text file without known headings, with a line as each reads it. */
  encodings: z.optional(z.array(EncodingReading)),
});

/** A file that cannot be imported: every problem of every row, or one problem of the whole file. */
export const Refusal = z.object({
  ...{ type: z.literal('about:blank'), status: z.literal(422), title: z.string(), detail: z.string() },
  code: z.literal('import.problems'),
  problems: z.array(RowProblem),
  badRows: z.int(),
  problemsLeftOut: z.int(),
  file: z.nullable(FileReport),
  /** Present in a preview only. */
  columns: z.optional(Columns),
});
export type Refusal = z.infer<typeof Refusal>;

export const rowOutcomes = ['newAccount', 'knownAccount', 'alreadyInExam', 'duplicateInFile'] as const;

export const PreviewRow = z.object({
  ...place,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Null: the account's own, which the line leaves as it is. */
  language: z.nullable(Language),
  /** The person's other fields in the list, by field name. */
  more: z.record(z.string(), z.nullable(z.string())),
  /** The line's values in columns that are kept as they are; null without such columns. */
  listValues: z.nullable(ListValues),
  outcome: z.enum(rowOutcomes),
});
export type PreviewRow = z.infer<typeof PreviewRow>;

export const Preview = z.object({
  file: FileReport,
  columns: Columns,
  counts: z.record(z.enum(rowOutcomes), z.int()),
  /** Mails that would be sent, by the language of their reader; `own`: to accounts that keep their own. */
  mails: z.object({ fr: z.int(), en: z.int(), own: z.int() }),
  fallback: z.nullable(z.object({ missing: Language, used: z.nullable(Language) })),
  /** The languages whose mails would have no link to a first password. */
  lacksLink: z.array(Language),
  /** The texts that these mails would have, and what they lack; null without mails. */
  forecast: z.nullable(MailForecast),
  /**
   * The people to whom the list gives extra time that they do not have, whose extra time it has otherwise, which is changed
   * for chosen people alone, and the mails to those of the former who know another end; absent for a list without that column.
   */
  extraTimes: z.optional(z.int()),
  otherExtraTimes: z.optional(z.int()),
  extraTimeMails: z.optional(z.int()),
  /** The heading of that column where a yes under it is read as a third of the duration. */
  thirdColumn: z.optional(z.string()),
  /** Domains that are probably typing errors of `meant`, each with its first line: a warning only, nothing is refused. */
  doubtfulDomains: z.array(
    z.object({ ...place, email: z.string(), domain: z.string(), meant: z.string(), addresses: z.int() }),
  ),
  /** People who have a single name, and the first lines with one: a hint only. */
  singleNames: z.object({
    people: z.int(),
    samples: z.array(z.object({ ...place, name: z.string() })),
  }),
  /** A warning: lines whose student number another person of the system has. The address of the line counts. */
  numbersOfOthers: z.object({
    lines: z.int(),
    /** The first such lines, each with the person who already has the number. */
    samples: z.array(
      z.object({
        ...place,
        email: z.string(),
        outcome: z.enum(['newAccount', 'knownAccount', 'alreadyInExam']),
        studentNumber: z.string(),
        name: z.string(),
        knownEmail: z.string(),
      }),
    ),
  }),
  /** With `compare`: whom the import would enrol at the hour of another exam. */
  clashes: z.optional(Clashes),
  /** With `compare`: the other exams of the system in which people are whom the import would enrol. */
  otherExams: z.optional(z.array(OtherExam)),
  /** With `compare`: whom the import would enrol although they were told that they are no longer registered, and the first names. */
  turnedAway: z.optional(z.object({ people: z.int(), names: z.array(z.string()) })),
  /** With `compare`: lines with addresses that probably lead to one mailbox, each with the first lines. */
  sharedMailboxes: z.optional(z.array(z.object({ emails: z.array(z.string()), names: z.array(z.string()) }))),
  /** With `compare`: the list held against the exam. */
  comparison: z.optional(Comparison),
  /** On the embedded database, writing a list of this length blocks other requests for some seconds. */
  holdsOthersUp: z.boolean(),
  rows: z.array(PreviewRow),
  rowsLeftOut: z.int(),
});
export type Preview = z.infer<typeof Preview>;

/** The path has no system id: access is checked on `body.systemId`. */
export const importCandidates = endpoint('POST /api/import', {
  summary: 'Imports the candidates of a file into an exam, all or none; returns how many were added.',
  access: { level: 'admin' },
  // Each line put aside, each corrected cell and each chosen person is named.
  bodyBytes: importFormBytes,
  /** `choices`: what the list changes of people who are in the exam, as `compare` has shown it. */
  body: multipart(z.extend(importForm, { choices: z.optional(listChoices) }), {
    required: true,
    maxBytes: importMaxBytes,
  }),
  reply: outcome(z.union([z.int(), Refusal]), (reply) => ({ status: typeof reply === 'number' ? 200 : 422 })),
});

export const previewImport = endpoint('POST /api/import/preview', {
  summary: 'Previews an import of this file, row by row, without changing anything.',
  access: { level: 'admin' },
  // Each line put aside, each corrected cell and each chosen person is named.
  bodyBytes: importFormBytes,
  /** `compare`: also tells who is otherwise in the list, and who is in the exam alone. */
  body: multipart(z.extend(importForm, { compare: z.optional(flag) }), {
    required: true,
    maxBytes: importMaxBytes,
  }),
  reply: outcome(z.union([Preview, Refusal]), (reply) => ({ status: 'counts' in reply ? 200 : 422 })),
});

export const downloadTemplate = endpoint('GET /api/import', {
  summary: 'Returns an empty list to fill in: .xlsx, or CSV with format=csv.',
  access: { level: 'admin', of: 'anySystem' },
  query: z.object({ format: z.optional(z.enum(['xlsx', 'csv'])) }),
  reply: file,
});
