import { useCallback } from 'react';
import { type TextKey, useT } from '../../core/i18n/useT.ts';

/** Fields with a label; `npm test -- translations` checks that every field has one. */
type NamedField = TextKey extends infer K ? (K extends `Import.Field.${infer Field}` ? Field : never) : never;

/** The label of a field of the list. */
export function useFieldName(): (field: string) => string {
  const t = useT();
  return useCallback((field) => t(`Import.Field.${field as NamedField}`), [t]);
}
