import { isKept, toColumn } from '@guichet/contract/core/listValues';
import { useCallback } from 'react';
import { type TextKey, useT } from '../../core/i18n/useT.ts';

/** Fields with a label; `npm test -- translations` checks that every field has one. */
type NamedField = TextKey extends infer K ? (K extends `Import.Field.${infer Field}` ? Field : never) : never;

/** The label of a field of the list; a kept column has its own name. */
export function useFieldName(): (field: string) => string {
  const t = useT();
  return useCallback(
    (field) => (isKept(field) ? toColumn(field) : t(`Import.Field.${field as NamedField}`)),
    [t],
  );
}
