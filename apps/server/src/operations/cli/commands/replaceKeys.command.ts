import { runOperation } from '../control/runOperation.ts';
import { type Command, confirm, yesOption } from '../terminal/command.ts';

export const replaceKeysCommand: Command = {
  name: 'replace-keys',
  takes: '[--yes]',
  names: [],
  options: yesOption,
  about: 'aboutReplaceKeys',
  async run(config, given, terminal) {
    await confirm(terminal.t('replaceKeysQuestion'), given, terminal);
    await runOperation(config, 'replaceKeys', {}, terminal);
    terminal.say(terminal.t('keysReplaced'));
    return 0;
  },
};
