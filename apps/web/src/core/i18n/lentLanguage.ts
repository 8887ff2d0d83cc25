import type { Language } from '@guichet/contract/core/language';
import { getLanguageState, setLanguage, storedLanguage } from './languageStore.ts';

/** Whether a mailed link has lent its language to its page. */
let isLent = false;

/** Shows a language that is not remembered as the choice of this browser. */
export function lendLanguage(language: Language): Promise<void> {
  isLent = true;
  return setLanguage(language, false);
}

/** Shows the choice of this browser again, where a language was lent. */
export async function returnLanguage(): Promise<void> {
  if (isLent) await setLanguage(storedLanguage());
  isLent = false;
}

/** The language of the next page. */
export function keptLanguage(): Language {
  return isLent ? storedLanguage() : getLanguageState().language;
}
