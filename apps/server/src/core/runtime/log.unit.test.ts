import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLog, whileServing } from './log.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2027-01-11T15:00:00Z') }));
afterEach(() => vi.useRealTimers());

function openReadLog() {
  const lines: Record<string, unknown>[] = [];
  const log = openLog({ logLevel: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  return { log, lines };
}

/** As PostgreSQL says it of each file and block anew. */
const isFull = (block: number) => ({
  queue: 'mails',
  error: `could not extend file "base/5/${block}": No space left on device`,
});

test('each line says its time in UTC, and bears the id of the request that is served', async () => {
  const { log, lines } = openReadLog();
  await new Promise<void>((resolve) =>
    whileServing('id-1', () => {
      log.warn({ because: 'password' }, 'a sign-in failed');
      resolve();
    }),
  );
  log.info('stopping');
  expect(lines).toMatchObject([
    { time: '2027-01-11T15:00:00.000Z', requestId: 'id-1', because: 'password', msg: 'a sign-in failed' },
    { time: '2027-01-11T15:00:00.000Z', msg: 'stopping' },
  ]);
  expect(lines[1]).not.toHaveProperty('requestId');
});

test('a cause that repeats has a line a minute, which says how many were left out, whatever numbers it names', () => {
  const { log, lines } = openReadLog();
  for (let second = 0; second < 60; second++) {
    log.error(isFull(second), 'queue: failed to store results');
    log.warn({ destination: `learningPlatform:${second % 2}`, reason: 'away' }, 'queue: unavailable');
    log.info('call');
  }
  const about = (msg: string) => lines.filter((line) => line.msg === msg);
  expect(about('queue: failed to store results')).toEqual([expect.objectContaining(isFull(0))]);
  expect(about('queue: unavailable').map(({ destination }) => destination)).toEqual([
    'learningPlatform:0',
    'learningPlatform:1',
  ]);
  expect(about('call')).toHaveLength(60);
  vi.advanceTimersByTime(60_000);
  expect(about('queue: failed to store results').slice(1)).toEqual([
    expect.objectContaining({ ...isFull(0), leftOut: 59, level: 50 }),
  ]);
  vi.advanceTimersByTime(120_000);
  expect(about('queue: failed to store results')).toHaveLength(2);
  log.error(isFull(99), 'queue: failed to store results');
  expect(about('queue: failed to store results')).toHaveLength(3);
});

test('a text alone is left out as well, and what concerns a request never is', () => {
  const { log, lines } = openReadLog();
  for (let n = 0; n < 3; n++) log.error('the disk is full');
  for (let n = 0; n < 3; n++) whileServing('id', () => log.warn('a sign-in failed'));
  for (let n = 0; n < 3; n++) log.error({ requestId: `id-${n}` }, 'bug');
  vi.advanceTimersByTime(60_000);
  expect(lines.map(({ msg, leftOut = 0 }) => `${msg} ${leftOut}`)).toEqual([
    'the disk is full 0',
    ...Array(3).fill('a sign-in failed 0'),
    ...Array(3).fill('bug 0'),
    'the disk is full 2',
  ]);
});

test('two errors with one text above them are two causes, and an error that leads back to itself is written', () => {
  const { log, lines } = openReadLog();
  const [first, second] = [new Error('no such column'), new Error('out of memory')];
  for (const err of [first, second, first]) log.error(Object.assign(err, { itself: err }), 'the work failed');
  expect(lines.map(({ err }) => (err as Error).message)).toEqual([first.message, second.message]);
});
