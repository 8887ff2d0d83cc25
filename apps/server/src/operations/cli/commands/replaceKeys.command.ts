import { runOperation } from '../control/runOperation.ts';
import type { Command } from '../terminal/command.ts';

export const replaceKeysCommand: Command = {
  name: 'replace-keys',
  takes: '',
  names: [],
  options: {},
  about: 'aboutReplaceKeys',
  async run(config, _given, terminal) {
    await runOperation(config, 'replaceKeys', {}, terminal);
    terminal.say(terminal.t('keysReplaced'));
    return 0;
  },
};
