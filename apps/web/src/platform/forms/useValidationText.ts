import { useT } from '../i18n/useT.ts';

const messageKeys = [
  'required',
  'requiredWithLenght',
  'hasNumber',
  'hasCapitalCase',
  'hasSmallCase',
  'hasSpecialCharacters',
  'commonPassword',
  'nearPassword',
  'mustMatch',
  'email',
  'date',
  'dateInPast',
  'maxLength',
  'oneLine',
  'wholeNumber',
  'taken',
  'addressTaken',
  'nameWithoutLetters',
  'coursePrefix',
  'unknownSystem',
  'label',
  'labelTaken',
  'unknownPlaceholder',
  'columns',
  'columnTwice',
  'columnFieldUnknown',
  'columnFieldTwice',
  'columnNamesTwice',
] as const;

/** The text of a message key of the specification (S5); an unknown key is shown as it is. */
export function useValidationText(): (messageKey: string) => string {
  const t = useT();
  return (messageKey) => {
    const known = messageKeys.find((key) => key === messageKey);
    return known ? t(`Validation.${known}`) : messageKey;
  };
}
