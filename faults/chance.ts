/** Reproducible random numbers: the same seed gives the same sequence. */
export interface Chance {
  /** From 0 to below 1. */
  real(): number;
  /** From `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** An independent generator, so that one actor's numbers do not depend on the speed of another. */
  fork(): Chance;
}

/** mulberry32: small, and sufficient for choosing moments. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const real = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(real() * (most - least + 1));
  return {
    real,
    whole,
    pick: <T>(from: readonly T[]) => from[whole(0, from.length - 1)] as T,
    fork: () => chanceFrom(Math.floor(real() * 2 ** 32)),
  };
}
