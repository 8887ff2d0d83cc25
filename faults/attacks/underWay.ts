import { once } from 'node:events';

/** Increments a counter by name. */
export type Count = (what: string, count?: number) => void;

/**
 * Runs an attack in its own process: `strike` goes on until the parent ends it; the counters are then sent to the
 * parent.
 * @param strike not awaited: its open connections end with the process
 */
export async function attack<Order>(strike: (order: Order, count: Count) => unknown): Promise<void> {
  const counts: Record<string, number> = {};
  const order = JSON.parse(process.argv[2] ?? '{}') as Order;
  // Errors caused by the end, or by a lost connection, are not failures of the attack.
  process.on('unhandledRejection', () => undefined);
  void strike(order, (what, count = 1) => {
    counts[what] = (counts[what] ?? 0) + count;
  });
  process.send?.('under way');
  await once(process, 'message');
  process.send?.(counts);
}
