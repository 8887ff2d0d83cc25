import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ResourceLimits } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import type { HostAnswer, HostOrder } from './processHost.ts';
import { openSemaphore } from './semaphore.ts';
import { lowerPriority } from './threadPriority.ts';

interface ProcessPoolOptions {
  /** The code of the process: posts `started` once loaded, and then an answer to each message. */
  readonly module: URL;
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** A process that exceeds this is ended. */
  readonly resourceLimits: ResourceLimits;
  /** For a process's start, and for a task's waiting apart from its work: many seconds on a busy machine. */
  readonly timeoutMilliseconds?: number;
}

/** The process was ended because the task took more work, or more memory, than allowed. */
export class TaskTooLarge extends Error {
  readonly exceeded: 'work' | 'memory';

  constructor(exceeded: 'work' | 'memory') {
    super(`A task took more ${exceeded} than it may.`);
    this.exceeded = exceeded;
  }
}

export interface PooledProcess {
  /** @throws TaskTooLarge; AppError `service.overloaded` if the machine has no time for the process */
  ask(message: unknown): Promise<unknown>;
  /** Gives the process back for the next task; ends a failed process, or a process that is not to be kept. */
  release(isKept: boolean): Promise<void>;
}

const idleMilliseconds = 60_000;
const tickMilliseconds = 50;
const hostPath = fileURLToPath(new URL('./processHost.ts', import.meta.url));

/**
 * Processes for data from outside. A task is limited by its processor time, not by the clock, so that the same
 * file gets the same answer on a busy machine; a task beyond its limit ends with its process, and the next
 * task gets a new process. None is a thread of the portal: if a large allocation does not fit, V8 ends the whole
 * process.
 */
export function openProcessPool({
  module,
  atOnce,
  mostWaiting,
  resourceLimits,
  timeoutMilliseconds = 60_000,
}: ProcessPoolOptions) {
  const acquire = openSemaphore(atOnce, mostWaiting);
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  const open = async (): Promise<ChildProcess> => {
    const host = startHost(module, resourceLimits);
    // A caller that waits hears of the error; an idle process that has ended must not be used again.
    for (const event of ['error', 'exit']) host.on(event, () => idle.delete(host));
    try {
      await next(host, timeoutMilliseconds);
    } catch (error) {
      // A signal to the whole process group, as when the portal stops, before the host could ignore it.
      if (host.signalCode === 'SIGTERM' || host.signalCode === 'SIGINT') return open();
      // Before a process has a task, only the machine can lack memory.
      throw error instanceof TaskTooLarge ? overloaded() : error;
    }
    return host;
  };
  const keep = (host: ChildProcess) => {
    const timer = setTimeout(() => {
      idle.delete(host);
      void end(host);
    }, idleMilliseconds).unref();
    // An idle process must not keep the portal alive.
    host.unref();
    host.channel?.unref();
    idle.set(host, timer);
  };
  const takeIdle = (): ChildProcess | undefined => {
    const [host, timer] = [...idle].at(-1) ?? [];
    if (!host) return;
    clearTimeout(timer);
    idle.delete(host);
    host.ref();
    host.channel?.ref();
    return host;
  };

  const take = async (workMilliseconds: number): Promise<PooledProcess> => {
    const giveBack = await acquire();
    try {
      const host = takeIdle() ?? (await open());
      let work: number | null = workMilliseconds;
      let hasFailed = false;
      return {
        async ask(message) {
          // If the process has ended, its exit tells the reason.
          host.send({ message, work } satisfies HostOrder, () => {});
          work = null;
          try {
            return await next(host, timeoutMilliseconds);
          } catch (error) {
            hasFailed = true;
            throw error;
          }
        },
        async release(isKept) {
          if (isKept && !hasFailed) keep(host);
          else await end(host);
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
     * A process for a task of several messages; release it afterwards.
     * @param workMilliseconds processor time of the task, over all of its messages
     * @throws AppError `busy` when too many tasks wait, `service.overloaded`
     */
    take,
    /** The answer to a task with a single message. @throws the errors of `take` and `ask` */
    async run(message: unknown, workMilliseconds: number): Promise<unknown> {
      const taken = await take(workMilliseconds);
      try {
        return await taken.ask(message);
      } finally {
        await taken.release(true);
      }
    },
    async endIdle(): Promise<void> {
      for (const timer of idle.values()) clearTimeout(timer);
      await Promise.all([...idle.keys()].map(end));
      idle.clear();
    },
  };
}

/** Starts a process without the portal's settings, and without rights to write files or start programs. */
function startHost(module: URL, limits: ResourceLimits): ChildProcess {
  const host = fork(hostPath, [module.href, JSON.stringify(limits)], {
    serialization: 'advanced',
    execArgv: ['--permission', '--allow-fs-read=*', '--allow-worker'],
    env: {},
    // V8 writes pages about the end of a process: a malicious file could fill the log with them.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (host.pid !== undefined) lowerPriority([host.pid]);
  return host;
}

async function end(host: ChildProcess): Promise<void> {
  if (host.kill('SIGKILL')) await once(host, 'exit');
}

async function next(host: ChildProcess, timeoutMilliseconds: number): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const answered = once(host, 'message', { signal }) as Promise<[HostAnswer]>;
    const [answer] = await Promise.race([answered, ended(host, signal), late(timeoutMilliseconds, signal)]);
    if ('answer' in answer) return answer.answer;
    throw 'error' in answer ? new Error(answer.error) : new TaskTooLarge(answer.exceeded);
  } catch (error) {
    void end(host);
    throw error;
  } finally {
    over.abort();
  }
}

/** A process reports errors before its end; if V8 or the system lacks memory, it ends without a report. */
async function ended(host: ChildProcess, signal: AbortSignal): Promise<never> {
  await once(host, 'exit', { signal });
  throw new TaskTooLarge('memory');
}

/** Throws after so many milliseconds, counted in ticks: time while this process is blocked does not count. */
async function late(milliseconds: number, signal: AbortSignal): Promise<never> {
  for (let waited = 0; waited < milliseconds; waited += tickMilliseconds)
    await wait(tickMilliseconds, undefined, { signal });
  throw overloaded();
}

function overloaded(): AppError {
  return new AppError('service.overloaded', { headers: { 'retry-after': '30' } });
}
