import type { Rule, Violation } from '../model.ts';
import { placeOf } from '../place.ts';

interface Write {
  readonly room: string;
  readonly path: string;
  readonly line: number;
}

/** A table is written by one room; others call that room's functions. */
export const tablesHaveOneWriter: Rule = function* (files) {
  const writes = new Map<string, Write[]>();
  for (const { path, uses } of files) {
    const { package: name, room, isTest } = placeOf(path);
    if (name !== 'server' || room === null || isTest) continue;
    for (const { what, text, line } of uses) {
      if (what === 'tableWrite') writes.set(text, [...(writes.get(text) ?? []), { room, path, line }]);
    }
  }
  for (const [table, found] of writes) yield* findSecondWriters(table, found);
};

function* findSecondWriters(table: string, writes: readonly Write[]): Iterable<Violation> {
  const writers = [...new Set(writes.map(({ room }) => room))];
  if (writers.length < 2) return;
  for (const { room, path, line } of writes) {
    const others = writers.filter((other) => other !== room).join(', ');
    const advice = `${table} is written by ${others} too; let one room own it and offer the verb in its service`;
    yield { path, line, rule: 'one-writer-per-table', advice };
  }
}
