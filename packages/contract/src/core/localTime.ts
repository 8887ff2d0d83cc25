const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * The instant of a local time, `hh:mm`, on a day, `yyyy-mm-dd`, in a time zone. A time that a change of
 * clocks skips counts by the clock before the change (02:30 is 03:30); for a time that comes twice, the first
 * instant.
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

/** The day `days` days before another day; both `yyyy-mm-dd`. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMilliseconds).toISOString().slice(0, 10);
}

/** Day and hour, `yyyy-mm-dd` and `hh:mm:ss`, that the clocks of a zone show at an instant. */
export function clockAt(instant: Date, timeZone: string): [day: string, time: string] {
  // The Swedish format is the ISO 8601 format, with a blank.
  const [day = '', time = ''] = instant.toLocaleString('sv-SE', { timeZone }).split(' ');
  return [day, time];
}

/** The number of days from one day to another, both `yyyy-mm-dd`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMilliseconds;
}

/** The last day of an exam whose first day moves from `from` to `to`; the exam stays as long. '' stays ''. */
export function movedWith(endDate: string, from: string, to: string): string {
  return endDate && daysBefore(endDate, daysBetween(to, from));
}

/** The local time of a zone at an instant, written as if it were UTC; in milliseconds, to the second. */
function localClockAt(instant: number, timeZone: string): number {
  return Date.parse(`${clockAt(new Date(instant), timeZone).join('T')}Z`);
}
