import { join } from 'node:path';
import pg from 'pg';
import { operatorText } from '../../runtime/operatorText.ts';
import { prioritizePeople } from '../connection/background.ts';
import { callPool } from '../connection/callPool.ts';
import { PendingCalls } from '../connection/pendingCalls.ts';
import { columnTypes } from '../connection/types.ts';
import { DatabaseUnavailable } from '../connection/unavailable.ts';
import { describeFull, hasSpace, requireSpace } from '../diskSpace.ts';
import { type DatabaseLog, DatabaseRefusal } from '../operator.ts';
import { rlsClient } from '../rowSecurity/rlsClient.ts';
import type { RowSecurity } from '../rowSecurity/rowSecurity.ts';
import { findCutFile, type RelationFile } from './cutFiles.ts';
import { describeRepair, findDamage, findLoss } from './damage.ts';
import { findDamagedBlock, type Searched } from './damagedBlocks.ts';
import { lockDataDir } from './lock.ts';
import { logToReadAgain } from './recovery.ts';
import { EmbeddedSocket } from './socket.ts';
import { startThread } from './thread.ts';

/** Background work waits at most this long for an idle moment. */
const longestLullMilliseconds = 2000;

/** A statement that takes longer counts as hung. */
const stuckMilliseconds = 120_000;

/**
 * Opens the embedded database in `dataDir` exclusively; creates a missing database. There is one connection:
 * a transaction leases it, and all other calls wait.
 * @throws DatabaseRefusal when another process has the database, or when opening fails.
 */
export async function openEmbedded(
  dataDir: string,
  log: DatabaseLog,
  rowSecurity: RowSecurity,
  { replacesLost = false, copyOf = dataDir } = {},
) {
  const unlock = await lockDataDir(dataDir);
  const loss = replacesLost ? null : findLoss(dataDir);
  if (loss !== null) {
    unlock();
    throw new DatabaseRefusal(loss);
  }
  const directory = join(dataDir, 'database');
  const onDeath = (death: Error) => {
    const message = `The embedded database in ${dataDir} has stopped: ${death.message}`;
    log.error(message);
    // Uncaught on purpose: the process cannot work without its database, and the supervisor restarts it.
    throw new Error(message);
  };
  const onTrouble = (message: string) =>
    log.error(`Maintenance of the embedded database in ${dataDir} failed: ${message}`);
  const damage = findDamage(directory);
  if (damage !== null) refuse(damage, 'nothingChanged');
  const toReadAgain = logToReadAgain(directory);
  if (toReadAgain !== null)
    log.warn?.(
      `The embedded database in ${dataDir} was not closed: it reads up to ${toReadAgain} MB of its log again, then starts. What was under way, such as an import, was done entirely or not at all`,
    );
  const thread = startThread(directory, onDeath, onTrouble);
  await thread.open().catch((error: Error) => refuse(error.message, 'nothingDeleted'));

  // The engine's only role is a superuser, which bypasses row-level security.
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
  // `onDeath` above reports the death of the thread once.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});

  const calls = new PendingCalls();
  return {
    // The database fails only together with this process, so there is no outcome to look up.
    pool: callPool(
      pool,
      calls,
      async () => {
        throw new DatabaseUnavailable('outcomeUnknown');
      },
      prioritizePeople(() => pool.connect()),
    ),
    /** The database runs one statement at a time, so a pending call may just be queued. */
    isAtWork: () => calls.longestWait() < stuckMilliseconds,
    giveWay: (stop: AbortSignal) => calls.lull(longestLullMilliseconds, stop),
    requireSpace: () => requireSpace(dataDir),
    findCutFile: (files: readonly RelationFile[]) => findCutFile(directory, files),
    findDamagedBlock: (files: readonly RelationFile[], searched: readonly Searched[]) =>
      findDamagedBlock(directory, files, searched),
    copyFiles: (folder: string) => thread.copyFiles(folder),
    cut: () => calls.end(),
    async close() {
      await thread.close();
      unlock();
    },
  };

  function refuse(reason: string, state: 'nothingChanged' | 'nothingDeleted'): never {
    unlock();
    if (state === 'nothingDeleted' && !hasSpace(dataDir)) throw new DatabaseRefusal(describeFull(dataDir));
    const [kept, repair] = [operatorText(state), describeRepair(copyOf)];
    throw new DatabaseRefusal(operatorText('embeddedShut', { folder: copyOf, reason, kept, repair }));
  }
}
