import { type Sheet, SheetFault, type SheetRow } from '../formats/sheet.ts';
import {
  type Columns,
  columnProblems,
  columnsByHand,
  columnsByHeadings,
  columnsUnknown,
  leaveOutConfidential,
  type Matching,
  type ReadingChoices,
} from './sheetColumns.ts';
import { findHeadingRow, guessHeadingRow, readHead, type SheetHead, searchedRows } from './sheetHead.ts';
import { type KeyedLayout, layoutOf, widthOf } from './sheetLayout.ts';

/** A sheet with its mapping of columns to fields. */
export interface OpenedColumns {
  readonly head: SheetHead;
  readonly columns: Columns;
  readonly layout: KeyedLayout;
  /** Why the list cannot be read, although its columns can be shown. */
  readonly fault: SheetFault | null;
}

/**
 * Chooses the first sheet with all required columns, else the first with some, else the first with text. Only
 * the headings count, so that a manual mapping applies to the sheet that was shown.
 * @throws SheetFault `import.emptyFile`
 */
export function openColumns(sheets: Iterable<Sheet>, choices: ReadingChoices): OpenedColumns {
  let second: SheetHead | null = null;
  let third: SheetHead | null = null;
  for (const sheet of sheets) {
    const head = readHead(sheet);
    const row = findHeadingRow(head);
    if (row && columnProblems(columnsByHeadings(row)).length === 0) return openHead(head, choices);
    if (row) second ??= head;
    else if (head.rows.length > 0) third ??= head;
    else if (head.fault) throw head.fault;
  }
  const chosen = second ?? third;
  if (!chosen) throw new SheetFault('import.emptyFile');
  return openHead(chosen, choices);
}

function openHead(head: SheetHead, choices: ReadingChoices): OpenedColumns {
  const { headingLine, columns: match }: Matching = choices;
  const width = widthOf(head.rows);
  const known = headingLine === undefined ? findHeadingRow(head) : rowAt(head, headingLine);
  const row = known ?? (headingLine === undefined ? guessHeadingRow(head) : null);
  const opened = (found: Columns, fault: SheetFault | null = null) => {
    const columns = choices.withoutExtraTime ? leaveOutConfidential(found) : found;
    return { head, columns, layout: layoutOf(head, columns, width), fault };
  };
  if (headingLine !== undefined && headingLine > 0 && !row) {
    const fault = new SheetFault('import.headingLineUnknown', { line: headingLine });
    return opened(columnsUnknown(guessHeadingRow(head), width), fault);
  }
  if (match) {
    try {
      return opened(columnsByHand(match, row, width));
    } catch (fault) {
      if (!(fault instanceof SheetFault)) throw fault;
      return opened(columnsUnknown(row, width), fault);
    }
  }
  if (known) return opened(columnsByHeadings(known));
  const [first] = head.rows;
  const text = first?.cells.join(' ').trim() ?? '';
  const fault = new SheetFault('import.noHeadings', { line: first?.line ?? null, text });
  return opened(columnsUnknown(row, width), fault);
}

function rowAt({ rows }: SheetHead, line: number): SheetRow | null {
  return rows.slice(0, searchedRows).find((row) => row.line === line) ?? null;
}
