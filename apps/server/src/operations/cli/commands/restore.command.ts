import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { momentInWords } from '@guichet/contract/core/inWords';
import { migrations } from '../../../../migrations/index.ts';
import { fingerprintKey } from '../../../core/crypto/keys.ts';
import { checkBackupFile, restoreBackup } from '../../../core/database/backup/backup.ts';
import type { Header } from '../../../core/database/backup/format.ts';
import { findLoss, setEmbeddedAside } from '../../../core/database/embedded/damage.ts';
import { requireNoHolder } from '../../../core/database/embedded/lock.ts';
import { DatabaseInUse } from '../../../core/database/operator.ts';
import { beginHold } from '../../../core/queue/queue.service.ts';
import { systemClock } from '../../../core/runtime/clock.ts';
import type { Config } from '../../../core/runtime/config.ts';
import { makeDataFolder } from '../../../core/runtime/dataFolder.ts';
import { readEnvFile } from '../../../core/runtime/envFile.ts';
import { openForCommand } from '../openToRead.ts';
import { receiveOutboxFiles } from '../outboxFiles.ts';
import { type Command, CommandRefusal, decimal, type Terminal } from '../terminal/command.ts';

export const restore: Command = {
  name: 'restore',
  takes: 'FILE [--check] [--replace] [--set-aside]',
  names: ['FILE'],
  options: {
    check: { type: 'boolean' },
    replace: { type: 'boolean' },
    'set-aside': { type: 'boolean' },
  },
  about: 'aboutRestore',
  async run(config, { names: [file = ''], options }, terminal) {
    const { t, say, progress, language } = terminal;
    const path = resolve(terminal.folder, file);
    const isReplacing = options.replace === true;
    const started = performance.now();
    progress(t('restoreChecks'));
    const header = await checkBackupFile(path, migrations);
    const madeAt = momentInWords(new Date(header.madeAt), config.timeZone, language);
    say(t('restoreChecked', { madeAt }));
    if (options.check === true) return 0;
    const key = planKey(config, header.key, { isReplacing, t });
    const wasLost = config.databaseUrl === null && findLoss(config.dataDir) !== null;
    // A portal on the embedded database goes on writing to it where another database is filled for it.
    const database = await requireNoHolder(config.dataDir)
      .then(() => {
        if (options['set-aside'] !== true) requireOwnFolder(config, terminal);
        return openForCommand(config, terminal, { replacesLost: true });
      })
      .catch((error) => {
        throw error instanceof DatabaseInUse
          ? new CommandRefusal(
              t(config.databaseUrl ? 'portalRuns' : 'serverRuns', { folder: config.dataDir }),
            )
          : error;
      });
    const files = receiveOutboxFiles(config.dataDir);
    let total = 0;
    let isRestored = false;
    const onRows = (rows: number) => {
      total = rows;
      progress(t('restoreRows', { rows }));
    };
    try {
      key.prepare();
      await restoreBackup(database, path, header, {
        migrations,
        isReplacing,
        onFile: files.write,
        onRows,
        onRestored: (tx) => beginHold(tx, new Date(header.madeAt), systemClock(config.timeZone).now()),
      });
      isRestored = true;
      key.moveIntoPlace();
      files.moveIntoPlace();
    } finally {
      files.drop();
      await database.close();
      // An empty database would pass for that of a new portal.
      if (wasLost && !isRestored) rmSync(join(config.dataDir, 'database'), { recursive: true });
    }
    if (key.keptAs) say(t('restoreKeptKey', { path: key.keptAs }));
    const aside = config.databaseUrl === null ? null : setEmbeddedAside(config.dataDir);
    if (aside !== null) say(t('restoreSetAside', { path: aside }));
    const seconds = decimal((performance.now() - started) / 1000, 1, terminal);
    say(t('restoreDone', { rows: total, seconds }));
    say(t('restoreHeld'));
    return 0;
  },
};

/**
 * A trial with another address than that of the settings must leave the portal's own database, key and mails alone.
 * @throws CommandRefusal
 */
function requireOwnFolder({ databaseUrl, dataDir }: Config, { t }: Terminal): void {
  if (databaseUrl === null || !existsSync(join(dataDir, 'database'))) return;
  const own = readEnvFile('.env').settings.DATABASE_URL?.trim();
  if (own === databaseUrl) return;
  throw new CommandRefusal(
    t('embeddedInWay', { folder: dataDir, env: t(own ? 'envOtherUrl' : 'envLacksUrl') }),
  );
}

/**
 * Plans the restore of the key: links and encrypted secrets in a backup work only with the key with which they were made.
 * @throws CommandRefusal when this installation uses another key
 */
export function planKey(
  { secretKey, dataDir }: Config,
  key: Header['key'],
  { isReplacing, t }: { readonly isReplacing: boolean } & Pick<Terminal, 't'>,
) {
  const isSame = (master: string) => fingerprintKey(master).toString('hex') === key.fingerprint;
  const nothing = { keptAs: null, prepare() {}, moveIntoPlace() {} };
  if (secretKey !== null) {
    if (isSame(secretKey)) return nothing;
    throw new CommandRefusal(t('keyDiffers'));
  }
  const path = join(dataDir, 'secret.key');
  const former = existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
  if (former !== null && isSame(former)) return nothing;
  const { secret } = key;
  if (secret === null) throw new CommandRefusal(t('keyMissing'));
  if (former !== null && !isReplacing) throw new CommandRefusal(t('keyFileDiffers', { path }));
  const keptAs = former && `${path}.${fingerprintKey(former).toString('hex').slice(0, 8)}`;
  const write = (to: string, master: string) => writeFileSync(to, master, { mode: 0o600, flush: true });
  return {
    /** Where the former key stays, since it may open something else. */
    keptAs,
    /** Writes the key beside its final path, and the former one, before the rows are restored. */
    prepare() {
      makeDataFolder(dataDir);
      write(`${path}.restored`, secret);
      // An empty database uses no key yet, so the key is in place before the rows that need it.
      if (former === null) renameSync(`${path}.restored`, path);
      else if (keptAs) write(keptAs, former);
    },
    /** Moves the key to its final path, after the rows are restored. */
    moveIntoPlace() {
      if (former !== null) renameSync(`${path}.restored`, path);
    },
  };
}
