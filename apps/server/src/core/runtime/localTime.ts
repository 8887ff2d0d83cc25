const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * The instant of a local time, `hh:mm`, on a day, `yyyy-mm-dd`, in a time zone. Where the change of clocks skips that time,
 * as late by the clock from before (02:30 is 03:30); where it comes twice, the first.
 */
export function instantAt(day: string, time: string, timeZone: string): Date {
  const local = Date.parse(`${day}T${time}:00Z`);
  // The zone's offsets before and after a change of clocks on that day.
  const [before, after] = [local - dayMilliseconds, local + dayMilliseconds].map(
    (instant) => localClockAt(instant, timeZone) - instant,
  ) as [number, number];
  const isMeant = (instant: number) => localClockAt(instant, timeZone) === local;
  const instant = !isMeant(local - before) && isMeant(local - after) ? local - after : local - before;
  return new Date(instant);
}

/** The day so many days before another; both `yyyy-mm-dd`. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMilliseconds).toISOString().slice(0, 10);
}

/** What the clocks of a zone show at an instant, as if they showed UTC; in milliseconds, to the second. */
function localClockAt(instant: number, timeZone: string): number {
  // The Swedish form is that of ISO 8601, with a blank.
  const text = new Date(instant).toLocaleString('sv-SE', { timeZone });
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}
