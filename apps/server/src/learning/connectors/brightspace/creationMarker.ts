import type { Offering } from './offerings.ts';

/**
 * The description of an unfinished course: since when it is being made, and its copy job. The mark stands on
 * the platform, so that any server can go on with a course begun by another.
 */
export function creationMarker(since: Date, job: string | null): string {
  return `[guichet ${since.toISOString()} ${job ?? 'new'}]`;
}

const pattern = /\[guichet (\S+) (\S+)\]/;

/** Null for a finished course. `job`: null until a copy job is noted. */
export function makeMark({
  Description,
}: Offering): { readonly since: Date; readonly job: string | null } | null {
  const [, since, job] = pattern.exec(Description?.Text || Description?.Html || '') ?? [];
  if (!since || !job) return null;
  return { since: new Date(since), job: job === 'new' ? null : job };
}
