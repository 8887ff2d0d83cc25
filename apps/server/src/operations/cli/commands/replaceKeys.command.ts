import { nameKeySource } from '../../../core/crypto/keys.ts';
import { runOperation } from '../control/runOperation.ts';
import { type Command, confirm, yesOption } from '../terminal/command.ts';

export const replaceKeysCommand: Command = {
  name: 'replace-keys',
  takes: '[--secret-key] [--yes]',
  names: [],
  options: { 'secret-key': { type: 'boolean' }, ...yesOption },
  about: 'aboutReplaceKeys',
  async run(config, given, terminal) {
    const { t, say } = terminal;
    const replacesKey = given.options['secret-key'] === true;
    await confirm(t(replacesKey ? 'replaceSecretQuestion' : 'replaceKeysQuestion'), given, terminal);
    await runOperation(config, 'replaceKeys', {}, terminal, { replacesKey });
    if (replacesKey) say(t('secretReplaced', { source: nameKeySource(config) }));
    say(t('keysReplaced'));
    if (replacesKey) say(t('backupAfterKey'));
    return 0;
  },
};
