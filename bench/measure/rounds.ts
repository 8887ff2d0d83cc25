/** The two sides of a comparison, each measured once per round. */
export interface Rounds<P, L> {
  readonly product: readonly P[];
  readonly limit: readonly L[];
}

/** Measures both sides in alternating order, so that other load on the machine affects both. */
export async function alternate<P, L>(
  rounds: number,
  product: (round: number) => Promise<P>,
  limit: (round: number) => Promise<L>,
): Promise<Rounds<P, L>> {
  const sides = { product: [] as P[], limit: [] as L[] };
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) sides.product.push(await product(round));
    sides.limit.push(await limit(round));
    if (round % 2 === 1) sides.product.push(await product(round));
  }
  return sides;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
