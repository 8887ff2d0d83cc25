import { sql } from 'kysely';
import type { WriteTx } from './database.ts';

/** Shorter than the statement timeout (session.ts). */
const LONG_LOCK_TIMEOUT = '110s';

/** Raises the lock timeout for the rest of this transaction. */
export async function allowLongLockWaits(tx: Pick<WriteTx, 'getExecutor'>): Promise<void> {
  await sql.raw(`set local lock_timeout to '${LONG_LOCK_TIMEOUT}'`).execute(tx);
}
