import { runOperation } from '../control/runOperation.ts';
import { type Command, confirm, yesOption } from '../terminal/command.ts';

export const release: Command = {
  name: 'release',
  takes: '[--yes]',
  names: [],
  options: yesOption,
  about: 'aboutRelease',
  async run(config, given, terminal) {
    const { t, say } = terminal;
    const held = await runOperation(config, 'findHeld', {}, terminal);
    if (held === null) {
      say(t('nothingHeld'));
      return 0;
    }
    say(t('heldMails', { ...held }));
    await confirm(t('releaseQuestion'), given, terminal);
    const mails = await runOperation(config, 'release', {}, terminal);
    say(mails === null ? t('nothingHeld') : t('released', { mails }));
    return 0;
  },
};
