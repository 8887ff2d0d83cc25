import { Worker } from 'node:worker_threads';
import type { FromWorker, Run, ToWorker } from './protocol.ts';

/** PostgreSQL recurses on two stacks, its own and the thread's; it crashes unless the latter is larger. */
const STACK_MB = 64;

export type EmbeddedThread = ReturnType<typeof startThread>;

/**
 * Starts the thread of the embedded database; returns the main thread's handle. `onDeath` is called when an
 * open database stops by itself, `onTrouble` when maintenance fails, perhaps only for a while.
 */
export function startThread(
  directory: string,
  onDeath: (death: Error) => void,
  onTrouble: (message: string) => void,
) {
  const waiting: PromiseWithResolvers<Run>[] = [];
  const copying: PromiseWithResolvers<number>[] = [];
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let state: 'opening' | 'open' | 'closing' = 'opening';
  let death: Error | null = null;

  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { directory },
    resourceLimits: { stackSizeMb: STACK_MB },
  });
  const tell = (message: ToWorker) => worker.postMessage(message);
  worker.on('error', (error) => die(error.message));
  worker.on('exit', () => {
    die('its thread ended');
    ended.resolve();
  });
  worker.on('message', (message: FromWorker) => {
    if (message instanceof Uint8Array) waiting.shift()?.resolve(message);
    else if (message === 'ready') opened.resolve();
    else if ('died' in message) die(message.died);
    else if ('trouble' in message) onTrouble(message.trouble);
    else if ('pause' in message.copied) copying.shift()?.resolve(message.copied.pause);
    else copying.shift()?.reject(new Error(message.copied.failed));
  });

  function die(reason: string): void {
    if (death) return;
    death = new Error(reason);
    opened.reject(death);
    for (const { reject } of [...waiting.splice(0), ...copying.splice(0)]) reject(death);
    if (state === 'open') onDeath(death);
  }

  return {
    /** Resolves when the database is open; rejects with the reason of a failure. */
    async open(): Promise<void> {
      await opened.promise;
      state = 'open';
    },
    /** Sends a run and transfers its buffer; resolves to the answer. */
    ask(run: Run): Promise<Run> {
      if (death) return Promise.reject(death);
      const answer = Promise.withResolvers<Run>();
      waiting.push(answer);
      worker.postMessage(run, [run.buffer]);
      return answer.promise;
    },
    /** Copies the files; returns the longest time that a run was blocked meanwhile, in milliseconds. */
    copyFiles(folder: string): Promise<number> {
      if (death) return Promise.reject(death);
      const copied = Promise.withResolvers<number>();
      copying.push(copied);
      tell({ copyTo: folder });
      return copied.promise;
    },
    /** Shuts the database down and resolves when the thread has ended. */
    async close(): Promise<void> {
      state = 'closing';
      tell('close');
      await ended.promise;
    },
  };
}
