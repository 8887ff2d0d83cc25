import type { Rule, Violation } from '../model.ts';
import { moduleOf, placeOf } from '../place.ts';

interface Write {
  readonly module: string;
  readonly path: string;
  readonly line: number;
}

/** A table is written by one module; others call that module's functions. */
export const tablesHaveOneWriter: Rule = function* (files) {
  const writes = new Map<string, Write[]>();
  for (const { path, uses } of files) {
    const place = placeOf(path);
    const module = moduleOf(place);
    if (module === null || place.isTest) continue;
    for (const { what, text, line } of uses) {
      if (what === 'tableWrite') writes.set(text, [...(writes.get(text) ?? []), { module, path, line }]);
    }
  }
  for (const [table, found] of writes) yield* findSecondWriters(table, found);
};

function* findSecondWriters(table: string, writes: readonly Write[]): Iterable<Violation> {
  const writers = [...new Set(writes.map(({ module }) => module))];
  if (writers.length < 2) return;
  for (const { module, path, line } of writes) {
    const others = writers.filter((other) => other !== module).join(', ');
    const advice = `${table} is written by ${others} too; let one module own it and offer the verb in its service`;
    yield { path, line, rule: 'one-writer-per-table', advice };
  }
}
