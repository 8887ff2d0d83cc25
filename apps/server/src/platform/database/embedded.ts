import { join } from 'node:path';
import pg from 'pg';
import { lockDataDir } from './embedded.lock.ts';
import { EmbeddedSocket } from './embedded.socket.ts';
import { EmbeddedThread } from './embedded.thread.ts';
import { type DatabaseLog, DatabaseRefusal } from './operator.ts';
import { columnTypes } from './types.ts';

/**
 * Opens the embedded database in `dataDir`, for this process alone; makes it when there is none. It has one
 * connection: a transaction leases it, everything else waits.
 * @throws DatabaseRefusal when another process has it, or it cannot be opened.
 */
export async function openEmbedded(dataDir: string, log: DatabaseLog) {
  const unlock = await lockDataDir(dataDir).catch(refuse);
  const thread = new EmbeddedThread(join(dataDir, 'database'), (death) => {
    const message = `The embedded database in ${dataDir} has stopped: ${death.message}`;
    log.error(message);
    // Uncaught on purpose: the process cannot serve anybody any more, and its supervisor starts it again.
    throw new Error(message);
  });
  await thread.open().catch((error) => {
    unlock();
    refuse(error);
  });

  const pool = new pg.Pool({
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

  return {
    pool,
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
