import { sql } from 'kysely';
import type { WriteTx } from './database.ts';

/** Below the time that a statement may take (session.ts). */
const LONG_LOCK_TIMEOUT = '110s';

/** Lets the rest of this transaction wait for locks almost as long as a statement may take. */
export async function allowLongLockWaits(tx: Pick<WriteTx, 'getExecutor'>): Promise<void> {
  await sql.raw(`set local lock_timeout to '${LONG_LOCK_TIMEOUT}'`).execute(tx);
}
