import type { Language } from '@guichet/contract/core/language';
import { record, unchanged, write } from '../audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { SystemGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import type { FileReply } from '../platform/replyBody.ts';
import type { UploadedFile } from '../platform/requestBody.ts';
import { attachmentKind, attachmentName } from './attachmentKind.ts';
import * as queries from './messages.queries.ts';

type NewAttachment = Pick<
  Parameters<typeof queries.insertAttachment>[1],
  'file_name' | 'content_type' | 'bytes'
>;

/** The attachment that a file makes. @throws AppError `attachment.wrongKind` */
export function attachmentOf({ fileName, bytes }: UploadedFile): NewAttachment {
  const kind = attachmentKind(bytes);
  if (!kind) throw new AppError('attachment.wrongKind');
  return { file_name: attachmentName(fileName, kind), content_type: kind.contentType, bytes };
}

/** Attaches a file in the place of the one that was there. @throws AppError `attachment.wrongKind` */
export async function addFile(
  house: House,
  grant: SystemGrant,
  language: Language,
  file: UploadedFile,
): Promise<{ fileName: string }> {
  const { systemId } = grant;
  const now = house.clock.now();
  const attachment = attachmentOf(file);
  return write(house, grant, async (tx) => {
    await queries.insertEmptyMessage(tx, { systemId, language, now });
    await attach(tx, { systemId, language, now }, attachment);
    return record(
      { fileName: attachment.file_name },
      {
        action: 'message.attached',
        subject: subjectOf(systemId, language),
        detail: { attachment: attachment.file_name },
      },
    );
  });
}

/** @throws AppError `attachment.notFound` */
export async function getFile(db: ReadDb, systemId: number, language: Language): Promise<FileReply> {
  const attachment = await queries.selectAttachment(db, systemId, language);
  if (!attachment) throw new AppError('attachment.notFound');
  return attachment;
}

/** Takes the attachment off the message; false when there was none. Mails that are still to leave keep it. */
export async function removeFile(house: House, grant: SystemGrant, language: Language): Promise<boolean> {
  const { systemId } = grant;
  return write(house, grant, async (tx) => {
    const attachmentId = (await queries.lockMessage(tx, systemId, language))?.attachmentId ?? null;
    if (attachmentId === null) return unchanged(false);
    await queries.updateAttachment(tx, { systemId, language, attachmentId: null });
    await queries.deleteLooseAttachment(tx, attachmentId);
    return record(true, { action: 'message.detached', subject: subjectOf(systemId, language) });
  });
}

/** The attachment that is replaced goes too, unless mails are still to leave with it. */
export async function attach(
  tx: WriteTx,
  of: { readonly systemId: number; readonly language: Language; readonly now: Date },
  attachment: NewAttachment,
): Promise<void> {
  const { systemId, language, now } = of;
  const former = (await queries.lockMessage(tx, systemId, language))?.attachmentId ?? null;
  const attachmentId = await queries.insertAttachment(tx, {
    ...attachment,
    system_id: systemId,
    uploaded_at: now,
  });
  await queries.updateAttachment(tx, { systemId, language, attachmentId });
  if (former !== null) await queries.deleteLooseAttachment(tx, former);
}

export function subjectOf(systemId: number, language: Language): string {
  return `message:${systemId}:${language}`;
}
