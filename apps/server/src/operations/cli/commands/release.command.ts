import { momentInWords } from '@guichet/contract/core/inWords';
import { runOperation } from '../control/runOperation.ts';
import { type Command, confirm, yesOption } from '../terminal/command.ts';

export const release: Command = {
  name: 'release',
  takes: '[--yes]',
  names: [],
  options: yesOption,
  about: 'aboutRelease',
  async run(config, given, terminal) {
    const { t, say, language } = terminal;
    const held = await runOperation(config, 'findHeld', {}, terminal);
    if (held === null) {
      say(t('nothingHeld'));
      return 0;
    }
    const madeAt = momentInWords(new Date(held.madeAt), config.timeZone, language);
    say(t('heldMails', { ...held, madeAt }));
    await confirm(t('releaseQuestion'), given, terminal);
    const mails = await runOperation(config, 'release', {}, terminal);
    say(mails === null ? t('nothingHeld') : t('released', { mails }));
    return 0;
  },
};
