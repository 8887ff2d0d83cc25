import { useCallback } from 'react';
import type { TextKey } from '../../../platform/i18n/keys.ts';
import { useT } from '../../../platform/i18n/useT.ts';

/** The fields that have a name here; `npm test -- translations` holds that each column of a list has one. */
type NamedField = TextKey extends infer K ? (K extends `Import.Field.${infer Field}` ? Field : never) : never;

/** What a column of a list holds, in the user's words. */
export function useFieldName(): (field: string) => string {
  const t = useT();
  return useCallback((field) => t(`Import.Field.${field as NamedField}`), [t]);
}
