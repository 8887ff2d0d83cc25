import { type Kysely, sql } from 'kysely';

/**
 * One table of counters for every rate limit, each under the limit's name. Counters of an hour and more move on with their
 * blocks; those that live for minutes are dropped.
 */
const statements = [
  sql`alter table throttles rename to rate_limits`,
  sql`alter index throttles_pkey rename to rate_limits_pkey`,
  sql`alter index throttles_by_since rename to rate_limits_by_since`,
  sql`update rate_limits set key = 'signInAccount' || substr(key, 9) where starts_with(key, 'signInOf|')`,
  sql`update rate_limits set key = 'resetLinkEmail' || substr(key, 7) where key like 'forgot|%@%'`,
  sql`delete from rate_limits where split_part(key, '|', 1) in ('tries', 'forgot', 'link', 'handOff', 'firstCode', 'testMail')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
