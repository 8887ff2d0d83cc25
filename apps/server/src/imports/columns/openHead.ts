import { SheetFault, type SheetRow } from '../formats/sheet.ts';
import * as sheetColumns from './sheetColumns.ts';
import { findHeadingRow, guessHeadingRow, type SheetHead, searchedRows } from './sheetHead.ts';
import { type KeyedLayout, measureWidth, recogniseLayout } from './sheetLayout.ts';

/** A sheet with its mapping of columns to fields. */
export interface OpenedColumns {
  readonly head: SheetHead;
  readonly columns: sheetColumns.Columns;
  readonly layout: KeyedLayout;
  /** Why the list cannot be read, although its columns can be shown. */
  readonly fault: SheetFault | null;
}

export function openHead(head: SheetHead, choices: sheetColumns.ReadingChoices): OpenedColumns {
  const { headingLine, columns: match } = choices;
  const width = measureWidth(head.rows);
  const known = headingLine === undefined ? findHeadingRow(head) : rowAt(head, headingLine);
  const row = known ?? (headingLine === undefined ? guessHeadingRow(head) : null);
  const opened = (found: sheetColumns.Columns, fault: SheetFault | null = null) => {
    const columns = choices.withoutExtraTime ? sheetColumns.leaveOutConfidential(found) : found;
    return { head, columns, layout: recogniseLayout(head, columns, width), fault };
  };
  if (headingLine !== undefined && headingLine > 0 && !row) {
    const fault = new SheetFault('import.headingLineUnknown', { line: headingLine });
    return opened(sheetColumns.columnsUnknown(guessHeadingRow(head), width), fault);
  }
  if (match) {
    try {
      return opened(sheetColumns.columnsByHand(match, row, width));
    } catch (fault) {
      if (!(fault instanceof SheetFault)) throw fault;
      return opened(sheetColumns.columnsUnknown(row, width), fault);
    }
  }
  if (known) return opened(sheetColumns.columnsByHeadings(known));
  const [first] = head.rows;
  const text = first?.cells.join(' ').trim() ?? '';
  const fault = new SheetFault('import.noHeadings', { line: first?.line ?? null, text });
  return opened(sheetColumns.columnsUnknown(row, width), fault);
}

/**
 * Opens a further sheet whose columns agree with the first: the same fields by its own headings; of columns
 * matched by hand, the same headings. Null if they do not agree.
 */
export function openAlike(
  head: SheetHead,
  first: OpenedColumns,
  choices: sheetColumns.ReadingChoices,
): OpenedColumns | null {
  const byHeadings = openHead(head, { ...choices, headingLine: undefined, columns: undefined });
  if (choices.headingLine === undefined && !choices.columns)
    return !byHeadings.fault && fieldsOf(byHeadings) === fieldsOf(first) ? byHeadings : null;
  const same = byHeadings.layout.keys.find(({ key }) => key === first.layout.key);
  return same ? openHead(head, { ...choices, headingLine: same.line }) : null;
}

function fieldsOf({ columns: { recognised, claims } }: OpenedColumns): string {
  const fields = [...recognised, ...claims].map(({ field }) => field);
  return fields.toSorted().join();
}

function rowAt({ rows }: SheetHead, line: number): SheetRow | null {
  return rows.slice(0, searchedRows).find((row) => row.line === line) ?? null;
}
