import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { AppContext } from '../core/context/appContext.ts';
import { callPlatform } from './call.ts';
import { ConnectorError } from './learning.service.ts';

const context = { log: pino({ level: 'silent' }) } as Partial<AppContext> as AppContext;
const running = new AbortController().signal;

it('returns the answer of a call that ends in time', async () => {
  expect(await callPlatform(context, running, async () => 42)).toEqual({ answer: 42 });
});

it('times out a call that never ends, and aborts it', async () => {
  let heard: AbortSignal | undefined;
  const hang = (signal: AbortSignal) => {
    heard = signal;
    return new Promise<never>(() => {});
  };
  const called = await callPlatform(context, running, hang, 0.05);
  expect(called).toMatchObject({
    failure: { message: 'The site gave no answer within 0.05 s.', retry: 'later' },
  });
  expect(heard?.aborted).toBe(true);
});

it('returns the failure that the connector states', async () => {
  const failure = new ConnectorError('noRole', 'never');
  const called = await callPlatform(context, running, () => Promise.reject(failure));
  expect(called).toEqual({ failure });
});

it('ends early at a stop, and the job is due again at once', async () => {
  const stop = new AbortController();
  const wait = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  const called = callPlatform(context, stop.signal, wait);
  stop.abort();
  expect(await called).toMatchObject({ failure: { retry: 'later', retryAfterSeconds: 1 } });
});
