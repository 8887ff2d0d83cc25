import type { ErrorCode } from '@guichet/contract/core/errors';
import { openProcessPool, TaskTooLarge } from '../../../core/runtime/concurrency/processPool.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import type { AttachmentAnswer } from './attachment.worker.ts';
import type { AttachmentKind } from './attachmentKind.ts';

const megabyte = 1024 * 1024;
/** In processor time: many times what a document of this length takes. */
const workFor = (bytes: number) => 1_000 + (bytes / megabyte) * 700;

const processes = openProcessPool({
  module: new URL('./attachment.worker.ts', import.meta.url),
  atOnce: 2,
  mostWaiting: 8,
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
});

/**
 * `attachmentKind` in another process.
 * @throws AppError of `attachmentKind`, `attachment.tooIntricate`, `busy`, `service.overloaded`
 */
export async function readAttachmentKind(bytes: Buffer): Promise<AttachmentKind> {
  const answer = await processes.run(bytes, workFor(bytes.length)).catch((error): AttachmentAnswer => {
    if (!(error instanceof TaskTooLarge)) throw error;
    return error.exceeded === 'work' ? 'attachment.tooIntricate' : 'attachment.tooDense';
  });
  if (typeof answer === 'string') throw new AppError(answer as ErrorCode);
  return answer as AttachmentKind;
}
