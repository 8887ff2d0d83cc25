import { fold } from '@guichet/contract/core/fold';
import { repairText } from '../sheet/text/doubleEncoding.ts';
import { compoundColumns, type Field, listColumns } from './listColumns.ts';

/** What people add to a heading in parentheses or after a stroke, such as « Langue (F/E) ». */
const remarks = new Set(
  'obligatoire requis requise required facultatif facultative optional f e a s fr en ang ou or et and'.split(
    ' ',
  ),
);
const codesAtEnd = /[\s:,=–—-]+(?:\(?[fea][\s/|,-]+[fea]\)?)$/iu;

const headingMaxLength = 100;

export interface Heading {
  readonly field: Field;
  readonly isVague: boolean;
}

/** By heading, without blanks, signs, accents and case; of two equal ones the clear one counts. */
const headings: ReadonlyMap<string, Heading> = new Map([
  ...listColumns.flatMap(({ field, headings: { vague = '' } }) => table(field, vague.split(/\s+/), true)),
  ...listColumns.flatMap(({ field, headings: { fr, en, aliases } }) =>
    table(field, [fr, en, ...aliases.split(/\s+/)], false),
  ),
]);

function table(field: Field, names: readonly string[], isVague: boolean): [string, Heading][] {
  const spelled = names.map(bare).filter((name) => name !== '');
  return spelled.map((name) => [name, { field, isVague }]);
}

/**
 * The field that a heading names. Of two names, as in « Prénom / First name », both must mean the same. Null for
 * any other text, so that « Prénom usuel » never passes for the first name.
 */
export function readHeading(cell: string): Heading | null {
  if (cell.length > headingMaxLength) return null;
  const whole = headings.get(bare(cell));
  // « Nom / Prénom » does not say which of the two stands first.
  if (cell.includes('/') && compoundColumns.some(({ field }) => field === whole?.field)) return null;
  if (whole) return whole;
  const parts = cell.split(/[/|()[\]\n]/).filter((part) => bare(part) !== '' && !isRemark(part));
  const named = parts.map((part) => headings.get(bare(part)));
  const first = named[0];
  if (first && named.every((heading) => heading?.field === first.field)) return first;
  const other = cell.replace(codesAtEnd, '');
  if (other !== cell) return readHeading(other);
  const repaired = repairText(cell);
  return repaired === null ? null : readHeading(repaired);
}

/** As people read it: on one line, and its accents restored where it was encoded twice. */
export function showHeading(cell: string): string {
  return (repairText(cell) ?? cell).replaceAll(/\s+/g, ' ').trim();
}

/** How many different fields a row names when it is read as the headings. */
export function countHeadings(cells: readonly string[]): number {
  return new Set(cells.flatMap((cell) => readHeading(cell)?.field ?? [])).size;
}

function isRemark(part: string): boolean {
  return part
    .trim()
    .split(/[\s,:=–—-]+/)
    .every((word) => remarks.has(bare(word)));
}

function bare(text: string): string {
  return fold(text.replaceAll('#', 'no')).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
