import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { momentInWords } from '@guichet/contract/core/inWords';
import { migrations } from '../../../../migrations/index.ts';
import { nameKeySource, openKeys } from '../../../core/crypto/keys.ts';
import { describeDamage, findLoss, refuseDamage } from '../../../core/database/embedded/damage.ts';
import { describeMissingKey } from '../../../core/database/keyFingerprint.ts';
import { DatabaseInUse } from '../../../core/database/operator.ts';
import { systemClock } from '../../../core/runtime/clock.ts';
import type { Config } from '../../../core/runtime/config.ts';
import { findForbidden } from '../../../core/runtime/fileAccess.ts';
import { operatorText } from '../../../core/runtime/operatorText.ts';
import { delayWords } from '../../../mail/outbox/outbox.service.ts';
import { askServer } from '../control/askServer.ts';
import { type Inspection, inspectThoroughly } from '../inspectDatabase.queries.ts';
import { openForCommand, openToRead } from '../openToRead.ts';
import { CommandRefusal, decimal, type Terminal } from '../terminal/command.ts';
import { type Finding, megabytes } from './findOnMachine.ts';

const toleratedMilliseconds = 2000;

/** `unexamined`: why the rows were not held against their indexes. */
type Examined = Inspection & { readonly unexamined?: string };

/** Findings from the database, opened directly or through the server. */
export async function findInDatabase(config: Config, terminal: Terminal): Promise<Finding[]> {
  const { t } = terminal;
  const place = config.databaseUrl ? 'PostgreSQL' : t('embedded', { folder: config.dataDir });
  const loss = config.databaseUrl
    ? null
    : (findForbidden([join(config.dataDir, 'database')]) ?? findLoss(config.dataDir));
  if (loss !== null) return [{ level: 'fail', line: t('databaseShut', { place }), advice: loss }];
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database')))
    return [{ level: 'warn', line: t('notThereYet', { place }), advice: t('startOnce') }];
  const key = readKey(config);
  try {
    return tell(await inspect(config, key.fingerprint, terminal), key.fault, place, config, terminal);
  } catch (error) {
    return [
      {
        level: 'fail',
        line: t('databaseShut', { place }),
        advice: refuseDamage(error as Error, config).message,
      },
    ];
  }
}

/** The fingerprint of the key, empty where there is none; and what is wrong with the file that holds it. */
function readKey(config: Config): { fingerprint: Buffer; fault: string | null } {
  const none = Buffer.alloc(0);
  if (config.secretKey === null && !existsSync(join(config.dataDir, 'secret.key')))
    return { fingerprint: none, fault: null };
  try {
    return { fingerprint: openKeys(config, systemClock(config.timeZone)).fingerprint, fault: null };
  } catch (error) {
    return { fingerprint: none, fault: (error as Error).message };
  }
}

function tell(
  found: Examined,
  keyFault: string | null,
  place: string,
  config: Config,
  terminal: Terminal,
): Finding[] {
  const { t, language } = terminal;
  const { version, bytes, missing, now, damage, isSameKey, heldBackup, rlsRemedy, refused, unexamined } =
    found;
  const apart = Math.abs(new Date(now).getTime() - systemClock(config.timeZone).now().getTime());
  const seconds = decimal(apart / 1000, 1, terminal);
  return [
    damage === null
      ? { level: 'ok', line: t('databaseAnswers', { place, version, size: megabytes(bytes) }) }
      : {
          level: 'fail',
          line: t('databaseDamaged', { place }),
          advice: describeDamage(config.dataDir, damage),
        },
    ...(damage === null ? [] : [{ level: 'warn' as const, line: t('backupFirst') }]),
    ...(unexamined === undefined
      ? []
      : [{ level: 'warn' as const, line: t('rowsUnexamined'), advice: unexamined }]),
    ...(found.isDiskFull
      ? [{ level: 'fail' as const, line: t('postgresFull'), advice: t('postgresFullAdvice') }]
      : []),
    missing.length === 0
      ? { level: 'ok', line: t('migrated') }
      : {
          level: 'warn',
          line: t('migrationsMissing', { names: missing.join(', ') }),
          advice: t('startOnce'),
        },
    // The embedded database has the clock of this machine.
    ...(config.databaseUrl === null
      ? []
      : [
          apart <= toleratedMilliseconds
            ? ({ level: 'ok', line: t('clockAgrees', { seconds }) } as const)
            : ({ level: 'warn', line: t('clockDiffers', { seconds }), advice: t('clockAdvice') } as const),
        ]),
    keyFault !== null
      ? { level: 'fail', line: t('keyUnusable'), advice: keyFault }
      : isSameKey === false
        ? {
            level: 'fail',
            line: t('otherKey', { source: nameKeySource(config) }),
            advice: describeMissingKey(config) ?? t('otherKeyAdvice'),
          }
        : { level: 'ok', line: t(isSameKey ? 'sameKey' : 'noKeyYet') },
    ...(rlsRemedy === null
      ? []
      : [
          {
            level: 'warn' as const,
            line: operatorText('rowSecurityOff'),
            advice: operatorText('rowSecurityRemedy', { command: rlsRemedy }),
          },
        ]),
    ...(refused === null
      ? []
      : [
          {
            level: 'warn' as const,
            line: t('mailsRefused', { mails: refused.mails }),
            advice: t('mailsRefusedAdvice', { cause: delayWords(refused.lastError, language) ?? '' }),
          },
        ]),
    heldBackup === null
      ? { level: 'ok', line: t('outgoingFlows', { mails: found.waiting }) }
      : {
          level: 'warn',
          line: t('outgoingHeld', {
            madeAt: momentInWords(new Date(heldBackup), config.timeZone, language),
          }),
          advice: t('outgoingHeldAdvice'),
        },
  ];
}

/** Reads the state of the database without migrating it or creating a key. */
async function inspect(config: Config, fingerprint: Buffer, terminal: Terminal): Promise<Examined> {
  try {
    const database = await openForCommand(config, terminal);
    try {
      return await inspectThoroughly(
        database,
        Object.keys(migrations),
        fingerprint,
        true,
        systemClock(config.timeZone),
      );
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    const found = await askServer(config.dataDir, 'inspect', {}, terminal);
    return found.damage === null ? { ...found, ...(await examineRows(config, terminal)) } : found;
  }
}

/** Rows that the files lack show only at rest: in a copy that the server makes, as for a backup. */
async function examineRows(config: Config, terminal: Terminal) {
  try {
    const copy = await openToRead(config, terminal);
    try {
      return { damage: await copy.database.findLostRows() };
    } finally {
      await copy.close();
    }
  } catch (error) {
    if (error instanceof CommandRefusal) return { unexamined: error.message };
    throw error;
  }
}
