import * as z from 'zod/mini';

/** Problems of the whole file: nothing, or nothing more, could be read. */
export const fileProblemCodes = [
  'import.emptyFile',
  /** `limit` in MB. */
  'import.tooLarge',
  /** Neither a workbook nor text: a PDF, a picture, a text document, a web page. */
  'import.notASpreadsheet',
  /** An Excel format that is not supported: .xls (before 2007), .xlsb, XML (2003), single-file web page. */
  'import.oldExcel',
  'import.encrypted',
  /** Text in a file named as a workbook; `ending` is the file's extension. */
  'import.wrongEnding',
  'import.damaged',
  /** Unpacks to more than `limit` MB, or with an implausible compression ratio. */
  'import.unpackedTooLarge',
  /** Reading the file takes more work than any list does. */
  'import.tooIntricate',
  /** More than `limit` rows; the problem's line is the first row in excess. */
  'import.tooManyRows',
  'import.noHeadings',
  /** No heading matches `field`. */
  'import.missingColumn',
  /** Two headings match one field: `first`, and `second`, the column of this problem. */
  'import.columnTwice',
  /** Matching by hand: column number `column`, in a list with only `columns` columns. */
  'import.columnOutOfRange',
  /** Matching by hand: the column `column` is confidential and cannot be kept as it is. */
  'import.columnNotKept',
  /** Matching by hand: this line cannot be the headings. */
  'import.headingLineUnknown',
  /** In a list of results: no column says yes or no; two columns do, `first` and `second`; no column names people. */
  'import.noResultColumn',
  'import.resultColumnTwice',
  'import.noPersonColumn',
  /** A column of extra time for a caller without the right; `column`: its heading. `withoutExtraTime` skips it. */
  'import.extraTimeDenied',
  /** No sheet is called `sheet`; the workbook has `sheets`. */
  'import.sheetUnknown',
  /** The columns of the sheets `first` and `second` differ, so that they cannot be read together. */
  'import.sheetsDiffer',
  /** A question: `count` people have left by what their lines say; `leavers` answers it. */
  'import.leavers',
  /** Everybody in the list, `count` people, has left and is left out. */
  'import.allLeft',
  /** A line that was put aside or corrected, or the corrected field, is not in the list. */
  'import.lineUnknown',
  /** Headings without a candidate below them. */
  'import.noRows',
  /** All `count` rows below the headings are hidden in the workbook. */
  'import.allHidden',
] as const;

export const rowProblemCodes = [
  'import.emailMissing',
  'import.firstNameMissing',
  'import.lastNameMissing',
  /** `character`: a character that no address may hold there. */
  'import.emailInvalid',
  /** An address with `@@`. */
  'import.emailDoubleAt',
  /** More than `limit` characters. */
  'import.textTooLong',
  'import.controlCharacter',
  'import.looksLikeFormula',
  /** No program has computed the formula of the cell. */
  'import.formulaNotComputed',
  /** An error value of a failed formula, such as #N/A. */
  'import.errorValue',
  /**
   * A column for « last name, first name » has no comma, or several. `firstLast` and `lastFirst`: the likely reading
   * in each order, with a comma; absent where there is none.
   */
  'import.nameNotSplit',
  /** The spreadsheet converted the name into a number, a date, or TRUE. */
  'import.nameIsNumber',
  'import.nameIsDate',
  'import.nameIsBoolean',
  /** The text was encoded twice; `repaired` is the repaired text. */
  'import.encodedTwice',
  /** The encoding is neither declared nor detectable. */
  'import.lettersUnsure',
  /** A character was lost or corrupted before the upload. */
  'import.lostCharacters',
  'import.languageUnknown',
  'import.extraTimeUnreadable',
  /** `otherLine` gives the same person another extra time. */
  'import.extraTimeTwice',
  /** `otherLine` gives the same person another value in a column that is kept. */
  'import.listValueTwice',
  /** Not a valid value for the column `field`. */
  'import.valueInvalid',
  /** On `otherLine` the same address belongs to another person. */
  'import.emailOfAnotherPerson',
  /** On `otherLine` the same student number has another address. */
  'import.studentNumberOfAnotherEmail',
  /** A quote that opens a cell is not closed, or text follows the closing quote. */
  'import.unclosedQuote',
  /** A line of a text file has more cells than there are headings, so that its cells have shifted. */
  'import.extraCells',
] as const;

export const problemCodes = [...fileProblemCodes, ...rowProblemCodes] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** Problems that matching the columns by hand may solve. */
export const columnProblemCodes: ReadonlySet<ProblemCode> = new Set([
  'import.noHeadings',
  'import.missingColumn',
  'import.columnTwice',
  'import.columnOutOfRange',
  'import.columnNotKept',
  'import.headingLineUnknown',
] as const);

export const problemTextMaxLength = 200;

export const Problem = z.object({
  /** Line in the file, from 1; null when the problem concerns the whole file. */
  line: z.nullable(z.int()),
  /** The sheet of the line, where several are read. */
  sheet: z.optional(z.string()),
  /** The heading of the column as in the file; null when the problem does not concern one column. */
  column: z.nullable(z.string()),
  /** The field whose cell can be corrected on the page (`corrections`); absent where no single cell is wrong. */
  field: z.optional(z.string()),
  code: z.enum(problemCodes),
  /** The offending text, truncated; empty when there is none. */
  text: z.string().check(z.maxLength(problemTextMaxLength)),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  /** The person whom the row is about, as far as it says so: name and address as in the file, truncated. */
  person: z.optional(
    z.object({
      name: z.string().check(z.maxLength(problemTextMaxLength)),
      email: z.string().check(z.maxLength(problemTextMaxLength)),
    }),
  ),
});
export type Problem = z.infer<typeof Problem>;
