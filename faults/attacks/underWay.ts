import { once } from 'node:events';

/** Notes what has been done once more, under a name. */
export type Count = (what: string, count?: number) => void;

/**
 * The frame of an attack in a process of its own: `strike` goes on until it is told that it is over; whatever it has
 * counted by then is told to whoever started it.
 * @param strike is not waited for: connections that it holds open end with the process
 */
export async function attack<Order>(strike: (order: Order, count: Count) => unknown): Promise<void> {
  const counts: Record<string, number> = {};
  const order = JSON.parse(process.argv[2] ?? '{}') as Order;
  // What is cut off by the end, or refused by a broken line, is no failure of the attack.
  process.on('unhandledRejection', () => undefined);
  void strike(order, (what, count = 1) => {
    counts[what] = (counts[what] ?? 0) + count;
  });
  process.send?.('under way');
  await once(process, 'message');
  process.send?.(counts);
}
