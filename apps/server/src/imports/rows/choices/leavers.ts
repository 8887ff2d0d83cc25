import type { FileReport } from '@guichet/contract/imports/imports';
import { leaversMax } from '@guichet/contract/imports/imports.edits';
import { confidentialColumns } from '../../columns/listColumns.ts';
import { type Columns, personIn } from '../../columns/sheetColumns.ts';
import { copyString, locateRow, quote, type SheetRow } from '../../formats/sheet.ts';
import { hasDepartureInBrackets, openDepartures, type ReadDeparture } from './departure.ts';

type Leaver = NonNullable<FileReport['leavers']>['people'][number];

export interface Leavers {
  count: number;
  readonly people: Leaver[];
}

/** Finds and notes the people who have left, by the columns that are not read and by lines struck through. */
export function openLeavers(columns: Columns, noted: Leavers): (row: SheetRow) => boolean {
  const { at, headings } = columns;
  const read = Object.values(at).flatMap((index) => index ?? []);
  const closed = new Set([...read, ...confidentialColumns(columns)]);
  const names = [at.lastName, at.firstName, at.fullName].flatMap((index) => index ?? []);
  const readers: (ReadDeparture | undefined)[] = [];

  /** The cell that says so; a column of null: the line is struck through. */
  function find(row: SheetRow): Pick<Leaver, 'column' | 'text'> | null {
    if (isStruck(row, names)) return { column: null, text: '' };
    for (const [index, cell] of row.cells.entries()) {
      if (cell === '') continue;
      if (closed.has(index) ? !names.includes(index) || !hasDepartureInBrackets(cell) : !reader(index)(cell))
        continue;
      return { column: quote(headings[index] ?? ''), text: quote(cell.trim()) };
    }
    return null;
  }
  function reader(index: number): ReadDeparture {
    const open = readers[index] ?? openDepartures(headings[index] ?? '');
    readers[index] = open;
    return open;
  }
  return (row) => {
    const found = find(row);
    if (!found) return false;
    noted.count += 1;
    if (noted.people.length < leaversMax) {
      const { name, email } = personIn(row, columns) ?? { name: '', email: '' };
      const texts = { name: copyString(name), email: copyString(email), text: copyString(found.text) };
      noted.people.push({ ...locateRow(row), column: found.column, ...texts });
    }
    return true;
  };
}

/** Whether a name is struck through; whoever replaces an address strikes the old one alone. */
function isStruck({ cells, struck }: SheetRow, names: readonly number[]): boolean {
  return struck !== undefined && names.some((index) => struck[index] && (cells[index] ?? '').trim() !== '');
}
