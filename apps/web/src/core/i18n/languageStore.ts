import type { Language } from '@guichet/contract/core/language';
import { browserMemory } from '../browser/memory.ts';
import { createNotifier } from '../notifier.ts';
import type { Texts } from './translate.ts';

export interface LanguageState {
  readonly language: Language;
  readonly texts: Texts;
}

/** Texts of the pages that anyone may open, of a candidate's pages too, and all (build/textFiles.ts). */
export const openTexts = 1;
export const ownTexts = 2;
export const allTexts = 3;
export type Extent = typeof openTexts | typeof ownTexts | typeof allTexts;

const storageKey = 'guichet.language';
const loaded = new Map<string, Promise<Texts>>();
/** The texts that the server has put into the page for its first script, by language. */
const first = new Map<Language, Texts>();
/** The extent needed so far; 0 for the texts that come with the page. */
let needed: 0 | Extent = 0;
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
  const texts = (!needed && firstTexts(language)) || (await neededTexts(language));
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

/** Loads the texts of the page's language to this extent, if the page has fewer. */
export async function completeTexts(extent: Extent = openTexts): Promise<void> {
  if (extent > needed) needed = extent;
  const language = wanted;
  const texts = await neededTexts(language);
  if (state.language === language && state.texts !== texts) take(language, texts);
}

/** The texts that are needed once they have come: more than at first, where a page asked for more in the meantime. */
async function neededTexts(language: Language): Promise<Texts> {
  const extent = needed || openTexts;
  const texts = await getTexts(language, extent);
  return needed > extent ? neededTexts(language) : texts;
}

/** The texts of a language, for example another than the page's, for mails in it. */
export function getTexts(language: Language, extent: Extent = allTexts): Promise<Texts> {
  // The build alone makes the other files.
  const part = import.meta.env.DEV ? language : language + ['', '.open', '.own', ''][extent];
  const texts = loaded.get(part) ?? loadTexts(part);
  loaded.set(part, texts);
  // Forgets a failed load, so that a retry fetches again.
  texts.catch(() => loaded.delete(part));
  return texts;
}

function firstTexts(language: Language): Texts | undefined {
  const inPage = document.getElementById(`texts-${language}`)?.textContent;
  if (inPage) first.set(language, JSON.parse(inPage) as Texts);
  return first.get(language);
}

async function loadTexts(part: string): Promise<Texts> {
  const [before, answer] = await Promise.all([
    /\.own$/.test(part) && getTexts(part.slice(0, 2) as Language, openTexts),
    fetch(`/assets/i18n/${part}.json`),
  ]);
  if (!answer.ok) throw new Error(`${part}.json: status ${answer.status}`);
  return { ...before, ...((await answer.json()) as Texts) };
}
