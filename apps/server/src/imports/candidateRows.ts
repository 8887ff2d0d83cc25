import { emailKey } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import type { ColumnField } from '@guichet/contract/imports.columns';
import type { Problem, ProblemCode } from '@guichet/contract/imports.problems';
import { type Reading, readEmail, readName, readStudentNumber } from './candidateFields.ts';
import { openLanguageColumn } from './candidateLanguage.ts';
import { repairText } from './doubleEncoding.ts';
import { isSamePerson, type Match, makeDuplicateDetector, type Person } from './duplicateDetector.ts';
import { splitFullName } from './fullName.ts';
import { type CellKind, quote, type Sheet, type SheetRow } from './sheet.ts';
import type { Columns } from './sheetColumns.ts';

/** A line of a list that can be imported. */
export interface Candidate {
  readonly line: number;
  readonly email: string;
  /** How addresses are compared: without case (readings §1). */
  readonly emailKey: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly studentNumber: string | null;
  readonly language: Language | null;
  /** The first line of the very same person, which is the one that counts. */
  readonly duplicateOf: number | null;
}

/** A candidate, or all that is wrong with the row. */
export type RowReading =
  | { readonly candidate: Candidate }
  | { readonly candidate: null; readonly problems: readonly Problem[] };

/** The rows of one file, in their order. */
export interface CandidateRows {
  readonly read: (row: SheetRow) => RowReading;
  /** What only the whole list tells: problems of rows that were read as candidates. */
  readonly end: () => readonly Problem[];
}

/**
 * Reads the rows of one file. It remembers the rows that it has seen, so that neither an address nor a student number
 * can stand for two people.
 */
export function openCandidateRows(
  columns: Columns,
  { cellsCanSlip, kind, lettersAreUnsure = false }: Pick<Sheet, 'cellsCanSlip' | 'kind' | 'lettersAreUnsure'>,
): CandidateRows {
  const detectDuplicate = makeDuplicateDetector();
  const languages = openLanguageColumn(columns.headings[columns.at.language ?? -1] ?? '');
  const read = (row: SheetRow): RowReading => {
    if (row.hasBrokenQuotes) return refused([rowProblem(row, 'import.unclosedQuote', row.cells.join(' '))]);
    const problems: Problem[] = [];
    const surplus = cellsCanSlip ? surplusOf(row, columns) : '';
    if (surplus !== '') problems.push(rowProblem(row, 'import.extraCells', surplus));
    const cells = readCells({ row, columns, kind, languages, lettersAreUnsure }, problems);
    const { email, emailKey, firstName, lastName, studentNumber, language } = cells;
    if (emailKey === undefined) return refused(problems);

    const person = { line: row.line, emailKey, firstName, lastName, studentNumber };
    const match = detectDuplicate(person);
    if (match.sameEmail || match.sameNumber) problems.push(...clashes(person, match, row, columns));
    const isComplete =
      email !== undefined &&
      firstName !== undefined &&
      lastName !== undefined &&
      studentNumber !== undefined &&
      language !== undefined;
    if (!isComplete || problems.length > 0) return refused(problems);
    const duplicateOf = match.sameEmail?.line ?? null;
    return {
      candidate: {
        line: row.line,
        email,
        emailKey,
        firstName,
        lastName,
        studentNumber,
        language,
        duplicateOf,
      },
    };
  };
  const end = () =>
    languages
      .doubtful()
      .map((row) => cellProblem(row, columns, 'language', 'import.languageUnknown', undefined));
  return { read, end };
}

/** What the row's cells say; undefined where a problem stands for it. */
interface Cells {
  readonly email: string | undefined;
  readonly emailKey: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly studentNumber: string | null | undefined;
  readonly language: Language | null | undefined;
}

interface RowSource {
  readonly row: SheetRow;
  readonly columns: Columns;
  readonly kind: CellKind;
  readonly lettersAreUnsure: boolean;
  readonly languages: ReturnType<typeof openLanguageColumn>;
}

function readCells(source: RowSource, problems: Problem[]): Cells {
  const { row, columns, kind, languages, lettersAreUnsure } = source;
  const { at } = columns;
  const take = <T>(field: ColumnField, read: (cell: string, kind: CellKind) => Reading<T>) => {
    const cell = cellOf(row, columns, field);
    const reading = readWhole(cell, lettersAreUnsure, () => read(cell, row.kinds?.[at[field] ?? -1] ?? kind));
    if (reading.fault === undefined) return reading.value;
    problems.push(cellProblem(row, columns, field, reading.fault, reading.params));
    return undefined;
  };
  const studentNumber = take('studentNumber', readStudentNumber);
  const { lastName, firstName } = at.fullName === null ? namesOf(take) : splitNames(take);
  const email = take('email', readEmail);
  const language = take('language', (cell) => languages.read(cell, row));
  return { email, emailKey: email && emailKey(email), firstName, lastName, studentNumber, language };
}

type Take = <T>(field: ColumnField, read: (cell: string, kind: CellKind) => Reading<T>) => T | undefined;
type Names = Pick<Cells, 'lastName' | 'firstName'>;

function namesOf(take: Take): Names {
  const lastName = take('lastName', (cell, kind) => readName(cell, 'import.lastNameMissing', kind));
  const firstName = take('firstName', (cell, kind) => readName(cell, 'import.firstNameMissing', kind));
  return { lastName, firstName };
}

/** « Côté, Zoé »: one cell, of which each part is read like a cell of its own. */
function splitNames(take: Take): Names {
  const names = take('fullName', splitFullName);
  if (!names) return { lastName: undefined, firstName: undefined };
  const lastName = take('fullName', (_, kind) => readName(names.lastName, 'import.lastNameMissing', kind));
  const firstName = take('fullName', (_, kind) => readName(names.firstName, 'import.firstNameMissing', kind));
  return { lastName, firstName };
}

// A no-break space is one in every encoding that it can be taken for.
const beyondAscii = /[^\0-\u007f\u00a0]/;

/** A cell that was encoded twice is asked about, whatever it would be read as. */
function readWhole<T>(cell: string, isUnsure: boolean, read: () => Reading<T>): Reading<T> {
  if (isUnsure && beyondAscii.test(cell)) return { fault: 'import.lettersUnsure' };
  const repaired = repairText(cell);
  if (repaired === null) return read();
  return { fault: 'import.encodedTwice', params: { repaired: quote(repaired) } };
}

/** The very same person once more is no fault (readings §3); somebody else under the same address is. */
function clashes(
  person: Person,
  { sameEmail, sameNumber }: Match,
  row: SheetRow,
  columns: Columns,
): Problem[] {
  const problems: Problem[] = [];
  if (sameEmail && !isSamePerson(sameEmail, person)) {
    const params = { otherLine: sameEmail.line };
    problems.push(cellProblem(row, columns, 'email', 'import.emailOfAnotherPerson', params));
  }
  if (sameNumber && sameNumber.emailKey !== person.emailKey) {
    const params = { otherLine: sameNumber.line };
    problems.push(cellProblem(row, columns, 'studentNumber', 'import.studentNumberOfAnotherEmail', params));
  }
  return problems;
}

function refused(problems: readonly Problem[]): RowReading {
  return { candidate: null, problems };
}

function surplusOf(row: SheetRow, { headings }: Columns): string {
  return row.cells.length > headings.length ? row.cells.slice(headings.length).join(' ').trim() : '';
}

function cellOf(row: SheetRow, { at }: Columns, field: ColumnField): string {
  const index = at[field];
  return index === null ? '' : (row.cells[index] ?? '');
}

function cellProblem(
  row: SheetRow,
  columns: Columns,
  field: ColumnField,
  code: ProblemCode,
  params: Problem['params'],
): Problem {
  const column = columns.headings[columns.at[field] ?? -1] ?? null;
  return { ...rowProblem(row, code, cellOf(row, columns, field)), column, ...(params && { params }) };
}

function rowProblem(row: SheetRow, code: ProblemCode, text: string): Problem {
  return { line: row.line, column: null, code, text: quote(text) };
}
