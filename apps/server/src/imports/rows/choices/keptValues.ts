import { isKept, type KeptField, type ListValues, toColumn } from '@guichet/contract/core/listValues';
import type { Columns } from '../../columns/sheetColumns.ts';

export function readListValues(
  { at }: Columns,
  values: { readonly [kept: KeptField]: unknown },
): { readonly listValues?: ListValues } {
  const kept = Object.keys(at).filter(isKept);
  if (kept.length === 0) return {};
  const stated = kept.flatMap((field) =>
    typeof values[field] === 'string' ? [[toColumn(field), values[field]]] : [],
  );
  return { listValues: Object.fromEntries(stated) };
}

interface Said {
  readonly listValues?: ListValues | undefined;
}

/** The first kept column in which a later line of a person says something that the first line does not. */
export function findOtherValue(first: Said, { listValues = {} }: Said): KeptField | null {
  const other = Object.entries(listValues).find(([column, value]) => value !== first.listValues?.[column]);
  return other ? `list.${other[0]}` : null;
}
