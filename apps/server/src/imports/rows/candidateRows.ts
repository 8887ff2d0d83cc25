import { emailKey } from '@guichet/contract/core/fold';
import { isKept, type KeptField, type ListValues } from '@guichet/contract/core/listValues';
import type { Problem, ProblemCode } from '@guichet/contract/imports/imports.problems';
import { type Reading, readKept } from '../columns/fields/candidateFields.ts';
import type { ColumnReader, ReadCell, WholeNames } from '../columns/fields/listColumn.ts';
import { openSingleNames, openWholeNames } from '../columns/fields/wholeNames.ts';
import {
  compoundColumns,
  confidentialColumns,
  type Field,
  isConfidential,
  isRead,
  listColumns,
  type ReadField,
  type Values,
} from '../columns/listColumns.ts';
import { type Columns, personIn, type ReadingChoices, readField } from '../columns/sheetColumns.ts';
import { type CellKind, joinLine, locateRow, quote, type Sheet, type SheetRow } from '../formats/sheet.ts';
import { repairText } from '../formats/text/doubleEncoding.ts';
import { findOtherValue, readListValues } from './choices/keptValues.ts';
import { isSamePerson, type Match, makeDuplicateDetector, type Person } from './duplicateDetector.ts';

export interface Candidate extends Omit<Values, 'fullName'> {
  /** The line, numbered by `joinLine` where several sheets are read. */
  readonly line: number;
  /** The address in lower case, as addresses are compared (readings §1). */
  readonly emailKey: string;
  /** The earlier line of the same person, which is used instead of this line; else null. */
  readonly duplicateOf: number | null;
  /** The values of columns that are kept as they are; absent without such columns. */
  readonly listValues?: ListValues;
}

export type RowReading =
  | { readonly candidate: Candidate }
  | { readonly candidate: null; readonly problems: readonly Problem[] };

/** Reads the rows of a sheet in order; repeated addresses and numbers also count across sheets. */
export function openCandidateRows(
  columns: Columns,
  { cellsCanSlip, kind, lettersAreUnsure = false }: Pick<Sheet, 'cellsCanSlip' | 'kind' | 'lettersAreUnsure'>,
  { singleNames = false, nameOrder }: Pick<ReadingChoices, 'singleNames' | 'nameOrder'> = {},
  detectDuplicate = makeDuplicateDetector(),
  names = openWholeNames(nameOrder),
) {
  const isSingleName = openSingleNames(singleNames);
  const opened = openColumns(columns, names);
  const read = (row: SheetRow): RowReading => {
    if (row.hasBrokenQuotes)
      return refused([rowProblem(row, 'import.unclosedQuote', shownRow(row, columns))]);
    const problems: Problem[] = [];
    const surplus = cellsCanSlip ? surplusOf(row, columns) : '';
    if (surplus !== '')
      problems.push({
        ...rowProblem(row, 'import.extraCells', hasConfidential(columns) ? '' : surplus),
        ...ofPerson(row, columns),
      });
    const values = readCells(row, { columns, opened, kind, lettersAreUnsure, isSingleName }, problems);
    const { email, firstName, lastName, studentNumber, extraTime } = values;
    if (email === undefined) return refused(problems);
    const kept = readListValues(columns, values);

    const person = {
      line: joinLine(row.sheet?.at ?? 0, row.line),
      place: row.sheet ? `${row.line} (${row.sheet.name})` : row.line,
      emailKey: emailKey(email),
      firstName,
      lastName,
      studentNumber,
      extraTime,
      ...kept,
    };
    const match = detectDuplicate(person);
    if (match.sameEmail || match.sameNumber) problems.push(...clashes(person, match, row, columns));
    if (problems.length > 0) return refused(problems);
    const duplicateOf = match.sameEmail?.line ?? null;
    // Without problems, all fields have been read.
    const whole = { ...(values as Values), ...kept };
    const candidate = { ...whole, line: person.line, emailKey: person.emailKey, duplicateOf };
    return { candidate };
  };
  /** Problems known only at the end of the list, in rows already returned as candidates. */
  const end = (): readonly Problem[] =>
    opened.flatMap(({ field, doubtful }) =>
      (doubtful?.() ?? []).map(({ row, fault }) => cellProblem(row, columns, field, fault)),
    );
  return { read, end };
}

interface OpenedColumn {
  readonly field: ReadField;
  /** Null: absent from the list. */
  readonly at: number | null;
  readonly read: ReadCell<unknown>;
  /** For a combined column, its fields and the reader of each. */
  readonly parts: readonly { readonly field: Field; readonly read: ReadCell<unknown> }[];
  readonly doubtful?: ColumnReader<unknown>['doubtful'];
}

/** The columns to read, in the order of cells; leaves out fields that a combined column holds. */
function openColumns({ at, headings }: Columns, names: WholeNames): OpenedColumn[] {
  const opened = listColumns.flatMap(({ field, open, read }): OpenedColumn[] => {
    const parts = compoundColumns.find((compound) => compound.field === field)?.parts;
    if (at[field] === null && (parts || isRead(at, field))) return [];
    const reader = open?.(headings[at[field] ?? -1] ?? '', names) ?? { read };
    const joined = listColumns.filter((column) => parts?.includes(column.field));
    return [{ field, at: at[field], ...reader, parts: joined }];
  });
  const kept = Object.keys(at).filter(isKept);
  return [
    ...opened,
    ...kept.map((field) => ({ field, at: at[field] ?? null, read: readKept, parts: [] })),
  ].toSorted((one, other) => (one.at ?? -1) - (other.at ?? -1));
}

const ofNames: Partial<Record<ReadField, { readonly other: Field; readonly missing: ProblemCode }>> = {
  firstName: { other: 'lastName', missing: 'import.firstNameMissing' },
  lastName: { other: 'firstName', missing: 'import.lastNameMissing' },
};

interface RowSource {
  readonly columns: Columns;
  readonly opened: readonly OpenedColumn[];
  readonly kind: CellKind;
  readonly lettersAreUnsure: boolean;
  readonly isSingleName: ReturnType<typeof openSingleNames>;
}

/** The values of a row; undefined where a cell has a problem. */
function readCells(
  row: SheetRow,
  source: RowSource,
  problems: Problem[],
): Partial<Values> & { [kept: KeptField]: unknown } {
  const values: Partial<Record<ReadField, unknown>> = {};
  for (const { field, at, read, parts } of source.opened) {
    const cell = at === null ? '' : (row.cells[at] ?? '');
    const kind = row.kinds?.[at ?? -1] ?? source.kind;
    const take = <T>(reading: Reading<T>): T | undefined => {
      if (reading.fault === undefined) return reading.value;
      problems.push(cellProblem(row, source.columns, field, reading.fault, reading.params));
      return undefined;
    };
    const put = (name: ReadField, reading: Reading<unknown>, textOf: (name: ReadField) => string) => {
      const lacking = reading.fault === undefined && reading.value === '' ? ofNames[name] : undefined;
      const isFault = lacking && !source.isSingleName(textOf(name), textOf(lacking.other));
      values[name] = take(isFault ? { fault: lacking.missing } : reading);
    };
    const isTyped = row.typed?.has(at ?? -1) === true;
    const readCell = () => read(cell, kind, row);
    const whole = isTyped ? readCell() : readWhole(cell, kind, source.lettersAreUnsure, readCell);
    if (parts.length === 0) put(field, whole, (name) => readField(row, source.columns, name));
    else {
      const texts = take(whole) as Record<Field, string> | undefined;
      if (texts)
        for (const part of parts)
          put(part.field, part.read(texts[part.field], kind, row), (name) => texts[name as Field]);
    }
  }
  return values as Partial<Values> & { [kept: KeptField]: unknown };
}

// Any character beyond ASCII but the no-break space, which is the same byte in all these encodings.
const beyondAscii = /[^\0-\u007f\u00a0]/;

/** Doubly encoded text is a problem unless its repair was chosen, even if the cell could be read. */
function readWhole<T>(cell: string, kind: CellKind, isUnsure: boolean, read: () => Reading<T>): Reading<T> {
  if (kind === 'formula') return { fault: 'import.formulaNotComputed' };
  if (isUnsure && beyondAscii.test(cell)) return { fault: 'import.lettersUnsure' };
  const repaired = repairText(cell);
  if (repaired === null) return read();
  return { fault: 'import.encodedTwice', params: { repaired: quote(repaired) } };
}

/** Two people with the same address or number are a problem; one person on two lines is not (readings §3). */
function clashes(person: Person, { sameEmail, sameNumber }: Match, row: SheetRow, columns: Columns) {
  const problems: Problem[] = [];
  if (sameEmail && !isSamePerson(sameEmail, person)) {
    const params = { otherLine: sameEmail.place };
    problems.push(cellProblem(row, columns, 'email', 'import.emailOfAnotherPerson', params));
  }
  if (sameEmail && contradicts(sameEmail.extraTime, person.extraTime)) {
    const params = { otherLine: sameEmail.place };
    problems.push(cellProblem(row, columns, 'extraTime', 'import.extraTimeTwice', params));
  }
  const other = sameEmail && findOtherValue(sameEmail, person);
  if (sameEmail && other) {
    const params = { otherLine: sameEmail.place };
    problems.push(cellProblem(row, columns, other, 'import.listValueTwice', params));
  }
  if (sameNumber && sameNumber.emailKey !== person.emailKey) {
    const params = { otherLine: sameNumber.place };
    problems.push(cellProblem(row, columns, 'studentNumber', 'import.studentNumberOfAnotherEmail', params));
  }
  return problems;
}

function contradicts(one: Person['extraTime'], other: Person['extraTime']): boolean {
  return !!one && !!other && (one.minutes !== other.minutes || one.factor !== other.factor);
}

function refused(problems: readonly Problem[]): RowReading {
  return { candidate: null, problems };
}

function surplusOf(row: SheetRow, { headings }: Columns): string {
  return row.cells.length > headings.length ? row.cells.slice(headings.length).join(' ').trim() : '';
}

function cellProblem(
  row: SheetRow,
  columns: Columns,
  field: ReadField,
  code: ProblemCode,
  given?: Problem['params'],
): Problem {
  const column = columns.headings[columns.at[field] ?? -1] ?? null;
  const told = isConfidential(field)
    ? { ...given, ...(given?.repaired !== undefined && { repaired: '' }) }
    : given;
  const params = code === 'import.valueInvalid' ? { field } : told;
  const shown = isConfidential(field) ? '' : readField(row, columns, field);
  const problem = { ...rowProblem(row, code, shown), ...(columns.at[field] !== null && { field }) };
  return { ...problem, column, ...(params && { params }), ...ofPerson(row, columns) };
}

/** The text of the row to show; '' if the list has a confidential column, since cells may have slipped. */
function shownRow(row: SheetRow, columns: Columns): string {
  return hasConfidential(columns) ? '' : row.cells.join(' ');
}

function hasConfidential(columns: Columns): boolean {
  return confidentialColumns(columns).length > 0;
}

function ofPerson(row: SheetRow, columns: Columns): Pick<Problem, 'person'> {
  const person = personIn(row, columns);
  return person ? { person } : {};
}

function rowProblem(row: SheetRow, code: ProblemCode, text: string): Problem {
  return { ...locateRow(row), column: null, code, text: quote(text) };
}
