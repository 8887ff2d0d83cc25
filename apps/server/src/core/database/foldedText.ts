import { type RawBuilder, sql } from 'kysely';

const accented = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ‘’ʼ\u00a0\u202f\u2010\u2011\u2012–—\u2015\u2212';
const plain = "aaaaaaceeeeiiiinooooouuuuyy'''  -------";

/** SQL: folds French and English texts like `fold`; no-break spaces become spaces. */
export function foldedText(text: RawBuilder<string>): RawBuilder<string> {
  return sql<string>`translate(replace(replace(lower(${text}), 'œ', 'oe'), 'æ', 'ae'), ${sql.lit(accented)}, ${sql.lit(plain)})`;
}
