import * as z from 'zod/mini';

/** So many columns are shown to be matched by hand. */
export const layoutMaxColumns = 200;

/** The column, from 0, that each field is read from, by the name of the field; every other column is left out. */
export type ColumnMatch = Readonly<Record<string, number>>;

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

/** Each has its text on the page; the server knows which fields there are, and which of them go together. */
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
  // JSON keeps the last of several equal names; whoever wrote both meant something by each.
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

/** In JSON that has been parsed, a text before a colon is a name. */
function countNames(json: string): number {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;
}

const nullableField = z.nullable(z.string());

const LayoutColumn = z.object({
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
export type LayoutColumn = z.infer<typeof LayoutColumn>;

/** What a column may be matched with. */
const ListField = z.object({
  field: z.string(),
  /** Without it the list cannot be read. */
  isRequired: z.boolean(),
  /** The fields that stand together in this one: it is matched in their place, never beside them. */
  parts: z.array(z.string()),
});
export type ListField = z.infer<typeof ListField>;

/** How a list was laid out when it was read, for whoever matches its columns by hand. */
export const ListLayout = z.object({
  /** The line of the headings; 0 where the list begins without any. */
  headingLine: z.int(),
  /** The lines that may hold the headings; their cells, shortened, as far as columns are shown. */
  firstLines: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  columns: z.array(LayoutColumn),
  /** Columns beyond those that are shown. */
  columnsLeftOut: z.int(),
  fields: z.array(ListField),
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
