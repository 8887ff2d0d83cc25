import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openProcessPool } from './processPool.ts';

/** Spins for `spin` ms of its own work, waits, fills its memory in pieces or at once, fails or answers. */
const code = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ spin, wait, fill, fillAtOnce, fail }) => {
  const work = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
  const began = work();
  while (spin && work() - began < spin) for (let n = 0; n < 100_000; n += 1);
  if (wait) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
  if (fillAtOnce) Buffer.from('abc'.repeat(60_000_000));
  if (fail) throw new SyntaxError(fail);
  for (let all = null; fill; ) all = { all };
  parentPort.postMessage('answer');
});
parentPort.postMessage('started');`;
const module = new URL(`data:text/javascript,${encodeURIComponent(code)}`);

const openPool = (more: { mostWaiting?: number; timeoutMilliseconds?: number } = {}) =>
  openProcessPool({
    module,
    atOnce: 1,
    mostWaiting: 8,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
    ...more,
  });

const ask = (pool: ReturnType<typeof openPool>, message: object, work = 300) => pool.run(message, work);

it('ends a thread whose task takes too much work, and gives the next task a new one', async () => {
  const pool = openPool();
  const endless = ask(pool, { spin: 600_000 });
  const next = ask(pool, {});
  await expect(endless).rejects.toMatchObject({ exceeded: 'work' });
  expect(await next).toBe('answer');
  await pool.endIdle();
});

it('does not take waiting for work', async () => {
  const pool = openPool();
  expect(await ask(pool, { wait: 1500 }, 200)).toBe('answer');
  await pool.endIdle();
});

it('counts the work of each task from its own beginning', async () => {
  const pool = openPool();
  for (let n = 0; n < 4; n += 1) expect(await ask(pool, { spin: 150 })).toBe('answer');
  await pool.endIdle();
});

it.each([
  ['long', 80, 20],
  ['short', 1, 500],
])('counts the work over all %s messages of a task', async (_length, spin, messages) => {
  const pool = openPool();
  const thread = await pool.take(300);
  const asking = async () => {
    for (let n = 0; n < messages; n += 1) await thread.ask({ spin });
  };
  await expect(asking()).rejects.toMatchObject({ exceeded: 'work' });
  await thread.release(true);
});

it('tells of a task that takes too much memory', async () => {
  const pool = openPool();
  await expect(ask(pool, { fill: true }, 60_000)).rejects.toMatchObject({ exceeded: 'memory' });
  expect(await ask(pool, {})).toBe('answer');
  await pool.endIdle();
});

it('outlives a single allocation beyond the limit, at which V8 ends the whole process', async () => {
  const pool = openPool();
  await expect(ask(pool, { fillAtOnce: true }, 60_000)).rejects.toMatchObject({ exceeded: 'memory' });
  expect(await ask(pool, {})).toBe('answer');
  await pool.endIdle();
});

it('throws what a task throws, and gives the next one a new thread', async () => {
  const pool = openPool();
  await expect(ask(pool, { fail: 'broken' })).rejects.toThrow('SyntaxError: broken');
  expect(await ask(pool, {})).toBe('answer');
  await pool.endIdle();
});

it('answers that the machine is too busy where a task waits too long and has done no work', async () => {
  const pool = openPool({ timeoutMilliseconds: 4000 });
  await expect(ask(pool, { wait: 600_000 }, 60_000)).rejects.toMatchObject({
    code: 'service.overloaded',
    headers: { 'retry-after': '30' },
  });
  expect(await ask(pool, {})).toBe('answer');
  await pool.endIdle();
});

it('starts a process again that a signal to the whole group ended before it could ignore signals', async () => {
  const pool = openPool();
  const others = new Set(listChildren());
  const answer = ask(pool, {});
  await expect.poll(() => listChildren().filter((id) => !others.has(id)), { interval: 1 }).toHaveLength(1);
  for (const id of listChildren()) if (!others.has(id)) process.kill(id, 'SIGTERM');
  expect(await answer).toBe('answer');
  await pool.endIdle();
});

function listChildren(): readonly number[] {
  return readdirSync('/proc/self/task')
    .flatMap((id) => readFileSync(`/proc/self/task/${id}/children`, 'utf8').split(' '))
    .filter((id) => id !== '')
    .map(Number);
}

it('lets one after the other in, and refuses whoever comes when too many wait', async () => {
  const pool = openPool({ mostWaiting: 2 });
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => ask(pool, {})));
  expect(answers.map((each) => (each.status === 'rejected' ? each.reason.code : each.value))).toEqual([
    'answer',
    'answer',
    'answer',
    'busy',
    'busy',
  ]);
  await pool.endIdle();
});
