import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../../migrations/index.ts';
import { openKeys } from '../../platform/crypto/keys.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { DatabaseInUse } from '../../platform/database/operator.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { askServer } from '../control/askServer.ts';
import { type Inspection, inspectDatabase } from '../inspectDatabase.queries.ts';
import type { Terminal } from '../terminal/command.ts';

/** Reads the state of the database without migrating it or creating a key. */
export async function inspect(config: Config, terminal: Terminal): Promise<Inspection> {
  const { databaseUrl, dataDir, secretKey } = config;
  const log = { error: (message: string) => terminal.say(message) };
  try {
    const database = await openDatabase({ databaseUrl, dataDir, log, name: 'guichet command' });
    const hasKey = secretKey !== null || existsSync(join(dataDir, 'secret.key'));
    const fingerprint = hasKey ? openKeys(config, systemClock(config.timeZone)).fingerprint : Buffer.alloc(0);
    try {
      return await inspectDatabase(database, Object.keys(migrations), fingerprint);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    return askServer(dataDir, 'inspect', {}, terminal);
  }
}
