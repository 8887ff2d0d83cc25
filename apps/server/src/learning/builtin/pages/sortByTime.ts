import type { Course } from '../builtin.queries.ts';

/** Courses by date: those to come, those to come that are cancelled, and those whose day is over, the latest first. */
export function sortByTime<C extends Course>(courses: readonly C[], today: string) {
  const ahead = courses.filter(({ examDate }) => examDate >= today);
  return {
    upcoming: ahead.filter(({ isCancelled }) => !isCancelled),
    cancelled: ahead.filter(({ isCancelled }) => isCancelled),
    past: courses.filter(({ examDate }) => examDate < today).reverse(),
  };
}
