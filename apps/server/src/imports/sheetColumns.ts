import { type CandidateField, candidateFields, type Problem } from '@guichet/contract/imports.problems';
import { isBlank, quote, SheetFault, type SheetRow } from './sheet.ts';
import { countHeadings, readHeading } from './sheetHeadings.ts';

/** Which column of a list holds which field. */
export interface Columns {
  /** The line of the headings. */
  readonly line: number;
  readonly headings: readonly string[];
  readonly at: Readonly<Record<CandidateField, number | null>>;
  readonly recognised: { heading: string; field: CandidateField }[];
  /** The headings of columns that are not read. */
  readonly ignored: string[];
}

const searchedRows = 10;
/** A line of a million separators must not come back as a million names. */
const mostIgnored = 100;
const requiredFields = ['email', 'firstName', 'lastName'] as const;

/**
 * Takes rows up to and with the one that holds the headings, which may stand below titles: the first of ten to name
 * two fields. Failing that, one that names a single field, so that it can be said which are missing. Without any:
 * the first row that is not blank, or null when there is none.
 * @throws SheetFault `import.columnTwice`
 */
export function findColumns(rows: Iterator<SheetRow>): { columns: Columns } | { firstRow: SheetRow | null } {
  let firstRow: SheetRow | null = null;
  let poorRow: SheetRow | null = null;
  for (let searched = 0; searched < searchedRows; ) {
    const step = rows.next();
    if (step.done) break;
    const row = step.value;
    if (isBlank(row.cells)) continue;
    searched += 1;
    firstRow ??= row;
    const count = countHeadings(row.cells);
    if (count >= 2) return { columns: columnsOf(row) };
    if (count === 1) poorRow ??= row;
  }
  return poorRow ? { columns: columnsOf(poorRow) } : { firstRow };
}

/** One problem for each field that a candidate cannot do without and no heading names. */
export function missingColumns({ line, at }: Columns): Problem[] {
  return requiredFields
    .filter((field) => at[field] === null)
    .map((field) => ({ line, column: null, code: 'import.missingColumn', text: '', params: { field } }));
}

function columnsOf({ line, cells }: SheetRow): Columns {
  const headings = cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim());
  const at = Object.fromEntries(
    candidateFields.map((field) => [field, columnOf(field, headings, line)]),
  ) as Columns['at'];
  const fieldAt = new Map(candidateFields.map((field) => [at[field], field]));
  return {
    line,
    headings,
    at,
    recognised: headings.flatMap((heading, index) => {
      const field = fieldAt.get(index);
      return field ? [{ heading, field }] : [];
    }),
    ignored: headings
      .filter((heading, index) => heading !== '' && !fieldAt.has(index))
      .slice(0, mostIgnored)
      .map(quote),
  };
}

function columnOf(field: CandidateField, headings: readonly string[], line: number): number | null {
  const named = headings.flatMap((text, index) => {
    const heading = readHeading(text);
    return heading?.field === field ? [{ index, text, isVague: heading.isVague }] : [];
  });
  const clear = named.filter(({ isVague }) => !isVague);
  const [first, second] = clear.length > 0 ? clear : named;
  if (!first) return null;
  if (!second) return first.index;
  const params = { field, first: first.text };
  throw new SheetFault('import.columnTwice', { line, column: second.text, text: second.text, params });
}
