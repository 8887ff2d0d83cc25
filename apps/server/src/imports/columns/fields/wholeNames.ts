import { standsForNoName } from '@guichet/contract/core/fullName';
import type { FileReport, Preview } from '@guichet/contract/imports/imports';
import { fileNotesMax, type NameOrder, nameOrders } from '@guichet/contract/imports/imports.columns';
import { type CellKind, copyString, type SheetRow } from '../../formats/sheet.ts';
import { cleanCell, nameMaxLength, type Reading, readName } from './candidateFields.ts';
import type { ColumnReader, FullName, Side, WholeNames } from './listColumn.ts';

export function openWholeNames(order: NameOrder | undefined): WholeNames {
  return { order: order ?? null, side: null, split: { count: 0, samples: [] } };
}

const shown = 3;

export function openFullNames(names: WholeNames): ColumnReader<FullName> {
  const read = (cell: string, kind: CellKind) => {
    const reading = readFullName(cell, kind, names);
    if (reading.fault !== undefined || /[,，]/.test(cell) || reading.value.firstName === '') return reading;
    const { split } = names;
    split.count += 1;
    const { firstName, lastName } = reading.value;
    if (split.samples.length < shown)
      split.samples.push({ firstName: copyString(firstName), lastName: copyString(lastName) });
    return reading;
  };
  return { read, doubtful: () => [] };
}

export function tellSplitNames({ order, split }: WholeNames): Pick<FileReport, 'splitNames'> {
  return order || split.count > 0 ? { splitNames: { order, ...split } } : {};
}

/** Splits a cell with both names at its only comma, « Côté, Zoé », else as the column or somebody says. */
export function readFullName(
  cell: string,
  kind: CellKind,
  { order, side }: Pick<WholeNames, 'order' | 'side'> = { order: null, side: null },
): Reading<FullName> {
  if (cell.trim() === '') return { fault: 'import.lastNameMissing' };
  const [lastName = '', firstName, ...more] = cell.split(/[,，]/);
  if (firstName !== undefined && more.length === 0) return { value: { lastName, firstName } };
  // Another fault, such as TRUE, is more specific than a missing comma.
  const fault = readName(cell, kind).fault;
  if (fault) return { fault };
  const words = wordsOf(cell);
  const [word = ''] = words;
  if (words.length === 1 && !standsForNoName(word)) return { value: { lastName: word, firstName: '' } };
  const value = splitName(words, order, side);
  if (value) return { value };
  const likely = words.length < 2 ? [] : nameOrders.map((one) => [one, guess(words, one)]);
  return { fault: 'import.nameNotSplit', ...(likely.length > 0 && { params: Object.fromEntries(likely) }) };
}

const onlyWords = /^[\p{L}\p{M}'’.·‐‑ -]+$/u;

/** The words of a name; none for a text with a comma or anything else that is no part of a name. */
function wordsOf(cell: string): string[] {
  const text = cleanCell(cell);
  return text.length <= nameMaxLength && onlyWords.test(text) ? text.split(' ') : [];
}

/** Null where nobody but the registrar can tell the two names apart. */
function splitName(words: readonly string[], order: NameOrder | null, side: Side | null): FullName | null {
  const byCapitals = splitByCapitals(words, side);
  if (byCapitals && side) return byCapitals;
  const inOrder = order && splitInOrder(words, order);
  return inOrder && byCapitals && inOrder.lastName !== byCapitals.lastName ? null : inOrder;
}

const particles = new Set(
  `de du des la le les van von der den ter da das do dos del della di el al ben bin ibn st ste saint sainte
   d' st. ste.`.split(/\s+/),
);
/** Written with a capital, also names of their own: « Le Van An », « Xiao Bin Wang ». */
const alsoNames = new Set('van le la du do bin den'.split(' '));

/** A first name of one word, and a last name with particles before it. */
function splitInOrder(words: readonly string[], order: NameOrder): FullName | null {
  const lastNames = order === 'firstLast' ? words.slice(1) : words.slice(0, -1);
  const firstName = (order === 'firstLast' ? words[0] : words.at(-1)) ?? '';
  const isOne =
    lastNames.length > 0 && lastNames.slice(0, -1).every((_, at) => isParticle(lastNames, at, words));
  const ends = [firstName, lastNames.at(-1) ?? ''];
  if (!isOne || ends.some((end) => particles.has(end) && hasCapital(words))) return null;
  return { firstName, lastName: lastNames.join(' ') };
}

function isParticle(names: readonly string[], at: number, words = names): boolean {
  const [before = '', word = ''] = [names[at - 1], names[at]];
  if (!particles.has(word.toLowerCase())) return false;
  if (!alsoNames.has(word.toLowerCase())) return true;
  // In a list without capitals, lower case says nothing.
  return word === word.toLowerCase() ? hasCapital(words) : particles.has(before.toLowerCase());
}

function hasCapital(words: readonly string[]): boolean {
  return words.some((word) => /^\p{Lu}/u.test(word));
}

/** The likeliest reading of a name, to be confirmed: « Côté, Zoé Marie ». */
function guess(words: readonly string[], order: NameOrder): string {
  const byCapitals = splitByCapitals(words, 'either');
  if (byCapitals) return `${byCapitals.lastName}, ${byCapitals.firstName}`;
  const isOfLast = (_: string, at: number) => at > 0 && isParticle(words, at);
  const found =
    order === 'firstLast'
      ? words.findIndex(isOfLast)
      : words.findIndex((_, at) => !isParticle(words, at)) + 1;
  const cut = found > 0 && found < words.length ? found : order === 'firstLast' ? words.length - 1 : 1;
  const [before, after] = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
  return order === 'firstLast' ? `${after}, ${before}` : `${before}, ${after}`;
}

const beforeCapitals = /^(?:ma?c|[dlo]['’])(?=\p{Lu})/iu;
const initial = /^\p{Lu}\.?$/u;

/** The last name is in capitals at one side, and the first name is not: « CÔTÉ Zoé », « Zoé DE LA TOUR ». */
function splitByCapitals(words: readonly string[], side: Side | null): FullName | null {
  const capitals = words.map(isInCapitals);
  const end = capitals.lastIndexOf(true);
  let start = capitals.indexOf(true);
  if (start === -1 || capitals.slice(start, end).includes(false)) return null;
  const isLong = words.some((word, at) => capitals[at] && word.replace(/\P{L}/gu, '').length > 2);
  while (start > 0 && (isParticle(words, start - 1) || /^ma?c$/i.test(words[start - 1] ?? ''))) start -= 1;
  // « Jean Van DAMME » or « Nguyen Van AN »: only somebody who knows the person can tell.
  if (particles.has(words[start - 1]?.toLowerCase() ?? '')) return null;
  const found = start === 0 ? 'start' : end === words.length - 1 ? 'end' : null;
  const firstNames = found === 'start' ? words.slice(end + 1) : words.slice(0, start);
  // Two letters may be initials: « JP Roy ».
  if (!found || !(isLong || side === found)) return null;
  const isPlain = firstNames.every((word) => initial.test(word) || /\p{Ll}/u.test(word));
  if (!isPlain || !firstNames.some((word) => /\p{Ll}/u.test(word))) return null;
  return { firstName: firstNames.join(' '), lastName: words.slice(start, end + 1).join(' ') };
}

function isInCapitals(word: string): boolean {
  const bare = word.replace(beforeCapitals, '');
  return /^\p{Lu}(?:[\p{Lu}\p{M}'’‐‑-]|\.(?=-))+\.?$/u.test(bare) && !/\..*\.|^[IVX]+$/.test(bare);
}

const fewest = 3;
const nearlyAll = 0.9;

/** Whether nearly all whole names in the first rows have their last names in capitals, and on which side. */
export function findSide(
  rows: readonly SheetRow[],
  { at, line }: { readonly at: { readonly fullName: number | null }; readonly line: number },
): Side | null {
  const cells = rows.flatMap((row) => (row.line > line ? (row.cells[at.fullName ?? -1] ?? []) : []));
  const names = cells.map(wordsOf).filter(({ length }) => length > 1);
  const found = names.flatMap((words) => {
    const split = splitByCapitals(words, null);
    return split ? [words.join(' ').startsWith(split.lastName) ? ('start' as const) : ('end' as const)] : [];
  });
  if (found.length < Math.max(fewest, names.length * nearlyAll)) return null;
  return new Set(found).size > 1 ? 'either' : (found[0] ?? null);
}

/**
 * Tells people with a single name from lines that lack a name. An empty cell is a single name if somebody said so,
 * or if an earlier line marks the name that its person does not have by a dash or a code.
 */
export function openSingleNames(isSaid: boolean) {
  let isUsual = isSaid;
  /** @param text the cell that holds no name; @param other the cell of the other name */
  return (text: string, other: string): boolean => {
    const name = cleanCell(other);
    if (name === '' || standsForNoName(name)) return false;
    isUsual ||= cleanCell(text) !== '';
    return isUsual;
  };
}

interface Named {
  readonly line: number;
  readonly firstName: string;
  readonly lastName: string;
}

export function noteSingleName(found: Preview['singleNames'], { line, firstName, lastName }: Named): void {
  if (firstName !== '' && lastName !== '') return;
  found.people += 1;
  if (found.samples.length < fileNotesMax)
    found.samples.push({ line, name: copyString(firstName || lastName) });
}
