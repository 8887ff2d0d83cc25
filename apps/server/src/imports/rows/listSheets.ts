import type { ListedSheet } from '@guichet/contract/imports/imports.columns';
import { holdsAddress } from '../columns/fields/candidateFields.ts';
import { isRead as readsField } from '../columns/listColumns.ts';
import {
  type Columns,
  columnProblems,
  columnsByHeadings,
  type ReadingChoices,
} from '../columns/sheetColumns.ts';
import { findHeadingRow, readHead, rowsBelow, type SheetHead } from '../columns/sheetHead.ts';
import { type OpenedColumns, openAlike, openHead } from '../columns/sheetLayout.ts';
import { quote, type Sheet, SheetFault, type SheetRow } from '../formats/sheet.ts';
import { type ListNotes, listRows, openNotes } from './listRows.ts';

export interface ReadSheet extends OpenedColumns {
  readonly rows: Generator<SheetRow>;
  /** The mark of the sheet for each row. */
  readonly of: Pick<SheetRow, 'sheet'>;
}

interface PassedSheet {
  readonly head: SheetHead;
  people: number;
  isRead: boolean;
}

/**
 * The sheets to read, in order, each to be read before the next is asked for: those chosen by name, else the
 * first visible one with all required columns, else with some, else with text. Only the headings count, so that
 * a manual mapping applies to the sheet that was shown. Returns all sheets with people.
 * @throws SheetFault `import.emptyFile`, `import.sheetUnknown`, `import.sheetsDiffer`
 */
export function* listSheets(
  open: () => Iterable<Sheet>,
  choices: ReadingChoices,
  notes: ListNotes,
): Generator<ReadSheet, readonly ListedSheet[]> {
  const { sheets: names } = choices;
  const passed: PassedSheet[] = [];
  let first: OpenedColumns | null = null;
  for (const sheet of open()) {
    const head = readHead(sheet);
    const one: PassedSheet = { head, people: 0, isRead: false };
    passed.push(one);
    if (!names && !first && head.rows.length === 0 && head.fault) throw head.fault;
    const isWanted = names
      ? sheet.name !== null && names.includes(sheet.name)
      : sheet.name === null || (!first && !sheet.isHidden && hasAllColumns(head));
    if (isWanted && head.rows.length > 0) {
      const opened: OpenedColumns = first ? openNext(head, first, choices) : openHead(head, choices);
      first ??= opened;
      yield* readSheet(one, passed.filter(({ isRead }) => isRead).length, opened, choices, notes);
    } else one.people = countPeople(head, choices);
  }
  const missing = names?.find((name) => !passed.some(({ head: { sheet } }) => sheet.name === name));
  if (missing !== undefined) {
    const params = {
      sheet: quote(missing),
      sheets: quote(passed.map(({ head }) => head.sheet.name).join(', ')),
    };
    throw new SheetFault('import.sheetUnknown', { params });
  }
  if (!first) {
    const best = names ? undefined : findBest(passed);
    if (!best) throw new SheetFault('import.emptyFile');
    // Its rows have been passed over, so the file is opened once more.
    let place = passed.indexOf(best);
    for (const sheet of open()) {
      if (place === 0) {
        first = openHead(readHead(sheet), choices);
        yield* readSheet(best, 0, first, choices, notes);
      }
      if (place === 0) break;
      place -= 1;
    }
  }
  return passed.flatMap((sheet) => tell(sheet, first, choices));
}

function* readSheet(
  sheet: PassedSheet,
  at: number,
  opened: OpenedColumns,
  choices: ReadingChoices,
  notes: ListNotes,
): Generator<ReadSheet, void> {
  sheet.isRead = true;
  const { head, columns } = opened;
  const of = (choices.sheets?.length ?? 0) > 1 ? { sheet: { at, name: head.sheet.name ?? '' } } : {};
  function* countRows() {
    for (const row of listRows(tag(rowsBelow(head, columns.line), of), columns, choices, notes)) {
      sheet.people += 1;
      yield row;
    }
  }
  yield { ...opened, rows: countRows(), of };
}

function* tag(rows: Iterable<SheetRow>, of: Pick<SheetRow, 'sheet'>): Generator<SheetRow> {
  for (const row of rows) yield of.sheet ? { ...row, ...of } : row;
}

/** @throws SheetFault `import.sheetsDiffer` */
function openNext(head: SheetHead, first: OpenedColumns, choices: ReadingChoices): OpenedColumns {
  const opened = openAlike(head, first, choices);
  if (opened) return opened;
  const params = { first: quote(first.head.sheet.name ?? ''), second: quote(head.sheet.name ?? '') };
  throw new SheetFault('import.sheetsDiffer', { params });
}

/** The sheet to read where none has all required columns: a visible one if any is visible. */
function findBest(passed: readonly PassedSheet[]): PassedSheet | undefined {
  const visible = passed.filter(({ head }) => !head.sheet.isHidden);
  const among = visible.length > 0 ? visible : passed;
  return (
    among.find(({ head }) => hasAllColumns(head)) ??
    among.find(({ head }) => findHeadingRow(head)) ??
    among.find(({ head }) => head.rows.length > 0)
  );
}

function hasAllColumns(head: SheetHead): boolean {
  const row = findHeadingRow(head);
  return row !== null && columnProblems(columnsByHeadings(row)).length === 0;
}

/** Counts the people on a sheet that is not read, with those who have left; of a faulty sheet, those before the fault. */
function countPeople(head: SheetHead, choices: ReadingChoices): number {
  let people = 0;
  const notes = openNotes();
  const ownChoices = { ...choices, leavers: 'take', setAside: undefined, corrections: undefined } as const;
  try {
    const { columns } = openHead(head, { ...choices, columns: undefined, headingLine: undefined });
    const describesPeople = holdsPeople(columns);
    for (const { cells } of listRows(rowsBelow(head, columns.line), columns, ownChoices, notes))
      if (describesPeople || cells.some(namesAddress)) people += 1;
    if (describesPeople && !choices.includeHidden) people += notes.hiddenRows;
  } catch (fault) {
    if (!(fault instanceof SheetFault)) throw fault;
  }
  return people;
}

/** Instructions for a list name an address too, within a sentence. */
const mostWordsBesideAddress = 5;

function namesAddress(cell: string): boolean {
  return (
    holdsAddress(cell) && cell.split(/\s/, mostWordsBesideAddress + 2).length <= mostWordsBesideAddress + 1
  );
}

/** Whether each row is a person; a lone « Nom » may name rooms. */
function holdsPeople({ at }: Columns): boolean {
  const hasName = readsField(at, 'firstName') && readsField(at, 'lastName');
  return at.email !== null || (hasName && (at.fullName === null || at.studentNumber !== null));
}

function tell(
  { head, people, isRead }: PassedSheet,
  first: OpenedColumns | null,
  choices: ReadingChoices,
): ListedSheet[] {
  const { name, isHidden = false } = head.sheet;
  if (name === null || (people === 0 && !isRead)) return [];
  const isAlike = isRead || (first !== null && openAlike(head, first, choices) !== null);
  return [{ name, people, isHidden, isRead, isAlike }];
}
