import { runOperation } from '../control/runOperation.ts';
import type { Command } from '../terminal/command.ts';

export const release: Command = {
  name: 'release',
  takes: '',
  names: [],
  options: {},
  about: 'aboutRelease',
  async run(config, _given, terminal) {
    const mails = await runOperation(config, 'release', {}, terminal);
    terminal.say(mails === null ? terminal.t('nothingHeld') : terminal.t('released', { mails }));
    return 0;
  },
};
