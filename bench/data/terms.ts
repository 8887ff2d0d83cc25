import { fold } from '@guichet/contract/core/fold';
import { roots, surnames } from './people.ts';

export type TermKind = 'unique' | 'name' | 'root' | 'wide' | 'none';

/** Two letters that occur in the names of a tenth to all of the people. */
const wides = ['ma', 'le', 'an', 'tr', 'er', 'no', 'el', 'in', 'ga', 'be', 'la', 'os'];
const doubleNames = surnames.map(fold).filter((name) => name.includes('-'));
const foldedRoots = roots.map(fold);

/** SQL: the text in which a word of a search is looked for: name, address and number, and the name without its marks. */
export const searchedText = `(search_text || case when full_name_key ~ '[''@-]'
  then chr(31) || translate(full_name_key, ' ''-@', chr(31)) else '' end)`;

/** Search terms for the people of `people.ts`, by the number of matches among `count`: the `n`th term of a kind. */
export function termOf(kind: TermKind, n: number, count: number): string {
  switch (kind) {
    case 'unique':
      return `.${1 + ((n * 7919) % count)}@`;
    case 'name':
      return doubleNames[(n * 31) % doubleNames.length] as string;
    case 'root':
      return foldedRoots[n % foldedRoots.length] as string;
    case 'wide':
      return wides[n % wides.length] as string;
    case 'none':
      return `zzqx${n}`;
  }
}

export const termKinds: readonly TermKind[] = ['unique', 'name', 'root', 'wide', 'none'];

/** All kinds in turn. */
export function mixedTerm(n: number, count: number): string {
  const kind = termKinds[n % termKinds.length] as TermKind;
  return termOf(kind, Math.floor(n / termKinds.length), count);
}
