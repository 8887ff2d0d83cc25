import type { Rule, SourceFile } from '../model.ts';

/** No circle, type imports and lazy ones included: two files in a circle are one file in two places. */
export const noCircles: Rule = function* (files) {
  const graph = new Map(files.map((file) => [file.path, file]));
  const reported = new Set<string>();
  for (const { path } of files) {
    if (reported.has(path)) continue;
    const circle = shortestWayBack(graph, path);
    if (!circle) continue;
    for (const member of circle) reported.add(member);
    const line = graph.get(path)?.imports.find(({ file }) => file === (circle[1] ?? path))?.line ?? 1;
    yield {
      path,
      line,
      rule: 'no-circles',
      advice: `${[...circle, path].join(' → ')}; move what both sides need into a file that imports neither`,
    };
  }
};

/** The files from `start` round to itself, by the fewest steps. */
function shortestWayBack(graph: ReadonlyMap<string, SourceFile>, start: string): string[] | null {
  const ways = new Map<string, string[]>([[start, [start]]]);
  for (const [path, way] of ways) {
    for (const { file, kind } of graph.get(path)?.imports ?? []) {
      if (file === null || kind === 'address') continue;
      if (file === start) return way;
      if (!ways.has(file)) ways.set(file, [...way, file]);
    }
  }
  return null;
}
