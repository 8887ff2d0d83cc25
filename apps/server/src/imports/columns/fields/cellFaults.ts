import { fold } from '@guichet/contract/core/fold';
import type { ProblemCode } from '@guichet/contract/imports/imports.problems';
import type { CellKind } from '../../formats/sheet.ts';

// Not a dash or dot alone: these replace a name that the person does not have.
const formulaStart = /^(?:[=+@＝＋＠]|[-－](?![-－.]*$))/;
const errorValue =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|VALEUR!|NOM\s?\?|NUL!|NOMBRE!|SPILL!|CALC!)$|^Err:\d+$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: detects control characters
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202d\u202e]/;
// UTF-8 decoded as Windows-1252: é became Ã©, ’ became â€™.
const misread =
  /[ÃÅ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u0080-\u00bf]|â€|√[©®†¢´™ß]|\p{Ll}Ã(?:\s|$)|\ufffd/u;

/** The fault of a text, whatever its field; null if there is none. */
export function textFault(text: string): ProblemCode | null {
  if (formulaStart.test(text)) return 'import.looksLikeFormula';
  if (errorValue.test(text)) return 'import.errorValue';
  if (control.test(text)) return 'import.controlCharacter';
  return misread.test(text) || !text.isWellFormed() ? 'import.lostCharacters' : null;
}

const faultOfKind = {
  number: 'import.nameIsNumber',
  date: 'import.nameIsDate',
  boolean: 'import.nameIsBoolean',
  formula: 'import.formulaNotComputed',
  text: null,
  untyped: null,
} as const satisfies Record<CellKind, ProblemCode | null>;

/** As spreadsheets write them; True and Faux are names. */
const truth = /^(?:TRUE|FALSE|VRAI|FAUX)$/;
export function isTruth(text: string): boolean {
  return truth.test(text.trim());
}

const number = /^[-+]?\d[\d .,'’]*(?:e[-+]?\d+)?[%$€]?$/i;
const month =
  'janv(?:ier)?|jan(?:uary)?|fevr?(?:ier)?|feb(?:ruary)?|mars?|mar(?:ch)?|avr(?:il)?|apr(?:il)?|mai|may|juin|june?|juil(?:let)?|july?|aout|aug(?:ust)?|sept?(?:embre|ember)?|oct(?:obre|ober)?|nov(?:embre|ember)?|dec(?:embre|ember)?';
const day = '(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]? ';
const clock = '\\d{1,2}[:h]\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[ap]\\.?m\\.?)?';
const date = new RegExp(
  `^(?:${clock}|(?:${day})?(?:\\d{4}[-/. ]\\d{1,2}[-/. ]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}|\\d{1,2}/\\d{1,2}|\\d{1,2}(?:er|st|nd|rd|th)?[-/. ]?(?:${month})\\.?(?:[-/., ]+\\d{2,4})?|(?:${month})\\.?[-/. ]?\\d{1,4}(?:, ?\\d{4})?)(?:[t ]${clock}z?)?)$`,
);
const longest = 40;

/** Detects a name that a spreadsheet made a date, a number or TRUE; a text cell never holds digits. */
export function findNameFault(name: string, kind: CellKind): ProblemCode | null {
  if (faultOfKind[kind]) return faultOfKind[kind];
  if (kind === 'untyped' && isTruth(name)) return 'import.nameIsBoolean';
  if (name.length > longest || !/\d/.test(name)) return null;
  const folded = fold(name);
  if (date.test(folded)) return 'import.nameIsDate';
  return number.test(name) && !/^[-+]/.test(name) ? 'import.nameIsNumber' : null;
}
