import { join } from 'node:path';
import pg from 'pg';
import { callPool } from '../connection/callPool.ts';
import { PendingCalls } from '../connection/pendingCalls.ts';
import { columnTypes } from '../connection/types.ts';
import { DatabaseUnavailable } from '../connection/unavailable.ts';
import { requireSpace } from '../diskSpace.ts';
import { type DatabaseLog, DatabaseRefusal } from '../operator.ts';
import { rlsClient } from '../rowSecurity/rlsClient.ts';
import type { RowSecurity } from '../rowSecurity/rowSecurity.ts';
import { lockDataDir } from './lock.ts';
import { logToReadAgain } from './recovery.ts';
import { EmbeddedSocket } from './socket.ts';
import { EmbeddedThread } from './thread.ts';

/** Work in the background waits so long for a moment in which nobody asks. */
const longestLullMilliseconds = 2000;

/** A statement that takes longer will not end. */
const stuckMilliseconds = 120_000;

/**
 * Opens the embedded database in `dataDir`, for this process alone; makes it when there is none. It has one
 * connection: a transaction leases it, everything else waits.
 * @throws DatabaseRefusal when another process has it, or it cannot be opened.
 */
export async function openEmbedded(dataDir: string, log: DatabaseLog, rowSecurity: RowSecurity) {
  const unlock = await lockDataDir(dataDir).catch(refuse);
  const directory = join(dataDir, 'database');
  const onDeath = (death: Error) => {
    const message = `The embedded database in ${dataDir} has stopped: ${death.message}`;
    log.error(message);
    // Uncaught on purpose: the process cannot serve anybody any more, and its supervisor starts it again.
    throw new Error(message);
  };
  const onTrouble = (message: string) =>
    log.error(`The upkeep of the embedded database in ${dataDir} failed: ${message}`);
  const toReadAgain = logToReadAgain(directory);
  if (toReadAgain !== null)
    log.warn?.(
      `The embedded database in ${dataDir} was not closed: it reads up to ${toReadAgain} MB of its log again, then starts`,
    );
  const thread = new EmbeddedThread(directory, onDeath, onTrouble);
  await thread.open().catch((error) => {
    unlock();
    refuse(error);
  });

  // The engine knows one role of its own, and that is a superuser.
  rowSecurity.needsRole = true;
  const pool = new pg.Pool({
    Client: rlsClient(rowSecurity),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => new EmbeddedSocket(thread),
    types: columnTypes,
  });
  // The thread's death is told once, above.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});

  const calls = new PendingCalls();
  return {
    // It goes away with this process only, and then nobody is left to ask.
    pool: callPool(pool, calls, async () => {
      throw new DatabaseUnavailable('outcomeUnknown');
    }),
    /** One statement at a time: who is not answered may only have to wait for her turn. */
    isAtWork: () => calls.longestWait() < stuckMilliseconds,
    giveWay: (stop: AbortSignal) => calls.lull(longestLullMilliseconds, stop),
    requireSpace: () => requireSpace(dataDir),
    copyFiles: (folder: string) => thread.copyFiles(folder),
    cut: () => calls.end(),
    async close() {
      await thread.close();
      unlock();
    },
  };

  function refuse(error: Error): never {
    if (error instanceof DatabaseRefusal) throw error;
    throw new DatabaseRefusal(`The embedded database in ${dataDir} cannot be opened: ${error.message}`);
  }
}
