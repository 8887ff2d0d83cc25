import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readUsage } from '../translations/usage.ts';

const staticImports = /^(?:import|\} from|export [{*]) (?!type).*'(\.[^']+)'/gm;

/** The files that a source file loads statically, itself included. */
export function listStaticImports(start: string): string[] {
  const reached = new Set<string>();
  const pending = [start];
  for (let file = pending.pop(); file; file = pending.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(staticImports)) {
      const target = resolve(dirname(file), path);
      if (/\.tsx?$/.test(target) && existsSync(target)) pending.push(target);
    }
  }
  return [...reached];
}

/** The texts of `all` that these files use and the page does not include in a language. */
export function* findMissingTexts(
  html: string,
  all: Readonly<Record<string, string>>,
  sources: ReadonlyMap<string, string>,
): Iterable<string> {
  for (const language of ['fr', 'en']) {
    const laid = new RegExp(`id="texts-${language}">(.*?)</script>`, 's').exec(html)?.[1];
    const texts: Record<string, string> = JSON.parse(laid ?? '{}');
    for (const [path, source] of sources) {
      const { calls, patterns } = readUsage(path, source);
      const asked = Object.keys(all).filter(
        (key) => calls.some((call) => call.key === key) || patterns.some((pattern) => pattern.test(key)),
      );
      for (const key of asked)
        if (!(key in texts)) yield `${path} shows "${key}" at once, which the page lacks in ${language}`;
    }
  }
}
