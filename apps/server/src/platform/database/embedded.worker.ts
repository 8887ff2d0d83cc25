import { parentPort, workerData } from 'node:worker_threads';
import { DurableFiles } from './durableFiles.ts';
import { prepareDirectory } from './embedded.directory.ts';
import { openEngine } from './embedded.engine.ts';
import type { FromWorker, ToWorker, WorkerStart } from './embedded.protocol.ts';

const { directory } = workerData as WorkerStart;

const say = (message: FromWorker) =>
  parentPort?.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []);

function die(reason: string): never {
  say({ died: reason });
  process.exit(1);
}

process.on('uncaughtException', (error) => die(String(error.message)));

try {
  const settle = prepareDirectory(directory);
  const engine = await openEngine(new DurableFiles(directory), die);
  await settle();
  // Runs arrive in order and each is answered before the next: the engine's call is synchronous.
  parentPort?.on('message', async (message: ToWorker) => {
    if (message !== 'close') return say(await engine.exchange(message));
    await engine.close();
    say('closed');
  });
  say('ready');
} catch (error) {
  die((error as Error).message);
}
