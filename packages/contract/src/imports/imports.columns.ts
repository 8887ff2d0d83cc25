import * as z from 'zod/mini';

/** The most columns offered for matching by hand. */
export const layoutMaxColumns = 200;

/** Column index, from 0, of each field, by field name; all other columns are ignored. */
export type ColumnMatch = Readonly<Record<string, number>>;

/** As spreadsheets name columns: A, B … Z, AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** The column limit of spreadsheets. */
export const widestList = 16_384;
const textMaxLength = 4_000;
const columnIndex = /^(?:0|[1-9]\d{0,4})$/;

/**
 * The matching of columns to fields, as a form sends it: JSON by column index from 0, such as
 * `{"0":"lastName","1":"firstName","4":"email","5":null}`. Columns that are null or absent are ignored.
 */
export const columnMatch = z.codec(
  z.string().check(z.maxLength(textMaxLength, 'columns')),
  z.record(z.string(), z.int()),
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

/** Each has a text on the page; the server knows which fields exist and which exclude each other. */
export type ColumnMatchFault =
  | 'columns'
  | 'columnTwice'
  | 'columnFieldUnknown'
  | 'columnFieldTwice'
  | 'columnNamesTwice';

function parseMatch(wire: string): ColumnMatch | ColumnMatchFault {
  const entries = entriesOf(wire);
  if (!entries) return 'columns';
  const match: Record<string, number> = {};
  for (const [key, value] of entries) {
    if (!columnIndex.test(key) || Number(key) >= widestList) return 'columns';
    if (value === null) continue;
    if (typeof value !== 'string') return 'columnFieldUnknown';
    if (Object.hasOwn(match, value)) return 'columnFieldTwice';
    match[value] = Number(key);
  }
  // JSON.parse keeps the last of several equal keys; here duplicates are an error.
  if (countNames(wire) !== entries.length) return 'columnTwice';
  return Object.keys(match).length === 0 ? 'columns' : match;
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

/** In parsed JSON, a string before a colon is a key. */
function countNames(json: string): number {
  return [...json.matchAll(/"(?:[^"\\]|\\(?:.|$))*(?:"(\s*:)?|$)/gs)].filter(
    ([, colon]) => colon !== undefined,
  ).length;
}

const nullableField = z.nullable(z.string());

const LayoutColumn = z.object({
  index: z.int(),
  /** Truncated, and repaired where it was encoded twice; empty when the column has no heading. */
  heading: z.string(),
  /** Values of the first lines, truncated, including lines above the headings, whose position may be wrong. */
  samples: z.array(z.object({ line: z.int(), text: z.string() })),
  /** The field that the column was read as. */
  field: nullableField,
  /** A suggested field for a column that was not read: its heading or values look like it, or two columns claim it. */
  mayBe: nullableField,
});
export type LayoutColumn = z.infer<typeof LayoutColumn>;

const ListField = z.object({
  field: z.string(),
  /** Without it the list cannot be read. */
  isRequired: z.boolean(),
  /** The fields that this one combines: it replaces them and excludes them. */
  parts: z.array(z.string()),
});
export type ListField = z.infer<typeof ListField>;

/** The layout of a list when it was read, for matching its columns by hand. */
export const ListLayout = z.object({
  /** The line of the headings; 0 when there is none. */
  headingLine: z.int(),
  /** The lines that may be the headings, with their cells truncated, for the columns shown. */
  firstLines: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  columns: z.array(LayoutColumn),
  /** Number of columns beyond those shown. */
  columnsLeftOut: z.int(),
  fields: z.array(ListField),
  isMatchedByHand: z.boolean(),
});
export type ListLayout = z.infer<typeof ListLayout>;

/** A column that is not read looks like a field that is not read either: the user has to decide. */
export function leavesQuestion({ isMatchedByHand, columns }: ListLayout): boolean {
  return !isMatchedByHand && columns.some(({ mayBe }) => mayBe !== null);
}

/** The matching of the last import in this system of a list with the same headings. */
export const RememberedMatch = z.object({ headingLine: z.int(), columns: columnMatch });
export type RememberedMatch = z.infer<typeof RememberedMatch>;
