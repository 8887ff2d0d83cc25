import { startOfDay } from '../../platform/runtime/clock.ts';

/** The first instants of an exam's day (`yyyy-mm-dd`) and of the day after it, in the university's time zone. */
export function examDay(day: string, timeZone: string): { readonly start: Date; readonly end: Date } {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return { start: startOfDay(day, timeZone), end: startOfDay(next, timeZone) };
}
