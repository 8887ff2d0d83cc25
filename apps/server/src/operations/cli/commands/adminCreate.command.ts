import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { ErrorCode } from '@guichet/contract/core/errors';
import { passwordFaults } from '@guichet/contract/identity/passwordRule';
import { PersonName } from '@guichet/contract/identity/users.changes';
import * as z from 'zod/mini';
import { AppError } from '../../../core/runtime/errors.ts';
import { runOperation } from '../control/runOperation.ts';
import {
  type Command,
  CommandRefusal,
  type Given,
  type Terminal,
  UsageError,
  type Word,
} from '../terminal/command.ts';

export const adminCreate: Command = {
  name: 'admin create',
  takes: 'EMAIL [--reset [--promote]] [--ask] [--first-name NAME --last-name NAME]',
  names: ['EMAIL'],
  options: {
    reset: { type: 'boolean' },
    promote: { type: 'boolean' },
    ask: { type: 'boolean' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
  },
  about: 'aboutAdminCreate',
  async run(config, { names: [email = ''], options }, terminal) {
    const { t, say } = terminal;
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(t('notAnAddress', { email }));
    const isReset = options.reset === true;
    const mayPromote = options.promote === true;
    if (mayPromote && !isReset) throw new UsageError(t('promoteNeedsReset'));
    const setUp = { maySetUp: !isReset };
    const names = readNames(options, terminal);
    // Whatever would stop the command does so before somebody types a password.
    if (options.ask) await runOperation(config, 'inspect', {}, terminal, setUp);
    // A slip of the hand would lock the first super admin out; a pipe makes none.
    const questions: readonly Word[] = process.stdin.isTTY ? ['askPassword', 'askAgain'] : ['askPassword'];
    const [password, again = password] = options.ask
      ? await askSecrets(questions.map((word) => t(word)))
      : [null];
    if (password === undefined) throw new CommandRefusal(t('noPasswordGiven'));
    if (password !== null && passwordFaults(password).length > 0) throw new CommandRefusal(t('weakPassword'));
    if (again !== password) throw new CommandRefusal(t('passwordsDiffer'));
    const order = { email, password, isReset, mayPromote, ...names };
    const made = await runOperation(config, 'createAdmin', order, terminal, setUp).catch((error) => {
      const word = error instanceof AppError ? refusals[error.code] : undefined;
      throw word ? new CommandRefusal(t(word, { email })) : error;
    });
    say(t(sentences[made.done], { email, name: made.fullName }));
    if (isReset) say(t('adminAccessEnded'));
    if (made.isActivated) say(t('adminActivated'));
    if (made.drawnPassword !== null) say(t('drawnPassword', { password: made.drawnPassword }));
    return 0;
  },
};

const refusals: Partial<Record<ErrorCode, Word>> = {
  'user.notFound': 'noSuchAccount',
  'request.invalid': 'guessablePassword',
};

/** Both names of a new account, or none. @throws UsageError */
function readNames(options: Given['options'], { t }: Terminal) {
  const { 'first-name': firstName, 'last-name': lastName, reset } = options;
  if (firstName === undefined && lastName === undefined) return {};
  const read = z.safeParse(z.object({ firstName: PersonName, lastName: PersonName }), {
    firstName,
    lastName,
  });
  if (reset || !read.success) throw new UsageError(t('namesTogether'));
  return read.data;
}

const sentences = {
  created: 'adminCreated',
  restored: 'adminRestored',
  regained: 'adminRegained',
  promoted: 'adminPromoted',
} as const;

/** Reads a line for each question, from the terminal without echo, or from a pipe; fewer where the input ends before. */
async function askSecrets(questions: readonly string[]): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: process.stdin.isTTY === true,
  });
  const answers: string[] = [];
  process.stderr.write(questions[0] ?? '');
  for await (const line of lines) {
    if (answers.push(line) === questions.length) break;
    process.stderr.write(`\n${questions[answers.length]}`);
  }
  lines.close();
  process.stderr.write('\n');
  return answers;
}
