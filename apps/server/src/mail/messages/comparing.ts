import type { BodyOf } from '@guichet/contract/core/endpoint';
import { otherLanguage } from '@guichet/contract/core/language';
import type { compareMessage as endpoint } from '@guichet/contract/mail/messages';
import { findMessageGap, olderLanguage } from '@guichet/contract/mail/messages.gaps';
import { type AuditLine, type Author, record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { nameAuditSubject } from './attachments/attachments.ts';
import { updateMessage } from './messages.queries.ts';
import * as saving from './saving.ts';
import { selectNewestVersion } from './versions/versions.queries.ts';

/** Marks a message as compared to a later text in the other language; false if either was saved meanwhile. */
export function compareMessage(
  context: AppContext,
  grant: SystemGrant,
  message: saving.MessageName,
  read: BodyOf<typeof endpoint>,
): Promise<boolean> {
  const of = { systemId: grant.systemId, ...message };
  return write(context, grant, async (tx) => {
    const other = await saving.getMessage(tx, otherOf(of));
    if (other.savedAt?.getTime() !== read.comparedTo.getTime()) return unchanged(false);
    const held = await saving.holdMessage(tx, of, context.clock.now());
    if (saving.hasEditConflict(of, held, read.savedAt)) return unchanged(false);
    return record(true, await compare(tx, of, read.comparedTo));
  });
}

/** When the other language's text was saved, if this text is older and not marked as compared; else null. */
export async function findUncompared(db: ReadDb, of: saving.MessageOf): Promise<Date | null> {
  const [own, other] = [await saving.getMessage(db, of), await saving.getMessage(db, otherOf(of))];
  const gap = findMessageGap(of.language === 'fr' ? { fr: own, en: other } : { fr: other, en: own });
  return olderLanguage(gap) === of.language ? other.savedAt : null;
}

const sittingSeconds = 3600;

/** When this person saved the other language's text, if within the last hour: both are then edited in one sitting. */
export async function findSameSitting(
  tx: WriteTx,
  of: saving.MessageOf,
  { userId }: Author,
  now: Date,
): Promise<Date | null> {
  const other = await selectNewestVersion(tx, otherOf(of));
  if (!other || other.savedById !== userId) return null;
  const isRecent = other.savedAt >= secondsAfter(now, -sittingSeconds);
  return isRecent ? (await saving.getMessage(tx, otherOf(of))).savedAt : null;
}

/** Marks a locked message as compared; returns the audit line. */
export async function compare(tx: WriteTx, of: saving.MessageOf, comparedTo: Date): Promise<AuditLine> {
  await updateMessage(tx, of, { compared_to: comparedTo });
  return { action: 'message.compared', subject: nameAuditSubject(of), detail: { language: of.language } };
}

function otherOf(of: saving.MessageOf): saving.MessageOf {
  return { ...of, language: otherLanguage(of.language) };
}
