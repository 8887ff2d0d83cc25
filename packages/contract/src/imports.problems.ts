import * as z from 'zod/mini';

/** Faults of the file as a whole: nothing, or nothing more, could be read. */
export const fileProblemCodes = [
  'import.emptyFile',
  /** `limit` in MB. */
  'import.tooLarge',
  /** Neither a workbook nor text: a PDF, a picture, a text document, a web page. */
  'import.notASpreadsheet',
  /** A format of Excel that is read no more: .xls of before 2007, XML of 2003, a web page in a single file. */
  'import.oldExcel',
  /** A workbook that asks for a password. */
  'import.encrypted',
  /** Text under the name of a workbook; `ending` is that name's end. */
  'import.wrongEnding',
  'import.damaged',
  /** Unpacks to more than `limit` MB, or to far more than a list can. */
  'import.unpackedTooLarge',
  /** `limit` rows; the line is the first one too many. */
  'import.tooManyRows',
  'import.noHeadings',
  /** `field` is the one that no heading names. */
  'import.missingColumn',
  /** Two headings for one field: `first` and `second`, which is the column. */
  'import.columnTwice',
  /** Chosen by hand: column number `column` in a list of `columns`. */
  'import.columnOutOfRange',
  /** Chosen by hand: the headings cannot stand on this line. */
  'import.headingLineUnknown',
  /** Headings, and no candidate below them. */
  'import.noRows',
  /** All rows below the headings, `count` of them, are hidden in the workbook. */
  'import.allHidden',
] as const;

/** Faults of one row. */
export const rowProblemCodes = [
  'import.emailMissing',
  'import.firstNameMissing',
  'import.lastNameMissing',
  'import.emailInvalid',
  /** `limit` characters. */
  'import.nameTooLong',
  'import.controlCharacter',
  'import.looksLikeFormula',
  /** What a workbook writes where a formula failed, such as #N/A. */
  'import.errorValue',
  /** A column for « last name, first name » holds no comma, or several. */
  'import.nameNotSplit',
  /** The spreadsheet turned the name into a number, a date, or TRUE. */
  'import.nameIsNumber',
  'import.nameIsDate',
  'import.nameIsBoolean',
  /** The text was encoded twice, and `repaired` is what it would be after a repair. */
  'import.encodedTwice',
  /** The file does not say how its letters are to be read, and they do not tell either. */
  'import.lettersUnsure',
  /** A character was lost or mangled before the file came here. */
  'import.lostCharacters',
  'import.languageUnknown',
  /** Not what the column `field` can hold. */
  'import.valueInvalid',
  /** The address stands for another person on `otherLine`. */
  'import.emailOfAnotherPerson',
  /** The student number stands with another address on `otherLine`. */
  'import.studentNumberOfAnotherEmail',
  /** A quote that opens a cell is not closed, or text follows the closing one. */
  'import.unclosedQuote',
  /** More cells than there are headings, in a text file: they have slipped out of their columns. */
  'import.extraCells',
] as const;

export const problemCodes = [...fileProblemCodes, ...rowProblemCodes] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** Faults that end once somebody has said what the columns are. */
export const columnProblemCodes: ReadonlySet<ProblemCode> = new Set([
  'import.noHeadings',
  'import.missingColumn',
  'import.columnTwice',
  'import.columnOutOfRange',
  'import.headingLineUnknown',
] as const);

export const problemTextMaxLength = 200;

/** One fault of an import file. */
export const Problem = z.object({
  /** As in the file, from 1; null when the fault is the file's. */
  line: z.nullable(z.int()),
  /** The heading of the column as it stands in the file; null when the fault is not one column's. */
  column: z.nullable(z.string()),
  code: z.enum(problemCodes),
  /** The offending text, shortened; empty when there is none. */
  text: z.string().check(z.maxLength(problemTextMaxLength)),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type Problem = z.infer<typeof Problem>;
