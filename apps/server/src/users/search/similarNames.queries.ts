import { sql } from 'kysely';
import type { ReadDb } from '../../platform/database/database.ts';
import type { TenantScope } from '../rights/userRights.ts';
import { isSeenFrom } from './userSearch.queries.ts';

/** Of a word that half of all addresses hold, not everybody is compared. */
const mostCompared = 5000;

/**
 * The names of people whose folded name or address has words like these, the nearest first; each name once. Found by the
 * trigrams of the search's own index, from PostgreSQL's usual threshold of word similarity on.
 */
export async function selectSimilarNames(
  db: ReadDb,
  tenantScope: TenantScope,
  words: string,
  limit: number,
): Promise<{ firstName: string; lastName: string }[]> {
  const { rows } = await sql<{ firstName: string; lastName: string }>`
    select first_name as "firstName", last_name as "lastName"
    from (select distinct on (full_name_key) first_name, last_name, full_name_key,
                 word_similarity(${words}::text, search_text) as similarity
          from (select first_name, last_name, full_name_key, search_text from users u
                where ${words}::text <% u.search_text and u.full_name_key <> '' and ${isSeenFrom(tenantScope)}
                limit ${mostCompared}) near
          order by full_name_key, similarity desc) names
    order by similarity desc, full_name_key limit ${limit}`.execute(db);
  return rows;
}
