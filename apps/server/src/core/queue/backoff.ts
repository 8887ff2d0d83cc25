export interface Backoff {
  /** Seconds after each failed attempt; the last value repeats. */
  readonly waits: readonly number[];
  /** Random share by which each wait varies, so that jobs that failed together do not retry together. */
  readonly spread: number;
  /** After this many attempts a job has failed; null never gives up. */
  readonly mostTries: number | null;
}

/** Upper limit of a destination's Retry-After: four calls a day do no harm. */
const longestAskedSeconds = 6 * 60 * 60;

/**
 * Seconds until the next attempt after `tries` failed ones, or null to give up. `asked` (Retry-After) overrides the
 * table. `chance`, 0 to below 1, places the wait within its spread.
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

/** The seconds of a Retry-After, limited to a second at least and longestAskedSeconds. */
export function granted(asked: number): number {
  return Math.min(Math.max(asked, 1), longestAskedSeconds);
}

/** The longest wait of a table, in seconds. */
export function longestWaitOf({ waits, spread }: Backoff): number {
  return Math.max(...waits.map((wait) => wait * (1 + spread)), longestAskedSeconds);
}
