import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openSemaphore } from '../../platform/runtime/concurrency/semaphore.ts';
import type { StrengthFault } from './passwordStrength.ts';
import type { StrengthQuestion } from './strength.worker.ts';

/** The dictionaries take 45 MB, which nobody needs between two passwords. */
const idleMilliseconds = 5 * 60 * 1000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 2 };

const acquireTurn = openSemaphore(1, 100);
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * What `findStrengthFault` says, in a thread that is started when it is needed and ended when it is not: neither the
 * dictionaries nor an estimate hold anybody else up.
 * @throws AppError `busy` when too many wait
 */
export async function askStrengthThread(question: StrengthQuestion): Promise<StrengthFault | null> {
  const release = await acquireTurn();
  clearTimeout(idle);
  thread ??= startThread();
  // Whoever asks waits for the answer; an idle thread keeps no process alive.
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
  // The question under way rejects with it; the next one starts another.
  worker.on('error', () => {
    thread = null;
  });
  return worker;
}

function endThread(): void {
  void thread?.terminate();
  thread = null;
}
