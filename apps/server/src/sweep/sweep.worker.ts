import { setTimeout as wait } from 'node:timers/promises';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { sweep } from './sweep.service.ts';

const everyMilliseconds = 60 * 60 * 1000;

/** Sweeps at once and then every hour until it is stopped; safe in several processes at once. */
export function startSweep(context: AppContext): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = run(context, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

async function run(context: AppContext, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await attempt(context, () => sweep(context, stop));
    await wait(everyMilliseconds, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Logs failures: an unreachable database must not end the worker. */
async function attempt(context: AppContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { name, message, stack } = error as Error;
    context.log.error({ error: { name, message, stack } }, 'a sweep failed');
  }
}
