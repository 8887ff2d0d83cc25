import { districts } from '../layers.ts';
import type { Import, Violation } from '../model.ts';

const entry = /^apps\/web\/src\/entry\.tsx?$/;
const aboveCore = Object.keys(districts).filter((name) => name !== 'core');
const heavy = new RegExp(
  [
    `^apps/web/src/(?:app|core/(?:audit|pages)|(?:${aboveCore.join('|')})(?!/publicPages))/`,
    '(?:^|/)node_modules/(?:@tanstack/react-(?:router|query|table)|react-hook-form|react-aria-components)/',
  ].join('|'),
);

/**
 * Nothing that the sign-in page loads at once may statically reach what only the pages behind it need.
 * dependency-cruiser's `reachable` would follow lazy imports as well.
 */
export function* entryStaysLight(imports: readonly Import[]): Iterable<Violation> {
  const eager = imports.filter(({ isEager }) => isEager);
  const importsOf = Map.groupBy(eager, ({ from }) => from);
  const ways = new Map([...importsOf.keys()].filter((path) => entry.test(path)).map((path) => [path, path]));
  for (const [path, way] of ways) {
    for (const { to, line } of importsOf.get(path) ?? []) {
      if (heavy.test(to)) {
        const advice = `the sign-in page would load ${to} (${way}); take it with import() behind sign-in`;
        yield { path, line, rule: 'light-entry', advice };
      }
      if (!ways.has(to)) ways.set(to, `${way} → ${to}`);
    }
  }
}
