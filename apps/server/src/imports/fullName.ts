import { type Reading, readName } from './candidateFields.ts';
import type { CellKind } from './sheet.ts';

/** Last and first name that stand in one cell, split at its one comma: « Côté, Zoé ». */
export function splitFullName(
  cell: string,
  kind: CellKind,
): Reading<{ lastName: string; firstName: string }> {
  if (cell.trim() === '') return { fault: 'import.lastNameMissing' };
  const [lastName = '', firstName, ...more] = cell.split(/[,，]/);
  if (firstName !== undefined && more.length === 0) return { value: { lastName, firstName } };
  // What else is wrong with the text, such as TRUE, says more than the missing comma.
  return { fault: readName(cell, 'import.lastNameMissing', kind).fault ?? 'import.nameNotSplit' };
}
