import { fold } from '@guichet/contract/core/fold';
import { isKept, keptColumnsMax } from '@guichet/contract/core/listValues';
import type { ReadingForm } from '@guichet/contract/imports/imports';
import {
  type ColumnMatch,
  type ColumnMatchFault,
  columnLetters,
  readingFields,
} from '@guichet/contract/imports/imports.columns';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { quote, SheetFault, type SheetRow } from '../formats/sheet.ts';
import {
  compoundColumns,
  confidentialColumns,
  type Field,
  isConfidential,
  isRead,
  listColumns,
  type Places,
  type ReadField,
} from './listColumns.ts';
import { readHeading, showHeading } from './sheetHeadings.ts';

export interface Columns {
  /** The line of the headings; 0 if the list has no headings. */
  readonly line: number;
  /** For each column its heading, or its spreadsheet letters. */
  readonly headings: readonly string[];
  readonly at: Places;
  readonly recognised: { heading: string; field: ReadField }[];
  /** The first headings of unread columns, and the number of further headings. */
  readonly ignored: string[];
  readonly ignoredLeftOut: number;
  /** For each column: read, or reported by its heading. Values in other columns are reported when found. */
  readonly accounted: readonly boolean[];
  /** Fields that several columns claim; none of these columns is read. */
  readonly claims: readonly Claim[];
  /** Columns of extra time that are left unread on request; their cells are never shown. */
  readonly leftOut: readonly number[];
  readonly isMatchedByHand: boolean;
}

interface Claim {
  readonly field: Field;
  readonly columns: readonly number[];
}

/** The importer's options for reading a list; `readsConfidential`: they may read a confidential column. */
export type ReadingChoices = ReadingForm & { readonly readsConfidential?: boolean | undefined };

export function pickChoices(order: ReadingChoices): ReadingChoices {
  const names = [...readingFields, 'readsConfidential'] as const;
  return Object.fromEntries(names.map((name) => [name, order[name]]));
}

/** Limits the reply for a line with a million separators. */
export const mostIgnored = 100;
const noColumns = Object.fromEntries(listColumns.map(({ field }) => [field, null])) as Record<Field, null>;

export function columnsByHeadings({ line, cells }: SheetRow): Columns {
  const headings = cells.map(showHeading);
  const found = listColumns.map(({ field }) => ({ field, columns: columnsNaming(field, headings) }));
  const claims = found.filter(({ columns }) => columns.length > 1);
  const at = Object.fromEntries(
    found.map(({ field, columns }) => [field, columns.length === 1 ? columns[0] : null]),
  ) as Record<Field, number | null>;
  for (const { field, parts } of compoundColumns) {
    // Separate name columns take precedence over a combined column.
    if (parts.every((part) => at[part] !== null)) at[field] = null;
    else if (at[field] !== null) for (const part of parts) at[part] = null;
  }
  return readingOf({ line, headings, at, claims, isMatchedByHand: false });
}

/** Why no list can be read with this mapping; null if the mapping is possible. */
export function faultOfMatch(match: ColumnMatch): ColumnMatchFault | null {
  const fields = Object.keys(match);
  const kept = fields.filter(isKept);
  if (!fields.every((name) => Object.hasOwn(noColumns, name) || isKept(name))) return 'columnFieldUnknown';
  if (new Set(kept.map(fold)).size < kept.length) return 'columnFieldTwice';
  if (kept.length > keptColumnsMax) return 'columnsKept';
  const isTwice = compoundColumns.some(
    ({ field, parts }) => match[field] !== undefined && parts.some((part) => match[part] !== undefined),
  );
  return isTwice ? 'columnNamesTwice' : null;
}

/** Maps the columns as chosen. @throws SheetFault `import.columnOutOfRange`, `import.columnNotKept` */
export function columnsByHand(match: ColumnMatch, headingRow: SheetRow | null, widest: number): Columns {
  const line = headingRow?.line ?? 0;
  const width = Math.max(widest, headingRow?.cells.length ?? 0);
  for (const index of Object.values(match)) {
    if (index < width) continue;
    throw new SheetFault('import.columnOutOfRange', { params: { column: index + 1, columns: width } });
  }
  const headings = Array.from({ length: width }, (_, index) => showHeading(headingRow?.cells[index] ?? ''));
  for (const [field, index] of Object.entries(match)) {
    const column = quote(headings[index] ?? '');
    if (isKept(field) && isConfidential(readHeading(headings[index] ?? '')?.field ?? null))
      throw new SheetFault('import.columnNotKept', { line: line || null, column, params: { column } });
  }
  return readingOf({ line, headings, at: { ...noColumns, ...match }, claims: [], isMatchedByHand: true });
}

export function columnsUnknown(headingRow: SheetRow | null, width: number): Columns {
  return { ...columnsByHand({}, headingRow, width), isMatchedByHand: false };
}

/** A problem for each field claimed by several columns, and for each absent required field. */
export function columnProblems({ line, at, claims, headings }: Columns): Problem[] {
  const twice = claims.map(({ field, columns: [first = 0, second = 0] }) => {
    const text = quote(headings[second] ?? '');
    const params = { field, first: quote(headings[first] ?? ''), second: text };
    return { line, column: text, code: 'import.columnTwice' as const, text, params };
  });
  const missing = listColumns
    .filter(({ field, isRequired }) => isRequired && !isRead(at, field))
    .filter(({ field }) => !claims.some((claim) => claim.field === field))
    .map(({ field }) => ({
      line: line === 0 ? null : line,
      column: null,
      code: 'import.missingColumn' as const,
      text: '',
      params: { field },
    }));
  return [...twice, ...missing];
}

/** The heading of the first confidential column, matched or not; null for none, or if all are left out. */
export function confidentialHeading(columns: Columns): string | null {
  const [index] = columns.leftOut.length > 0 ? [] : findConfidential(columns);
  return index === undefined ? null : (columns.headings[index] ?? '');
}

export function leaveOutConfidential(columns: Columns): Columns {
  const at = Object.entries(columns.at).map(([field, index]) => [
    field,
    isConfidential(field) ? null : index,
  ]);
  return {
    ...columns,
    at: Object.fromEntries(at) as Places,
    claims: columns.claims.filter(({ field }) => !isConfidential(field)),
    recognised: columns.recognised.filter(({ field }) => !isConfidential(field)),
    leftOut: findConfidential(columns),
  };
}

function findConfidential(columns: Columns): number[] {
  const matched = confidentialColumns(columns);
  return columns.headings.flatMap((heading, index) =>
    matched.includes(index) || isConfidential(readHeading(heading)?.field ?? null) ? [index] : [],
  );
}

type Found = Pick<Columns, 'line' | 'headings' | 'at' | 'claims' | 'isMatchedByHand'>;

function readingOf(found: Found): Columns {
  const { at } = found;
  const fieldAt = new Map(
    Object.entries(at).flatMap(([field, index]) => (index === null ? [] : [[index, field as ReadField]])),
  );
  const headings = found.headings.map((heading, index) => heading || columnLetters(index));
  const ignored = headings.filter((_, index) => found.headings[index] !== '' && !fieldAt.has(index));
  return {
    ...found,
    headings,
    leftOut: [],
    recognised: headings.flatMap((heading, index) => {
      const field = fieldAt.get(index);
      return field ? [{ heading, field }] : [];
    }),
    ignored: ignored.slice(0, mostIgnored).map(quote),
    ignoredLeftOut: Math.max(0, ignored.length - mostIgnored),
    accounted: found.headings.map((heading, index) => heading !== '' || fieldAt.has(index)),
  };
}

/** An ambiguous heading counts only if no clear heading names the same field. */
function columnsNaming(field: Field, headings: readonly string[]): number[] {
  const named = headings.flatMap((text, index) => {
    const heading = readHeading(text);
    return heading?.field === field ? [{ index, isVague: heading.isVague }] : [];
  });
  const clear = named.filter(({ isVague }) => !isVague);
  return (clear.length > 0 ? clear : named).map(({ index }) => index);
}

export function readField(row: SheetRow, { at }: Columns, field: ReadField): string {
  const index = at[field] ?? null;
  return index === null ? '' : (row.cells[index] ?? '');
}

/** Name and address of the row as in the file; null if the row has neither. */
export function personIn(row: SheetRow, columns: Columns): NonNullable<Problem['person']> | null {
  const textOf = (field: ReadField) => readField(row, columns, field).trim();
  const names = (['firstName', 'lastName', 'fullName'] as const).map(textOf).filter((text) => text !== '');
  const email = textOf('email');
  return names.length === 0 && email === '' ? null : { name: quote(names.join(' ')), email: quote(email) };
}
