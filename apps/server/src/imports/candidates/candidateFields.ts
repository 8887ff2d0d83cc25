import type { Problem, ProblemCode } from '@guichet/contract/imports.problems';
import type { CellKind } from '../sheet/sheet.ts';
import { nameFaultOf, textFault } from './cellFaults.ts';

/** The value of a cell, or the fault in it. */
export type Reading<T> =
  | { readonly value: T; readonly fault?: undefined }
  | { readonly fault: ProblemCode; readonly params?: Problem['params'] };

export const nameMaxLength = 100;
const studentNumberMaxLength = 50;
const emailMaxLength = 254;
const localPartMaxLength = 64;

const nothingToClean = /^[!-~]+(?: [!-~]+)*$/;
const invisible = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g;
// Line breaks and tabs are kept: inside a name they are a fault.
const blanks = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;

/** Normalizes a cell: NFC, trimmed, single plain blanks, no zero-width characters. */
export function cleanCell(cell: string): string {
  if (cell === '' || nothingToClean.test(cell)) return cell;
  return cell.replace(invisible, '').replace(blanks, ' ').trim().normalize('NFC');
}

// Fast path: none of these characters occurs in any fault below.
const ordinary = /^[A-Za-zÀÁÄÆ-ÖØ-áã-öø-ÿŒœ][A-Za-zÀÁÄÆ-ÖØ-áã-öø-ÿŒœ '’.-]*$/;
/** Removes the apostrophe that our exports put before a name such as -Dupont, against formula injection. */
const markedAsText = /^'(?=[-－]\p{L}[\p{L} '’.-]*$)/u;

export function readName(cell: string, missing: ProblemCode, kind: CellKind = 'text'): Reading<string> {
  const cleaned = cleanCell(cell);
  const value = cleaned.replace(markedAsText, '');
  if (value === '') return { fault: missing };
  if (value.length > nameMaxLength) return { fault: 'import.nameTooLong', params: { limit: nameMaxLength } };
  const turned = nameFaultOf(value, kind);
  if (turned) return { fault: turned };
  if (ordinary.test(value) || value !== cleaned) return { value };
  const fault = textFault(value);
  if (fault) return { fault };
  return value.includes('?') ? { fault: 'import.lostCharacters' } : { value };
}

/** Splits last and first name in one cell at its only comma: « Côté, Zoé ». */
export function readFullName(
  cell: string,
  kind: CellKind,
): Reading<{ readonly lastName: string; readonly firstName: string }> {
  if (cell.trim() === '') return { fault: 'import.lastNameMissing' };
  const [lastName = '', firstName, ...more] = cell.split(/[,，]/);
  if (firstName !== undefined && more.length === 0) return { value: { lastName, firstName } };
  // Any other fault, such as TRUE, is more specific than the missing comma.
  return { fault: readName(cell, 'import.lastNameMissing', kind).fault ?? 'import.nameNotSplit' };
}

/** A subset of what sign-in and password reset accept as an address, else its owner could not use them. */
const address =
  /^[\w'+-]+(?:\.[\w'+-]+)*(?<!')@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

export function readEmail(cell: string): Reading<string> {
  const cleaned = cleanCell(cell);
  const value = isAddress(cleaned) ? cleaned : bareAddress(cleaned);
  if (value === '') return { fault: 'import.emailMissing' };
  if (isAddress(value)) return { value };
  const fault = textFault(cleaned);
  return {
    fault:
      fault === 'import.looksLikeFormula' && !cleaned.startsWith('=')
        ? 'import.emailInvalid'
        : (fault ?? 'import.emailInvalid'),
  };
}

function isAddress(value: string): boolean {
  return value.length <= emailMaxLength && value.indexOf('@') <= localPartMaxLength && address.test(value);
}

const longestWithName = 500;
/** Whether a cell contains an address, valid or not. */
export function holdsAddress(cell: string): boolean {
  return /[^\s@]@[^\s@]+\.[^\s@]/.test(cell.slice(0, 320));
}

const inBrackets = /^([^<>]*)<([^<>]+)>$/;

/** Unwraps an address from the formats of mail programs: `Name <a@b>`, `mailto:a@b`, `a@b;`, `a@b#mailto:a@b#`. */
function bareAddress(text: string): string {
  if (text.length > longestWithName) return text;
  const ended = text.replace(/[\s;,]+$/, '');
  const [, name = '', inner = ended] = inBrackets.exec(ended) ?? [];
  const bare = inner
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/, '')
    .replace(/[\s;,.]+$/, '');
  const [before = '', after, rest] = bare.split('#');
  const isLink =
    after !== undefined && rest === '' && after.toLowerCase() === `mailto:${before.toLowerCase()}`;
  const found = isLink ? before : bare;
  // Two addresses in one cell are a fault.
  const isOther = name.includes('@') && !name.toLowerCase().includes(found.toLowerCase());
  return isOther ? text : found;
}

const digits = /^\d{1,50}$/;
const standsForNone = /^(?:[^\p{L}1-9]*|n\/?[ad]|s\/?o|none|aucun)$/iu;

/** Null: the line states none. Removes Excel's markers for numbers stored as text. */
export function readStudentNumber(cell: string, kind: CellKind = 'text'): Reading<string | null> {
  if (kind === 'date' || kind === 'boolean') return { fault: 'import.valueInvalid' };
  if (digits.test(cell)) return { value: Number(cell) === 0 ? null : cell };
  const value = cleanCell(cell)
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^[#'’](?=\d)/, '')
    .replace(/^(\d+)[.,]0{1,2}$/, '$1')
    .replace(/^\d[\d ]*$/, (spaced) => spaced.replaceAll(' ', ''));
  if (standsForNone.test(value)) return { value: null };
  const fault = textFault(value);
  if (fault) return { fault };
  // A number with a fraction is invalid; one with an exponent has lost digits.
  if (kind === 'number' && !/^\d+$/.test(value)) return { fault: 'import.valueInvalid' };
  const isNumber =
    value.length <= studentNumberMaxLength && /\d/.test(value) && !/^\d+(?:[.,]\d+)?e\+?\d+$/i.test(value);
  return isNumber ? { value } : { fault: 'import.valueInvalid' };
}
