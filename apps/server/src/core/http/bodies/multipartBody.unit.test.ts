import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../runtime/errors.ts';
import { watchBody } from './multipartBody.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(mostBytes: number) {
  const body = new PassThrough();
  let code = 'none';
  const watch = watchBody(
    body as unknown as IncomingMessage,
    mostBytes,
    () => new AppError('request.tooLarge'),
  );
  watch.broken.catch((error: AppError) => {
    code = error.code;
  });
  return { body, code: () => code, ...watch };
}

it('rejects a body that hardly arrives', async () => {
  const { body, code } = watched(1_000_000);
  body.write(Buffer.alloc(20 * 1024));
  await vi.advanceTimersByTimeAsync(10_100);
  expect(code()).toBe('none');
  body.write(Buffer.alloc(100));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(code()).toBe('request.tooSlow');
});

it('waits for a slow connection, and for the processing of a complete body', async () => {
  const { body, code } = watched(1_000_000);
  for (let n = 0; n < 6; n += 1) {
    body.write(Buffer.alloc(12 * 1024));
    await vi.advanceTimersByTimeAsync(10_000);
  }
  body.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(code()).toBe('none');
});

it('rejects a body longer than allowed, whatever its content-length', async () => {
  const { body, code } = watched(1000);
  body.write(Buffer.alloc(1001));
  await vi.advanceTimersByTimeAsync(1);
  expect(code()).toBe('request.tooLarge');
});
