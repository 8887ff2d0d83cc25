/**
 * Reads a list of 100,000 candidates without importing it: duration, longest block of the main thread, and memory of an
 * otherwise idle process. Usage: npm run bench -- readSheet [rows]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCandidateFile } from '../../apps/server/src/imports/sheet/readSheet.ts';
import { csvList, workbookList } from '../data/lists.ts';
import { watchMemory } from '../measure/observe.ts';

interface Measured {
  readonly ms: number;
  readonly candidates: number;
  readonly longestWait: number;
}

const [task = '100000', fileName = ''] = process.argv.slice(2);
if (task === 'read') process.send?.(await readOne(fileName));
else await compare(Number(task));

async function compare(rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-bench-'));
  const lists = { 'list.csv': csvList(rows, 'a'), 'list.xlsx': workbookList(rows, 'a') };
  for (const [name, bytes] of Object.entries(lists)) {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const reader = fork(fileURLToPath(import.meta.url), ['read', path]);
    const memory = watchMemory(reader.pid as number);
    const [measured] = (await once(reader, 'message')) as [Measured];
    const { peak } = memory.stop();
    console.log(
      `${name} (${(bytes.length / 1024 / 1024).toFixed(1)} MB): ${measured.candidates} candidates in ${Math.round(measured.ms)} ms, ` +
        `longest wait ${Math.round(measured.longestWait)} ms, memory up to ${Math.round(peak)} MB`,
    );
  }
  rmSync(folder, { recursive: true });
}

async function readOne(path: string): Promise<Measured> {
  const bytes = readFileSync(path);
  let candidates = 0;
  let longestWait = 0;
  let last = performance.now();
  const ticks = setInterval(() => {
    longestWait = Math.max(longestWait, performance.now() - last);
    last = performance.now();
  }, 1);
  const start = performance.now();
  for await (const step of readCandidateFile(bytes, path)) {
    if (step.kind === 'batch') candidates = step.rows;
  }
  clearInterval(ticks);
  return { ms: performance.now() - start, candidates, longestWait };
}
