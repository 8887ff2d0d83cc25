import type { Rule, Violation } from '../model.ts';
import { placeOf, roomOf } from '../place.ts';

/** A table is written by one room: what else happens to its rows is a verb of that room. */
export const tablesHaveOneWriter: Rule = function* (files) {
  const writers = new Map<string, { room: string; path: string; line: number }[]>();
  for (const { path, uses } of files) {
    const place = placeOf(path);
    const room = roomOf(place);
    if (room === null || place.isTest) continue;
    for (const { what, text, line } of uses) {
      if (what === 'tableWrite') writers.set(text, [...(writers.get(text) ?? []), { room, path, line }]);
    }
  }
  for (const [table, places] of writers) yield* findSecondWriters(table, places);
};

function* findSecondWriters(
  table: string,
  places: readonly { room: string; path: string; line: number }[],
): Iterable<Violation> {
  const rooms = [...new Set(places.map(({ room }) => room))];
  if (rooms.length < 2) return;
  for (const { room, path, line } of places) {
    const others = rooms.filter((other) => other !== room).join(', ');
    const advice = `${table} is written by ${others} too; let one room own it and offer the verb in its service`;
    yield { path, line, rule: 'one-writer-per-table', advice };
  }
}
