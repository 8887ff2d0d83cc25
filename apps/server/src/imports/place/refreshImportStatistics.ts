import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { listOutgrown, refreshStatistics } from '../../core/database/statistics.ts';

/** Imports of at least so many rows refresh the planner's statistics. */
const noticeableRows = 100;

const grownTables = ['users', 'user_roles', 'enrolments', 'outgoing_mails', 'platform_enrolments'] as const;

/**
 * Refreshes statistics in the background on PostgreSQL, which takes half as long as the import. The embedded
 * database would block meanwhile: only tables that have grown by a tenth are analyzed, each in its own
 * transaction.
 */
export async function refreshImportStatistics(context: AppContext, placed: number): Promise<void> {
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
