/** Calls at a time: at 0.2 s each, 1,200 a minute, a quarter of Brightspace's limit for an application. */
const callsAtOnce = 4;

/** Results in the order of the items; after a failure no further item is begun. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Map<number, R>();
  let next = 0;
  const run = async () => {
    while (next < items.length) {
      const at = next++;
      try {
        results.set(at, await work(items[at] as T));
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, run));
  return items.map((_, at) => results.get(at) as R);
}
