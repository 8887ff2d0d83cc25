import type { Message, MessageEditConflict } from '@guichet/contract/mail/messages';
import type { MessageVersion } from '@guichet/contract/mail/messages.versions';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant } from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { isIntricate, readWords } from '../../richText/richText.service.ts';
import { cleanText } from '../cleaning/cleanText.ts';
import { updateMessage } from '../messages.queries.ts';
import * as saving from '../saving.ts';
import { selectVersion, selectVersions } from './versions.queries.ts';

/** Characters: of the text that a list shows, and of the HTML from which it is extracted. */
const beginningLength = 200;
const readLength = 3000;

export async function listVersions(db: ReadDb, of: saving.MessageOf) {
  const versions = await selectVersions(db, of, readLength);
  const beginnings = await readWords(
    versions.map(({ beginning }) => readable(beginning)),
    'body',
  );
  return versions.map(({ beginning: _html, ...version }, n) => ({
    ...version,
    beginning: shortened(beginnings[n] ?? ''),
  }));
}

/** @throws AppError `version.notFound`, for a version of another system as well */
export async function getVersion(db: ReadDb, systemId: number, versionId: number): Promise<MessageVersion> {
  const version = await findVersion(db, systemId, versionId);
  const { id, savedAt, savedBy, subject, body, preheader, fileName } = version;
  return { id, savedAt, savedBy, subject, body, preheader, fileName };
}

/** Saves an earlier version again. @throws AppError `version.notFound`, `message.unknownPlaceholder` */
export async function restoreMessage(
  context: AppContext,
  grant: SystemGrant,
  versionId: number,
  savedAt: Date | null | undefined,
): Promise<Message | MessageEditConflict> {
  const { systemId } = grant;
  const now = context.clock.now();
  // Cleans the text by today's rules; before the lock, since a version never changes.
  const saved = await findVersion(context.database.read, systemId, versionId);
  const { kind, language, examId } = saved;
  const of = { systemId, kind, language, examId };
  const text = await cleanText(saved);
  return write<Message | MessageEditConflict>(context, grant, async (tx) => {
    const held = await saving.holdMessage(tx, of, now);
    // The previous holder of the lock may have deleted this version and its attachment.
    const version = await findVersion(tx, systemId, versionId);
    const { attachmentId, fileName } = version;
    const isSame = saving.isSameText(held, text);
    if (isSame && held.attachmentId === attachmentId) return unchanged(await saving.getMessage(tx, of));
    if (!isSame && saving.hasEditConflict(of, held, savedAt))
      return unchanged(await saving.editConflictWith(tx, of));
    if (!isSame) await saving.writeText(tx, of, held, text, { now });
    await updateMessage(tx, of, { attachment_id: attachmentId });
    await saving.keepVersion(context, grant, tx, of);
    const restoredFrom = version.savedAt.toISOString();
    return record(await saving.getMessage(tx, of), {
      action: 'message.restored',
      subject: saving.nameAuditSubject(of),
      detail: {
        language,
        subject: text.subject,
        ...(fileName !== null && { attachment: fileName }),
        restoredFrom,
      },
    });
  });
}

async function findVersion(db: ReadDb, systemId: number, versionId: number) {
  const version = await selectVersion(db, systemId, versionId);
  if (!version) throw new AppError('version.notFound');
  return version;
}

/** The beginning of a body without a tag that the cut has left open; '' if the HTML is too intricate. */
function readable(html: string): string {
  const whole = html.replace(/<[^<>]*$/, '');
  return isIntricate(whole) ? '' : whole;
}

function shortened(words: string): string {
  return [...words.replace(/\s+/g, ' ')].slice(0, beginningLength).join('');
}
