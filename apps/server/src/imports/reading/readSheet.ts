import { importMaxBytes, importMaxRows } from '@guichet/contract/imports/imports';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { resultsMaxRows } from '@guichet/contract/imports/imports.results';
import { openProcessPool, TaskTooLarge } from '../../core/runtime/concurrency/processPool.ts';
import { pickChoices, type ReadingChoices } from '../columns/sheetColumns.ts';
import { SheetFault, type SheetLimits } from '../formats/sheet.ts';
import type { End } from '../rows/candidateBatches.ts';
import type { ReadResults } from '../rows/readResults.ts';
import type { ReadingOrder, StagedBatch } from './sheetProcess.ts';

export type { End, ListTally } from '../rows/candidateBatches.ts';

export type ReadingStep = StagedBatch | End;

const megabyte = 1024 * 1024;

export const sheetLimits: SheetLimits = {
  bytes: importMaxBytes,
  rows: importMaxRows,
  unpackedBytes: 300 * megabyte,
  problems: 10_000,
};

/**
 * A list above this size ends its process, which would otherwise keep the memory. 10,000 rows are half a megabyte: they leave
 * 30 MB in a process that takes 130, and its start takes more processor time than reading them.
 */
const keptBytes = megabyte;

/** In processor time: many times what a list of this size takes, unless the list is malicious. */
const workFor = (bytes: number) => 4_000 + (bytes / megabyte) * 6_000;

/** Processes stay for a while: people import a list soon after its preview. */
export const readerProcesses = openProcessPool({
  module: new URL('./sheetProcess.ts', import.meta.url),
  atOnce: 2,
  mostWaiting: 8,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
});

/**
 * Reads a list in a process: batches of candidates and problems, then a single `end`. The process works one
 * step ahead and ends when the loop is left. `bytes` are copied and stay the caller's.
 * @throws AppError `busy` when many files wait
 */
export async function* readCandidateFile(bytes: Uint8Array, fileName: string, choices: ReadingChoices = {}) {
  const order = { what: 'candidates', fileName, limits: sheetLimits, choices: pickChoices(choices) } as const;
  yield* readInProcess<ReadingStep>(bytes, order, unread);
}

/** Reads a list of results in a process. @throws AppError `busy` when many files wait */
export async function readResultFile(bytes: Uint8Array, fileName: string): Promise<ReadResults> {
  const limits = { ...sheetLimits, rows: resultsMaxRows };
  const order = { what: 'results', fileName, limits, choices: {} } as const;
  for await (const read of readInProcess<ReadResults>(bytes, order, (problem) => ({
    kind: 'end',
    problems: [problem],
    rows: [],
    hiddenRows: 0,
  })))
    return read;
  throw new Error('The process has ended without an answer.');
}

/** @param outgrown makes the step for a list that takes too much work or memory */
async function* readInProcess<Step extends { readonly kind: string }>(
  bytes: Uint8Array,
  order: Omit<ReadingOrder, 'bytes'>,
  outgrown: (problem: Problem) => Step,
): AsyncGenerator<Step> {
  const reader = await readerProcesses.take(workFor(bytes.length));
  let isAtEnd = false;
  try {
    const ask = (message: unknown): Promise<Step> => {
      const answer = reader.ask(message).then(
        (step) => step as Step,
        (error) => outgrown(problemOf(error)),
      );
      // The answer may reject while the previous step is processed; `await` then reports the error.
      answer.catch(() => {});
      return answer;
    };
    for (let answer = ask({ ...order, bytes } satisfies ReadingOrder); ; ) {
      const step = await answer;
      if (step.kind === 'batch') answer = ask('next');
      else isAtEnd = true;
      yield step;
      if (step.kind === 'end') return;
    }
  } finally {
    await reader.release(isAtEnd && bytes.length <= keptBytes);
  }
}

/** Too much work or memory is a fault of the file; any other failure is a bug. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof TaskTooLarge)) throw error;
  if (error.exceeded === 'work') return new SheetFault('import.tooIntricate').problem;
  const { problem } = new SheetFault('import.unpackedTooLarge', {
    params: { limit: sheetLimits.unpackedBytes / megabyte },
  });
  return problem;
}

function unread(problem: Problem): End {
  const tally = { doubtfulDomains: [], extraTimes: 0, singleNames: { people: 0, samples: [] } };
  return {
    kind: 'end',
    problems: [problem],
    badRows: 0,
    problemsLeftOut: 0,
    file: null,
    layout: null,
    encodings: [],
    tally,
  };
}
