import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerStart } from './embedded.protocol.ts';

/** The thread in which the embedded database runs, seen from the main thread. */
export interface EmbeddedThread {
  /** Sends a run of messages; the answer comes as bytes of the wire protocol, in order. */
  ask(request: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/**
 * Starts the thread and waits until the database is open.
 * @param onDeath called once when the thread ends by itself afterwards; later questions are refused at once.
 */
export async function startThread(
  directory: string,
  onDeath: (error: Error) => void,
): Promise<EmbeddedThread> {
  const workerData: WorkerStart = { directory };
  const worker = new Worker(new URL('./embedded.worker.ts', import.meta.url), { workerData });
  const say = (message: ToWorker, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);
  let death: Error | null = null;
  const waiting: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[] = [];
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let isOpen = false;

  function die(reason: string) {
    if (death) return;
    death = new Error(reason);
    if (isOpen) onDeath(death);
    opened.reject(death);
    for (const { reject } of waiting.splice(0)) reject(death);
  }

  worker.on('message', (message: FromWorker) => {
    if (message instanceof Uint8Array) waiting.shift()?.resolve(message);
    else if (message === 'ready') opened.resolve();
    else if (message === 'closed') closed.resolve();
    else die(message.died);
  });
  worker.on('error', (error) => die(String(error.message)));
  worker.on('exit', () => {
    die('its thread ended');
    closed.resolve();
  });

  await opened.promise;
  isOpen = true;
  return {
    ask(request) {
      if (death) return Promise.reject(death);
      const answer = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
      waiting.push(answer);
      say(request, [request.buffer]);
      return answer.promise;
    },
    async close() {
      say('close');
      await closed.promise;
      isOpen = false;
      await worker.terminate();
    },
  };
}
