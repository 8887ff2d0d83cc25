import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Looks things up for many callers with one statement. Whoever asks while a statement is under way shares the next one,
 * which begins afterwards: nobody is told what was true before they asked. One caller alone waits for no other.
 *
 * `askAll` answers what it found, by key; it runs outside of whatever transaction or wall its callers stand in.
 */
export function makeBatchLoader<Key, Found>(
  askAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  const outside = AsyncLocalStorage.snapshot();
  let isUnderWay = false;
  let gathered = batchOf<Key, Found>();

  async function askForAll(): Promise<void> {
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
