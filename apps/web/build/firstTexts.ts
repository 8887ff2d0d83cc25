import { readFileSync } from 'node:fs';

type Texts = Readonly<Record<string, string>>;

/** The texts of a language that a built script can request: it contains their keys, whole or all but the middle. */
export function pickFirstTexts(language: 'fr' | 'en', script: string): Texts {
  const texts = readTexts(language);
  const named = new Set(Array.from(script.matchAll(/[`'"]([A-Z]\w*(?:\.\w+)*)[`'"]/g), ([, key]) => key));
  const patterns = Array.from(
    script.matchAll(/`((?:[A-Z]\w*\.)+)\$\{\w+\}((?:\.\w+)*)`/g),
    ([, start = '', end = '']) => ({ start, end }),
  );
  const isAsked = (key: string) =>
    named.has(key) || patterns.some(({ start, end }) => key.startsWith(start) && key.endsWith(end));
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isAsked(key)));
}

/** All texts of a language. */
export function readTexts(language: 'fr' | 'en'): Texts {
  const file = new URL(`../public/assets/i18n/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}
