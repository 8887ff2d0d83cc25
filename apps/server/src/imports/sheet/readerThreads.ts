import { Worker } from 'node:worker_threads';

/** How long a thread waits for its next file: who has looked at a preview imports the list within it. */
const idleMilliseconds = 60_000;
/** A thread that exceeds this is terminated. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

interface IdleThread {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
  readonly end: () => void;
}

const idle: IdleThread[] = [];

/** A thread that reads lists: one that has read another list, or a new one, whose loading takes longer than most lists. */
export function takeReaderThread(): Worker {
  const kept = idle.pop();
  if (!kept) return new Worker(new URL('./sheet.worker.ts', import.meta.url), { resourceLimits });
  const { worker, timer, end } = kept;
  clearTimeout(timer);
  worker.off('error', end);
  worker.ref();
  return worker;
}

/** Keeps a thread that has read its list to the end, for the next one. */
export function keepReaderThread(worker: Worker): void {
  const end = () => {
    clearTimeout(kept.timer);
    idle.splice(idle.indexOf(kept), 1);
    void worker.terminate();
  };
  const kept = { worker, end, timer: setTimeout(end, idleMilliseconds).unref() };
  idle.push(kept);
  worker.on('error', end);
  // An idle thread must not keep the process alive.
  worker.unref();
}

/** Ends the threads that wait for a list. */
export async function endIdleReaderThreads(): Promise<void> {
  await Promise.all(
    idle.splice(0).map(({ worker, timer }) => {
      clearTimeout(timer);
      return worker.terminate();
    }),
  );
}
