const minute = 60;
const hour = 60 * minute;
/** Waits after the first tries; every later one is as long as the last. */
const waits = [30, 2 * minute, 10 * minute, hour, 3 * hour, 6 * hour];
const spread = 0.2;
/** No mail is put off for longer. */
export const longestWaitSeconds = Math.max(...waits) * (1 + spread);
/** With these waits the last try is about three days after the first. */
const mostTries = 17;

/**
 * Seconds until the next try after `tries` failed ones, or null to give up. `chance`, from 0 to below 1, spreads
 * the wait by a fifth to either side, so that a thousand mails that failed together do not come back together.
 */
export function delayFor(tries: number, chance: number): number | null {
  if (tries >= mostTries) return null;
  const wait = waits[Math.min(tries, waits.length) - 1] ?? (waits[0] as number);
  return Math.round(wait * (1 - spread + 2 * spread * chance));
}
