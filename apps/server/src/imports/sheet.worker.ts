import { parentPort, workerData } from 'node:worker_threads';
import { readBatches } from './candidateBatches.ts';
import type { SheetLimits } from './sheet.ts';

/** What the worker is started with. */
export interface ReadingOrder {
  readonly bytes: ArrayBuffer;
  readonly fileName: string;
  readonly limits: SheetLimits;
}

// One step for each message: the asker sets the pace, and nothing piles up between the threads.
const { bytes, fileName, limits } = workerData as ReadingOrder;
const steps = readBatches(new Uint8Array(bytes), fileName, limits);
parentPort?.on('message', () => {
  const { value, done } = steps.next();
  if (done) parentPort?.close();
  else parentPort?.postMessage(value);
});
