import type { Language } from '@guichet/contract/core/language';
import { locales } from './locales.ts';

export type Texts = Readonly<Record<string, string>>;
export type TextParams = Readonly<Record<string, string | number>>;

/**
 * The text of a key with its `{name}` marks filled. On a system's pages the text of its administrators
 * (`own`) comes before `System.{id}.{key}`, which comes before `{key}`. A number `count` selects `{key}.one`,
 * `.many` or `.other` by the plural rules of the language, and 0 selects `{key}.zero` if it exists. Without a
 * text, returns the key.
 */
export function translate(
  texts: Texts,
  language: Language,
  key: string,
  params: TextParams = {},
  systemId?: number | null,
  own: Texts = {},
): string {
  const text = pluralKeys(language, key, params.count)
    .flatMap((name) => [own[name], systemId ? texts[`System.${systemId}.${name}`] : undefined, texts[name]])
    .find((found) => found !== undefined);
  return text === undefined ? key : fill(text, language, params);
}

function pluralKeys(language: Language, key: string, count: string | number | undefined): string[] {
  if (typeof count !== 'number') return [key];
  const category = new Intl.PluralRules(locales[language].tag).select(count);
  const forms = [`${key}.${category}`, `${key}.other`, key];
  return count === 0 ? [`${key}.zero`, ...forms] : forms;
}

function fill(text: string, language: Language, params: TextParams): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => {
    const value = params[name];
    if (typeof value === 'number') return new Intl.NumberFormat(locales[language].tag).format(value);
    return value ?? mark;
  });
}
