import type { Correction } from '@guichet/contract/imports/imports.edits';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import type { ImportDraft } from '../draft.ts';

export type Edits = Pick<ImportDraft, 'setAside' | 'corrections' | 'typed' | 'nameOrder'>;

/** A cell by its line in the file, never by its place among the problems, which changes with each correction. */
type Cell = Omit<Correction, 'text'>;

/** The cell of a problem; null where the problem is not of a single cell. */
export function findCell({ line, sheet, field }: Problem): Cell | null {
  return line === null || field === undefined ? null : { line, sheet, field };
}

export function isSameCell(one: Cell, other: Cell): boolean {
  return one.line === other.line && one.sheet === other.sheet && one.field === other.field;
}

export function without(texts: readonly Correction[], cells: readonly Cell[]): Correction[] {
  return texts.filter((text) => !cells.some((cell) => isSameCell(cell, text)));
}

/** The text of a problem's cell: as it is being typed, and as it was before, or is likely in the chosen order of names. */
export function readText(problem: Problem, { corrections, typed, nameOrder }: Edits) {
  const cell = findCell(problem);
  const find = (texts: readonly Correction[]) => texts.find((text) => cell && isSameCell(cell, text))?.text;
  const likely = nameOrder && problem.params?.[nameOrder];
  const before = find(corrections) ?? String(likely ?? problem.text);
  return { before, text: find(typed) ?? before };
}
