import type { Language } from '@guichet/contract/core/language';
import type { ColumnField } from '@guichet/contract/imports.columns';
import type { Problem, ProblemCode } from '@guichet/contract/imports.problems';
import { emailKey } from '../platform/emailKey.ts';
import { type Reading, readEmail, readLanguage, readName, readStudentNumber } from './candidateFields.ts';
import { isSamePerson, type Met, openCandidateMemory, type Person } from './candidateMemory.ts';
import { splitFullName } from './fullName.ts';
import { quote, type SheetRow } from './sheet.ts';
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

/**
 * Reads the rows of one file, in their order. It remembers the rows that it has seen, so that neither an address
 * nor a student number can stand for two people.
 */
export function openCandidateRows(columns: Columns, cellsCanSlip: boolean): (row: SheetRow) => RowReading {
  const meet = openCandidateMemory();
  return (row) => {
    if (row.hasBrokenQuotes) return refused([rowProblem(row, 'import.unclosedQuote', row.cells.join(' '))]);
    const problems: Problem[] = [];
    const surplus = cellsCanSlip ? surplusOf(row, columns) : '';
    if (surplus !== '') problems.push(rowProblem(row, 'import.extraCells', surplus));
    const cells = readCells(row, columns, problems);
    const { email, emailKey, firstName, lastName, studentNumber, language } = cells;
    if (emailKey === undefined) return refused(problems);

    const person = { line: row.line, emailKey, firstName, lastName, studentNumber };
    const met = meet(person);
    if (met.sameEmail || met.sameNumber) problems.push(...clashes(person, met, row, columns));
    const isComplete =
      email !== undefined &&
      firstName !== undefined &&
      lastName !== undefined &&
      studentNumber !== undefined &&
      language !== undefined;
    if (!isComplete || problems.length > 0) return refused(problems);
    const duplicateOf = met.sameEmail?.line ?? null;
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

function readCells(row: SheetRow, columns: Columns, problems: Problem[]): Cells {
  const take = <T>(field: ColumnField, reading: Reading<T>): T | undefined => {
    if (reading.fault === undefined) return reading.value;
    const params = reading.limit === undefined ? undefined : { limit: reading.limit };
    problems.push(cellProblem(row, columns, field, reading.fault, params));
    return undefined;
  };
  const cell = (field: ColumnField) => cellOf(row, columns, field);
  const studentNumber = take('studentNumber', readStudentNumber(cell('studentNumber')));
  const { lastName, firstName } = columns.at.fullName === null ? namesOf(cell, take) : splitNames(cell, take);
  const email = take('email', readEmail(cell('email')));
  const language = take('language', readLanguage(cell('language')));
  return { email, emailKey: email && emailKey(email), firstName, lastName, studentNumber, language };
}

type Cell = (field: ColumnField) => string;
type Take = <T>(field: ColumnField, reading: Reading<T>) => T | undefined;
type Names = Pick<Cells, 'lastName' | 'firstName'>;

function namesOf(cell: Cell, take: Take): Names {
  const lastName = take('lastName', readName(cell('lastName'), 'import.lastNameMissing'));
  const firstName = take('firstName', readName(cell('firstName'), 'import.firstNameMissing'));
  return { lastName, firstName };
}

/** « Côté, Zoé »: one cell, of which each part is read like a cell of its own. */
function splitNames(cell: Cell, take: Take): Names {
  const names = take('fullName', splitFullName(cell('fullName')));
  if (!names) return { lastName: undefined, firstName: undefined };
  const lastName = take('fullName', readName(names.lastName, 'import.lastNameMissing'));
  const firstName = take('fullName', readName(names.firstName, 'import.firstNameMissing'));
  return { lastName, firstName };
}

/** The very same person once more is no fault (readings §3); somebody else under the same address is. */
function clashes(person: Person, { sameEmail, sameNumber }: Met, row: SheetRow, columns: Columns): Problem[] {
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
