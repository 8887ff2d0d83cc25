import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Loads keys for many callers with one statement at a time. Callers woken by one answer share a statement, and calls made
 * during it the next one, which starts afterwards, so that no result is older than its call. A single caller does not wait.
 *
 * `askAll` returns what it found, by key; it runs outside the callers' transactions and tenant scopes.
 */
export function makeBatchLoader<Key, Found>(
  askAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  const outside = AsyncLocalStorage.snapshot();
  let isUnderWay = false;
  let gathered = batchOf<Key, Found>();

  async function askForAll(): Promise<void> {
    // Until those whom the same answer woke have called too.
    await Promise.resolve();
    while (gathered.keys.size > 0) {
      const { keys, answer, fail } = gathered;
      gathered = batchOf();
      await askAll([...keys]).then(answer, fail);
    }
    isUnderWay = false;
  }

  return async (key) => {
    const { keys, answered } = gathered;
    keys.add(key);
    if (!isUnderWay) {
      isUnderWay = true;
      void outside(askForAll);
    }
    return (await answered).get(key);
  };
}

function batchOf<Key, Found>() {
  const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<Key, Found>>();
  return { keys: new Set<Key>(), answered: promise, answer: resolve, fail: reject };
}
