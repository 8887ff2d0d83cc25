import type { Language } from '@guichet/contract/core/language';
import { browserMemory } from '../browser/memory.ts';
import { createNotifier } from '../notifier.ts';
import type { Texts } from './translate.ts';

export interface LanguageState {
  readonly language: Language;
  readonly texts: Texts;
}

const storageKey = 'guichet.language';
const loaded = new Map<Language, Promise<Texts>>();
/** The texts that the server has put into the page for its first script, by language. */
const first = new Map<Language, Texts>();
let needsAll = false;
const changes = createNotifier();
export const subscribeToLanguage = changes.subscribe;
let state: LanguageState = { language: 'fr', texts: {} };
let wanted: Language = 'fr';

export function getLanguageState(): LanguageState {
  return state;
}

/** The language last chosen in this browser; French by default (S9.1). */
export function storedLanguage(): Language {
  return browserMemory.recall(storageKey) === 'en' ? 'en' : 'fr';
}

/**
 * Changes texts and language together, once the texts have loaded; nothing else on the page changes.
 * @param keeps whether it is remembered as the choice of this browser
 */
export async function setLanguage(language: Language, keeps = true): Promise<void> {
  wanted = language;
  const texts = (!needsAll && firstTexts(language)) || (await getTexts(language));
  // A slow reply must not undo a later choice.
  if (wanted !== language) return;
  if (keeps) {
    browserMemory.remember(storageKey, language);
    tellServer(language);
  }
  document.documentElement.lang = language;
  take(language, texts);
}

function take(language: Language, texts: Texts): void {
  state = { language, texts };
  changes.notify();
}

/** Tells the server the language of the next page (core/http/pages/firstPage.ts). */
function tellServer(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${storageKey}=${language}; Path=/; Max-Age=31536000; SameSite=Strict${secure}`;
}

/** Loads all texts of the page's language, if the page has only the texts of its first script. */
export async function completeTexts(): Promise<void> {
  needsAll = true;
  const language = wanted;
  const texts = await getTexts(language);
  if (state.language === language && state.texts !== texts) take(language, texts);
}

/** All texts of a language, for example another than the page's, for mails in it. */
export function getTexts(language: Language): Promise<Texts> {
  const texts = loaded.get(language) ?? loadTexts(language);
  loaded.set(language, texts);
  // Forgets a failed load, so that a retry fetches again.
  texts.catch(() => loaded.delete(language));
  return texts;
}

function firstTexts(language: Language): Texts | undefined {
  const inPage = document.getElementById(`texts-${language}`)?.textContent;
  if (inPage) first.set(language, JSON.parse(inPage) as Texts);
  return first.get(language);
}

async function loadTexts(language: Language): Promise<Texts> {
  const answer = await fetch(`/assets/i18n/${language}.json`);
  if (!answer.ok) throw new Error(`The texts of ${language} cannot be loaded: status ${answer.status}.`);
  return (await answer.json()) as Texts;
}
