import type { Message, MessageEditConflict, MessageText } from '@guichet/contract/mail/messages';
import { findAuthor } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { laterThan } from '../../core/runtime/clock.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { initialText } from './initialText.ts';
import * as queries from './messages.queries.ts';
import { deleteOldVersions, insertVersion, selectNewestVersion } from './versions/versions.queries.ts';

export type { MessageName } from './messages.queries.ts';
export type MessageOf = queries.MessageOf;

/** A message whose row is locked until the transaction ends. */
export type HeldMessage = NonNullable<Awaited<ReturnType<typeof queries.lockMessage>>>;

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

/** The reply to an edit conflict, with the current message and its author. */
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
