import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Language } from '@guichet/contract/core/language';
import { type Params, type TextName, textIn } from './operatorTexts.ts';

export interface EnvFile {
  readonly settings: Readonly<Record<string, string | undefined>>;
  /**
   * A sentence for each line that is neither a setting nor a comment, which Node leaves out, for a name that an earlier
   * line has set, for what is not in UTF-8, and for an unknown name.
   */
  readonly faults: readonly string[];
}

/** Reads a file of lines `NAME=value`; a missing one holds no settings. `describeUnknown` finds fault with a name, at a place in the file. */
export function readEnvFile(
  path: string,
  language: Language = 'en',
  describeUnknown: (name: string, at: { path: string; line: number }) => string | null = () => null,
): EnvFile {
  if (!existsSync(path)) return { settings: {}, faults: [] };
  const tell = (text: TextName, params: Params) => textIn(language, text, { path, ...params });
  // Notepad begins a file with a mark.
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  if (text.includes('\0')) return { settings: {}, faults: [tell('settingsUtf16', { line: 1 })] };
  const seen = new Map<string, number>();
  const faults = readLines(text).flatMap(({ line, name, words }) => {
    if (name === undefined) return [tell('settingLine', { line })];
    const first = seen.get(name);
    seen.set(name, first ?? line);
    return [
      ...(first === undefined ? [] : [tell('settingTwice', { line, name, first })]),
      ...(words.includes(undecoded) ? [tell('settingEncoding', { line })] : []),
    ];
  });
  const settings = { ...parseEnv(text), ...findCutAddresses(text) };
  const unknown = Object.keys(settings).flatMap(
    (name) => describeUnknown(name, { path, line: seen.get(name) ?? 1 }) ?? [],
  );
  return { settings, faults: [...faults, ...unknown] };
}

/** Node's sign for bytes that are no UTF-8. */
const undecoded = '\uFFFD';

const setting = /^\s*(?:export\s+)?(?<name>[\w.-]+)\s*=(?<value>.*)/;

/** The numbers of lines, from 1, that are no setting, no comment, not blank, and not in a value within quotes. */
export function listStrayLines(text: string): number[] {
  return readLines(text).flatMap(({ line, name }) => (name === undefined ? [line] : []));
}

/** The addresses whole in which Node takes the `#` of a password for a comment, so that the reader of the address finds it. */
function findCutAddresses(text: string): Record<string, string> {
  const found = readLines(text).map(({ name = '', words }) => [
    name,
    words.trimStart().split(/\s/, 1)[0] ?? '',
  ]);
  const isCut = (value = '') => /^\w+:\/\//.test(value) && value.slice(value.indexOf('#')).includes('@');
  return Object.fromEntries(found.filter(([, value]) => isCut(value)));
}

/** The settings with the numbers of their lines, from 1, and what is none, without a name; no comments. */
function readLines(text: string) {
  const found: { line: number; name: string | undefined; words: string }[] = [];
  const lines = text.split(/\r?\n/);
  let quote: string | null = null;
  for (const [index, line] of lines.entries()) {
    if (quote !== null) {
      if (line.includes(quote)) quote = null;
      continue;
    }
    const { name, value: words = '' } = setting.exec(line)?.groups ?? {};
    const value = words.trimStart();
    if (!/^\s*(?:#|$)/.test(line)) found.push({ line: index + 1, name, words });
    const [opening = ''] = value;
    const isOpen = /["'`]/.test(opening) && !value.includes(opening, 1);
    // A quotation mark that nothing closes is a part of the value.
    if (isOpen && lines.slice(index + 1).some((later) => later.includes(opening))) quote = opening;
  }
  return found;
}
