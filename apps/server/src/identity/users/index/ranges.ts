/** A range of ids, both ends included. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** Whether an id is in one of the ranges. */
export function within(ranges: readonly Range[]): (id: number) => boolean {
  const singles = new Set(ranges.filter(({ first, last }) => first === last).map(({ first }) => first));
  const wide = ranges.filter(({ first, last }) => first < last);
  const least = Math.min(...ranges.map(({ first }) => first));
  const most = Math.max(...ranges.map(({ last }) => last));
  return (id) =>
    id >= least &&
    id <= most &&
    (singles.has(id) || wide.some(({ first, last }) => id >= first && id <= last));
}
