import type { IncomingMessage } from 'node:http';
import { AppError } from '../../runtime/errors.ts';

/** An upload that brings less than this is held open on purpose: the slowest of telephones bring ten times as much. */
const leastBytes = 10 * 1024;
const withinMilliseconds = 10_000;

/**
 * Looks at a body while it comes, whatever it is made of. `broken` rejects as soon as it is longer than it may be, or
 * comes too slowly; it never resolves.
 */
export function watchBody(
  request: IncomingMessage,
  mostBytes: number,
  tooLong: () => AppError,
): { broken: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  // Whoever waits for it may have left.
  promise.catch(() => undefined);
  let bytes = 0;
  let lately = 0;
  const read = (chunk: Buffer) => {
    bytes += chunk.length;
    lately += chunk.length;
    if (bytes > mostBytes) reject(tooLong());
  };
  const pace = setInterval(() => {
    if (lately < leastBytes) reject(new AppError('request.tooSlow'));
    lately = 0;
  }, withinMilliseconds);
  request.on('data', read);
  const stop = () => {
    clearInterval(pace);
    request.off('data', read);
  };
  request.once('close', stop);
  request.once('end', () => clearInterval(pace));
  return { broken: promise, stop };
}
