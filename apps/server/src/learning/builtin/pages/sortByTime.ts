import type { Course } from '../builtin.queries.ts';

/** Sorts courses: upcoming ones by date, then cancelled upcoming ones, then past ones, the latest first. */
export function sortByTime<C extends Course>(courses: readonly C[], today: string) {
  const ahead = courses.filter(({ examDate }) => examDate >= today);
  return {
    upcoming: ahead.filter(({ isCancelled }) => !isCancelled),
    cancelled: ahead.filter(({ isCancelled }) => isCancelled),
    past: courses.filter(({ examDate }) => examDate < today).reverse(),
  };
}
