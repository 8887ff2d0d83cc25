import { bounded } from './bounded.ts';
import { checkPatterns, keyOf } from './checkPatterns.ts';
import type { Pattern } from './findPatterns.ts';

export interface Fault {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** What is more than linear, or unknown, and not listed with its bound; and what is listed without need. */
export async function findFaults(
  patterns: readonly Pattern[],
  cache: string,
  listed: typeof bounded = bounded,
): Promise<Fault[]> {
  const complexities = await checkPatterns(
    patterns.filter(({ source }) => source !== null),
    cache,
  );
  const isListed = ({ path, source }: Pattern) => (source ?? 'RegExp') in (listed[path] ?? {});
  const doubtful = patterns.filter(
    (pattern) => pattern.source === null || complexities[keyOf(pattern)] !== 'linear',
  );
  const faults = doubtful
    .filter((pattern) => !isListed(pattern))
    .map((pattern) => ({
      path: pattern.path,
      line: pattern.line,
      message: messageFor(pattern, complexities),
    }));
  const needless = Object.entries(listed).flatMap(([path, sources]) =>
    Object.keys(sources)
      .filter((source) => !doubtful.some((one) => one.path === path && (one.source ?? 'RegExp') === source))
      .map((source) => ({ path, line: 1, message: `needs no entry in bounded.ts: ${source}` })),
  );
  return [...faults, ...needless];
}

function messageFor(pattern: Pattern, complexities: Readonly<Record<string, string>>): string {
  if (pattern.source === null)
    return 'made of what is not known here; list what bounds it in scripts/checks/regularExpressions/bounded.ts';
  return `${complexities[keyOf(pattern)]}, must be linear: ${keyOf(pattern)}`;
}
