import type { Reading } from './candidateFields.ts';

/** Last and first name that stand in one cell, split at its one comma: « Côté, Zoé ». */
export function splitFullName(cell: string): Reading<{ lastName: string; firstName: string }> {
  if (cell.trim() === '') return { fault: 'import.lastNameMissing' };
  const [lastName = '', firstName, ...more] = cell.split(',');
  if (firstName === undefined || more.length > 0) return { fault: 'import.nameNotSplit' };
  return { value: { lastName, firstName } };
}
