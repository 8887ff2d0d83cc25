import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../platform/runtime/concurrency/threadPriority.ts';
import { type DeliveryReport, readMessage } from './deliveryReport.ts';

/** `unreadable`: it is no message. */
export type ReportAnswer = DeliveryReport | 'unreadable' | null;

// Reports can wait; whoever makes them up shall not slow the pages.
lowerPriority([0]);

parentPort?.on('message', (bytes: Uint8Array) => void answer(bytes));
parentPort?.postMessage('started');

async function answer(bytes: Uint8Array): Promise<void> {
  const answered: ReportAnswer = await readMessage(bytes).then(
    ({ report }) => report,
    () => 'unreadable' as const,
  );
  parentPort?.postMessage(answered);
}
