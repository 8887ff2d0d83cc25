import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { importMaxBytes, importMaxRows } from '@guichet/contract/imports';
import type { Problem } from '@guichet/contract/imports.problems';
import { resultsMaxRows } from '@guichet/contract/imports.results';
import { openSemaphore } from '../../platform/runtime/concurrency/semaphore.ts';
import { choicesOf, type ReadingChoices } from '../columns/sheetColumns.ts';
import type { ReadResults } from '../results/readResults.ts';
import type { End } from '../rows/candidateBatches.ts';
import { SheetFault, type SheetLimits } from './sheet.ts';
import type { ReadingOrder, StagedBatch } from './sheetThread.ts';

export type { End } from '../rows/candidateBatches.ts';

export type ReadingStep = StagedBatch | End;

const megabyte = 1024 * 1024;

export const sheetLimits: SheetLimits = {
  bytes: importMaxBytes,
  rows: importMaxRows,
  unpackedBytes: 300 * megabyte,
  problems: 250_000,
};

/** A thread that exceeds this is terminated. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

const acquireThread = openSemaphore(2, 8);

/**
 * Reads a list in a thread of its own: batches of candidates and problems, then one `end`. The thread works one step
 * ahead; it ends when the loop is left. `bytes` are copied and stay the caller's.
 * @throws AppError `busy` when many files wait
 */
export async function* readCandidateFile(bytes: Uint8Array, fileName: string, choices: ReadingChoices = {}) {
  const endTurn = await acquireThread();
  try {
    const copy = new Uint8Array(bytes).buffer;
    const order = { bytes: copy, fileName, limits: sheetLimits, choices: choicesOf(choices) };
    yield* readInThread<ReadingStep>(new URL('./sheet.worker.ts', import.meta.url), order, unread);
  } finally {
    endTurn();
  }
}

/** Reads a list of results in a thread of its own. @throws AppError `busy` when many files wait */
export async function readResultFile(bytes: Uint8Array, fileName: string): Promise<ReadResults> {
  const endTurn = await acquireThread();
  try {
    const copy = new Uint8Array(bytes).buffer;
    const order = { bytes: copy, fileName, limits: { ...sheetLimits, rows: resultsMaxRows }, choices: {} };
    const nothing = (problem: Problem): ReadResults => ({
      kind: 'end',
      problems: [problem],
      rows: [],
      hiddenRows: 0,
    });
    for await (const read of readInThread(
      new URL('../results/results.worker.ts', import.meta.url),
      order,
      nothing,
    ))
      return read;
    throw new Error('The thread has ended without an answer.');
  } finally {
    endTurn();
  }
}

/** @param outgrown what a list is that takes too much memory */
async function* readInThread<Step extends { readonly kind: string }>(
  script: URL,
  order: ReadingOrder,
  outgrown: (problem: Problem) => Step,
): AsyncGenerator<Step> {
  const worker = new Worker(script, {
    workerData: order,
    transferList: [order.bytes],
    resourceLimits,
  });
  const ask = (): Promise<Step> => {
    const answer = once(worker, 'message').then(
      ([step]) => step as Step,
      (error) => outgrown(problemOf(error)),
    );
    // It may reject while the previous step is processed; the error is reported when it is awaited.
    answer.catch(() => {});
    worker.postMessage('next');
    return answer;
  };
  try {
    for (let answer = ask(); ; ) {
      const step = await answer;
      if (step.kind === 'batch') answer = ask();
      yield step;
      if (step.kind === 'end') return;
    }
  } finally {
    await worker.terminate();
  }
}

/** Out of memory is a fault of the file; any other failure is a bug. */
function problemOf(error: NodeJS.ErrnoException): Problem {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
  const { problem } = new SheetFault('import.unpackedTooLarge', {
    params: { limit: sheetLimits.unpackedBytes / megabyte },
  });
  return problem;
}

function unread(problem: Problem): End {
  return { kind: 'end', problems: [problem], badRows: 0, problemsLeftOut: 0, file: null, layout: null };
}
