import { escapeHtml } from '@guichet/contract/core/html';
import type { KeptField } from '@guichet/contract/core/listValues';
import type { GivenPlaceholder } from '@guichet/contract/identity/account.given';
import { filledMaxLength, type Placeholder } from '@guichet/contract/mail/messages';

/** Placeholders that only the portal's own texts use. */
type OwnPlaceholder =
  | 'examsUrl'
  | 'examPlaceName'
  | 'examPlaceUrl'
  | 'formerTitle'
  | 'formerDate'
  | 'formerTime'
  | 'formerPlace'
  | 'note'
  | 'request';

/** The value of each placeholder in one mail; an absent placeholder has no value in this mailing. */
export type Values = Readonly<Partial<Record<Placeholder | GivenPlaceholder | OwnPlaceholder, string>>> & {
  readonly [kept: KeptField]: string;
};

/** A placeholder, and the full stop right after it. */
const mark = /\{\{\s*([A-Za-z]+|list\.[^{}<>&"']{1,60})\s*\}\}(\.(?!\.))?/g;

/** “… to 12:30 p.m.” already ends in a stop, so the sentence gets no second stop. */
const endInStops: ReadonlySet<string> = new Set(['examTime', 'formerTime']);

const haveLines: ReadonlySet<string> = new Set(['examInstructions', 'note', 'request']);

/** Fills the placeholders of a subject or plain text; only the values in `haveLines` keep line breaks. */
export function fillText(template: string, values: Values): string {
  return fill(template, values, keepWhole);
}

/** Fills the placeholders of HTML, between tags and in attributes; values are escaped. */
export function fillHtml(template: string, values: Values): string {
  return fill(template, values, (value, name) =>
    escapeHtml(keepWhole(value, name)).replaceAll('\n', '<br>\n'),
  );
}

function fill(template: string, values: Values, guard: (value: string, name: string) => string): string {
  let left: number = filledMaxLength;
  return withOneName(template, values).replace(mark, (whole, name: string, stop = '') => {
    if (!Object.hasOwn(values, name)) return whole;
    // A text that was saved before `filledLength` was checked on saving.
    if (left <= 0) return '…';
    const value = guard(values[name as Placeholder] ?? '', name);
    left -= value.length;
    return endInStops.has(name) && value.endsWith('.') ? value : value + stop;
  });
}

/** Both names in a row, with at most signs and tags between them. */
const bothNames =
  /\{\{ {0,9}(firstName|lastName) {0,9}\}\}((?:[\s,]|&nbsp;|<[^<>]{0,200}>){0,20})\{\{ {0,9}(?:firstName|lastName) {0,9}\}\}/g;
const oneOfNames = /\{\{ {0,9}(?:firstName|lastName) {0,9}\}\}/g;

/** The template for somebody with a single name, which stands for the first name and for both in a row. */
function withOneName(template: string, { firstName, lastName }: Values): string {
  if (firstName === undefined || lastName === undefined || (firstName === '') === (lastName === ''))
    return template;
  const only = firstName === '' ? '{{lastName}}' : '{{firstName}}';
  const tagsIn = (between: string) => between.replace(/[^<>]*(<[^<>]*>)?/g, '$1');
  return template
    .replace(bothNames, (_, __, between: string) => only + tagsIn(between))
    .replace(oneOfNames, only);
}

/** A password stays as typed; no header holds it. Instructions, notes and requests keep their lines. */
function keepWhole(value: string, name: string): string {
  if (name === 'newPassword') return value;
  if (haveLines.has(name))
    return value
      .split(/\r\n?|\n/)
      .map(oneLine)
      .join('\n');
  return oneLine(value);
}

/** One literal line for a header: readers would decode an encoded word (RFC 2047), line breaks included. */
export function headerLine(text: string): string {
  return oneLine(text).replaceAll('=?', '= ?');
}

/** Removes control and direction characters, double blanks: no value forges a header or reverses a line. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
