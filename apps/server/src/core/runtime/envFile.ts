import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Language } from '@guichet/contract/core/language';
import { textIn } from './operatorTexts.ts';

export interface EnvFile {
  readonly settings: Readonly<Record<string, string | undefined>>;
  /** A sentence for each line that is neither a setting nor a comment; Node leaves such lines out. */
  readonly faults: readonly string[];
}

/** Reads a file of lines `NAME=value`; a missing one holds no settings. */
export function readEnvFile(path: string, language: Language = 'en'): EnvFile {
  if (!existsSync(path)) return { settings: {}, faults: [] };
  // Notepad begins a file with a mark.
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  const faults = listStrayLines(text).map((line) => textIn(language, 'settingLine', { path, line }));
  return { settings: parseEnv(text), faults };
}

const setting = /^\s*(?:export\s+)?[\w.-]+\s*=(?<value>.*)/;

/** The numbers of lines, from 1, that are no setting, no comment, not blank, and not in a value within quotes. */
export function listStrayLines(text: string): number[] {
  const stray: number[] = [];
  const lines = text.split(/\r?\n/);
  let quote: string | null = null;
  for (const [index, line] of lines.entries()) {
    if (quote !== null) {
      if (line.includes(quote)) quote = null;
      continue;
    }
    const value = setting.exec(line)?.groups?.value?.trimStart();
    if (value === undefined && !/^\s*(?:#|$)/.test(line)) stray.push(index + 1);
    const [opening = ''] = value ?? '';
    const isOpen = /["'`]/.test(opening) && !value?.includes(opening, 1);
    // A quotation mark that nothing closes is a part of the value.
    if (isOpen && lines.slice(index + 1).some((later) => later.includes(opening))) quote = opening;
  }
  return stray;
}
