import { resolve } from 'node:path';
import { migrations } from '../../../migrations/index.ts';
import { checkBackupFile, restoreBackup } from '../../platform/database/backup/backup.ts';
import { DatabaseInUse } from '../../platform/database/operator.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { beginHold } from '../../queue/queue.service.ts';
import { openForCommand } from '../openToRead.ts';
import { receiveOutboxFiles } from '../restore/outboxFiles.ts';
import { planKey } from '../restore/restoredKey.ts';
import { type Command, CommandRefusal } from '../terminal/command.ts';

export const restore: Command = {
  name: 'restore',
  takes: 'FILE [--replace]',
  names: ['FILE'],
  options: { replace: { type: 'boolean' } },
  about: {
    fr: 'Remet une sauvegarde en place, en entier ou pas du tout, le portail étant arrêté.\n--replace : à la place de ce que contient la base de données.',
    en: 'Puts a backup in place, all of it or nothing, while the portal is stopped.\n--replace: in the place of what the database holds.',
  },
  async run(config, { names: [file = ''], options }, terminal) {
    const { t, say, progress } = terminal;
    const path = resolve(terminal.folder, file);
    const isReplacing = options.replace === true;
    const started = performance.now();
    const header = await checkBackupFile(path, migrations);
    say(t('restoreChecked', { madeAt: header.madeAt }));
    const key = planKey(config, header.key, { isReplacing, t });
    const database = await openForCommand(config, terminal).catch((error) => {
      throw error instanceof DatabaseInUse ? new CommandRefusal(t('serverRuns')) : error;
    });
    const files = receiveOutboxFiles(config.dataDir);
    let total = 0;
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
      key.settle();
      files.settle();
    } finally {
      files.drop();
      await database.close();
    }
    say(t('restoreDone', { rows: total, seconds: ((performance.now() - started) / 1000).toFixed(1) }));
    say(t('restoreHeld'));
    return 0;
  },
};
