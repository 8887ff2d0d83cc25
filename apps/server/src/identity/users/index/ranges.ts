/** A range of ids, both ends included. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** The ids in these ranges, of which there are few. */
export function idsIn(ranges: readonly Range[]): Set<number> {
  return new Set(
    ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, n) => first + n)),
  );
}
