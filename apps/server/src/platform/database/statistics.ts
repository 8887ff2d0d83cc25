import { sql } from 'kysely';
import type { WriteTx } from './database.ts';

/** What an import fills. */
const grownByImports = [
  'users',
  'user_roles',
  'enrolments',
  'outgoing_mails',
  'platform_enrolments',
] as const;

/**
 * Tells the planner how large tables have become. The embedded database never does so by itself, and PostgreSQL only
 * after a while; until then a list of a large cohort is joined row by row.
 */
export async function refreshStatistics(tx: WriteTx): Promise<void> {
  await sql`analyze ${sql.join(grownByImports.map((table) => sql.table(table)))}`.execute(tx);
}
