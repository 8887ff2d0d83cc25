import { Worker } from 'node:worker_threads';
import type { FromWorker, Run, ToWorker } from './protocol.ts';

/** PostgreSQL recurses on its own stack and on the thread's: the thread's must be larger, or it crashes. */
const STACK_MB = 64;

/** Main thread's handle on the thread of the embedded database. */
export class EmbeddedThread {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<Run>[] = [];
  readonly #copying: PromiseWithResolvers<number>[] = [];
  readonly #opened = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #onDeath: (death: Error) => void;
  readonly #onTrouble: (message: string) => void;
  #state: 'opening' | 'open' | 'closing' = 'opening';
  #death: Error | null = null;

  /**
   * @param onDeath called when an open database stops by itself.
   * @param onTrouble called when maintenance fails, which may be temporary.
   */
  constructor(directory: string, onDeath: (death: Error) => void, onTrouble: (message: string) => void) {
    this.#onDeath = onDeath;
    this.#onTrouble = onTrouble;
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { directory },
      resourceLimits: { stackSizeMb: STACK_MB },
    });
    this.#worker.on('message', (message: FromWorker) => this.#hear(message));
    this.#worker.on('error', (error) => this.#die(error.message));
    this.#worker.on('exit', () => {
      this.#die('its thread ended');
      this.#ended.resolve();
    });
  }

  /** Resolves when the database is open; rejects with the reason. */
  async open(): Promise<void> {
    await this.#opened.promise;
    this.#state = 'open';
  }

  /** Sends a run, whose buffer is transferred, and resolves with the answer. */
  ask(run: Run): Promise<Run> {
    if (this.#death) return Promise.reject(this.#death);
    const answer = Promise.withResolvers<Run>();
    this.#waiting.push(answer);
    this.#worker.postMessage(run, [run.buffer]);
    return answer.promise;
  }

  /** Copies the files into a folder while runs go on; returns how long one was blocked at most, in milliseconds. */
  copyFiles(folder: string): Promise<number> {
    if (this.#death) return Promise.reject(this.#death);
    const copied = Promise.withResolvers<number>();
    this.#copying.push(copied);
    const message: ToWorker = { copyTo: folder };
    this.#worker.postMessage(message);
    return copied.promise;
  }

  /** Shuts the database down and resolves when the thread has ended. */
  async close(): Promise<void> {
    this.#state = 'closing';
    this.#worker.postMessage('close');
    await this.#ended.promise;
  }

  #hear(message: FromWorker): void {
    if (message instanceof Uint8Array) this.#waiting.shift()?.resolve(message);
    else if (message === 'ready') this.#opened.resolve();
    else if ('died' in message) this.#die(message.died);
    else if ('trouble' in message) this.#onTrouble(message.trouble);
    else if ('pause' in message.copied) this.#copying.shift()?.resolve(message.copied.pause);
    else this.#copying.shift()?.reject(new Error(message.copied.failed));
  }

  #die(reason: string): void {
    if (this.#death) return;
    this.#death = new Error(reason);
    this.#opened.reject(this.#death);
    for (const { reject } of [...this.#waiting.splice(0), ...this.#copying.splice(0)]) reject(this.#death);
    if (this.#state === 'open') this.#onDeath(this.#death);
  }
}
