import { type Kysely, sql } from 'kysely';

/** A statement that takes longer is hung or should have been split into batches. */
const STATEMENT_TIMEOUT = '120s';
/** Outside transactions, statements only read: they wait for table locks alone. */
const LOCK_TIMEOUT = '3s';
/** Transactions also wait for row locks. Shorter than the wait for a connection. */
const TRANSACTION_LOCK_TIMEOUT = '5s';
/** For transactions that may wait for an import; shorter than the statement timeout. */
const LONG_LOCK_TIMEOUT = '110s';
/** Transactions make no external calls, so an idle transaction is a bug. */
const IDLE_TRANSACTION_TIMEOUT = '60s';

/**
 * Session settings of every connection to both databases, whatever the server's defaults. Compiling a statement takes longer
 * than any of the portal's: 0.7 s where the planner takes a thousand people for a million.
 */
export const sessionSettings = `
  set time zone 'UTC';
  set datestyle to 'ISO, YMD';
  set intervalstyle to 'postgres';
  set jit to off;
  set statement_timeout to '${STATEMENT_TIMEOUT}';
  set lock_timeout to '${LOCK_TIMEOUT}';
  set idle_in_transaction_session_timeout to '${IDLE_TRANSACTION_TIMEOUT}'`;

/** Begins a transaction and sets its lock timeout, in a single message. */
export const beginWithLockTimeout = `begin; set local lock_timeout to '${TRANSACTION_LOCK_TIMEOUT}'`;

/** Raises the lock timeout for the rest of this transaction. */
export async function allowLongLockWaits(tx: Pick<Kysely<never>, 'getExecutor'>): Promise<void> {
  await sql.raw(`set local lock_timeout to '${LONG_LOCK_TIMEOUT}'`).execute(tx);
}
