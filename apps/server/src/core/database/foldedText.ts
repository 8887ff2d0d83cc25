import { type RawBuilder, sql } from 'kysely';

const accented = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ’\u00a0\u202f\u2010\u2011–—';
const plain = "aaaaaaceeeeiiiinooooouuuuyy'  ----";

/** SQL: folds French and English texts like `fold`, spaces before punctuation included. */
export function foldedText(text: RawBuilder<string>): RawBuilder<string> {
  return sql<string>`translate(replace(lower(${text}), 'œ', 'oe'), ${sql.lit(accented)}, ${sql.lit(plain)})`;
}
