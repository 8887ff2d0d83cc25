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
    // An unreachable database must not end the worker.
    await sweep(context, stop).catch(({ name, message, stack }: Error) =>
      context.log.error({ error: { name, message, stack } }, 'a sweep failed'),
    );
    await wait(everyMilliseconds, undefined, { signal: stop }).catch(() => undefined);
  }
}
