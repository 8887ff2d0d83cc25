import { randomBytes, randomUUID } from 'node:crypto';

/** The only source of time and randomness; tests pass their own. */
export interface Clock {
  now(): Date;
  /** The university's date, `yyyy-mm-dd` (readings §3: "today" is the date in TIME_ZONE). */
  today(): string;
  uuid(): string;
  randomBytes(size: number): Buffer;
}

export function systemClock(timeZone: string): Clock {
  const day = dayIn(timeZone);
  return { now: () => new Date(), today: () => day(new Date()), uuid: () => randomUUID(), randomBytes };
}

export function dayIn(timeZone: string): (instant: Date) => string {
  const format = formats.get(timeZone) ?? formatIn(timeZone);
  formats.set(timeZone, format);
  return (instant) => format.format(instant);
}

/** The first instant of a day, `yyyy-mm-dd`, in the time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const isOn = dayIn(timeZone);
  // Zones lie within 14 hours of UTC, at quarters of an hour; where clocks change, a day may begin at 01:00.
  const first = Date.parse(`${day}T00:00:00Z`) - 14 * 4 * quarterOfHour;
  for (let quarter = 0; quarter <= 29 * 4; quarter += 1) {
    const instant = new Date(first + quarter * quarterOfHour);
    if (isOn(instant) >= day) return instant;
  }
  throw new Error(`${day} is no date`);
}

const quarterOfHour = 15 * 60 * 1000;

/** The hour of an instant in a zone, `hh:mm`. */
export function timeIn(timeZone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return (instant) => format.format(instant);
}

/** Formats by zone: making a format costs as much as a hundred uses. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
}

export function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

/** An identical request by the same person within this time counts as the same form sent twice. */
export const sameFormSeconds = 10;

/** `now`, or a millisecond after `former`: timestamps of versions differ. */
export function laterThan(former: Date | null | undefined, now: Date): Date {
  return former && former >= now ? new Date(former.getTime() + 1) : now;
}
