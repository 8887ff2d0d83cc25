import type { Problem } from '@guichet/contract/imports/imports.problems';
import { quote, type SheetRow } from '../formats/sheet.ts';
import type { ReadField } from './listColumns.ts';
import type { Columns } from './sheetColumns.ts';

export function readField(row: SheetRow, { at }: Columns, field: ReadField): string {
  const index = at[field] ?? null;
  return index === null ? '' : (row.cells[index] ?? '');
}

/** Name and address of the row as in the file; null if the row has neither. */
export function personIn(row: SheetRow, columns: Columns): NonNullable<Problem['person']> | null {
  const textOf = (field: ReadField) => readField(row, columns, field).trim();
  const names = (['firstName', 'lastName', 'fullName'] as const).map(textOf).filter((text) => text !== '');
  const email = textOf('email');
  return names.length === 0 && email === '' ? null : { name: quote(names.join(' ')), email: quote(email) };
}
