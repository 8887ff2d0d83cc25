import type { ErrorCode } from '@guichet/contract/core/errors';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../../core/context/appContext.ts';
import type { FileReply } from '../../../core/http/bodies/replyBody.ts';
import type { UploadedFile } from '../../../core/http/bodies/requestBody.ts';
import { openProcessPool, TaskTooLarge } from '../../../core/runtime/concurrency/processPool.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import * as queries from '../messages.queries.ts';
import {
  findSaved,
  type HeldMessage,
  holdMessage,
  keepVersion,
  type MessageName,
  type MessageOf,
  nameAuditSubject,
} from '../saving.ts';
import type { AttachmentAnswer } from './attachment.worker.ts';
import { type AttachmentKind, attachmentName } from './attachmentKind.ts';

export type NewAttachment = Pick<
  Parameters<typeof queries.insertAttachment>[1],
  'file_name' | 'content_type' | 'bytes'
>;

/** A file as an attachment. @throws AppError `attachment.*` of `attachmentKind`, `busy`, `service.overloaded` */
export async function readAttachment({ fileName, bytes }: UploadedFile): Promise<NewAttachment> {
  const kind = await readAttachmentKind(bytes);
  return { file_name: attachmentName(fileName, kind), content_type: kind.contentType, bytes };
}

/** Sets the attachment. @throws AppError `attachment.*` of `attachmentKind`, `busy`, `service.overloaded` */
export async function addFile(
  context: AppContext,
  grant: SystemGrant,
  message: MessageName,
  file: UploadedFile,
): Promise<{ fileName: string }> {
  const of = { systemId: grant.systemId, ...message };
  const now = context.clock.now();
  const attachment = await readAttachment(file);
  const result = { fileName: attachment.file_name };
  return write(context, grant, async (tx) => {
    const held = await holdMessage(tx, of, now);
    if (await isAttached(tx, held, attachment)) return unchanged(result);
    await attach(tx, of, attachment, now);
    await keepVersion(context, grant, tx, of);
    return record(result, {
      action: 'message.attached',
      subject: nameAuditSubject(of),
      detail: { attachment: attachment.file_name },
    });
  });
}

/** @throws AppError `attachment.notFound` */
export async function getFile(db: ReadDb, of: MessageOf): Promise<FileReply> {
  const { attachmentId = null } = (await findSaved(db, of)) ?? {};
  const attachment = attachmentId === null ? null : await queries.selectAttachment(db, attachmentId);
  if (!attachment) throw new AppError('attachment.notFound');
  return attachment;
}

/** Removes the attachment from the message; false if there was none. Mails and earlier versions keep it. */
export async function removeFile(context: AppContext, grant: SystemGrant, message: MessageName) {
  const of = { systemId: grant.systemId, ...message };
  return write(context, grant, async (tx) => {
    const held = await queries.lockMessage(tx, of);
    if (!held || held.attachmentId === null) return unchanged(false);
    await queries.updateMessage(tx, of, { attachment_id: null });
    await keepVersion(context, grant, tx, of);
    return record(true, { action: 'message.detached', subject: nameAuditSubject(of) });
  });
}

/** Whether the file is already the message's attachment, by bytes and name. */
export async function isAttached(tx: WriteTx, { attachmentId }: HeldMessage, attachment: NewAttachment) {
  return attachmentId !== null && queries.isSameFile(tx, attachmentId, attachment);
}

/** Attaches a new file; the former attachment stays with the earlier versions of the message. */
export async function attach(tx: WriteTx, of: MessageOf, attachment: NewAttachment, now: Date) {
  const row = { ...attachment, system_id: of.systemId, uploaded_at: now };
  await queries.updateMessage(tx, of, { attachment_id: await queries.insertAttachment(tx, row) });
}

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
