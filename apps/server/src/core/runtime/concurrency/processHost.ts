/** A process of `processPool.ts`: runs the code in a thread, passes messages on, and tells which limit was exceeded. */
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** A message for the thread. `work`, in a task's first message: its processor time in milliseconds. */
export interface HostOrder {
  readonly message: unknown;
  readonly work: number | null;
}

export type HostAnswer =
  | { readonly answer: unknown }
  | { readonly exceeded: 'work' | 'memory' }
  /** The error with its stack. */
  | { readonly error: string };

const lookMilliseconds = 50;

const [, , module = '', limits = ''] = process.argv;
const worker = new Worker(new URL(module), { resourceLimits: JSON.parse(limits) as ResourceLimits });
let mostWork = Number.POSITIVE_INFINITY;
let look: NodeJS.Timeout | undefined;

const tell = (answer: HostAnswer) => process.send?.(answer);

worker.on('message', (answer) => {
  clearInterval(look);
  tell({ answer });
});
worker.on('error', (error: NodeJS.ErrnoException) =>
  tell(
    error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? { exceeded: 'memory' }
      : { error: String(error?.stack ?? error) },
  ),
);

process.on('message', ({ message, work }: HostOrder) => void pass(message, work));

async function pass(message: unknown, work: number | null): Promise<void> {
  if (work !== null) mostWork = (await workOf()) + work;
  // Steps that end between two looks count too.
  else if (await hasExceeded()) return;
  worker.postMessage(message);
  look = setInterval(() => void hasExceeded(), lookMilliseconds);
}

/** Whether the task has taken more work than it may; tells so. */
async function hasExceeded(): Promise<boolean> {
  const isOver = (await workOf()) > mostWork;
  if (isOver) tell({ exceeded: 'work' });
  return isOver;
}

// The portal ends this process itself: it may be finishing a task, or is killed.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

/** The thread's processor time in milliseconds; before Node 24.6, the time when it was not idle. */
async function workOf(): Promise<number> {
  if (!('cpuUsage' in worker)) return (worker as Worker).performance.eventLoopUtilization().active;
  // For a thread that has just ended, its events tell the reason.
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
