import { nameWords } from '@guichet/contract/core/fold';
import { type RawBuilder, sql } from 'kysely';

const accented = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ‘’ʼ\u00a0\u202f\u2010\u2011\u2012–—\u2015\u2212';
const plain = "aaaaaaceeeeiiiinooooouuuuyy'''  -------";

/** SQL: folds French and English texts like `fold`; no-break spaces become spaces. */
export function foldedText(text: RawBuilder<string>): RawBuilder<string> {
  return sql<string>`translate(replace(replace(lower(${text}), 'œ', 'oe'), 'æ', 'ae'), ${sql.lit(accented)}, ${sql.lit(plain)})`;
}

/**
 * SQL: whether a folded text names whom a search means: each word stands in the text, or in the same without apostrophes and
 * hyphens, as in the search for people. A search without a letter names nobody.
 */
export function holdsName(folded: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const words = nameWords(search).map(likePattern);
  if (words.length === 0) return sql<boolean>`false`;
  const bare = sql`translate(${folded}, ${"'-"}::text, '')`;
  return sql<boolean>`not exists (select from unnest(${words}::text[]) as w (word)
    where ${folded} not like w.word and ${bare} not like w.word)`;
}

/** SQL: the folded name of the person `u` without apostrophes and hyphens, after a mark and with marks for spaces. */
export const joinedName = sql`(chr(31) || translate(u.full_name_key, ' ''-@', chr(31)))`;

/** SQL: whether it differs from the name; as the index of joined names states it. */
export const hasMarks = sql`u.full_name_key ~ '[''@-]'`;

/** SQL: whether a word of a search stands in what is searched of the person `u`, by an index of people. */
export function standsInPerson(word: string): RawBuilder<boolean> {
  const pattern = likePattern(word);
  return sql<boolean>`(u.search_text like ${pattern} or ${hasMarks} and ${joinedName} like ${pattern})`;
}

/** A LIKE pattern that matches `term` anywhere; wildcards in `term` are escaped. */
export function likePattern(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
