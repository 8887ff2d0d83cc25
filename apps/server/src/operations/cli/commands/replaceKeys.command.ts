import { runOperation } from '../control/runOperation.ts';
import type { Command } from '../terminal/command.ts';

export const replaceKeysCommand: Command = {
  name: 'replace-keys',
  takes: '',
  names: [],
  options: {},
  about: {
    fr: 'Remplace aussitôt les clés qui signent les connexions aux applications, comme après un vol\u00a0: les jetons d’avant ne valent plus rien.\nSans vol, il n’y a rien à faire\u00a0: elles changent d’elles-mêmes tous les 90 jours.',
    en: 'Replaces at once the keys that sign people in to applications, as after a theft: earlier tokens are worthless.\nWithout a theft there is nothing to do: they change by themselves every 90 days.',
  },
  async run(config, _given, terminal) {
    await runOperation(config, 'replaceKeys', {}, terminal);
    terminal.say(terminal.t('keysReplaced'));
    return 0;
  },
};
