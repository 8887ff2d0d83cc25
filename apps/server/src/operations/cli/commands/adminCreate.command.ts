import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { passwordFaults } from '@guichet/contract/identity/passwordRule';
import { runOperation } from '../control/runOperation.ts';
import { type Command, CommandRefusal } from '../terminal/command.ts';

export const adminCreate: Command = {
  name: 'admin create',
  takes: 'EMAIL [--reset [--promote]] [--ask]',
  names: ['EMAIL'],
  options: { reset: { type: 'boolean' }, promote: { type: 'boolean' }, ask: { type: 'boolean' } },
  about: {
    fr: 'Crée un compte de superadministration; son mot de passe provisoire s’affiche une seule fois.\n--reset\u00a0: rétablit l’accès à un compte de superadministration (mot de passe, vérification en deux étapes, comptes de l’université, sessions, droits).\n--promote\u00a0: avec --reset, donne la superadministration à un compte qui ne l’a jamais eue.\n--ask\u00a0: demande le mot de passe au lieu d’en générer un.',
    en: 'Creates a super administrator; a temporary password is shown once.\n--reset: restores access to the account of a super administrator (password, two-step verification, university accounts, sessions, rights).\n--promote: with --reset, makes a super administrator of an account that never was one.\n--ask: asks for the password instead of generating one.',
  },
  async run(config, { names: [email = ''], options }, terminal) {
    const { t, say } = terminal;
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandRefusal(t('notAnAddress', { email }));
    const password = options.ask ? await askSecret(t('askPassword')) : null;
    if (password !== null && passwordFaults(password).length > 0) throw new CommandRefusal(t('weakPassword'));
    const isReset = options.reset === true;
    const mayPromote = options.promote === true;
    if (mayPromote && !isReset) throw new CommandRefusal(t('promoteNeedsReset'));
    const order = { email, password, isReset, mayPromote };
    const made = await runOperation(config, 'createAdmin', order, terminal);
    say(t(sentences[made.done], { email, name: made.fullName }));
    if (isReset) say(t('adminAccessEnded'));
    if (made.isActivated) say(t('adminActivated'));
    if (made.drawnPassword !== null) say(t('drawnPassword', { password: made.drawnPassword }));
    return 0;
  },
};

const sentences = {
  created: 'adminCreated',
  restored: 'adminRestored',
  regained: 'adminRegained',
  promoted: 'adminPromoted',
} as const;

/** Reads a line from the terminal without echo, or from a pipe. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: process.stdin.isTTY === true,
  });
  const answer = await lines.question('');
  lines.close();
  process.stderr.write('\n');
  return answer;
}
