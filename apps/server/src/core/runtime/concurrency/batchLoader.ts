import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Loads keys for many callers, one statement at a time. Callers that the same answer wakes share a statement.
 * Calls during a statement share the next statement, which starts later: no result is older than its call.
 * A lone caller does not wait.
 *
 * `askAll` returns the values found, by key; it runs outside the callers' transactions and tenant scopes.
 */
export function makeBatchLoader<Key, Found>(
  askAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  const outside = AsyncLocalStorage.snapshot();
  let isUnderWay = false;
  let gathered = batchOf<Key, Found>();

  async function askForAll(): Promise<void> {
    // Waits for callers that the same answer has woken.
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
