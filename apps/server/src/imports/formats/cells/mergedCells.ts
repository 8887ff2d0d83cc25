import { type CellKind, type CellKinds, isBlank } from '../sheet.ts';

/** Cells that are merged over several rows: the text of the first stands for the empty ones beneath it as well. */
export function openMergedCells() {
  const spans = new Map<number, { last: number; text: string; kind: CellKind | undefined }>();
  return {
    /** Notes that a cell reaches down to the line `last`. */
    begin: (column: number, last: number, text: string, kind: CellKind | undefined) => {
      if (text.trim() !== '') spans.set(column, { last, text, kind });
    },
    /** Fills a row that has text of its own. */
    fill: (line: number, cells: string[], kinds: CellKinds) => {
      if (spans.size === 0 || isBlank(cells)) return;
      for (const [column, { last, text, kind }] of spans) {
        if (last < line) spans.delete(column);
        if (last < line || cells[column]?.trim()) continue;
        while (cells.length <= column) cells.push('');
        cells[column] = text;
        if (kind) kinds[column] = kind;
      }
    },
  };
}
