import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import { isKnownTo } from '../guests/guests.queries.ts';
import type { TenantScope } from '../rights/userRights.ts';
import { isSeenFrom } from './userSearch.queries.ts';

/** Of a word that half of all addresses hold, not everybody is compared. */
const mostCompared = 2000;

/** Only the two names together are stored folded; to tell which of them is meant, the usual accents are enough. */
const plain = (column: string) =>
  `translate(lower(${column}), 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')`;

/** Below this, a single word met the address or another part of the text, not one of the two names. */
const leastOfName = 0.4;

/** A name as it is told, folded with its similarity; one of the two parts is '' where the other is meant. */
export interface SimilarName {
  readonly firstName: string;
  readonly lastName: string;
  readonly similarity: number;
}

/** Accounts from the first id to the last. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Names like these folded words, the nearest first, each once: first or last names for one word, whole names for several.
 * Found by the trigrams of the search's own index, or among the accounts of a range, from PostgreSQL's usual threshold of
 * word similarity on. A guest is not found by a number that only the account tells.
 */
export async function selectSimilarNames(
  db: ReadDb,
  tenantScope: TenantScope,
  { words, limit, today }: { readonly words: string; readonly limit: number; readonly today: string },
  range: IdRange | null = null,
): Promise<SimilarName[]> {
  const like = (text: string) => sql`word_similarity(${words}::text, ${sql.raw(text)})`;
  const isWithin = range ? sql`u.id between ${range.first} and ${range.last}` : sql`true`;
  const { rows } = await sql<SimilarName>`
    with near as (
           select first_name, last_name, ${like('search_text')} as similarity,
                  ${like(plain('first_name'))} as first, ${like(plain('last_name'))} as last
           from users u
           where ${words}::text <% u.search_text and u.full_name_key <> '' and ${isSeenFrom(tenantScope)}
             and ${isWithin}
             and (${words}::text <% split_part(u.search_text, '#', 1) or ${isKnownTo(tenantScope, today)})
           limit ${mostCompared}),
         parts as (
           select *, ${words.includes(' ')}::boolean or greatest(first, last) < ${leastOfName}::real as is_whole from near),
         names as (
           select similarity, case when is_whole or first > last then first_name else '' end as first_name,
                  case when is_whole or first <= last then last_name else '' end as last_name
           from parts)
    select max(first_name) as "firstName", max(last_name) as "lastName", max(similarity)::float8 as similarity
    from names group by lower(first_name), lower(last_name)
    order by max(similarity) desc, lower(last_name), lower(first_name) limit ${limit}`.execute(db);
  return rows;
}

/** The highest id of an account. */
export async function selectLastId(db: ReadDb): Promise<number> {
  const { last } = await db
    .selectFrom('users')
    .select((row) => row.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}
