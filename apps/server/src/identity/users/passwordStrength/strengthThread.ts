import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openSemaphore } from '../../../core/runtime/concurrency/semaphore.ts';
import type { StrengthFault } from './passwordStrength.ts';
import type { StrengthQuestion } from './strength.worker.ts';

/** Ends the idle thread to release its 45 MB of dictionaries. */
const idleMilliseconds = 5 * 60 * 1000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 2 };

const acquireTurn = openSemaphore(1, 100);
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * Runs `findStrengthFault` in a worker thread, started on demand and ended when idle, so that neither loading
 * the dictionaries nor an estimate blocks the event loop.
 * @throws AppError `busy` when too many requests wait
 */
export async function askStrengthThread(question: StrengthQuestion): Promise<StrengthFault | null> {
  const release = await acquireTurn();
  clearTimeout(idle);
  thread ??= startThread();
  // An idle thread must not keep the process alive.
  thread.ref();
  try {
    thread.postMessage(question);
    const [fault] = await once(thread, 'message');
    return fault;
  } finally {
    thread?.unref();
    idle = setTimeout(endThread, idleMilliseconds).unref();
    release();
  }
}

function startThread(): Worker {
  const worker = new Worker(new URL('./strength.worker.ts', import.meta.url), { resourceLimits });
  // Rejects the current request; the next request starts a new thread.
  worker.on('error', () => {
    thread = null;
  });
  return worker;
}

function endThread(): void {
  void thread?.terminate();
  thread = null;
}
