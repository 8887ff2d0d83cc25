import { findTypographyFaults } from './typography.ts';
import { findWordingFaults } from './wording.ts';

export type Texts = Readonly<Record<string, string>>;

export interface TextFile {
  readonly name: string;
  readonly texts: Texts;
  /** The keys in the order of the file, with duplicates. */
  readonly keys: readonly string[];
}

export function readTextFile(name: string, json: string): TextFile {
  const keys = [...json.matchAll(/^\s*("(?:[^"\\]|\\.)*")\s*:/gm)].map(
    ([, key]) => JSON.parse(key ?? '""') as string,
  );
  return { name, texts: JSON.parse(json) as Texts, keys };
}

/** Faults of the two files, apart from how the code uses them. */
export function findFileFaults(french: TextFile, english: TextFile): string[] {
  return [
    ...findKeyFaults(french, english),
    ...findKeyFaults(english, french),
    ...findPairFaults(french.texts, english.texts),
  ];
}

function* findKeyFaults({ name, texts, keys }: TextFile, other: TextFile): Iterable<string> {
  const sorted = [...keys].sort();
  const misplaced = keys.find((key, index) => key !== sorted[index]);
  if (misplaced !== undefined) yield `${name}: "${misplaced}" is not in its place: sort the keys`;
  for (const key of new Set(keys.filter((key, index) => keys.indexOf(key) !== index))) {
    yield `${name}: "${key}" stands there twice`;
  }
  for (const [key, text] of Object.entries(texts)) {
    if (!(key in other.texts)) yield `${other.name}: "${key}" is missing (it stands in ${name})`;
    if (typeof text !== 'string' || text.trim() === '') yield `${name}: "${key}" has no text`;
  }
  for (const [key, base] of pluralForms(texts)) {
    if (!(`${base}.other` in texts)) yield `${name}: "${key}" needs "${base}.other" beside it`;
  }
}

/** The keys that stand in one language only. */
export function findMissingKeys(french: Texts, english: Texts): string[] {
  const lacks = (texts: Texts, other: Texts, language: string) =>
    Object.keys(texts).flatMap((key) => (key in other ? [] : `"${key}" is missing in ${language}`));
  return [...lacks(french, english, 'English'), ...lacks(english, french, 'French')];
}

/** Faults of texts in both languages with the same keys. */
export function* findPairFaults(french: Texts, english: Texts): Iterable<string> {
  for (const [key, text] of Object.entries(french)) {
    const translated = english[key];
    if (translated === undefined) continue;
    const [wanted, found] = [parametersOf(text), parametersOf(translated)];
    if (wanted.join() !== found.join()) {
      yield `"${key}": French takes {${wanted.join(', ')}}, English {${found.join(', ')}}`;
    }
    for (const fault of findTextFaults('fr', text)) yield `"${key}" in French: ${fault}`;
    for (const fault of findTextFaults('en', translated)) yield `"${key}" in English: ${fault}`;
  }
}

/** Faults of typography and of wording of a text. */
export function findTextFaults(language: 'fr' | 'en', text: string): string[] {
  return [...findTypographyFaults(language, text), ...findWordingFaults(language, text)];
}

export function parametersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].sort();
}

/** Keys of plural forms, each with the key that the code uses. */
export function pluralForms(texts: Texts): Map<string, string> {
  const keysByBase = new Map<string, string[]>();
  for (const key of Object.keys(texts)) {
    const [, base] = /^(.+)\.(?:zero|one|two|few|many|other)$/.exec(key) ?? [];
    if (base) keysByBase.set(base, [...(keysByBase.get(base) ?? []), key]);
  }
  // A `.one` without other forms is an ordinary key.
  const counted = [...keysByBase].filter(([base, keys]) => keys.length > 1 || keys[0] === `${base}.other`);
  return new Map(counted.flatMap(([base, keys]) => keys.map((key) => [key, base] as const)));
}
