import { expect, it, vi } from 'vitest';
import type { AppContext } from '../../../core/context/appContext.ts';
import { openHastening } from './sendTimes.ts';

it('leaves the result of a mail that has left alone when the database does not answer', async () => {
  const transact = vi.fn(() => Promise.reject(new Error('the answer to the commit was lost')));
  const warn = vi.fn();
  const context = { database: { transact }, log: { warn }, notifier: {} } as unknown as AppContext;
  await openHastening(context)({ kind: 'done' });
  expect([transact.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1]);
});
