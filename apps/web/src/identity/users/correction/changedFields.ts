import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import type { correctUser, PersonFields } from '@guichet/contract/identity/users.changes';
import type { CallInput } from '../../../core/call/input.ts';
import { type T, useT } from '../../../core/i18n/useT.ts';

export type CorrectionBody = CallInput<typeof correctUser>['body'];

/** A line for each corrected field except the address: its name, the value before, the value now. */
export function useChangedFields({ seen, languageId: language, ...sent }: CorrectionBody): string[] {
  const t = useT();
  if (!seen) return [];
  // A text that is not sent stays unchanged.
  const texts = textsAs(personTextNames, (name) => (sent[name] === undefined ? seen[name] : sent[name]));
  const now = { ...seen, ...sent, ...texts, language: language ?? seen.language, email: seen.email };
  const names = Object.keys(seen) as (keyof PersonFields)[];
  return names.flatMap((name) => {
    const [before, after] = [fieldValue(t, seen, name), fieldValue(t, now, name)];
    return before === after ? [] : [t('Correction.Done.Field', { field: fieldName(t, name), before, after })];
  });
}

export function fieldName(t: T, name: keyof PersonFields): string {
  return t(name === 'newsLetter' ? 'Search.Newsletter' : `User.${name}`);
}

export function fieldValue(t: T, fields: PersonFields, name: keyof PersonFields): string {
  if (name === 'language') return fields.language ? t(`Language.${fields.language}`) : t('User.NotGiven');
  if (name === 'newsLetter') return t(fields.newsLetter ? 'Dialog.Yes' : 'Dialog.No');
  return fields[name]?.trim() || t('User.NotGiven');
}
