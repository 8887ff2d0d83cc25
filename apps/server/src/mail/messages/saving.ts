import type { BodyOf } from '@guichet/contract/core/endpoint';
import { otherLanguage } from '@guichet/contract/core/language';
import type {
  compareMessage as endpoint,
  Message,
  MessageEditConflict,
  MessageText,
} from '@guichet/contract/mail/messages';
import { findMessageGap, olderLanguage } from '@guichet/contract/mail/messages.gaps';
import {
  type AuditLine,
  type Author,
  findAuthor,
  record,
  unchanged,
  write,
} from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { laterThan, secondsAfter } from '../../core/runtime/clock.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { initialText } from './initialText.ts';
import * as queries from './messages.queries.ts';
import { deleteOldVersions, insertVersion, selectNewestVersion } from './versions/versions.queries.ts';

export type { MessageName } from './messages.queries.ts';
export type MessageOf = queries.MessageOf;

export type HeldMessage = NonNullable<Awaited<ReturnType<typeof queries.lockMessage>>>;

export function nameAuditSubject({ systemId, kind, language, examId }: MessageOf): string {
  const message = `${kind === 'invitation' ? 'message' : kind}:${systemId}:${language}`;
  return examId ? `${message}:${examId}` : message;
}

const nobody = { userId: null, fullName: '' };

/**
 * Locks a message; creates a missing message of a system first, with its initial text: concurrent first saves wait.
 * @throws AppError `message.notOwn` for an exam without a text of its own
 */
export async function holdMessage(tx: WriteTx, of: MessageOf, now: Date): Promise<HeldMessage> {
  if (of.examId) {
    const held = await queries.lockMessage(tx, of);
    if (!held) throw new AppError('message.notOwn');
    return held;
  }
  const text = initialText(of);
  const isNew = await queries.insertInitialMessage(tx, { ...of, ...text }, now);
  // A first version, so that the initial text can be restored.
  if (isNew && text.body !== '') await insertVersion(tx, { ...of, author: nobody, now });
  return (await queries.lockMessage(tx, of)) as HeldMessage;
}

/** A text without a preheader keeps the stored preheader. */
export function isSameText(held: MessageText, text: MessageText): boolean {
  const { subject, body, preheader = held.preheader } = text;
  return held.subject === subject && held.body === body && held.preheader === preheader;
}

/**
 * Whether somebody has saved another text since `savedAt`. `savedAt` null: no text was stored, so the initial
 * text is no conflict; undefined: the caller replaces any text.
 */
export function hasEditConflict(of: MessageOf, held: HeldMessage, savedAt: Date | null | undefined): boolean {
  if (savedAt === undefined) return false;
  if (savedAt === null) return !isSameText(held, initialText(of));
  return held.savedAt.getTime() !== savedAt.getTime();
}

export async function editConflictWith(tx: WriteTx, of: MessageOf): Promise<MessageEditConflict> {
  const message = await getMessage(tx, of);
  const savedBy = (await selectNewestVersion(tx, of))?.savedBy ?? null;
  return { outcome: 'changedMeanwhile', current: { ...message, savedBy } };
}

/**
 * Writes a text with a unique `savedAt`, which identifies versions. `comparedTo`: when the text of the other language was
 * saved with which it corresponds; null: with none yet.
 */
export async function writeText(
  tx: WriteTx,
  of: MessageOf,
  held: HeldMessage,
  text: MessageText,
  { now, comparedTo = null }: { readonly now: Date; readonly comparedTo?: Date | null },
) {
  await queries.updateMessage(tx, of, {
    ...text,
    updated_at: laterThan(held.savedAt, now),
    compared_to: comparedTo,
  });
}

/** Stores the message as its newest version; call after each change of text or attachment. */
export async function keepVersion(context: AppContext, grant: SystemGrant, tx: WriteTx, of: MessageOf) {
  await insertVersion(tx, { ...of, author: findAuthor(grant), now: context.clock.now() });
  for (const attachmentId of await deleteOldVersions(tx, of))
    await queries.deleteLooseAttachment(tx, attachmentId);
}

/** The message as the editor shows it: of an exam, its own or else the system's; the initial text where nobody has written any. */
export async function getMessage(db: ReadDb, of: MessageOf): Promise<Message> {
  const message = await findSaved(db, of);
  const { subject, body } = message ?? initialText(of);
  return {
    subject,
    body,
    preheader: message?.preheader ?? '',
    fileName: message?.fileName ?? null,
    savedAt: message?.savedAt ?? null,
    comparedTo: message?.comparedTo ?? null,
    ...(message?.isOwn && { isOwn: true }),
  };
}

export async function findSaved(db: ReadDb, of: MessageOf) {
  const messages = await queries.selectMessages(db, of.systemId, of.examId);
  return messages.find(({ kind, language }) => kind === of.kind && language === of.language);
}

export function compareMessage(
  context: AppContext,
  grant: SystemGrant,
  message: queries.MessageName,
  read: BodyOf<typeof endpoint>,
): Promise<boolean> {
  const of = { systemId: grant.systemId, ...message };
  return write(context, grant, async (tx) => {
    const other = await getMessage(tx, otherOf(of));
    if (other.savedAt?.getTime() !== read.comparedTo.getTime()) return unchanged(false);
    const held = await holdMessage(tx, of, context.clock.now());
    if (hasEditConflict(of, held, read.savedAt)) return unchanged(false);
    return record(true, await compare(tx, of, read.comparedTo));
  });
}

/** When the other language's text was saved, if this text is older and not marked as compared; else null. */
export async function findUncompared(db: ReadDb, of: MessageOf): Promise<Date | null> {
  const { gap, other } = await findGap(db, of);
  return olderLanguage(gap) === of.language ? other.savedAt : null;
}

async function findGap(db: ReadDb, of: MessageOf) {
  const [own, other] = [await getMessage(db, of), await getMessage(db, otherOf(of))];
  return {
    other,
    gap: findMessageGap(of.language === 'fr' ? { fr: own, en: other } : { fr: other, en: own }),
  };
}

const sittingSeconds = 3600;

/**
 * When this person saved the other language's text, if within the last hour and this one is still behind it: both are then
 * edited in one sitting. A text that is not behind changes alone.
 */
export async function findSameSitting(tx: WriteTx, of: MessageOf, { userId }: Author, now: Date) {
  const { gap, other } = await findGap(tx, of);
  const isInStep = gap === null || olderLanguage(gap) === otherLanguage(of.language);
  const newest = isInStep ? null : await selectNewestVersion(tx, otherOf(of));
  if (newest?.savedById !== userId) return null;
  return newest.savedAt >= secondsAfter(now, -sittingSeconds) ? other.savedAt : null;
}

export async function compare(tx: WriteTx, of: MessageOf, comparedTo: Date): Promise<AuditLine> {
  await queries.updateMessage(tx, of, { compared_to: comparedTo });
  return { action: 'message.compared', subject: nameAuditSubject(of), detail: { language: of.language } };
}

function otherOf(of: MessageOf): MessageOf {
  return { ...of, language: otherLanguage(of.language) };
}
