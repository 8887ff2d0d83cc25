import { findStrangeSign, isEmailAddress } from '@guichet/contract/core/emailAddress';
import { fold, invisibleMarks } from '@guichet/contract/core/fold';
import { standsForNoName } from '@guichet/contract/core/fullName';
import { listValueMaxLength } from '@guichet/contract/core/listValues';
import { type PersonText, personTexts } from '@guichet/contract/core/personTexts';
import type { Problem, ProblemCode } from '@guichet/contract/imports/imports.problems';
import type { CellKind } from '../../formats/sheet.ts';

export type Reading<T> =
  | { readonly value: T; readonly fault?: undefined }
  | { readonly fault: ProblemCode; readonly params?: Problem['params'] };

export const nameMaxLength = 100;

const nothingToClean = /^[!-~]+(?: [!-~]+)*$/;
// Blanks, but neither line breaks nor tabs: these are a fault inside a name.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/;
const joined = /[\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/;
const blanks = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;

/** Normalizes a cell: NFC, trimmed, single plain blanks, no invisible marks. */
export function cleanCell(cell: string): string {
  if (cell === '' || nothingToClean.test(cell)) return cell;
  return withoutOverride(cell)
    .replace(invisibleMarks, keepJoiner)
    .replace(blanks, ' ')
    .trim()
    .normalize('NFC');
}

/** Removes an override around a cell that only repeats the direction of its letters; any other is a fault. */
function withoutOverride(cell: string): string {
  return cell.replace(rightToLeft.test(cell) ? /^\u202e|\u202e$/g : /^\u202d|\u202d$/g, '');
}

/** Joiners are part of the spelling inside words of Arabic and Indic scripts, and overrides a fault. */
function keepJoiner(mark: string, at: number, cell: string): string {
  if (mark === '\u202d' || mark === '\u202e') return mark;
  if (mark !== '\u200c' && mark !== '\u200d') return '';
  const [before = '', after = ''] = [cell[at - 1], cell[at + 1]];
  const isSpelled =
    joined.test(before) && (joined.test(after) || (mark === '\u200d' && /[\u0900-\u0dff]/.test(before)));
  return isSpelled ? mark : '';
}

// Fast path: names of these characters have none of the faults below.
const ordinary = /^[A-Za-zÀÁÄÆ-ÖØ-áã-öø-ÿŒœ][A-Za-zÀÁÄÆ-ÖØ-áã-öø-ÿŒœ '’.-]*$/;
// The portal's exports put an apostrophe before a cell that a spreadsheet would run as a formula.
const mark = /^'(?=[=+\-@＝＋－＠])/;
/** The apostrophe before a name such as -Dupont; no other name begins like a formula. */
const markOfName = /^'(?=[-－]\p{L}[\p{L} '’.-]*$)/u;

/** Empty: the cell has no name, or says that the person has none. */
export function readName(cell: string, kind: CellKind = 'text'): Reading<string> {
  const cleaned = cleanCell(cell);
  const value = cleaned.replace(markOfName, '');
  if (value === '' || standsForNoName(value)) return { value: '' };
  if (value.length > nameMaxLength) return { fault: 'import.textTooLong', params: { limit: nameMaxLength } };
  const turned = findNameFault(value, kind);
  if (turned) return { fault: turned };
  if (ordinary.test(value) || value !== cleaned) return { value };
  const fault = textFault(value);
  if (fault) return { fault };
  return value.includes('?') ? { fault: 'import.lostCharacters' } : { value };
}

export function readEmail(cell: string): Reading<string> {
  const cleaned = cleanCell(cell).replace(mark, '');
  const value = isEmailAddress(cleaned) ? cleaned : bareAddress(cleaned);
  if (isNothing(value) && !value.startsWith('#')) return { fault: 'import.emailMissing' };
  if (isEmailAddress(value)) return { value };
  const fault = textFault(cleaned);
  if (fault !== null && (fault !== 'import.looksLikeFormula' || cleaned.startsWith('='))) return { fault };
  if (value.includes('@@')) return { fault: 'import.emailDoubleAt' };
  const character = findStrangeSign(value);
  return { fault: 'import.emailInvalid', ...(character !== null && { params: { character } }) };
}

const longestWithName = 500;
export function holdsAddress(cell: string): boolean {
  return /[^\s@]@[^\s@]+\.[^\s@]/.test(cell.slice(0, 320));
}

const inBrackets = /^([^<>]*)<([^<>]+)>$/;

/** Takes the address out of mail programs' formats: `Name <a@b>`, `mailto:a@b`, `a@b;`, `a@b#mailto:a@b#`. */
function bareAddress(text: string): string {
  if (text.length > longestWithName) return text;
  const ended = text.replace(/(?<![\s;,])[\s;,]+$/, '');
  const [, name = '', inner = ended] = inBrackets.exec(ended) ?? [];
  const bare = inner
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\?.*/s, '')
    .replace(/(?<![\s;,.])[\s;,.]+$/, '');
  const [before = '', after, rest] = bare.split('#');
  const isLink =
    after !== undefined && rest === '' && after.toLowerCase() === `mailto:${before.toLowerCase()}`;
  const found = isLink ? before : bare;
  // Two addresses in one cell are a fault.
  const isOther = name.includes('@') && !name.toLowerCase().includes(found.toLowerCase());
  return isOther ? text : found;
}

/** Spellings of an empty cell in exports of programs. */
const nothing = /^(?:\\N|null|\(null\)|#N\/A)$/i;
export function isNothing(text: string): boolean {
  return text === '' || nothing.test(text);
}

const digits = /^\d{1,50}$/;
const standsForNone = /^(?:[^\p{L}1-9]*|n\/?[ad]|s\/?o|none|aucun)$/iu;

// 7 to 15 digits (E.164), perhaps with an extension.
const phoneNumber = /^[+＋](?:[ ().-]*\d){7,15}(?: ?(?:x|#|ext\.?|poste) ?\d{1,6})?$/i;

/** Reads an optional text of a person within the limit of the forms. Null: the line states no text. */
export function optionalText(name: PersonText): (cell: string, kind?: CellKind) => Reading<string | null> {
  const limit = personTexts[name].maxLength;
  return (cell, kind = 'text') =>
    kind === 'date' || kind === 'boolean' ? { fault: 'import.valueInvalid' } : readText(cell, limit);
}

export function readKept(cell: string): Reading<string | null> {
  return readText(cell.replaceAll(/\s+/g, ' '), listValueMaxLength);
}

function readText(cell: string, limit: number): Reading<string | null> {
  const text = cleanCell(cell);
  const value = text.replace(mark, '');
  if (isNothing(value)) return { value: null };
  if (value.length > limit) return { fault: 'import.textTooLong', params: { limit } };
  // A text with the exports' apostrophe is no formula.
  const fault = phoneNumber.test(value) ? null : textFault(text);
  return fault ? { fault } : { value };
}

const readNumberAsText = optionalText('studentNumber');

/** Null: the line states no number. Removes Excel's markers for numbers stored as text. */
export function readStudentNumber(cell: string, kind: CellKind = 'text'): Reading<string | null> {
  if (kind !== 'date' && kind !== 'boolean' && digits.test(cell))
    return { value: Number(cell) === 0 ? null : cell };
  const text = cleanCell(cell)
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^[#'’](?=\d)/, '')
    .replace(/^(\d+)[.,]0{1,2}$/, '$1')
    .replace(/^\d[\d ]*$/, (spaced) => spaced.replaceAll(' ', ''));
  const reading = readNumberAsText(standsForNone.test(text) ? '' : text, kind);
  if (reading.fault !== undefined || reading.value === null) return reading;
  const { value } = reading;
  // A fraction is invalid; an exponent means lost digits; a plus means a telephone number.
  const isWhole = kind !== 'number' || /^\d+$/.test(value);
  const isNumber = /^[^+＋]*\d/.test(value) && !/^\d+(?:[.,]\d+)?e\+?\d+$/i.test(value);
  return isWhole && isNumber ? reading : { fault: 'import.valueInvalid' };
}

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
function textFault(text: string): ProblemCode | null {
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
function findNameFault(name: string, kind: CellKind): ProblemCode | null {
  if (faultOfKind[kind]) return faultOfKind[kind];
  if (kind === 'untyped' && isTruth(name)) return 'import.nameIsBoolean';
  if (name.length > longest || !/\d/.test(name)) return null;
  const folded = fold(name);
  if (date.test(folded)) return 'import.nameIsDate';
  return number.test(name) && !/^[-+]/.test(name) ? 'import.nameIsNumber' : null;
}
