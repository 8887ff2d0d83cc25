/**
 * The product's list reader in a process of its own: from the bytes of a file to checked candidates. As a program:
 * `readAlone.ts FILE`, reports milliseconds.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sheetLimits } from '../../apps/server/src/imports/reading/readSheet.ts';
import { readBatches } from '../../apps/server/src/imports/rows/candidateBatches.ts';

/** Milliseconds to read a file in a separate process. */
export async function readAlone(file: string): Promise<number> {
  const program = fork(fileURLToPath(import.meta.url), [file]);
  const [ms] = await once(program, 'message');
  return Number(ms);
}

const [, , file] = process.argv;
if (process.argv[1] === fileURLToPath(import.meta.url) && file) {
  const bytes = readFileSync(file);
  const start = performance.now();
  for (const step of readBatches(bytes, file, sheetLimits))
    if (step.problems.length > 0) throw new Error(`the list is wrong: ${JSON.stringify(step.problems[0])}`);
  process.send?.(performance.now() - start, () => process.disconnect());
}
