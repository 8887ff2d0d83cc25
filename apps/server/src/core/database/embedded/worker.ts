import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { copyDatabase } from './copy.ts';
import { createDatabase } from './create.ts';
import { findCutFile } from './cutFiles.ts';
import { DurableFiles } from './durableFiles.ts';
import { openEngine } from './engine.ts';
import type { Copied, FromWorker, Run, ToWorker } from './protocol.ts';
import { logToReadAgain, syncAll } from './recovery.ts';

const { directory } = workerData as { readonly directory: string };

const upkeepMilliseconds = 500;
const quietMilliseconds = 50;
/** The interval of maintenance while calls never stop. */
const latestUpkeepMilliseconds = 5000;

function say(message: FromWorker): void {
  parentPort?.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []);
}

/** Ends the thread before another statement reaches the broken engine. */
function die(reason: string): never {
  say({ died: reason });
  process.exit(1);
}

process.on('uncaughtException', (error) => die(error.message));

if (!existsSync(join(directory, 'PG_VERSION'))) await createDatabase(directory);
// lock.ts locks the data directory; a pid file that a crash left empty would only prevent the start.
rmSync(join(directory, 'postmaster.pid'), { force: true });
const files = new DurableFiles(directory);
if (logToReadAgain(directory) !== null) {
  await syncAll(directory);
  files.wasSynced = true;
}
const engine = await openEngine(files, die);
const cutFile = findCutFile(directory, await engine.listFiles());
if (cutFile !== null) {
  await engine.close();
  die(cutFile);
}

let turn = Promise.resolve();
/** Runs tasks on the engine, one after another. */
function inTurn(work: () => Promise<void>): void {
  turn = turn.then(work);
}

let askedAt = 0;
const isQuiet = () => performance.now() - askedAt > quietMilliseconds;

async function exchange(run: Run): Promise<void> {
  say(await engine.exchange(run));
  askedAt = performance.now();
  await rest();
}

/** Reports a failed maintenance step; calls are unaffected, and the next step may succeed. */
function sayTrouble(error: Error): void {
  say({ trouble: error.message });
}

const waiting: (() => Promise<void>)[] = [];
function atRest<T>(work: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  waiting.push(() => work().then(resolve, reject));
  inTurn(rest);
  return promise;
}

/** Runs maintenance and waiting copy steps between two statements. */
async function rest(): Promise<void> {
  await engine.cutLog().catch(sayTrouble);
  while (!engine.isInTransaction() && waiting.length > 0) await waiting.shift()?.();
}

/** Copies the files, beginning with a checkpoint, preferably while the database is idle. */
async function copyTo(folder: string): Promise<void> {
  const latest = performance.now() + latestUpkeepMilliseconds;
  while (!isQuiet() && performance.now() < latest) await wait(quietMilliseconds / 2);
  const copied: Copied = await copyDatabase(directory, join(folder, 'database'), engine, atRest).then(
    (pause) => ({ pause }),
    (error) => ({ failed: error.message }),
  );
  say({ copied });
}

let keptUpAt = 0;
async function keepUp(): Promise<void> {
  const now = performance.now();
  const isDue = isQuiet() || now - keptUpAt > latestUpkeepMilliseconds;
  if (engine.isInTransaction() || !isDue) return;
  await engine.upkeep(isQuiet()).catch(sayTrouble);
  keptUpAt = performance.now();
}
setInterval(() => inTurn(keepUp), upkeepMilliseconds).unref();

parentPort?.on('message', (message: ToWorker) => {
  if (message instanceof Uint8Array) inTurn(() => exchange(message));
  else if (message !== 'close') void copyTo(message.copyTo);
  else
    inTurn(async () => {
      await engine.close();
      process.exit(0);
    });
});
say('ready');
