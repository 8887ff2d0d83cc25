/** How long a job waits between its tries. */
export interface Backoff {
  /** Seconds after the first tries in vain; every later wait is as long as the last. */
  readonly waits: readonly number[];
  /** Shifts each wait by up to this share of it, so that jobs that failed together do not come back together. */
  readonly spread: number;
  /** A job that was tried so often has failed; null never gives up. */
  readonly mostTries: number | null;
}

/** A destination that asks for more time is asked again after so long: four calls a day do no harm. */
const longestAskedSeconds = 6 * 60 * 60;

/**
 * Seconds until the next try after `tries` in vain, or null to give up. What the destination `asked` for (Retry-After)
 * goes before the table's own waits. `chance`, from 0 to below 1, places the wait within its spread.
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

/** How many of the seconds that a destination asks for it gets. */
export function granted(asked: number): number {
  return Math.min(Math.max(asked, 1), longestAskedSeconds);
}

/** In seconds: no job of the table is put off for longer. */
export function longestWaitOf({ waits, spread }: Backoff): number {
  return Math.max(...waits.map((wait) => wait * (1 + spread)), longestAskedSeconds);
}
