import { expect, it } from 'vitest';
import { openFairQueue } from './fairQueue.ts';

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A queue with a single running place, whose work ends when the test says so. */
function openQueue(maxWaiting = 256) {
  const queue = openFairQueue({ atOnce: 1, maxWaiting });
  const done: string[] = [];
  const refused: string[] = [];
  let finish: () => void = () => undefined;
  const add = (client: string, isKnown = false, neighbourhood = '') => {
    void queue
      .run({ client, neighbourhood, isKnown }, async () => {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        done.push(client);
      })
      .catch((error) => refused.push(`${client} ${error.code}`));
  };
  return {
    queue,
    done,
    refused,
    add,
    async finish(times = 1) {
      for (let n = 0; n < times; n++) {
        finish();
        await tick();
      }
    },
  };
}

it('serves clients without recent failures first, however many wait', async () => {
  const { queue, add, done, finish } = openQueue();
  for (let n = 0; n < 20; n++) queue.addFailure(`flood${n}`);
  for (let n = 0; n < 20; n++) add(`flood${n}`);
  add('honest');
  await finish(2);
  expect(done).toEqual(['flood0', 'honest']);
});

it('alternates between clients, also where one makes a hundred calls', async () => {
  const { add, done, finish } = openQueue();
  for (let n = 0; n < 100; n++) add('campus');
  add('home');
  add('office');
  await finish(4);
  expect(done).toEqual(['campus', 'campus', 'home', 'office']);
});

it('serves known clients first, three turns of four', async () => {
  const { add, done, finish } = openQueue();
  add('first');
  for (let n = 0; n < 4; n++) add(`other${n}`);
  for (let n = 0; n < 6; n++) add(`known${n}`, true);
  await finish(11);
  expect(done.slice(1)).toEqual([
    ...['known0', 'known1', 'known2', 'other0'],
    ...['known3', 'known4', 'known5', 'other1'],
    ...['other2', 'other3'],
  ]);
});

it('gives a known client four places, and treats its other calls as unknown', async () => {
  const { add, done, finish } = openQueue();
  add('first');
  for (let n = 0; n < 4; n++) add(`other${n}`);
  for (let n = 0; n < 6; n++) add('known', true);
  await finish(9);
  expect(done.slice(1)).toEqual([
    ...['known', 'known', 'known', 'other0', 'known'],
    ...['other1', 'other2', 'other3'],
  ]);
});

it('alternates between the oldest and the newest of many new clients', async () => {
  const { add, done, finish } = openQueue();
  for (let n = 0; n < 30; n++) add(`home${n}`);
  await finish(5);
  expect(done).toEqual(['home0', 'home29', 'home1', 'home28', 'home2']);
});

it('when full, refuses, or takes a place from the client with the most failures', async () => {
  const { queue, add, done, refused, finish } = openQueue(3);
  add('first');
  for (let n = 0; n < 3; n++) {
    queue.addFailure(`flood${n}`);
    add(`flood${n}`);
  }
  queue.addFailure('flood1');
  add('flood1');
  await tick();
  expect(refused).toEqual(['flood1 busy']);
  add('honest');
  await tick();
  expect(refused).toEqual(['flood1 busy', 'flood1 busy']);
  await finish(2);
  expect(done).toEqual(['first', 'honest']);
  expect(queue.waiting()).toBe(1);
});

it('when full and without failures, refuses the latest', async () => {
  const { add, refused, queue } = openQueue(2);
  for (let n = 0; n < 5; n++) add(`home${n}`);
  await tick();
  expect(refused).toEqual(['home3 busy', 'home4 busy']);
  expect(queue.waiting()).toBe(2);
});

it('when full of new clients of one neighbourhood, gives a place of theirs to somebody of another', async () => {
  const { add, refused, done, finish } = openQueue(3);
  for (const n of [0, 1, 2, 3]) add(`flood${n}`, false, 'flood');
  add('home', false, 'street');
  add('flood4', false, 'flood');
  await tick();
  expect(refused).toEqual(['flood1 busy', 'flood4 busy']);
  await finish(4);
  expect(done).toEqual(['flood0', 'flood2', 'flood3', 'home']);
});
