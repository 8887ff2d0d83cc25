import type { IncomingMessage } from 'node:http';
import { AppError } from '../../runtime/errors.ts';

/** Minimum of bytes per interval; slower uploads are taken for attacks, since the slowest phones send ten times as much. */
const leastBytes = 10 * 1024;
const withinMilliseconds = 10_000;

/** Checks a body while it arrives. `broken` rejects as soon as it is longer than allowed or too slow; it never resolves. */
export function watchBody(
  request: IncomingMessage,
  mostBytes: number,
  tooLong: () => AppError,
): { broken: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  // There may be no awaiter left.
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
