import { type RawBuilder, sql } from 'kysely';

const accented = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ’\u00a0\u202f';
const plain = "aaaaaaceeeeiiiinooooouuuuyy'  ";

/** What `fold` makes of texts in French and English, with the spaces before their punctuation as one types them. */
export function foldedText(text: RawBuilder<string>): RawBuilder<string> {
  return sql<string>`translate(replace(lower(${text}), 'œ', 'oe'), ${sql.lit(accented)}, ${sql.lit(plain)})`;
}
