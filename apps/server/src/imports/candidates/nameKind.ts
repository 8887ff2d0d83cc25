import { fold } from '@guichet/contract/core/fold';
import type { ProblemCode } from '@guichet/contract/imports.problems';
import type { CellKind } from '../sheet/sheet.ts';

const ofCell = {
  number: 'import.nameIsNumber',
  date: 'import.nameIsDate',
  boolean: 'import.nameIsBoolean',
  text: null,
  untyped: null,
} as const satisfies Record<CellKind, ProblemCode | null>;

const truth = /^(?:true|false|vrai|faux)$/i;
const number = /^[-+]?\d[\d .,'’]*(?:e[-+]?\d+)?[%$€]?$/i;
const month =
  'janv(?:ier)?|jan(?:uary)?|fevr?(?:ier)?|feb(?:ruary)?|mars?|mar(?:ch)?|avr(?:il)?|apr(?:il)?|mai|may|juin|june?|juil(?:let)?|july?|aout|aug(?:ust)?|sept?(?:embre|ember)?|oct(?:obre|ober)?|nov(?:embre|ember)?|dec(?:embre|ember)?';
const day = '(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]? ';
const clock = '\\d{1,2}[:h]\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[ap]\\.?m\\.?)?';
const date = new RegExp(
  `^(?:${clock}|(?:${day})?(?:\\d{4}[-/. ]\\d{1,2}[-/. ]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}|\\d{1,2}/\\d{1,2}|\\d{1,2}(?:er|st|nd|rd|th)?[-/. ]?(?:${month})\\.?(?:[-/., ]+\\d{2,4})?|(?:${month})\\.?[-/. ]?\\d{1,4}(?:, ?\\d{4})?)(?:[t ]${clock}z?)?)$`,
);
const longest = 40;

/**
 * Detects a name that a spreadsheet converted: « May 7 » to a date, « 46147 » to a number, « True » to TRUE. A text
 * cell may hold the name True, but never digits.
 */
export function nameFaultOf(name: string, kind: CellKind): ProblemCode | null {
  if (ofCell[kind]) return ofCell[kind];
  if (kind === 'untyped' && truth.test(name)) return 'import.nameIsBoolean';
  if (name.length > longest || !/\d/.test(name)) return null;
  const folded = fold(name);
  if (date.test(folded)) return 'import.nameIsDate';
  return number.test(name) && !/^[-+]/.test(name) ? 'import.nameIsNumber' : null;
}
