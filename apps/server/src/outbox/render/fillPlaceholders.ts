import type { GivenPlaceholder } from '@guichet/contract/account.given';
import type { Placeholder } from '@guichet/contract/messages';
import { escapeHtml } from '../../platform/http/pages/html.ts';

/** What stands for each placeholder in one mail; one that a mailing has no value for is left out. */
export type Values = Readonly<Partial<Record<Placeholder | GivenPlaceholder, string>>>;

const mark = /\{\{\s*([A-Za-z]+)\s*\}\}/g;

/** Fills the placeholders of a subject or a plain text; a value never brings a line break of its own. */
export function fillText(template: string, values: Values): string {
  return fill(template, values, keepWhole);
}

/** Fills the placeholders of HTML, between tags and in attributes: a name can hold no markup. */
export function fillHtml(template: string, values: Values): string {
  return fill(template, values, (value, name) => escapeHtml(keepWhole(value, name)));
}

function fill(template: string, values: Values, guard: (value: string, name: string) => string): string {
  return template.replace(mark, (whole, name: string) =>
    Object.hasOwn(values, name) ? guard(values[name as Placeholder] ?? '', name) : whole,
  );
}

/** A password stays as it was typed, whatever it holds; it stands in no header. */
function keepWhole(value: string, name: string): string {
  return name === 'newPassword' ? value : oneLine(value);
}

/**
 * A line for a header, which shows what was typed: an encoded word (RFC 2047) in it would be read as what it encodes,
 * line breaks included.
 */
export function headerLine(text: string): string {
  return oneLine(text).replaceAll('=?', '= ?');
}

/** Control and direction characters out, blanks to one: no value can forge a header or turn a line around. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
