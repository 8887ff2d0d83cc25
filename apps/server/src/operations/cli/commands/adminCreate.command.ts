import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { passwordFaults } from '@guichet/contract/identity/passwordRule';
import { AppError } from '../../../core/runtime/errors.ts';
import { runOperation } from '../control/runOperation.ts';
import { type Command, CommandRefusal, readLine, UsageError } from '../terminal/command.ts';

export const adminCreate: Command = {
  name: 'admin create',
  takes: 'EMAIL [--reset [--promote]] [--ask]',
  names: ['EMAIL'],
  options: { reset: { type: 'boolean' }, promote: { type: 'boolean' }, ask: { type: 'boolean' } },
  about: 'aboutAdminCreate',
  async run(config, { names: [email = ''], options }, terminal) {
    const { t, say } = terminal;
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(t('notAnAddress', { email }));
    const isReset = options.reset === true;
    const mayPromote = options.promote === true;
    if (mayPromote && !isReset) throw new UsageError(t('promoteNeedsReset'));
    const setUp = { maySetUp: !isReset };
    // Whatever would stop the command does so before somebody types a password.
    if (options.ask) await runOperation(config, 'inspect', {}, terminal, setUp);
    const password = options.ask ? await askSecret(t('askPassword')) : null;
    if (password === undefined) throw new CommandRefusal(t('noPasswordGiven'));
    if (password !== null && passwordFaults(password).length > 0) throw new CommandRefusal(t('weakPassword'));
    const order = { email, password, isReset, mayPromote };
    const made = await runOperation(config, 'createAdmin', order, terminal, setUp).catch((error) => {
      const isUnknown = error instanceof AppError && error.code === 'user.notFound';
      throw isUnknown ? new CommandRefusal(t('noSuchAccount', { email })) : error;
    });
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

/** Reads a line from the terminal without echo, or from a pipe; undefined where there is none. */
async function askSecret(question: string): Promise<string | undefined> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: process.stdin.isTTY === true,
  });
  const answer = await readLine(lines);
  process.stderr.write('\n');
  return answer;
}
