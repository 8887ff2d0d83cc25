import { readFileSync } from 'node:fs';
import type { Language } from '@guichet/contract/core/language';

/** The words of the page, for what is said there as well. */
export function pageWordsIn(language: Language): Readonly<Record<string, string>> {
  const texts = new URL(`../../../web/public/assets/i18n/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(texts, 'utf8'));
}
