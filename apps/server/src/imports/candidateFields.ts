import { fold } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import type { ProblemCode } from '@guichet/contract/imports.problems';

/** What a cell was read as, or what is wrong with it. */
export type Reading<T> =
  | { readonly value: T; readonly fault?: undefined }
  | { readonly fault: ProblemCode; readonly limit?: number };

export const nameMaxLength = 100;
const studentNumberMaxLength = 50;
const emailMaxLength = 254;
const localPartMaxLength = 64;

const nothingToClean = /^[!-~]+(?: [!-~]+)*$/;
const invisible = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g;
// Line breaks and tabs stay: inside a name they are a fault, and not a blank.
const blanks = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;

/** A cell without what cannot be seen: blanks around, doubled or of an odd kind, zero-width signs; in NFC. */
export function cleanCell(cell: string): string {
  if (cell === '' || nothingToClean.test(cell)) return cell;
  return cell.replace(invisible, '').replace(blanks, ' ').trim().normalize('NFC');
}

// No sign in here can begin any of the faults below.
const ordinary = /^[A-Za-zÀÁÄÆ-ÖØ-áã-öø-ÿŒœ][A-Za-zÀÁÄÆ-ÖØ-áã-öø-ÿŒœ '’.-]*$/;
// A lone dash or dot stands for the name that a person does not have.
const formulaStart = /^(?:[=+@＝＋＠]|[-－](?![-－.]*$))/;
const errorValue =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|VALEUR!|NOM\s?\?|NUL!|NOMBRE!|SPILL!|CALC!)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
// UTF-8 that somebody read as Windows-1252: é became Ã©, ’ became â€™.
const misread = /[ÃÅ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u0080-\u00bf]|â€|\ufffd/;

/** What may be wrong with any text, whatever it stands for. */
function textFault(text: string): ProblemCode | null {
  if (formulaStart.test(text)) return 'import.looksLikeFormula';
  if (errorValue.test(text)) return 'import.errorValue';
  if (control.test(text)) return 'import.controlCharacter';
  return misread.test(text) || !text.isWellFormed() ? 'import.lostCharacters' : null;
}

/** Our lists write an apostrophe before a name such as -Dupont, so that no spreadsheet works it out. */
const markedAsText = /^'(?=[-－]\p{L}[\p{L} '’.-]*$)/u;

export function readName(cell: string, missing: ProblemCode): Reading<string> {
  const cleaned = cleanCell(cell);
  const value = cleaned.replace(markedAsText, '');
  if (value === '') return { fault: missing };
  if (value.length > nameMaxLength) return { fault: 'import.nameTooLong', limit: nameMaxLength };
  if (ordinary.test(value) || value !== cleaned) return { value };
  const fault = textFault(value);
  if (fault) return { fault };
  return value.includes('?') ? { fault: 'import.lostCharacters' } : { value };
}

/** A subset of what sign-in and password reset accept as an address, else its owner could not use them. */
const address =
  /^[\w'+-]+(?:\.[\w'+-]+)*(?<!')@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

export function readEmail(cell: string): Reading<string> {
  const value = cleanCell(cell);
  if (value === '') return { fault: 'import.emailMissing' };
  const isValid =
    value.length <= emailMaxLength && value.indexOf('@') <= localPartMaxLength && address.test(value);
  if (isValid) return { value };
  const fault = textFault(value);
  return {
    fault:
      fault === 'import.looksLikeFormula' && !value.startsWith('=')
        ? 'import.emailInvalid'
        : (fault ?? 'import.emailInvalid'),
  };
}

const digits = /^\d{1,50}$/;
const standsForNone = /^(?:[^\p{L}1-9]*|n\/?[ad]|s\/?o|none|aucun)$/iu;

/** Null: the line states none. Excel's ways to keep a number from being counted with are taken off. */
export function readStudentNumber(cell: string): Reading<string | null> {
  if (digits.test(cell)) return { value: Number(cell) === 0 ? null : cell };
  const value = cleanCell(cell)
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^[#'’](?=\d)/, '')
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/^\d[\d ]*$/, (spaced) => spaced.replaceAll(' ', ''));
  if (standsForNone.test(value)) return { value: null };
  const fault = textFault(value);
  if (fault) return { fault };
  const isNumber =
    value.length <= studentNumberMaxLength && /\d/.test(value) && !/^\d+(?:[.,]\d+)?e\+?\d+$/i.test(value);
  return isNumber ? { value } : { fault: 'import.studentNumberInvalid' };
}

const languageWords: Record<Language, string> = {
  fr: '1 f fr fra fre fr-ca fr-fr fr_ca fr_fr francais francaise french',
  en: '2 e en eng a an ang en-ca en-us en-gb en_ca en_us en_gb anglais anglaise english',
};

/** As people write them, and folded for all the other ways. */
const languageOf = new Map(
  (['fr', 'en'] as const).flatMap((language) =>
    languageWords[language].split(' ').flatMap((word): [string, Language][] => [
      [word, language],
      [word.toUpperCase(), language],
    ]),
  ),
);

const longestWord = 20;

/** Null: the line states none. */
export function readLanguage(cell: string): Reading<Language | null> {
  const short = languageOf.get(cell);
  if (short) return { value: short };
  const value = cleanCell(cell);
  if (value === '') return { value: null };
  const language = value.length <= longestWord ? languageOf.get(fold(value)) : undefined;
  return language ? { value: language } : { fault: 'import.languageUnknown' };
}
