import { parentPort } from 'node:worker_threads';
import type { ErrorCode } from '@guichet/contract/core/errors';
import { AppError } from '../../../core/runtime/errors.ts';
import { type AttachmentKind, attachmentKind } from './attachmentKind.ts';

export type AttachmentAnswer = AttachmentKind | ErrorCode;

parentPort?.on('message', (bytes: Uint8Array) => {
  void answer(Buffer.from(bytes)).then((answered) => parentPort?.postMessage(answered));
});
parentPort?.postMessage('started');

async function answer(bytes: Buffer): Promise<AttachmentAnswer> {
  try {
    return await attachmentKind(bytes);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
