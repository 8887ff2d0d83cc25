import { randomBytes, randomUUID } from 'node:crypto';
import { instantAt } from '@guichet/contract/core/localTime';

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

/** The day of an instant in a zone, `yyyy-mm-dd`. */
export const dayIn = cachedFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });

/** The hour of an instant in a zone, `hh:mm`. */
export const timeIn = cachedFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The first instant of a day, `yyyy-mm-dd`, in the time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  return instantAt(day, '00:00', timeZone);
}

/** Formats by zone: making one costs as much as a hundred uses. */
function cachedFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): ((instant: Date) => string) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formats.set(timeZone, format);
    return (instant) => format.format(instant);
  };
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

/** The name of a zone that Node and PostgreSQL share: America/Montreal is America/Toronto, Asia/Kathmandu is Asia/Katmandu. @throws RangeError */
export function nameZone(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}
