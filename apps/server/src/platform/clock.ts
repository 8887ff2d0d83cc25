import { randomBytes, randomUUID } from 'node:crypto';

/** Where time and chance come in. Tests pass their own, so nothing else asks the machine. */
export interface Clock {
  now(): Date;
  /** The university's day, `yyyy-mm-dd` (readings §3: "today" is that of TIME_ZONE). */
  today(): string;
  uuid(): string;
  randomBytes(size: number): Buffer;
}

export function systemClock(timeZone: string): Clock {
  const day = dayIn(timeZone);
  return { now: () => new Date(), today: () => day(new Date()), uuid: () => randomUUID(), randomBytes };
}

/** Formats instants as the day they fall on in a zone. */
export function dayIn(timeZone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (instant) => format.format(instant);
}

export function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}
