import { migrations } from '../../../../migrations/index.ts';
import { beginMove, finishMove } from '../../../core/database/move/moveDatabase.ts';
import type { Config } from '../../../core/runtime/config.ts';
import { type Command, CommandRefusal, type Terminal } from '../terminal/command.ts';

export const moveBegin: Command = {
  name: 'move begin',
  takes: 'ADDRESS',
  names: ['ADDRESS'],
  options: {},
  about: {
    fr: 'Copie la base de données dans une base vide d’un autre serveur PostgreSQL, qui suit ensuite les changements. Le portail continue.',
    en: 'Copies the database into an empty one on another PostgreSQL server, which then follows the changes. The portal continues to run.',
  },
  async run(config, { names: [to = ''] }, terminal) {
    const { t, say } = terminal;
    const began = performance.now();
    const rows = await beginMove({ from: findServer(config, terminal), to }, migrations, { error: say });
    say(t('moveCopied', { rows, seconds: secondsSince(began) }));
    return 0;
  },
};

export const moveFinish: Command = {
  name: 'move finish',
  takes: 'ADDRESS',
  names: ['ADDRESS'],
  options: {},
  about: {
    fr: 'Quand le portail est arrêté, après «\u00a0move begin\u00a0»\u00a0: compare les deux bases; l’ancienne n’accepte plus d’écritures.',
    en: 'When the portal is stopped, after “move begin”: compares both databases; the former takes no more writes.',
  },
  async run(config, { names: [to = ''] }, terminal) {
    const { t, say } = terminal;
    const began = performance.now();
    const moved = await finishMove({ from: findServer(config, terminal), to });
    say(t('moveDone', { ...moved, seconds: secondsSince(began) }));
    return 0;
  },
};

function findServer({ databaseUrl }: Config, { t }: Terminal): string {
  if (databaseUrl === null) throw new CommandRefusal(t('moveWithoutServer'));
  return databaseUrl;
}

function secondsSince(moment: number): string {
  return ((performance.now() - moment) / 1000).toFixed(1);
}
