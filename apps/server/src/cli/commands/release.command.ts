import { runOperation } from '../control/runOperation.ts';
import type { Command } from '../terminal/command.ts';

export const release: Command = {
  name: 'release',
  takes: '',
  names: [],
  options: {},
  about: {
    fr: 'Laisse partir ce qui est retenu depuis une restauration : courriels et appels à la plateforme d’apprentissage.\nÀ ne faire que dans l’installation qui sert aux gens, jamais dans une copie.',
    en: 'Lets go what has been held since a restore: mails and calls to the learning platform.\nOnly for the installation that people use, never for a copy.',
  },
  async run(config, _given, terminal) {
    const mails = await runOperation(config, 'release', {}, terminal);
    terminal.say(mails === null ? terminal.t('nothingHeld') : terminal.t('released', { mails }));
    return 0;
  },
};
