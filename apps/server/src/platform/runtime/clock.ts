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
  const format = formats.get(timeZone) ?? formatIn(timeZone);
  formats.set(timeZone, format);
  return (instant) => format.format(instant);
}

/** One takes longer to make than to use a hundred times. */
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

/** What is asked for again within so long, in the same words by the same person, is the same form sent twice. */
export const sameFormSeconds = 10;

/** Now, or just after `former`: never the same moment twice where it tells one version from another. */
export function laterThan(former: Date | null | undefined, now: Date): Date {
  return former && former >= now ? new Date(former.getTime() + 1) : now;
}
