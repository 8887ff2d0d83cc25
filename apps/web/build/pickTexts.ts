import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Texts = Readonly<Record<string, string>>;

/**
 * The texts of a language that a built script can request: it contains their keys, whole or in the parts of a template,
 * without the number of a system and the form of a plural (translate.ts).
 */
export function pickTexts(language: 'fr' | 'en', script: string): Texts {
  const texts = readTexts(language);
  const named = new Set(Array.from(script.matchAll(/[`'"]([A-Z]\w*(?:\.\w+)*)[`'"]/g), ([, key]) => key));
  const patterns = Array.from(
    script.matchAll(/`((?:[A-Z]\w*\.)+\w*)((?:\$\{[^`{}]*\}[\w.]*)+)`/g),
    ([, start = '', rest = '']) =>
      new RegExp(
        `^${(start + rest.replace(/\$\{[^}]*\}/g, '*')).replaceAll('.', '\\.').replaceAll('*', '.+')}$`,
      ),
  );
  const isAsked = (key: string) => named.has(key) || patterns.some((pattern) => pattern.test(key));
  return Object.fromEntries(
    Object.entries(texts).filter(([key]) => {
      const generic = key.replace(/^System\.\d+\./, '');
      return isAsked(generic) || isAsked(generic.replace(/\.(?:zero|one|many|other)$/, ''));
    }),
  );
}

/** All texts of a language. */
export function readTexts(language: 'fr' | 'en'): Texts {
  const file = join(import.meta.dirname, `../public/assets/i18n/${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}
