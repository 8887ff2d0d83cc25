import * as z from 'zod/mini';
import { fold } from './fold.ts';

/** The most further columns of a list, and of an exam. */
export const keptColumnsMax = 10;
export const listValueMaxLength = 200;
const nameMaxLength = 60;

/** A kept column, as a field in the matching of columns and as a placeholder in texts. */
export type KeptField = `list.${string}`;

/** Neither braces nor signs that HTML writes otherwise: texts name the column in HTML, between braces. */
const name = /^(?! )[^{}<>&"'\p{C}]{1,60}(?<! )$/u;

export function isKept(field: string): field is KeptField {
  return field.startsWith('list.') && name.test(field.slice(5));
}

/** The field of a column with this heading; null where nothing of the heading can be its name. */
export function keptField(heading: string): KeptField | null {
  const plain = heading.replaceAll("'", '’').replaceAll(/[{}<>&"\p{C}\s]+/gu, ' ');
  const field = `list.${[...plain.trim()].slice(0, nameMaxLength).join('').slice(0, nameMaxLength).trim()}`;
  return isKept(field) ? field : null;
}

export function toColumn(field: KeptField): string {
  return field.slice(5);
}

/** A candidate's values in kept columns of lists, by column. */
export const ListValues = z.record(z.string(), z.string());
export type ListValues = z.infer<typeof ListValues>;

/** The value of a column, whose name may be spelled otherwise; '' for none. */
export function valueIn(listValues: ListValues | null | undefined, column: string): string {
  const name = fold(column);
  return Object.entries(listValues ?? {}).find(([known]) => fold(known) === name)?.[1] ?? '';
}

/** The values on one line, each after the name of its column. */
export function listedText(listValues: ListValues = {}): string {
  const values = Object.entries(listValues).toSorted();
  return values.map(([column, value]) => `${column} ${value}`).join(' · ');
}
