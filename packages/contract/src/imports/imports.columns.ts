import * as z from 'zod/mini';

/** The most columns offered for matching by hand. */
export const layoutMaxColumns = 200;

/** Column index, from 0, of each field, by field name; all other columns are ignored. */
export type ColumnMatch = Readonly<Record<string, number>>;

/** The name of a column as in spreadsheets: A, B … Z, AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

export const widestList = 16_384;
const textMaxLength = 4_000;
const mostSheets = 500;
const columnIndex = /^(?:0|[1-9]\d{0,4})$/;

/**
 * The matching of columns to fields, as a form sends it: JSON by column index from 0, such as
 * `{"0":"lastName","1":"firstName","4":"email","5":null}`. Columns that are null or absent are ignored;
 * `{"6":"list.Groupe"}` keeps a column with the enrolments under a name of one's own.
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

/** The faults of a matching. Each has a text on the page; the server knows which fields exist and exclude each other. */
export type ColumnMatchFault =
  | 'columns'
  | 'columnTwice'
  | 'columnFieldUnknown'
  | 'columnFieldTwice'
  | 'columnNamesTwice'
  | 'columnsKept';

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
  // JSON.parse keeps the last of several equal keys; here equal keys are an error.
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

/** Counts the keys: in parsed JSON, a string before a colon is a key. */
function countNames(json: string): number {
  return [...json.matchAll(/"(?:[^"\\]|\\(?:.|$))*(?:"(\s*:)?|$)/gs)].filter(
    ([, colon]) => colon !== undefined,
  ).length;
}

/** The names of sheets, as a form sends them: a JSON list, one name, or the field once for each name. */
export const sheetNames = z.codec(
  z.union([z.string().check(z.maxLength(textMaxLength * 4)), z.array(z.string())]),
  z.array(z.string()).check(z.minLength(1), z.maxLength(mostSheets)),
  {
    decode: (wire) => (typeof wire === 'string' ? (namesIn(wire) ?? [wire]) : wire),
    encode: (names) => JSON.stringify(names),
  },
);

function namesIn(wire: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(wire);
    return Array.isArray(parsed) && parsed.every((name) => typeof name === 'string') ? parsed : null;
  } catch {
    return null;
  }
}

export const ListedSheet = z.object({
  name: z.string(),
  /** Its lines about people, read or not. */
  people: z.int(),
  isHidden: z.boolean(),
  /** Whether its people are in the list that was read. */
  isRead: z.boolean(),
  /** Whether the columns agree with the sheets that were read; such sheets can be read together. */
  isAlike: z.boolean(),
});
export type ListedSheet = z.infer<typeof ListedSheet>;

const nullableField = z.nullable(z.string());

const LayoutColumn = z.object({
  index: z.int(),
  /** The heading, truncated, and repaired where it was encoded twice; empty when the column has no heading. */
  heading: z.string(),
  /** Truncated values of the first lines, including lines above the headings, whose cells may be shifted. */
  samples: z.array(z.object({ line: z.int(), text: z.string() })),
  field: nullableField,
  /** A suggested field for a column that was not read: its heading or values fit the field, or two columns claim it. */
  mayBe: nullableField,
});
export type LayoutColumn = z.infer<typeof LayoutColumn>;

const ListField = z.object({
  field: z.string(),
  /** Whether the list cannot be read without this field. */
  isRequired: z.boolean(),
  /** The fields that this field combines, replaces and excludes. */
  parts: z.array(z.string()),
});
export type ListField = z.infer<typeof ListField>;

/** The layout of a list as it was read, for matching its columns by hand. */
export const ListLayout = z.object({
  /** The line of the headings; 0 without headings. */
  headingLine: z.int(),
  /** The lines that may be the headings, with their cells truncated, for the columns shown. */
  firstLines: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  columns: z.array(LayoutColumn),
  columnsLeftOut: z.int(),
  fields: z.array(ListField),
  isMatchedByHand: z.boolean(),
});
export type ListLayout = z.infer<typeof ListLayout>;

/** Whether a column that is not read looks like a field that is not read either, so that the user has to decide. */
export function leavesQuestion({ isMatchedByHand, columns }: ListLayout): boolean {
  return !isMatchedByHand && columns.some(({ mayBe }) => mayBe !== null);
}

/** The matching used in the last import of a list with the same headings into this system. */
export const RememberedMatch = z.object({ headingLine: z.int(), columns: columnMatch });
export type RememberedMatch = z.infer<typeof RememberedMatch>;

/** How a whole name without a comma is read: « Zoé Côté », or « Côté Zoé ». */
export const nameOrders = ['firstLast', 'lastFirst'] as const;
export type NameOrder = (typeof nameOrders)[number];

export const readingFields = [
  'headingLine',
  'columns',
  'sheets',
  'leavers',
  'setAside',
  'corrections',
  'includeHidden',
  'encoding',
  'repairText',
  'repairCells',
  'singleNames',
  'nameOrder',
  'truthNames',
  'withoutExtraTime',
] as const;

/** The most skipped lines, and the most repaired cells, that a report lists. */
export const fileNotesMax = 50;
