import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Connections } from './platform/http/sockets/connections.ts';
import type { AppContext } from './platform/runtime/appContext.ts';

/** Who runs this program is promised that a stop takes no longer. */
const endMilliseconds = 10_000;
/** Then what still runs is broken off, so that there is time to tell those who wait for it. */
const cutMilliseconds = 8500;
/** And the connections of those who do not listen are ended. */
const lastMilliseconds = 9200;

interface Running {
  readonly app: FastifyInstance;
  readonly connections: Connections;
  readonly workers: readonly { stop(): Promise<void> }[];
}

/**
 * Ends the portal in good order, and the process with it. It says at once that it is not ready, goes on answering for
 * DRAIN_SECONDS, takes nothing new after that and finishes what runs. What is not finished by then is rolled back as a
 * whole, and whoever waits for it is answered so.
 */
export function stopOnSignals(context: AppContext, running: Running): void {
  // Nobody who presses Ctrl+C or closes the terminal waits for a load balancer.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => void stop(context, running, 0));
  // Kept for good: a supervisor that signals the whole group and `npm start`, which passes it on, make it come twice.
  process.on('SIGTERM', () => void stop(context, running, context.config.drainSeconds));
}

async function stop(
  context: AppContext,
  { app, connections, workers }: Running,
  drainSeconds: number,
): Promise<void> {
  if (context.lifecycle.state === 'closing') return;
  context.lifecycle.beginDrain();
  setTimeout(() => process.exit(1), endMilliseconds).unref();
  setTimeout(() => context.database.cut(), cutMilliseconds).unref();
  setTimeout(() => connections.destroyAll(), lastMilliseconds).unref();
  // Others may take the mails over while this process still answers.
  const workersEnded = Promise.all(workers.map((worker) => worker.stop()));
  await wait(drainSeconds * 1000);
  context.lifecycle.close();
  connections.release();
  await app.close();
  await workersEnded;
  await context.database.close();
  process.exit(0);
}
