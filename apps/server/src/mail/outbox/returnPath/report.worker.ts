import { parentPort } from 'node:worker_threads';
import { type Message, readMessage } from './deliveryReport.ts';

/** `unreadable`: not a message. */
export type ReadAnswer = Message | 'unreadable';

parentPort?.on('message', (bytes: Uint8Array) => void answer(bytes));
parentPort?.postMessage('started');

async function answer(bytes: Uint8Array): Promise<void> {
  const answered: ReadAnswer = await readMessage(bytes).catch(() => 'unreadable' as const);
  parentPort?.postMessage(answered);
}
