import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../../../migrations/index.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { openHashing } from '../../../core/crypto/hashing.ts';
import { findLoss } from '../../../core/database/embedded/damage.ts';
import { loadKeys, replaceKey, requireSameKey } from '../../../core/database/keyFingerprint.ts';
import { DatabaseInUse } from '../../../core/database/operator.ts';
import { systemClock } from '../../../core/runtime/clock.ts';
import type { Config } from '../../../core/runtime/config.ts';
import { makeLifecycle } from '../../../core/runtime/lifecycle.ts';
import { openLog } from '../../../core/runtime/log.ts';
import { openNotifier } from '../../../core/runtime/notifier.ts';
import { openForCommand } from '../openToRead.ts';
import { CommandRefusal, type Terminal } from '../terminal/command.ts';
import { askServer } from './askServer.ts';
import { type InputOf, type Operation, type OperationName, type OutputOf, operations } from './operations.ts';

/**
 * Runs an operation where the database is open: in the server that holds the embedded database, else in this process.
 * @throws CommandRefusal when migrations are missing, and the errors of the operation
 */
export async function runOperation<N extends OperationName>(
  config: Config,
  name: N,
  input: InputOf<N>,
  terminal: Terminal,
  more: {
    readonly file?: Buffer;
    readonly tell?: (progress: unknown) => void;
    /** Whether the command may come before the first start, and then makes the tables. */
    readonly maySetUp?: boolean;
    /** Whether another key comes first in place of the one that the database is used with. */
    readonly replacesKey?: boolean;
  } = {},
): Promise<OutputOf<N>> {
  let context: AppContext;
  try {
    context = await openContext(config, terminal, more);
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    if (more.replacesKey) throw new CommandRefusal(terminal.t('serverRuns'));
    return askServer(config.dataDir, name, input, terminal, more);
  }
  try {
    const operation = operations[name] as Operation<unknown, unknown>;
    const { file = Buffer.alloc(0), tell = () => {} } = more;
    return (await operation(context, input, file, tell)) as OutputOf<N>;
  } finally {
    await context.database.close();
  }
}

async function openContext(
  config: Config,
  terminal: Terminal,
  { maySetUp = false, replacesKey = false },
): Promise<AppContext> {
  const clock = systemClock(config.timeZone);
  const { databaseUrl, dataDir } = config;
  if (!maySetUp && databaseUrl === null && !existsSync(join(dataDir, 'database')))
    throw new CommandRefusal(findLoss(dataDir) ?? terminal.t('nothingThere', { folder: dataDir }));
  const database = await openForCommand(config, terminal);
  try {
    const missing = await database.listMissing(migrations);
    const isNew = missing.length === Object.keys(migrations).length;
    if (missing.length > 0 && !(isNew && maySetUp)) throw new CommandRefusal(terminal.t('notMigrated'));
    const keys = await (replacesKey ? replaceKey : loadKeys)(database, config, clock);
    if (isNew) await database.migrate(migrations);
    await requireSameKey(database, keys, config);
    const log = openLog({ logLevel: 'silent' });
    const own = { hashing: openHashing(), notifier: openNotifier(), lifecycle: makeLifecycle() };
    return { config, clock, log, database, keys, ...own };
  } catch (error) {
    await database.close();
    throw error;
  }
}
