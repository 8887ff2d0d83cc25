import { parseArgs } from 'node:util';
import { BackupRefusal } from '../../core/database/backup/format.ts';
import { DatabaseUnavailable, unavailable } from '../../core/database/connection/unavailable.ts';
import { refuseDamage } from '../../core/database/embedded/damage.ts';
import { DatabaseRefusal } from '../../core/database/operator.ts';
import { commandName } from '../../core/runtime/commandName.ts';
import { ConfigError, loadConfig, operatorLanguage } from '../../core/runtime/config.ts';
import { AppError, describeProblem } from '../../core/runtime/errors.ts';
import { isNear } from '../../core/runtime/misspelt.ts';
import { build } from '../../core/runtime/version.ts';
import { adminCreate } from './commands/adminCreate.command.ts';
import { backup } from './commands/backup.command.ts';
import { doctor } from './commands/doctor.command.ts';
import { exams } from './commands/exams.command.ts';
import { importCommand } from './commands/import.command.ts';
import { move } from './commands/move.command.ts';
import { release } from './commands/release.command.ts';
import { replaceKeysCommand } from './commands/replaceKeys.command.ts';
import { restore } from './commands/restore.command.ts';
import {
  type Command,
  CommandRefusal,
  type Given,
  type Terminal,
  UsageError,
  wordsIn,
} from './terminal/command.ts';

const commands: readonly Command[] = [
  doctor,
  adminCreate,
  exams,
  importCommand,
  backup,
  restore,
  move,
  release,
  replaceKeysCommand,
];

/** A path of the command or a disk that the operator must look at, not a fault of the program. */
const diskCodes = new Set<string | undefined>([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'ENOTDIR',
  'EISDIR',
  'ENOENT',
]);

/** The command line: `guichet COMMAND …`. The first argument is the working directory of the caller. */
const [, , folder = process.cwd(), ...typed] = process.argv;
const language = operatorLanguage();
const t = wordsIn(language);
const terminal: Terminal = { language, folder, t, say, progress };

// `guichet help | head` closes the pipe early.
process.stdout.on('error', () => process.exit());

process.exitCode = await run().catch((error: Error) => {
  clearProgress();
  const line = lineFor(error);
  if (line !== '') process.stderr.write(`${line}\n`);
  return error instanceof UsageError ? 2 : 1;
});

async function run(): Promise<number> {
  const [first = 'help', ...rest] = typed;
  if (['version', '--version', '-v'].includes(first)) {
    say(`Guichet ${build}`);
    return 0;
  }
  const isHelp = (word: string) => ['help', '--help', '-h'].includes(word);
  const asked = rest.filter((word) => !isHelp(word));
  if (isHelp(first)) return asked.length === 0 ? overview() : help(...namedBy(asked));
  const [command, ...others] = namedBy(typed);
  if (!command) throw new UsageError(t('unknownCommand', { name: first }));
  const after = typed.slice(command.name.split(' ').length);
  if (typed.includes('--help') || typed.includes('-h')) return help(command, ...others);
  if (!commandOf(typed)) {
    const names = [command, ...others].map(({ name }) => name).join(', ');
    throw new UsageError(t('commandIncomplete', { name: first, names }));
  }
  const given = read(command, after);
  const config = loadConfig();
  return command.run(config, given, terminal).catch((error: Error) => {
    throw refuseDamage(error, config);
  });
}

function commandOf(words: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));
}

/** The command at the head of `words`, or all commands that begin with the first word. @throws UsageError for an unknown one */
function namedBy(words: readonly string[]): readonly Command[] {
  const command = commandOf(words);
  const [first = ''] = words;
  const found = command ? [command] : commands.filter(({ name }) => name.startsWith(`${first} `));
  if (found.length > 0) return found;
  const near = commands.find(
    ({ name }) => name[0] === first[0] && isNear(name.split(' ', 1)[0] ?? '', first),
  )?.name;
  throw new UsageError(
    near ? t('unknownCommandNear', { name: first, near }) : t('unknownCommand', { name: first }),
  );
}

function read(command: Command, args: string[]): Given {
  const { name } = command;
  const parsed = parse(command, args);
  // A backup is verified as a whole, and read twice.
  if (parsed.positionals.includes('-') && name !== 'import')
    throw new UsageError(t(name === 'restore' ? 'noStreamToRestore' : 'noStream'));
  const missing = command.names[parsed.positionals.length];
  if (missing) throw new UsageError(t('argumentMissing', { what: missing, command: name }));
  const [extra] = parsed.positionals.slice(command.names.length);
  if (extra) throw new UsageError(t('unexpected', { what: extra, command: name }));
  return { names: parsed.positionals, options: parsed.values };
}

function parse({ name, options }: Command, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node's message is English, so only the name of the option is taken from it.
    const { code, message } = error as NodeJS.ErrnoException;
    const what = /'(-[^\s']+)/.exec(message)?.[1] ?? '';
    const near = Object.keys(options).find((each) => what[2] === each[0] && isNear(`--${each}`, what));
    const word = near ? 'unknownOptionNear' : 'unknownOption';
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    throw new UsageError(t(isUnknown ? word : 'misusedOption', { what, near: `--${near}`, command: name }));
  }
}

/** A line on each command; its options are left to its own help. */
function overview(): number {
  say(t('usage'));
  for (const { name, names, about, aboutParams } of commands) {
    say(`  ${commandName} ${[name, ...names].join(' ')}`);
    say(`      ${t(about, aboutParams).split('\n', 1)[0]}`);
  }
  sayWrapped(t('helpMore'), 0);
  return 0;
}

function help(...shown: readonly Command[]): number {
  say(t('usage'));
  for (const command of shown) {
    sayWrapped(`${commandName} ${command.name} ${command.takes}`.trimEnd(), 2);
    for (const line of t(command.about, command.aboutParams).split('\n')) sayWrapped(line, 6);
  }
  return 0;
}

/** Prints a text in lines of at most 100 characters; those after the first are set further in. */
function sayWrapped(text: string, margin: number): void {
  let line = '';
  for (const word of text.split(' ')) {
    if (margin + line.length + word.length > 99) {
      say(' '.repeat(margin) + line.trimEnd());
      line = '    ';
    }
    line += `${word} `;
  }
  say(' '.repeat(margin) + line.trimEnd());
}

function lineFor(error: Error): string {
  if (error instanceof AppError) return describeProblem(error, language).detail;
  if (error instanceof DatabaseUnavailable) {
    const { detail } = describeProblem(new AppError(unavailable[error.kind][0]), language);
    const { message } = (error.cause ?? error) as Error;
    return `${detail} (${message})`;
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (path && diskCodes.has(code)) return t('fileRefused', { path, code: code ?? '' });
  const isForOperator =
    error instanceof UsageError ||
    error instanceof CommandRefusal ||
    error instanceof BackupRefusal ||
    error instanceof DatabaseRefusal ||
    error instanceof ConfigError;
  return isForOperator ? error.message : t('bug', { message: error.stack ?? error.message });
}

function say(line: string): void {
  clearProgress();
  process.stdout.write(`${line}\n`);
}

/** Progress goes to the terminal alone, also where the output goes to a file. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}

function clearProgress(): void {
  progress('');
}
