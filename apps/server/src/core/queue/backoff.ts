export interface Backoff {
  /** Seconds to wait after each failed attempt; the last value repeats. */
  readonly waits: readonly number[];
  /** The random share by which waits vary, so that jobs that failed together retry at different times. */
  readonly spread: number;
  /** After this many attempts, a job has failed; null: it never fails. */
  readonly mostTries: number | null;
}

/** The longest Retry-After that is respected: four calls a day do no harm. */
const longestAskedSeconds = 6 * 60 * 60;

/**
 * Seconds until the next attempt after `tries` failed attempts; null: no further attempt. `asked`
 * (Retry-After) overrides the table. `chance`, from 0 to below 1, places the wait within its spread.
 */
export function delayFor(
  { waits, spread, mostTries }: Backoff,
  tries: number,
  chance: number,
  asked: number | null = null,
): number | null {
  if (mostTries !== null && tries >= mostTries) return null;
  if (asked !== null) return granted(asked);
  const wait = waits[Math.min(tries, waits.length) - 1] as number;
  return Math.round(wait * (1 - spread + 2 * spread * chance));
}

/** A Retry-After in seconds, between a second and longestAskedSeconds. */
export function granted(asked: number): number {
  return Math.min(Math.max(asked, 1), longestAskedSeconds);
}

/** The longest wait of a backoff, in seconds. */
export function longestWait({ waits, spread }: Backoff): number {
  return Math.max(...waits.map((wait) => wait * (1 + spread)), longestAskedSeconds);
}
