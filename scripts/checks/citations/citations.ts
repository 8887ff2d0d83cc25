import type { Source } from './sources.ts';

/** `name` is what is cited: a row `S4.7`, a section of the requirements `S4`, or one of the readings `readings §2`. */
export interface Citation {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

/** `S4.7`, also `S4.19–S4.21` and `S4.19 to S4.21`. */
const rows = /\bS(\d+)\.(\d+)\b(?:(?:–| to )S\1\.(\d+)\b)?/g;
/** `S4`, in one digit: drawings of icons have others. */
const sections = /\bS\d\b(?!\.\d)/g;
/** `readings §2`, `readings, section 2`, also over the end of a line of a comment. */
const readings = /\breadings,?[\s*/]+(?:§ ?|section )(\d+)/gi;
/** What begins a row of the table: a definition, no citation. */
const definition = /^\| S\d+\.\d+ \|/gm;

export function findCitations({ path, text }: Source): Citation[] {
  const cited = text.replace(definition, '');
  const at = (index: number) => ({ path, line: cited.slice(0, index).split('\n').length });
  return [
    ...[...cited.matchAll(rows)].flatMap((match) =>
      expandRange(match).map((name) => ({ ...at(match.index), name })),
    ),
    ...[...cited.matchAll(sections)].map(({ 0: name, index }) => ({ ...at(index), name })),
    ...[...cited.matchAll(readings)].map(({ 1: number, index }) => ({
      ...at(index),
      name: `readings §${number}`,
    })),
  ];
}

function expandRange([, section, first, last = first]: RegExpMatchArray): string[] {
  const names: string[] = [];
  for (let number = Number(first); number <= Number(last); number += 1) names.push(`S${section}.${number}`);
  return names;
}

const comment = /^\s*(?:\/\/|\*|\/\*).*$/gm;
/** The rows at the beginning of a title; a test that is skipped shows nothing. */
const titles = /(?<!\.(?:skip|todo|fixme|fails))\(\s*['"`]((?:S\d+\.\d+(?:–S\d+\.\d+)?[,\s]+)+)/g;

/** The rows that the titles of tests in a file begin with. */
export function findShownRows({ path, text }: Source): string[] {
  return [...text.replace(comment, '').matchAll(titles)].flatMap(([, title = '']) =>
    findCitations({ path, text: title }).map(({ name }) => name),
  );
}
