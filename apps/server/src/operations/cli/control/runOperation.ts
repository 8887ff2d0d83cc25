import { migrations } from '../../../../migrations/index.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { openHashing } from '../../../core/crypto/hashing.ts';
import { openKeys } from '../../../core/crypto/keys.ts';
import { requireSameKey } from '../../../core/database/keyFingerprint.ts';
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
  more: { readonly file?: Buffer; readonly tell?: (progress: unknown) => void } = {},
): Promise<OutputOf<N>> {
  let context: AppContext;
  try {
    context = await openContext(config, terminal);
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
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

async function openContext(config: Config, terminal: Terminal): Promise<AppContext> {
  const clock = systemClock(config.timeZone);
  const database = await openForCommand(config, terminal);
  try {
    if ((await database.listMissing(migrations)).length > 0)
      throw new CommandRefusal(terminal.t('notMigrated'));
    const keys = openKeys(config, clock);
    await requireSameKey(database, keys);
    const log = openLog({ logLevel: 'silent' });
    const own = { hashing: openHashing(), notifier: openNotifier(), lifecycle: makeLifecycle() };
    return { config, clock, log, database, keys, ...own };
  } catch (error) {
    await database.close();
    throw error;
  }
}
