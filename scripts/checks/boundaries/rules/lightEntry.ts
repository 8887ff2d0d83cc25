import type { Rule, SourceFile } from '../model.ts';

const entry = /^apps\/web\/src\/entry\.tsx?$/;
const heavy = /^apps\/web\/src\/(?:app|pages|features)\//;
const heavyPackages = [
  '@tanstack/react-router',
  '@tanstack/react-query',
  '@tanstack/react-table',
  'react-hook-form',
  'react-aria-components',
];

/** Nothing that the sign-in page loads at once leads, by any road, to what only the pages behind it need. */
export const entryStaysLight: Rule = function* (files) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const start = files.find(({ path }) => entry.test(path));
  const waiting: { file: SourceFile; road: string }[] = start ? [{ file: start, road: start.path }] : [];
  const seen = new Set<string>();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { file, road } = next;
    if (seen.has(file.path)) continue;
    seen.add(file.path);
    for (const { kind, file: target, package: name, line } of file.imports) {
      if (kind !== 'value') continue;
      if ((target !== null && heavy.test(target)) || (name !== null && heavyPackages.includes(name))) {
        yield {
          path: file.path,
          line,
          rule: 'light-entry',
          advice: `the sign-in page would load ${target ?? name} (${road}); take it with import() behind sign-in`,
        };
      }
      const reached = target === null ? undefined : byPath.get(target);
      if (reached) waiting.push({ file: reached, road: `${road} → ${reached.path}` });
    }
  }
};
