import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inBackground, prioritizePeople } from './background.ts';

/** A database with a single connection, which is given in the order of the calls. */
function openOne() {
  const order: string[] = [];
  let free = Promise.resolve();
  const take = prioritizePeople(() => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const taken = free.then(() => end);
    free = free.then(() => ended);
    return taken;
  });
  const work = async (name: string) => {
    const end = await take();
    order.push(name);
    await wait(5);
    end();
  };
  return { order, work };
}

test('people pass work in background, but for the one statement that is under way and the next', async () => {
  const { order, work } = openOne();
  const background = Array.from({ length: 20 }, (_, n) => inBackground(() => work(`b${n}`)));
  await wait(8);
  const begun = order.length;
  const people = Array.from({ length: 10 }, (_, n) => work(`p${n}`));
  await Promise.all(people);
  const before = order.slice(begun, order.lastIndexOf('p9'));
  expect(before.filter((name) => name.startsWith('b')).length).toBeLessThanOrEqual(2);
  await Promise.all(background);
  expect(order).toHaveLength(30);
});

test('work in background gets on where people never end', async () => {
  const { order, work } = openOne();
  let isOver = false;
  const people = Array.from({ length: 3 }, async () => {
    while (!isOver) await work('p');
  });
  await wait(10);
  await inBackground(() => work('b'));
  isOver = true;
  await Promise.all(people);
  expect(order).toContain('b');
});

test('a connection that cannot be had lets the next one be tried', async () => {
  let tries = 0;
  const take = prioritizePeople(async () => {
    tries += 1;
    if (tries === 1) throw new Error('away');
    return tries;
  });
  await expect(inBackground(take)).rejects.toThrow('away');
  expect(await inBackground(take)).toBe(2);
});
