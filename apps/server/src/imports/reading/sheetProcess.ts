import { parentPort } from 'node:worker_threads';
import type { ReadingChoices } from '../columns/sheetColumns.ts';
import type { SheetLimits } from '../formats/sheet.ts';
import { type Batch, type End, readBatches } from '../rows/candidateBatches.ts';
import type { ReadResults } from '../rows/readResults.ts';
import { stagedRows } from '../rows/stagedRows.ts';

/** A file to read. The process answers this order, and each later `next`, with one step. */
export interface ReadingOrder {
  readonly what: 'candidates' | 'results';
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly limits: SheetLimits;
  readonly choices: ReadingChoices;
}

export interface StagedBatch extends Omit<Batch, 'candidates'> {
  /** JSON in UTF-8. */
  readonly candidates: Uint8Array<ArrayBuffer>;
  /** The line of the last candidate; 0 without candidates. */
  readonly upTo: number;
}

let steps: Iterator<Batch | End | ReadResults> | null = null;

// A single step for each message: the caller sets the pace, so nothing queues up between the processes.
parentPort?.on('message', (message: ReadingOrder | 'next') => void answer(message));

parentPort?.postMessage('started');

async function answer(message: ReadingOrder | 'next'): Promise<void> {
  if (message !== 'next') steps = await read(message);
  const next = steps?.next();
  if (!next || next.done) throw new Error('A list was read beyond its end.');
  if (next.value.kind === 'batch') sendBatch(next.value);
  else {
    // A waiting process must not hold the list and its rows in memory.
    steps = null;
    parentPort?.postMessage(next.value);
  }
}

async function read({ what, bytes, fileName, limits, choices }: ReadingOrder) {
  if (what === 'candidates') return readBatches(bytes, fileName, limits, choices);
  const { readResults } = await import('../rows/readResults.ts');
  return [readResults(bytes, fileName, limits)].values();
}

function sendBatch(batch: Batch): void {
  const candidates = stagedRows(batch.candidates);
  const staged: StagedBatch = { ...batch, candidates, upTo: batch.candidates.at(-1)?.line ?? 0 };
  parentPort?.postMessage(staged, [candidates.buffer]);
}
