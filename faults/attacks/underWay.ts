import { once } from 'node:events';

/** Increments a counter by name. */
export type Count = (what: string, count?: number) => void;

/** The counter of an attack that could not go on. */
export const failed = 'the attack failed';

/**
 * Runs an attack in its own process: `strike` goes on until the parent ends it, which asks for the counters
 * before, or until the parent itself ends.
 * @param strike not awaited: its open connections end with the process
 */
export async function attack<Order>(strike: (order: Order, count: Count) => unknown): Promise<void> {
  const counts: Record<string, number> = {};
  const order = JSON.parse(process.argv[2] ?? '{}') as Order;
  // Errors caused by the end, or by a lost connection, are not failures of the attack.
  process.on('unhandledRejection', () => undefined);
  const count: Count = (what, more = 1) => {
    counts[what] = (counts[what] ?? 0) + more;
  };
  void (async () => strike(order, count))().catch((error) => count(`${failed}: ${error}`));
  process.on('message', () => process.send?.(counts));
  process.send?.('under way');
  await once(process, 'disconnect');
  // Timers and open connections would go on without the parent.
  process.exit();
}
