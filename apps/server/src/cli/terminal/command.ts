import type { Language } from '@guichet/contract/core/language';
import type { Config } from '../../platform/runtime/config.ts';
import type { Word } from './words.ts';

/** Where a command runs: what the person typed, and how she is spoken to. */
export interface Terminal {
  readonly language: Language;
  /** The folder in which the person is; files are named from there. */
  readonly folder: string;
  readonly t: (word: Word, params?: Readonly<Record<string, string | number>>) => string;
  say(line: string): void;
  /** A line that the next one takes the place of, where somebody is watching. */
  progress(line: string): void;
}

export interface Given {
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** One command: how it is called, what it takes, and what it does. Answers the exit code. */
export interface Command {
  readonly name: string;
  /** After the name, as in `FILE [--replace]`. */
  readonly takes: string;
  /** Names of what stands without a dash, in order; all of them are needed. */
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  readonly about: Readonly<Record<Language, string>>;
  run(config: Config, given: Given, terminal: Terminal): Promise<number>;
}

/** The operator can do something about it: one line, exit code 1. */
export class CommandRefusal extends Error {}

/** It was typed wrongly: one line, exit code 2. */
export class UsageError extends Error {}
