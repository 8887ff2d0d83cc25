const firstWaitSeconds = 10;
const longestWaitSeconds = 30 * 60;
/** Who asks for more time is asked again after so long: four calls a day harm no platform. */
export const longestObeyedSeconds = 6 * 60 * 60;

/** How long to wait after the nth failure in a row: what the platform asked for, else ever longer. */
export function delayFor(failures: number, retryAfterSeconds: number | null): number {
  if (retryAfterSeconds !== null) return Math.min(Math.max(retryAfterSeconds, 1), longestObeyedSeconds);
  return Math.min(firstWaitSeconds * 2 ** Math.max(failures - 1, 0), longestWaitSeconds);
}
