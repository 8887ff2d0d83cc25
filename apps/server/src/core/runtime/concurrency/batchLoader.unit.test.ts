import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { makeBatchLoader } from './batchLoader.ts';

/** Statements that the test answers itself. */
function openDesk() {
  const statements: { keys: readonly number[]; answer: (fails?: Error) => void }[] = [];
  const lookUp = makeBatchLoader<number, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<number, string>>();
    const found = keys.filter((key) => key > 0).map((key) => [key, `n° ${key}`] as const);
    statements.push({ keys, answer: (fails) => (fails ? reject(fails) : resolve(new Map(found))) });
    return promise;
  });
  return { statements, lookUp };
}

const turn = () => new Promise(setImmediate);

test('a single call runs at once; calls made meanwhile share the next statement, each key once', async () => {
  const { statements, lookUp } = openDesk();
  const first = lookUp(1);
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([[1]]);
  const later = Promise.all([lookUp(2), lookUp(1), lookUp(2), lookUp(0)]);
  await turn();
  expect(statements).toHaveLength(1);
  statements[0]?.answer();
  expect(await first).toBe('n° 1');
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([[1], [2, 1, 0]]);
  statements[1]?.answer();
  expect(await later).toEqual(['n° 2', 'n° 1', 'n° 2', undefined]);
  void lookUp(3);
  await turn();
  expect(statements[2]?.keys).toEqual([3]);
});

test('callers that one answer wakes share a statement', async () => {
  const { statements, lookUp } = openDesk();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const callers = [1, 2, 1].map((key) => answered.then(() => lookUp(key)));
  answer();
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([[1, 2]]);
  statements[0]?.answer();
  expect(await Promise.all(callers)).toEqual(['n° 1', 'n° 2', 'n° 1']);
});

test('a failed statement rejects the calls that shared it, and no later ones', async () => {
  const { statements, lookUp } = openDesk();
  const first = lookUp(1);
  await turn();
  const second = lookUp(2);
  statements[0]?.answer(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  statements[1]?.answer();
  expect(await second).toBe('n° 2');
});

test('the async context of a caller does not reach the shared statement', async () => {
  const place = new AsyncLocalStorage<string>();
  const places: (string | undefined)[] = [];
  const lookUp = makeBatchLoader<number, string>(async () => {
    places.push(place.getStore());
    return new Map();
  });
  await place.run('a transaction', async () => {
    const first = lookUp(1);
    await turn();
    await Promise.all([first, lookUp(2)]);
  });
  expect(places).toEqual([undefined, undefined]);
});
