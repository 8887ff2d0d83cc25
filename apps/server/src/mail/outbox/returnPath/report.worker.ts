import { parentPort } from 'node:worker_threads';
import { type DeliveryReport, readMessage } from './deliveryReport.ts';

/** `unreadable`: not a message; null: a message, but no report. */
export type ReportAnswer = DeliveryReport | 'unreadable' | null;

parentPort?.on('message', (bytes: Uint8Array) => void answer(bytes));
parentPort?.postMessage('started');

async function answer(bytes: Uint8Array): Promise<void> {
  const answered: ReportAnswer = await readMessage(bytes).then(
    ({ report }) => report,
    () => 'unreadable' as const,
  );
  parentPort?.postMessage(answered);
}
