import { type TextKey, useT } from '../i18n/useT.ts';

type NameIn<Key> = Key extends `Validation.${infer Name}` ? Name : never;

/**
 * The text of a message key of the requirements (S5), by field when such a text exists, with the exceeded
 * limit when it is known. An unknown key shows unchanged.
 */
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
