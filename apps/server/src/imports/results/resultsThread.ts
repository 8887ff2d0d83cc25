import { parentPort, workerData } from 'node:worker_threads';
import type { ReadingOrder } from '../sheet/sheetThread.ts';
import { readResults } from './readResults.ts';

const { bytes, fileName, limits } = workerData as ReadingOrder;
parentPort?.once('message', () =>
  parentPort?.postMessage(readResults(new Uint8Array(bytes), fileName, limits)),
);
