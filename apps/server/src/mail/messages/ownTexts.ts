import { type Language, languages, otherLanguage } from '@guichet/contract/core/language';
import type { MessageKind } from '@guichet/contract/mail/messages';
import { type AuditLine, findAuthor } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { lockSystem } from '../../systems/system/systems.service.ts';
import { initialText } from './initialText.ts';
import * as queries from './messages.queries.ts';
import { insertVersion } from './versions/versions.queries.ts';

export function listOwnTexts(db: ReadDb, systemId: number) {
  return queries.selectOwnTexts(db, systemId);
}

interface OwnText {
  readonly kind: MessageKind;
  readonly exam: { readonly id: number; readonly title: string };
}

/** Gives an exam a copy of the system's texts, with attachments. Returns the audit line, or null. */
export function giveOwnText(context: AppContext, tx: WriteTx, grant: SystemGrant, { kind, exam }: OwnText) {
  return copyText(context, tx, grant, { kind, exam, from: null });
}

/** Copies the own texts of an exam to a copy of the exam, in the transaction that makes the copy; returns the audit lines. */
export async function copyOwnTexts(
  context: AppContext,
  tx: WriteTx,
  grant: SystemGrant,
  { from, to, title }: { readonly from: number; readonly to: number; readonly title: string },
): Promise<AuditLine[]> {
  const own = await queries.selectOwnTexts(tx, grant.systemId);
  const lines: AuditLine[] = [];
  for (const { kind } of own.filter(({ examId }) => examId === from)) {
    const line = await copyText(context, tx, grant, { kind, exam: { id: to, title }, from });
    if (line) lines.push(line);
  }
  return lines;
}

/** Puts an exam back to the text of its system; returns the audit line, null where it had no text of its own. */
export async function removeOwnText(tx: WriteTx, { systemId }: SystemGrant, { kind, exam }: OwnText) {
  const removed = await queries.deleteOwnMessages(tx, { systemId, kind, examId: exam.id });
  return removed > 0 ? lineOf('message.ownRemoved', { kind, exam }) : null;
}

async function copyText(
  context: AppContext,
  tx: WriteTx,
  grant: SystemGrant,
  { kind, exam, from }: OwnText & { readonly from: number | null },
): Promise<AuditLine | null> {
  const { systemId } = grant;
  const now = context.clock.now();
  // If two administrators press at once, the second finds the text of the first.
  await lockSystem(tx, systemId);
  const present = await queries.selectMessages(tx, systemId, exam.id);
  if (present.some((one) => one.kind === kind && one.isOwn)) return null;
  const texts = await queries.selectMessages(tx, systemId, from);
  const savedIn = (language: Language) => texts.find((one) => one.kind === kind && one.language === language);
  for (const language of languages) {
    const saved = savedIn(language);
    const other = savedIn(otherLanguage(language));
    const { subject, body } = saved ?? initialText({ kind, language });
    const of = { systemId, kind, language, examId: exam.id };
    await queries.insertMessages(tx, [
      {
        ...{ system_id: systemId, exam_id: exam.id, kind, language, subject, body },
        preheader: saved?.preheader ?? '',
        attachment_id: saved?.attachmentId ?? null,
        // The language that is behind stays behind; a text that nobody has written is behind a written text.
        updated_at: saved?.savedAt ?? (other ? secondsAfter(other.savedAt, -1) : now),
        compared_to: saved?.comparedTo ?? null,
      },
    ]);
    await insertVersion(tx, { ...of, author: findAuthor(grant), now });
  }
  return lineOf('message.ownGiven', { kind, exam });
}

function lineOf(action: 'message.ownGiven' | 'message.ownRemoved', { kind, exam }: OwnText): AuditLine {
  return { action, subject: `exam:${exam.id}`, detail: { name: exam.title, kind } };
}
