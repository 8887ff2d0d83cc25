import { parentPort, workerData } from 'node:worker_threads';
import type { ReadingChoices } from '../columns/sheetColumns.ts';
import { type Batch, readBatches } from '../rows/candidateBatches.ts';
import { stagedRows } from '../staging/stagedRows.ts';
import type { SheetLimits } from './sheet.ts';

/** The `workerData` of the thread. */
export interface ReadingOrder {
  readonly bytes: ArrayBuffer;
  readonly fileName: string;
  readonly limits: SheetLimits;
  readonly choices: ReadingChoices;
}

/** A batch as sent by the thread, already in the format of the stage. */
export interface StagedBatch extends Omit<Batch, 'candidates'> {
  /** JSON in UTF-8. */
  readonly candidates: Uint8Array<ArrayBuffer>;
}

// One step per message: the caller sets the pace, so that nothing queues up between the threads.
const { bytes, fileName, limits, choices } = workerData as ReadingOrder;
const steps = readBatches(new Uint8Array(bytes), fileName, limits, choices);
parentPort?.on('message', () => {
  const { value, done } = steps.next();
  if (done) parentPort?.close();
  else if (value.kind === 'end') parentPort?.postMessage(value);
  else sendBatch(value);
});

function sendBatch(batch: Batch): void {
  const candidates = stagedRows(batch.candidates);
  const staged: StagedBatch = { ...batch, candidates };
  parentPort?.postMessage(staged, [candidates.buffer]);
}
