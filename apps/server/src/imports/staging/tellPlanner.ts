import { systemTransaction } from '../../audit/audit.service.ts';
import { listOutgrown, refreshStatistics } from '../../platform/database/statistics.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';

/** From this many on, an import changes what the planner should know. */
const noticeableRows = 100;

/** What an import fills. */
const grownTables = ['users', 'user_roles', 'enrolments', 'outgoing_mails', 'platform_enrolments'] as const;

/**
 * Nobody waits for the statistics of a PostgreSQL server, which take as long as half of the import. On the embedded
 * database everybody would: there only a table that has grown by a tenth is looked at, in a transaction of its own.
 */
export async function tellPlanner(context: AppContext, placed: number): Promise<void> {
  if (placed < noticeableRows) return;
  const { database, log } = context;
  if (database.kind === 'embedded') {
    for (const table of await listOutgrown(database.read, grownTables, placed))
      await systemTransaction(context, (tx) => refreshStatistics(tx, [table], 'small'));
    return;
  }
  systemTransaction(context, (tx) => refreshStatistics(tx, grownTables)).catch((error) =>
    log.warn({ error: (error as Error).message }, 'statistics were not refreshed'),
  );
}
