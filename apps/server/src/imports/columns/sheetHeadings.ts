import { fold } from '@guichet/contract/core/fold';
import { repairText } from '../formats/text/doubleEncoding.ts';
import { unescapeText } from '../formats/text/escapedText.ts';
import { compoundColumns, type Field, listColumns } from './listColumns.ts';

/** Additions to a heading in parentheses or after a slash, such as « Langue (F/E) ». */
const remarks = new Set(
  'obligatoire requis requise required facultatif facultative optional f e a s fr en ang ou or et and'.split(
    ' ',
  ),
);
const codesAtEnd = /(?<![\s:,=–—-])[\s:,=–—-]+(?:\(?[fea][\s/|,-]+[fea]\)?)$/iu;

const headingMaxLength = 100;

export interface Heading {
  readonly field: Field;
  readonly isVague: boolean;
}

/** Fields by folded heading, without blanks and punctuation; a clear heading overrides an unclear one. */
const headings: ReadonlyMap<string, Heading> = new Map([
  ...listColumns.flatMap(({ field, headings: { vague = '' } }) => table(field, vague.split(/\s+/), true)),
  ...listColumns.flatMap(({ field, headings: { fr, en, aliases } }) =>
    table(field, [fr, en, ...aliases.split(/\s+/)], false),
  ),
]);

function table(field: Field, names: readonly string[], isVague: boolean): [string, Heading][] {
  const spelled = names.map(bareHeading).filter((name) => name !== '');
  return spelled.map((name) => [name, { field, isVague }]);
}

/** The field that all names of a heading mean; null for any other text, such as « Prénom usuel ». */
export function readHeading(cell: string): Heading | null {
  if (cell.length > headingMaxLength) return null;
  const whole = headings.get(bareHeading(cell));
  // « Nom / Prénom » does not tell which name comes first.
  if (cell.includes('/') && compoundColumns.some(({ field }) => field === whole?.field)) return null;
  if (whole) return whole;
  const parts = cell.split(/[/|()[\]\n]/).filter((part) => bareHeading(part) !== '' && !isRemark(part));
  const named = parts.map((part) => headings.get(bareHeading(part)));
  const first = named[0];
  if (first && named.every((heading) => heading?.field === first.field)) return first;
  const other = cell.replace(codesAtEnd, '');
  if (other !== cell) return readHeading(other);
  const repaired = unescapeText(cell) ?? repairText(cell);
  return repaired === null ? null : readHeading(repaired);
}

/** The field of a heading, for the formats. */
export const fieldNamed = (cell: string) => readHeading(cell)?.field ?? null;

/** A heading for display: on one line, doubly encoded accents restored. */
export function showHeading(cell: string): string {
  const plain = unescapeText(cell) ?? cell;
  return (repairText(plain) ?? plain).replaceAll(/\s+/g, ' ').trim();
}

/** A line of a hostile text may have a million columns. */
const searchedColumns = 1_000;

export function countHeadings(cells: readonly string[]): number {
  return new Set(cells.slice(0, searchedColumns).flatMap((cell) => readHeading(cell)?.field ?? [])).size;
}

function isRemark(part: string): boolean {
  return part
    .trim()
    .split(/[\s,:=–—-]+/)
    .every((word) => remarks.has(bareHeading(word)));
}

export function bareHeading(text: string): string {
  return fold(text.replaceAll('#', 'no')).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
