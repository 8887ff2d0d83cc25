import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { nameKeySource } from '../../../core/crypto/keys.ts';
import { backUp } from '../../../core/database/backup/backup.ts';
import { describeDamage, findLoss } from '../../../core/database/embedded/damage.ts';
import { loadKeys } from '../../../core/database/keyFingerprint.ts';
import { noteBackup } from '../../../core/database/newestBackup.ts';
import { systemClock } from '../../../core/runtime/clock.ts';
import { inspectDatabase } from '../inspectDatabase.queries.ts';
import { openToRead } from '../openToRead.ts';
import { readOutboxFiles } from '../outboxFiles.ts';
import { type Command, CommandRefusal, decimal } from '../terminal/command.ts';

export const backup: Command = {
  name: 'backup',
  takes: 'FILE',
  names: ['FILE'],
  options: {},
  about: 'aboutBackup',
  async run(config, { names: [file = ''] }, terminal) {
    const { t, say, progress } = terminal;
    const path = resolve(terminal.folder, file);
    const folder = dirname(path);
    if (!existsSync(folder)) throw new CommandRefusal(t('backupFolderMissing', { folder }));
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new CommandRefusal(t('backupIsFolder', { path }));
    if (existsSync(path)) throw new CommandRefusal(t('backupExists', { path }));
    if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database')))
      throw new CommandRefusal(findLoss(config.dataDir) ?? t('nothingThere', { folder: config.dataDir }));
    const clock = systemClock(config.timeZone);
    let total = 0;
    const started = performance.now();
    progress(t('backupOpens'));
    const opened = await openToRead(config, terminal);
    try {
      const keys = await loadKeys(opened.database, config, clock);
      const { isSameKey } = await inspectDatabase(opened.database, [], keys.fingerprint);
      if (isSameKey === false)
        throw new CommandRefusal(
          `${t('otherKey', { source: nameKeySource(config) })} – ${t('otherKeyAdvice')}`,
        );
      // A backup without them would pass for a whole one.
      const lost = await opened.database.findLostRows();
      if (lost !== null) throw new CommandRefusal(describeDamage(config.dataDir, lost));
      await backUp(opened.database, path, {
        key: { fingerprint: keys.fingerprint.toString('hex'), secret: config.secretKey ? null : keys.master },
        madeAt: clock.now(),
        files: readOutboxFiles(config.dataDir),
        onRows: (rows) => {
          total = rows;
          progress(t('backupRows', { rows }));
        },
      });
    } finally {
      await opened.close();
    }
    if (!config.databaseUrl) noteBackup(config.dataDir, path);
    const seconds = decimal((performance.now() - started) / 1000, 1, terminal);
    const size = decimal(statSync(path).size / 1024 / 1024, 1, terminal);
    if (opened.waited !== null) say(t('backupWaited', { seconds: decimal(opened.waited, 2, terminal) }));
    say(t('backupDone', { path, rows: total, size, seconds }));
    say(t(config.secretKey ? 'backupWithoutKey' : 'backupHoldsKey'));
    return 0;
  },
};
