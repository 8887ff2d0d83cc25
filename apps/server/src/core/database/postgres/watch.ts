import type { Duplex } from 'node:stream';
import pg from 'pg';
import { withDeadline } from '../../runtime/concurrency/deadline.ts';
import type { PendingCalls } from '../connection/pendingCalls.ts';
import { isAway as saysAway } from '../connection/unavailable.ts';
import type { DatabaseLog } from '../operator.ts';

const lookMilliseconds = 250;
/** A call that has waited this long triggers a probe of the server. */
const suspectAfterMilliseconds = 1000;
const answerMilliseconds = 2000;
/** The pause between probes while a statement is slow or the server is away. */
const pauseMilliseconds = 1000;
/** The pause between the lines of the log about a server that stays away. */
const remindMilliseconds = 600_000;

/**
 * Detects a server that is down, frozen, or unreachable without a reset: a call fails or waits, or an idle connection breaks,
 * and a probe on a new connection gets no answer either. The log has a line when the server goes, and another when the server
 * is back. Where a call waits, all calls then fail at once, new calls are refused and connections are closed until the server
 * answers. A slow statement alone has no such effect.
 */
export function watchServer(config: pg.PoolConfig, { calls, drop, place, log }: Watched) {
  let asking: Promise<void> | null = null;
  let isAway = false;
  let askedAt = 0;
  let isSuspected = false;
  let isRefusing = false;
  let remindAt = 0;
  const suspect = () => {
    isSuspected = !calls.isEnded;
  };
  calls.onAway = suspect;
  const lookIfDue = () => {
    const isDue = isAway || isSuspected || calls.longestWait() > suspectAfterMilliseconds;
    const pause = isAway || isSuspected ? lookMilliseconds : pauseMilliseconds;
    if (isDue && performance.now() - askedAt >= pause) void look();
  };
  const look = () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
  const ask = async () => {
    isSuspected = false;
    const isHung = calls.longestWait() > suspectAfterMilliseconds;
    const isThere = await answers(config);
    askedAt = performance.now();
    if (!isThere && isHung && !isRefusing) {
      isRefusing = true;
      drop();
      calls.refuse();
    }
    if (isThere === !isAway) return remind();
    isAway = !isThere;
    if (isAway) {
      log.error(`${place} does not answer any more`);
      remindAt = askedAt + remindMilliseconds;
    } else {
      isRefusing = false;
      log.warn?.(`${place} answers again`);
      calls.accept();
    }
  };
  const remind = () => {
    if (!isAway || askedAt < remindAt) return;
    remindAt = askedAt + remindMilliseconds;
    log.error(`${place} still does not answer`);
  };
  const looking = setInterval(lookIfDue, lookMilliseconds);
  looking.unref();
  return {
    isAway: () => isAway,
    /** Asks the server anew, since what is being asked may have been answered before; resolves to whether it is away. */
    async suspect(): Promise<boolean> {
      await asking;
      if (!calls.isEnded) await look();
      return isAway;
    },
    stop: () => clearInterval(looking),
  };
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
    (error) => !saysAway(error),
  );
  const isThere = await withDeadline(answerMilliseconds, asked, () => false);
  destroySocket(client);
  return isThere;
}

/** Closes a connection without waiting for the server. */
export function destroySocket(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  // Until the pool notices, many waiting calls may get this connection, and each adds a listener.
  stream.setMaxListeners(0);
  stream.destroy();
}
