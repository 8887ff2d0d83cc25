import * as z from 'zod/mini';
import { candidateFields } from './imports.problems.ts';

/** What a column can be: one field, or last and first name in one cell, which are parted at the comma. */
export const columnFields = [...candidateFields, 'fullName'] as const;
export type ColumnField = (typeof columnFields)[number];

/** So many columns are shown to be matched by hand. */
export const layoutMaxColumns = 200;

/** The column, from 0, that each field is read from; every other column is left out. */
export type ColumnMatch = Readonly<Partial<Record<ColumnField, number>>>;

/** As spreadsheets call it: A, B … Z, AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** No spreadsheet has more columns. */
export const widestList = 16_384;
const textMaxLength = 4_000;
const columnIndex = /^(?:0|[1-9]\d{0,4})$/;

/**
 * The matching of columns with fields as a form carries it: JSON by column index from 0, such as
 * `{"0":"lastName","1":"firstName","4":"email","5":null}`. Null, or no mention, leaves a column out.
 */
export const columnMatch = z.codec(
  z.string().check(z.maxLength(textMaxLength, 'columns')),
  z.partialRecord(z.enum(columnFields), z.int()),
  {
    decode: (wire, context) => {
      const match = parseMatch(wire);
      if (typeof match === 'object') return match;
      context.issues.push({ code: 'custom', input: wire, message: match });
      return z.NEVER;
    },
    encode: (match) =>
      JSON.stringify(Object.fromEntries(Object.entries(match).map(([field, index]) => [index, field]))),
  },
);

/** Each has its text on the page. */
export type ColumnMatchFault =
  | 'columns'
  | 'columnTwice'
  | 'columnFieldUnknown'
  | 'columnFieldTwice'
  | 'columnNamesTwice';

function parseMatch(wire: string): ColumnMatch | ColumnMatchFault {
  const entries = entriesOf(wire);
  if (!entries) return 'columns';
  const match: Partial<Record<ColumnField, number>> = {};
  for (const [key, value] of entries) {
    if (!columnIndex.test(key) || Number(key) >= widestList) return 'columns';
    if (value === null) continue;
    const field = columnFields.find((name) => name === value);
    if (!field) return 'columnFieldUnknown';
    if (match[field] !== undefined) return 'columnFieldTwice';
    match[field] = Number(key);
  }
  // JSON keeps the last of several equal names; whoever wrote both meant something by each.
  if (countNames(wire) !== entries.length) return 'columnTwice';
  if (Object.keys(match).length === 0) return 'columns';
  const hasNameTwice = match.fullName !== undefined && (match.lastName ?? match.firstName) !== undefined;
  return hasNameTwice ? 'columnNamesTwice' : match;
}

function entriesOf(wire: string): [string, unknown][] | null {
  try {
    const parsed: unknown = JSON.parse(wire);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? Object.entries(parsed) : null;
  } catch {
    return null;
  }
}

/** In JSON that has been parsed, a text before a colon is a name. */
function countNames(json: string): number {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;
}

const nullableField = z.nullable(z.enum(columnFields));

const ListColumn = z.object({
  index: z.int(),
  /** Shortened, and repaired where it was encoded twice; empty where the column has none. */
  heading: z.string(),
  /** What stands in it on the first lines, shortened; also above the headings, since these may stand elsewhere. */
  samples: z.array(z.object({ line: z.int(), text: z.string() })),
  /** What the column was read as. */
  field: nullableField,
  /** What it may be, where it was not read: its heading or its values look like it, or two columns claim one field. */
  mayBe: nullableField,
});
export type ListColumn = z.infer<typeof ListColumn>;

/** How a list was laid out when it was read, for whoever matches its columns by hand. */
export const ListLayout = z.object({
  /** The line of the headings; 0 where the list begins without any. */
  headingLine: z.int(),
  /** The lines that may hold the headings; their cells, shortened, as far as columns are shown. */
  firstLines: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  columns: z.array(ListColumn),
  /** Columns beyond those that are shown. */
  columnsLeftOut: z.int(),
  isMatchedByHand: z.boolean(),
});
export type ListLayout = z.infer<typeof ListLayout>;

/** A column that is not read looks like a field that is read nowhere: somebody has to say what it is. */
export function leavesQuestion({ isMatchedByHand, columns }: ListLayout): boolean {
  return !isMatchedByHand && columns.some(({ mayBe }) => mayBe !== null);
}

/** The matching that was last imported with in this system for a list of the same headings. */
export const RememberedMatch = z.object({ headingLine: z.int(), columns: columnMatch });
export type RememberedMatch = z.infer<typeof RememberedMatch>;
