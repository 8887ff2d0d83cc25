import type { ZipEntry } from '../../../core/zip/readZip.ts';
import type { MergedCell } from '../cells/mergedCells.ts';
import { SheetFault } from '../sheet.ts';
import { decodeXml } from '../unpack/sheetXml.ts';
import { type Budget, unpack } from '../unpack/sheetZip.ts';
import { type MergedRanges, readColumn } from './sheetWorksheet.ts';

/** In bytes: cells are merged by hand, and a list that a program makes may be longer. */
const longestSearched = 16 * 1024 * 1024;
const mostRanges = 10_000;
/** In characters; no element is longer. */
const overlap = 200;
const rangeOf = /mergeCell\s[^<>]{0,80}?ref=["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/g;

/** The merged cells of a worksheet, which stand behind its rows: they are searched before these are read. `budget`: of all searches in the workbook. */
export function findMergedRanges(entry: ZipEntry, budget: Budget): MergedRanges {
  const ranges = new Map<number, MergedCell[]>();
  if (entry.unpackedBytes > longestSearched) return ranges;
  let rest = '';
  let found = 0;
  try {
    for (const piece of decodeXml(unpack(entry, budget))) {
      const text = rest + piece;
      rest = text.slice(-overlap);
      if (!text.includes('mergeCell')) continue;
      for (const [, letters = '', first, last] of text.matchAll(rangeOf)) {
        found += 1;
        if (Number(last) <= Number(first) || found > mostRanges) continue;
        const range = { column: readColumn(letters), last: Number(last) };
        const others = ranges.get(Number(first));
        if (others) others.push(range);
        else ranges.set(Number(first), [range]);
      }
    }
  } catch (fault) {
    // The reading of the rows reports the same fault.
    if (!(fault instanceof SheetFault)) throw fault;
  }
  return ranges;
}
