import type { Offering } from './offerings.ts';

/**
 * The description of a course that is not whole yet: since when, and the copy job that it waits for. It stands on the
 * platform, so that any server can go on with a course that another one has begun.
 */
export function makingMark(since: Date, job: string | null): string {
  return `[guichet ${since.toISOString()} ${job ?? 'new'}]`;
}

const pattern = /\[guichet (\S+) (\S+)\]/;

/** Null for a course that is whole. `job`: null as long as no copy was noted. */
export function markOf({
  Description,
}: Offering): { readonly since: Date; readonly job: string | null } | null {
  const [, since, job] = pattern.exec(Description?.Text || Description?.Html || '') ?? [];
  if (!since || !job) return null;
  return { since: new Date(since), job: job === 'new' ? null : job };
}
