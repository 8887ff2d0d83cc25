import type { EncodingReading, ListEncoding } from '@guichet/contract/imports/imports.encodings';
import { quote, type Sheet, SheetFault } from '../formats/sheet.ts';
import { cleanCell } from './fields/candidateFields.ts';
import type { Columns } from './sheetColumns.ts';

const shown = 3;
const searchedRows = 2_000;

/** A name that had lost a letter before it came here (Nguy?n), which no encoding brings back. */
const lost = /[?\ufffd]/;

/** The names in the first rows with letters beyond ASCII, as a sheet reads them; without a known column all their cells. */
function sampleNames(sheets: Iterable<Sheet>, { at, line }: Columns): string[] {
  const samples: string[] = [];
  const places = [at.firstName, at.lastName, at.fullName].filter((index) => index !== null);
  const isKnown = places.length > 0;
  for (const { rows } of sheets) {
    try {
      for (let searched = 0; searched < searchedRows && samples.length < shown; searched += 1) {
        const step = rows.next();
        if (step.done) break;
        if (isKnown && step.value.line <= line) continue;
        const { cells } = step.value;
        const named = isKnown ? places.map((index) => cells[index] ?? '') : cells;
        const names = named.map(cleanCell).filter((name) => !lost.test(name));
        if (names.some((name) => /[^\0-\u007f]/.test(name)))
          samples.push(quote(names.join(isKnown ? ' ' : ' · ').trim()));
      }
    } catch (fault) {
      if (!(fault instanceof SheetFault)) throw fault;
    }
    break;
  }
  return samples;
}

/** The encodings of a text file, each with samples as it reads them. */
export function sampleEncodings(
  {
    readings,
    open,
  }: { readings: readonly ListEncoding[]; open: (encoding: ListEncoding) => Iterable<Sheet> },
  columns: Columns,
): EncodingReading[] {
  return readings.map((encoding) => ({ encoding, samples: sampleNames(open(encoding), columns) }));
}
