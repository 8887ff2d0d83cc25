import { parametersOf, pluralForms, type Texts } from './textFiles.ts';
import type { Usage } from './usage.ts';

/** Unused keys, and uses of undefined keys. */
export function* findUsageFaults(texts: Texts, usages: ReadonlyMap<string, Usage>): Iterable<string> {
  const asked = askedKeys(texts);
  for (const [path, { calls, patterns }] of usages) {
    for (const { key, line, parameters } of calls) {
      const forms = asked.get(key);
      if (!forms) {
        yield `${path}:${line}: "${key}" is in neither file`;
        continue;
      }
      const wanted = new Set(forms.flatMap((form) => parametersOf(texts[form] ?? '')));
      const missing = [...wanted].filter((name) => parameters !== null && !parameters.includes(name));
      if (missing.length > 0) yield `${path}:${line}: "${key}" also takes {${missing.join(', ')}}`;
    }
    for (const pattern of patterns) {
      if (![...asked.keys()].some((key) => pattern.test(key)))
        yield `${path}: no key is like ${pattern.source}`;
    }
  }
  const all = [...usages.values()];
  for (const [key, forms] of asked) {
    const isUsed = all.some(
      ({ literals, patterns }) =>
        [key, ...forms].some((name) => literals.has(name)) || patterns.some((pattern) => pattern.test(key)),
    );
    if (!isUsed) yield `"${key}" is used nowhere in apps/web/src: remove it from both files`;
  }
}

/** Each key as the code uses it, with the matching keys of the file: texts of systems, plural forms. */
function askedKeys(texts: Texts): Map<string, string[]> {
  const forms = pluralForms(texts);
  const asked = new Map<string, string[]>();
  for (const key of Object.keys(texts)) {
    const generic = (forms.get(key) ?? key).replace(/^System\.\d+\./, '');
    asked.set(generic, [...(asked.get(generic) ?? []), key]);
  }
  return asked;
}
