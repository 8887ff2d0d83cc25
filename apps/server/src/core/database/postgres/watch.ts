import type { Duplex } from 'node:stream';
import pg from 'pg';
import { withDeadline } from '../../runtime/concurrency/deadline.ts';
import type { PendingCalls } from '../connection/pendingCalls.ts';
import { asUnavailable, DatabaseUnavailable } from '../connection/unavailable.ts';
import type { DatabaseLog } from '../operator.ts';

const lookMilliseconds = 250;
/** A call that has waited this long triggers a probe of the server. */
const patienceMilliseconds = 1000;
const answerMilliseconds = 2000;
/** The pause between probes while a statement is slow or the server is away. */
const pauseMilliseconds = 1000;

/**
 * Detects a server that is frozen, or unreachable without a reset: a call waits, and a probe on a new
 * connection gets no answer either. All calls then fail at once, new calls are refused and connections are
 * closed until the server answers. A slow statement alone has no such effect.
 */
export function watchServer(config: pg.PoolConfig, { calls, drop, place, log }: Watched) {
  let isAsking = false;
  let isAway = false;
  let askedAt = 0;
  const look = async () => {
    const isDue = isAway || calls.longestWait() > patienceMilliseconds;
    if (isAsking || !isDue || performance.now() - askedAt < (isAway ? lookMilliseconds : pauseMilliseconds))
      return;
    isAsking = true;
    const isThere = await answers(config);
    askedAt = performance.now();
    isAsking = false;
    if (isThere === !isAway) return;
    isAway = !isThere;
    if (isAway) {
      log.error(`${place} does not answer any more`);
      drop();
      calls.refuse();
    } else {
      log.warn?.(`${place} answers again`);
      calls.accept();
    }
  };
  const looking = setInterval(() => void look(), lookMilliseconds);
  looking.unref();
  return { isAway: () => isAway, stop: () => clearInterval(looking) };
}

interface Watched {
  readonly calls: PendingCalls;
  readonly drop: () => void;
  readonly place: string;
  readonly log: DatabaseLog;
}

async function answers(config: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  const asked = client.connect().then(
    () => true,
    // A server that refuses the connection is up: too many connections, a changed password.
    (error) => !isAway(error),
  );
  const isThere = await withDeadline(answerMilliseconds, asked, () => false);
  destroySocket(client);
  return isThere;
}

function isAway(thrown: unknown): boolean {
  const error = asUnavailable(thrown);
  return error instanceof DatabaseUnavailable && error.kind === 'away';
}

/** Closes a connection without waiting for the server. */
export function destroySocket(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  // Until the pool notices, many waiting calls may get this connection, and each adds a listener.
  stream.setMaxListeners(0);
  stream.destroy();
}
