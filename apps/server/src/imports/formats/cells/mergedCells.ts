import { type CellKinds, isBlank } from '../sheet.ts';
import { isTotal } from '../skippedLines.ts';

/** A cell that is merged over several rows, down to the line `last`. */
export interface MergedCell {
  readonly column: number;
  readonly last: number;
}

interface OpenRow {
  readonly line: number;
  readonly cells: string[];
  readonly kinds: CellKinds;
  readonly struck: boolean[];
}

/** Cells that are merged over several rows: the text of the first stands for the empty ones beneath it as well. */
export function openMergedCells() {
  const above = new Map<number, { readonly last: number; readonly from: OpenRow }>();
  /** Fills a row that has text of its own, other than a total. `begun`: the cells of this row that reach further down. */
  return (row: OpenRow, begun: readonly MergedCell[]): void => {
    const { line, cells, kinds, struck } = row;
    if (isBlank(cells) || (above.size > 0 && isTotal(cells))) return;
    for (const [column, { last, from }] of above) {
      if (last < line) above.delete(column);
      if (last < line || cells[column]?.trim()) continue;
      while (cells.length <= column) cells.push('');
      cells[column] = from.cells[column] ?? '';
      const kind = from.kinds[column];
      if (kind) kinds[column] = kind;
      if (from.struck[column]) struck[column] = true;
    }
    for (const { column, last } of begun) if (cells[column]?.trim()) above.set(column, { last, from: row });
  };
}
