import { type Kysely, sql } from 'kysely';

const dashes = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212';
const invisible = '\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufeff';
const from = sql.lit(dashes + invisible);
// Letters of `from` without a counterpart are removed.
const to = sql.lit('-'.repeat(dashes.length));
const has = sql.lit(`[${dashes}${invisible}]`);

/** The stored keys of people and accounts, as they are folded from now on: every dash is a hyphen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update users set sort_name = btrim(translate(sort_name, ${from}, ${to})),
                     search_text = btrim(translate(search_text, ${from}, ${to})),
                     profession_key = btrim(translate(profession_key, ${from}, ${to}))
    where search_text ~ ${has} or profession_key ~ ${has}`.execute(db);
  await sql`
    update builtin_users set sort_name = btrim(translate(sort_name, ${from}, ${to}))
    where sort_name ~ ${has}`.execute(db);
}
