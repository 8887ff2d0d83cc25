import type { Language } from '@guichet/contract/core/language';
import table from './words.json' with { type: 'json' };

/** All texts of the command line, in both languages; `{name}` marks a parameter. */
const words = table satisfies Record<string, Record<Language, string>>;

export type Word = keyof typeof words;

export function wordsIn(language: Language) {
  return (word: Word, params: Readonly<Record<string, string | number>> = {}): string =>
    words[word][language].replace(/\{(\w+)\}/g, (mark, name: string) => String(params[name] ?? mark));
}
