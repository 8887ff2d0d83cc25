import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import { openSemaphore } from './semaphore.ts';

interface ThreadPoolOptions {
  /** Posts `started` once its code is loaded, and then one answer to each message. */
  readonly module: URL;
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** A thread that exceeds this is ended. */
  readonly resourceLimits: ResourceLimits;
  /** For the start of a thread, and for what a task waits beside its work: on a busy machine that takes many seconds. */
  readonly patienceMilliseconds?: number;
}

/** The thread was ended: the task took more work, or more memory, than it may. */
export class TaskTooLarge extends Error {
  readonly exceeded: 'work' | 'memory';

  constructor(exceeded: 'work' | 'memory') {
    super(`A task took more ${exceeded} than it may.`);
    this.exceeded = exceeded;
  }
}

export interface PooledThread {
  /** @throws TaskTooLarge; AppError `service.overloaded` where the machine has no time for the thread */
  ask(message: unknown, transfer?: readonly Transferable[]): Promise<unknown>;
  /** Gives the thread back for the next task; one that has failed, or is not to be kept, is ended. */
  release(isKept: boolean): Promise<void>;
}

const idleMilliseconds = 60_000;
const lookMilliseconds = 50;

/**
 * Threads for what comes from outside. A task is bound by its own processor time, not by the clock, so that the same
 * file gets the same answer on a busy machine; a task beyond its bound ends with its thread, and the next gets a new one.
 */
export function openThreadPool({
  module,
  atOnce,
  mostWaiting,
  resourceLimits,
  patienceMilliseconds = 60_000,
}: ThreadPoolOptions) {
  const acquire = openSemaphore(atOnce, mostWaiting);
  const idle = new Map<Worker, NodeJS.Timeout>();

  const open = async (): Promise<Worker> => {
    const worker = new Worker(module, { resourceLimits });
    // Whoever asks hears of an error; an idle thread that has ended is not taken again.
    worker.on('error', () => idle.delete(worker));
    await first(worker, (signal) => late(patienceMilliseconds, signal));
    return worker;
  };
  const keep = (worker: Worker) => {
    const end = setTimeout(() => {
      idle.delete(worker);
      void worker.terminate();
    }, idleMilliseconds).unref();
    // An idle thread must not keep the process alive.
    worker.unref();
    idle.set(worker, end);
  };
  const takeIdle = (): Worker | undefined => {
    const [worker, end] = [...idle].at(-1) ?? [];
    if (!worker) return;
    clearTimeout(end);
    idle.delete(worker);
    worker.ref();
    return worker;
  };

  const take = async (workMilliseconds: number): Promise<PooledThread> => {
    const giveBack = await acquire();
    try {
      const worker = takeIdle() ?? (await open());
      const mostWork = (await workOf(worker)) + workMilliseconds;
      let hasFailed = false;
      return {
        async ask(message, transfer = []) {
          worker.postMessage(message, transfer);
          try {
            return await first(worker, (signal) => watch(worker, mostWork, patienceMilliseconds, signal));
          } catch (error) {
            hasFailed = true;
            throw error;
          }
        },
        async release(isKept) {
          if (isKept && !hasFailed) keep(worker);
          else await worker.terminate();
          giveBack();
        },
      };
    } catch (error) {
      giveBack();
      throw error;
    }
  };

  return {
    /**
     * A thread for a task of several messages, to be released.
     * @param workMilliseconds processor time of the task, over all of its messages
     * @throws AppError `busy` when too many tasks wait, `service.overloaded`
     */
    take,
    /** The answer to a task of one message. @throws what `take` and `ask` throw */
    async run(message: unknown, workMilliseconds: number): Promise<unknown> {
      const thread = await take(workMilliseconds);
      try {
        return await thread.ask(message);
      } finally {
        await thread.release(true);
      }
    },
    /** Ends the threads that wait for a task. */
    async endIdle(): Promise<void> {
      await Promise.all([...idle.keys()].map((worker) => worker.terminate()));
      for (const end of idle.values()) clearTimeout(end);
      idle.clear();
    },
  };
}

/** The next message of a thread, unless `bound` throws before. */
async function first(worker: Worker, bound: (signal: AbortSignal) => Promise<never>): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const [answer] = await Promise.race([
      once(worker, 'message', { signal }),
      ended(worker, signal),
      bound(signal),
    ]);
    return answer;
  } catch (error) {
    void worker.terminate();
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskTooLarge('memory') : error;
  } finally {
    over.abort();
  }
}

async function ended(worker: Worker, signal: AbortSignal): Promise<never> {
  await once(worker, 'exit', { signal });
  throw new Error('A thread has ended without an answer.');
}

async function watch(
  worker: Worker,
  mostWork: number,
  patience: number,
  signal: AbortSignal,
): Promise<never> {
  const outOfTime = late(patience, signal);
  outOfTime.catch(() => {});
  for (;;) {
    await wait(lookMilliseconds, undefined, { signal });
    const work = await Promise.race([workOf(worker), outOfTime]);
    if (work > mostWork) throw new TaskTooLarge('work');
  }
}

/** Throws after so many milliseconds, counted in ticks of this thread: one that was blocked has not waited. */
async function late(milliseconds: number, signal: AbortSignal): Promise<never> {
  for (let waited = 0; waited < milliseconds; waited += lookMilliseconds)
    await wait(lookMilliseconds, undefined, { signal });
  throw new AppError('service.overloaded', { headers: { 'retry-after': '30' } });
}

/** Processor time of a thread in milliseconds; before Node 24.6 the time that it was not idle. */
async function workOf(worker: Worker): Promise<number> {
  if (!('cpuUsage' in worker)) return (worker as Worker).performance.eventLoopUtilization().active;
  // Of a thread that has just ended the events tell why.
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
