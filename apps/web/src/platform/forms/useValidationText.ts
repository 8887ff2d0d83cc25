import { type TextKey, useT } from '../i18n/useT.ts';

type NameIn<Key> = Key extends `Validation.${infer Name}` ? Name : never;

/** The text of a message key of the specification (S5); an unknown key is shown as it is. */
export function useValidationText(): (messageKey: string) => string {
  const t = useT();
  return (messageKey) => {
    const text = t(`Validation.${messageKey as NameIn<TextKey>}`);
    // Without a text, `t` returns the key that it was given.
    return text === `Validation.${messageKey}` ? messageKey : text;
  };
}
