import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import { isKnownTo } from '../guests/guests.queries.ts';
import type { TenantScope } from '../rights/userRights.ts';
import { isSeenFrom } from './userSearch.queries.ts';

/** The most people compared: a common word, such as half of all addresses have, would else compare everybody. */
const mostCompared = 2000;

/** Folds a name column as far as the usual accents: only both names together are stored folded. */
const plain = (column: string) =>
  `translate(lower(${column}), 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')`;

/** The least similarity to a name: below it, a single word matched the address or another part of the text. */
const leastOfName = 0.4;

/** A name to suggest, with its similarity; '' for the part that the search does not mean. */
export interface SimilarName {
  readonly firstName: string;
  readonly lastName: string;
  readonly similarity: number;
  /** The one who has this name; null where several have it. */
  readonly person: NamedPerson | null;
}

export interface NamedPerson {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export interface IdRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Names like these folded words, the nearest first, each once: first or last names for one word, whole names for
 * several. The trigram index of the search finds the people, or a range of ids is compared, from PostgreSQL's
 * usual threshold of word similarity on. A student number that only the account tells finds no guest.
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
           select id, email, first_name, last_name, ${like('search_text')} as similarity,
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
                  case when is_whole or first <= last then last_name else '' end as last_name,
                  json_build_object('id', id, 'firstName', first_name, 'lastName', last_name, 'email', email) as person
           from parts)
    select max(first_name) as "firstName", max(last_name) as "lastName", max(similarity)::float8 as similarity,
           case when count(*) = 1 then json_agg(person) -> 0 end as person
    from names group by lower(first_name), lower(last_name)
    order by max(similarity) desc, lower(last_name), lower(first_name) limit ${limit}`.execute(db);
  return rows;
}

/** People with a word that begins like this folded word, up to a limit; the trigram index finds them. */
export async function selectNamesLikeBeginning(
  db: ReadDb,
  tenantScope: TenantScope,
  beginning: string,
  range: IdRange | null = null,
): Promise<NamedPerson[]> {
  const isWithin = range ? sql`u.id between ${range.first} and ${range.last}` : sql`true`;
  const { rows } = await sql<NamedPerson>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email from users u
    where (u.search_text like ${`${beginning}%`} or u.search_text like ${`% ${beginning}%`})
      and u.full_name_key <> '' and ${isSeenFrom(tenantScope)} and ${isWithin}
    limit ${mostCompared}`.execute(db);
  return rows;
}

export async function selectLastId(db: ReadDb): Promise<number> {
  const { last } = await db
    .selectFrom('users')
    .select((row) => row.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}
