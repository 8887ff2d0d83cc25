import { quote, type Sheet, SheetFault } from '../formats/sheet.ts';
import { cleanCell } from './fields/candidateFields.ts';
import type { Columns } from './sheetColumns.ts';

const shown = 3;
const searchedRows = 2_000;

/** The names in the first rows with letters beyond ASCII, as a sheet reads them. */
export function sampleNames(sheets: Iterable<Sheet>, { at, line }: Columns): string[] {
  const samples: string[] = [];
  const places = [at.firstName, at.lastName, at.fullName].filter((index) => index !== null);
  for (const { rows } of sheets) {
    try {
      for (let searched = 0; searched < searchedRows && samples.length < shown; searched += 1) {
        const step = rows.next();
        if (step.done) break;
        if (step.value.line <= line) continue;
        const names = places.map((index) => cleanCell(step.value.cells[index] ?? ''));
        if (names.some((name) => /[^\0-\u007f]/.test(name))) samples.push(quote(names.join(' ').trim()));
      }
    } catch (fault) {
      if (!(fault instanceof SheetFault)) throw fault;
    }
    break;
  }
  return samples;
}
