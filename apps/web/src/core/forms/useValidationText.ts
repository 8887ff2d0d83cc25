import { type TextKey, useT } from '../i18n/useT.ts';

type NameIn<Key> = Key extends `Validation.${infer Name}` ? Name : never;

/** The text of a message key (S5), by field when there is one, with the exceeded limit; else the key. */
export function useValidationText(): (messageKey: string, field?: string, limit?: number) => string {
  const t = useT();
  return (messageKey, field = '', limit) => {
    if (messageKey === 'maxLength' && limit !== undefined) return t('Validation.tooLong', { limit });
    const names = [`${messageKey}.${field}`, messageKey];
    // Without a text, `t` returns its key.
    const name = names.find((name) => t(`Validation.${name as NameIn<TextKey>}`) !== `Validation.${name}`);
    return name ? t(`Validation.${name as NameIn<TextKey>}`) : messageKey;
  };
}
