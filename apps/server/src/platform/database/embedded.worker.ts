import { constants, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { DurableFiles } from './durableFiles.ts';
import { createDatabase } from './embedded.create.ts';
import { openEngine } from './embedded.engine.ts';
import type { FromWorker, ToWorker, WorkerStart } from './embedded.protocol.ts';

const { directory } = workerData as WorkerStart;

function say(message: FromWorker): void {
  parentPort?.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []);
}

/** Ends the thread before another statement can reach an engine that is no longer whole. */
function die(reason: string): never {
  say({ died: reason });
  process.exit(1);
}

process.on('uncaughtException', (error) => die(error.message));

if (!existsSync(join(directory, 'PG_VERSION'))) await createDatabase(directory);
// It protects nothing, since the lock on the data directory does, and one left empty by a crash bars the start.
rmSync(join(directory, 'postmaster.pid'), { force: true });
const engine = await openEngine(new DurableFiles(directory), die);

async function answer(message: ToWorker): Promise<void> {
  if (message instanceof Uint8Array) return say(await engine.exchange(message));
  if (message !== 'close') return say({ copied: copyTo(message.copyTo) });
  await engine.close();
  process.exit(0);
}

/** No statement runs meanwhile, so these are files as a power cut would leave them: whole after recovery. */
function copyTo(folder: string): string | null {
  try {
    cpSync(directory, join(folder, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

let turn = Promise.resolve();
parentPort?.on('message', (message: ToWorker) => {
  turn = turn.then(() => answer(message));
});
say('ready');
