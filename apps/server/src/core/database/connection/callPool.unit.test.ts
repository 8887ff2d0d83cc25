import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { callPool, type ResolveOutcome } from './callPool.ts';
import { PendingCalls } from './pendingCalls.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A pool with a single connection, which reports a full disk on every commit. */
async function connectTo(resolveOutcome: ResolveOutcome): Promise<pg.PoolClient> {
  const client = {
    query: async (text: string) => {
      if (text === 'commit') throw Object.assign(new Error('No space left on device'), { code: '53100' });
      return { command: text.toUpperCase(), rows: [] };
    },
    release() {},
  };
  const pool = Object.assign(new EventEmitter(), { connect: async () => client });
  const calls = callPool(pool as unknown as pg.Pool, new PendingCalls(), resolveOutcome);
  pool.emit('connect', client);
  return calls.connect();
}

test('a commit that fails with a full disk is looked up: it may have taken effect', async () => {
  const client = await connectTo(async () => true);
  expect(await client.query('commit')).toMatchObject({ command: 'COMMIT' });
});

test.each([
  ['does not hold', async () => false, 'full'],
  ['is uncertain', () => Promise.reject(new DatabaseUnavailable('outcomeUnknown')), 'outcomeUnknown'],
] satisfies [string, ResolveOutcome, string][])(
  'a commit that fails with a full disk and %s is reported as such',
  async (_what, resolveOutcome, kind) => {
    const client = await connectTo(resolveOutcome);
    await expect(client.query('commit')).rejects.toMatchObject({ name: 'DatabaseUnavailable', kind });
  },
);
