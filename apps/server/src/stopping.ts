import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from './core/context/appContext.ts';
import type { Database } from './core/database/database.ts';
import type { Connections } from './core/http/sockets/connections.ts';
import { operatorText } from './core/runtime/operatorText.ts';

/** The longest duration of a stop, as promised to operators. */
const endMilliseconds = 10_000;
/** When running work is aborted, so that its callers can still be answered. */
const cutMilliseconds = 8500;
/** When the remaining connections are destroyed. */
const lastMilliseconds = 9200;

interface Running {
  readonly app: FastifyInstance;
  readonly connections: Connections;
  readonly workers: readonly { stop(): Promise<void> }[];
}

/**
 * Stops the portal gracefully, then the process. The portal reports not ready at once, serves requests for DRAIN_SECONDS,
 * then accepts none and finishes running work. Work that is unfinished at the end is rolled back, and its callers get an
 * error.
 */
export function stopOnSignals(context: AppContext, running: Running): void {
  // Ctrl+C and a closed terminal skip the drain for load balancers.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => void stop(context, running, 0));
  // Not `once`: the signal arrives twice when a supervisor signals the whole group and `npm start` forwards
  // it.
  process.on('SIGTERM', () => void stop(context, running, context.config.drainSeconds));
}

/** Until the portal is ready, a signal closes its database, then ends the process. */
export function stopWhileStarting() {
  let isStopping = false;
  let database: Pick<Database, 'close'> | null = null;
  const stopStart = () => {
    if (isStopping) return;
    isStopping = true;
    process.stderr.write(`${operatorText('stoppedStarting')}\n`);
    setTimeout(() => process.exit(1), endMilliseconds).unref();
    void Promise.resolve(database?.close()).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  const signals = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, stopStart);
  return {
    isStopping: () => isStopping,
    opened(opened: Pick<Database, 'close'>) {
      database = opened;
    },
    /** `stopOnSignals` takes over. */
    end() {
      for (const signal of signals) process.off(signal, stopStart);
    },
  };
}

async function stop(
  context: AppContext,
  { app, connections, workers }: Running,
  drainSeconds: number,
): Promise<void> {
  if (context.lifecycle.state === 'closing') return;
  context.lifecycle.beginDrain();
  context.log.info('stopping');
  setTimeout(() => process.exit(1), endMilliseconds).unref();
  setTimeout(() => context.database.cut(), cutMilliseconds).unref();
  setTimeout(() => connections.destroyAll(), lastMilliseconds).unref();
  // Other processes may take over the mails while this process still answers.
  const workersEnded = Promise.all(workers.map((worker) => worker.stop()));
  await wait(drainSeconds * 1000);
  context.lifecycle.close();
  connections.release();
  await app.close();
  await workersEnded;
  await context.database.close();
  context.log.info('stopped: everything that had begun is done');
  process.exit(0);
}
