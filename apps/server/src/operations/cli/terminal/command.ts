import { createInterface } from 'node:readline';
import type { Language } from '@guichet/contract/core/language';
import type { Config } from '../../../core/runtime/config.ts';
import { fillText } from '../../../core/runtime/operatorTexts.ts';
import table from './words.json' with { type: 'json' };

/** Where a command runs: arguments, working directory, language and output. */
export interface Terminal {
  readonly language: Language;
  /** The working directory of the caller; relative paths start there. */
  readonly folder: string;
  readonly t: (word: Word, params?: Readonly<Record<string, string | number>>) => string;
  say(line: string): void;
  /** Prints a line that the next line overwrites, on a terminal. */
  progress(line: string): void;
}

export interface Given {
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** A command: name, arguments, and the action, which returns the exit code. */
export interface Command {
  readonly name: string;
  /** The usage after the command's name, such as `FILE [--replace]`. */
  readonly takes: string;
  /** Names of the positional arguments, in order; all are required. */
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /** The text that says what the command does, with a line for each option. */
  readonly about: Word;
  readonly aboutParams?: Readonly<Record<string, string>>;
  run(config: Config, given: Given, terminal: Terminal): Promise<number>;
}

/** An error that the operator can correct: printed on one line, exit code 1. */
export class CommandRefusal extends Error {}

/** A wrong usage: printed on one line, exit code 2. */
export class UsageError extends Error {}

/** @throws UsageError for what is no number of a system */
export function readSystemId(text: string | boolean | undefined, { t }: Pick<Terminal, 't'>): number {
  if (typeof text === 'string' && /^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(t('systemNoNumber'));
}

/** All texts of the command line, in both languages; `{name}` marks a parameter, `{guichet}` how the command line is called. */
const words = table satisfies Record<string, Record<Language, string>>;

export type Word = keyof typeof words;

export function wordsIn(language: Language) {
  return (word: Word, params: Readonly<Record<string, string | number>> = {}): string =>
    fillText(words[word][language], params);
}

/** A number with its decimals, as the language writes it: 0,08 in French. */
export function decimal(value: number, decimals: number, { language }: Pick<Terminal, 'language'>): string {
  return value.toFixed(decimals).replace('.', language === 'fr' ? ',' : '.');
}

/** The option that answers the question beforehand. */
export const yesOption = { yes: { type: 'boolean' } } as const;

/** The option that prints for programs, with names that no language changes. */
export const jsonOption = { json: { type: 'boolean' } } as const;

/** Asks before an act that cannot be undone. @throws CommandRefusal for any answer but yes, or where nobody can answer */
export async function confirm(question: string, { options }: Given, { t }: Terminal): Promise<void> {
  if (options.yes === true) return;
  if (process.stdin.isTTY !== true) throw new CommandRefusal(t('yesNeeded'));
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.setPrompt(`${question} ${t('yesOrNo')} `);
  lines.prompt();
  const answer = (await lines[Symbol.asyncIterator]().next()).value ?? '';
  // A terminal that is still read keeps the program from ending.
  lines.close();
  if (!/^(?:y|yes|o|oui)$/i.test(answer.trim())) throw new CommandRefusal(t('notConfirmed'));
}
