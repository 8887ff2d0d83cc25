import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../../../migrations/index.ts';
import { openKeys } from '../../../core/crypto/keys.ts';
import { findLoss } from '../../../core/database/embedded/damage.ts';
import { describeMissingKey } from '../../../core/database/keyFingerprint.ts';
import { DatabaseInUse } from '../../../core/database/operator.ts';
import { systemClock } from '../../../core/runtime/clock.ts';
import type { Config } from '../../../core/runtime/config.ts';
import { askServer } from '../control/askServer.ts';
import { type Inspection, inspectDatabase } from '../inspectDatabase.queries.ts';
import { openForCommand } from '../openToRead.ts';
import type { Terminal } from '../terminal/command.ts';
import { type Finding, megabytes } from './findOnMachine.ts';

const toleratedMilliseconds = 2000;

/** Findings from the database, opened directly or through the server. */
export async function findInDatabase(config: Config, terminal: Terminal): Promise<Finding[]> {
  const { t } = terminal;
  const place = config.databaseUrl ? 'PostgreSQL' : t('embedded', { folder: config.dataDir });
  const loss = config.databaseUrl ? null : findLoss(config.dataDir);
  if (loss !== null) return [{ level: 'fail', line: t('databaseShut', { place }), advice: loss }];
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database')))
    return [{ level: 'warn', line: t('notThereYet', { place }), advice: t('startOnce') }];
  try {
    return tell(await inspect(config, terminal), place, config, terminal);
  } catch (error) {
    return [{ level: 'fail', line: t('databaseShut', { place }), advice: (error as Error).message }];
  }
}

function tell(found: Inspection, place: string, config: Config, { t }: Terminal): Finding[] {
  const { version, bytes, missing, now, isSameKey, heldBackup } = found;
  const apart = Math.abs(new Date(now).getTime() - systemClock(config.timeZone).now().getTime());
  const seconds = (apart / 1000).toFixed(1);
  return [
    { level: 'ok', line: t('databaseAnswers', { place, version, size: megabytes(bytes) }) },
    missing.length === 0
      ? { level: 'ok', line: t('migrated') }
      : {
          level: 'warn',
          line: t('migrationsMissing', { names: missing.join(', ') }),
          advice: t('startOnce'),
        },
    apart <= toleratedMilliseconds
      ? { level: 'ok', line: t('clockAgrees', { seconds }) }
      : { level: 'warn', line: t('clockDiffers', { seconds }), advice: t('clockAdvice') },
    isSameKey === false
      ? { level: 'fail', line: t('otherKey'), advice: describeMissingKey(config) ?? t('otherKeyAdvice') }
      : { level: 'ok', line: t(isSameKey ? 'sameKey' : 'noKeyYet') },
    heldBackup === null
      ? { level: 'ok', line: t('outgoingFlows') }
      : {
          level: 'warn',
          line: t('outgoingHeld', { madeAt: heldBackup }),
          advice: t('outgoingHeldAdvice'),
        },
  ];
}

/** Reads the state of the database without migrating it or creating a key. */
async function inspect(config: Config, terminal: Terminal): Promise<Inspection> {
  const { dataDir, secretKey } = config;
  try {
    const database = await openForCommand(config, terminal);
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
