import type { FileReport } from '@guichet/contract/imports/imports';
import type { Correction, LineOfSheet } from '@guichet/contract/imports/imports.edits';
import { isConfidential, type ReadField } from '../../columns/listColumns.ts';
import { type Columns, personIn, type ReadingChoices } from '../../columns/sheetColumns.ts';
import { locateRow, quote, SheetFault, type SheetRow } from '../../formats/sheet.ts';

export interface EditedLines {
  readonly setAside: FileReport['setAside'] & object;
  readonly corrected: FileReport['corrected'] & object;
  /** The edits that were found in the list. */
  readonly done: Set<LineOfSheet | Correction>;
}

export type EditLine = (row: SheetRow) => SheetRow | null;

const keyOf = ({ line, sheet = '' }: LineOfSheet) => `${line} ${sheet}`;

/** Makes the edits of a line: null for a line that was put aside, else the line with its corrected cells. */
export function openEdits(
  { setAside = [], corrections = [] }: ReadingChoices,
  columns: Columns,
  noted: EditedLines,
): EditLine {
  if (setAside.length + corrections.length === 0) return (row) => row;
  const aside = new Map(setAside.map((line) => [keyOf(line), line]));
  const ofLine = Map.groupBy(corrections, keyOf);
  return (row) => {
    const key = keyOf(locateRow(row));
    const line = aside.get(key);
    const ofThisLine = ofLine.get(key) ?? [];
    if (line) {
      // Corrections of a line set aside are kept for when it is taken back, and change nothing until then.
      for (const edit of [line, ...ofThisLine]) noted.done.add(edit);
      noted.setAside.push({ ...locateRow(row), ...(personIn(row, columns) ?? { name: '', email: '' }) });
      return null;
    }
    return ofThisLine.reduce((before, correction) => correct(before, correction, columns, noted), row);
  };
}

function correct(row: SheetRow, correction: Correction, { at }: Columns, noted: EditedLines): SheetRow {
  const index = Object.hasOwn(at, correction.field) ? (at[correction.field as ReadField] ?? null) : null;
  if (index === null) return row;
  const { field, text } = correction;
  noted.done.add(correction);
  const shown = (cell = '') => (isConfidential(field) ? '' : quote(cell));
  const before = row.cells[index] ?? '';
  // Whoever presses the button without a change has corrected nothing.
  if (text !== before)
    noted.corrected.push({ ...locateRow(row), field, before: shown(before), after: shown(text) });
  const cells = Array.from(
    { length: Math.max(row.cells.length, index + 1) },
    (_, place) => row.cells[place] ?? '',
  );
  const kinds = [...(row.kinds ?? [])];
  cells[index] = text;
  kinds[index] = 'text';
  return { ...row, cells, kinds, typed: new Set([...(row.typed ?? []), index]) };
}

/** @throws SheetFault `import.lineUnknown` for an edit of a line or field that the list does not have */
export function requireDone(
  { setAside = [], corrections = [] }: ReadingChoices,
  { done }: EditedLines,
): void {
  const lost = [...setAside, ...corrections].find((edit) => !done.has(edit));
  if (lost)
    throw new SheetFault('import.lineUnknown', { line: lost.line, ...(lost.sheet && { sheet: lost.sheet }) });
}
