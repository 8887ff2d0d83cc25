import { runOperation } from '../control/runOperation.ts';
import type { Command } from '../terminal/command.ts';

export const release: Command = {
  name: 'release',
  takes: '',
  names: [],
  options: {},
  about: {
    fr: 'Autorise les envois retenus depuis une restauration\u00a0: courriels et demandes à la plateforme d’apprentissage.\nSeulement dans l’installation en service, jamais dans une copie.',
    en: 'Releases what has been on hold since a restore: emails and requests to the learning platform.\nOnly in the installation in use, never in a copy.',
  },
  async run(config, _given, terminal) {
    const mails = await runOperation(config, 'release', {}, terminal);
    terminal.say(mails === null ? terminal.t('nothingHeld') : terminal.t('released', { mails }));
    return 0;
  },
};
