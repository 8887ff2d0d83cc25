import type { Message, MessageEditConflict, MessageText } from '@guichet/contract/messages';
import { authorOf } from '../audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import type { SystemGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { laterThan } from '../platform/runtime/clock.ts';
import * as queries from './messages.queries.ts';
import { deleteOldVersions, insertVersion, selectNewestVersion } from './versions/versions.queries.ts';

export type MessageOf = queries.MessageOf;

/** A message as nobody else can change it until the transaction ends. */
export type HeldMessage = NonNullable<Awaited<ReturnType<typeof queries.lockMessage>>>;

/** Holds a message; one that was never written is made, empty, so that two who write it first wait for one another. */
export async function holdMessage(tx: WriteTx, of: MessageOf, now: Date): Promise<HeldMessage> {
  await queries.insertEmptyMessage(tx, { ...of, now });
  return (await queries.lockMessage(tx, of)) as HeldMessage;
}

export function isSameText(one: MessageText, other: MessageText): boolean {
  return one.subject === other.subject && one.body === other.body;
}

/**
 * Whether another text stands there than the one that was edited. `savedAt` is null where there was none, and then
 * nothing is lost of a message that is still empty; undefined: whatever stands there was meant.
 */
export function hasEditConflict(held: HeldMessage, savedAt: Date | null | undefined): boolean {
  if (savedAt === undefined) return false;
  if (savedAt === null) return held.subject !== '' || held.body !== '';
  return held.savedAt.getTime() !== savedAt.getTime();
}

/** What stands there now, for whoever was overtaken. */
export async function editConflictWith(tx: WriteTx, of: MessageOf): Promise<MessageEditConflict> {
  const message = await getMessage(tx, of);
  const savedBy = (await selectNewestVersion(tx, of))?.savedBy ?? null;
  return { outcome: 'changedMeanwhile', current: { ...message, savedBy } };
}

/** Writes another text, under a moment of its own: it tells versions apart. */
export async function writeText(
  tx: WriteTx,
  of: MessageOf,
  held: HeldMessage,
  text: MessageText,
  now: Date,
): Promise<void> {
  await queries.updateText(tx, { ...of, ...text, savedAt: laterThan(held.savedAt, now) });
}

/** After each change of text or attachment: the message as it is now becomes its newest version. */
export async function keepVersion(
  context: AppContext,
  grant: SystemGrant,
  tx: WriteTx,
  of: MessageOf,
): Promise<void> {
  await insertVersion(tx, { ...of, author: authorOf(grant), now: context.clock.now() });
  for (const attachmentId of await deleteOldVersions(tx, of))
    await queries.deleteLooseAttachment(tx, attachmentId);
}

/** The message as the editor shows it; empty where none was written yet. */
export async function getMessage(db: ReadDb, { systemId, language }: MessageOf): Promise<Message> {
  const messages = await queries.selectMessages(db, systemId);
  const message = messages.find((one) => one.language === language);
  return {
    subject: message?.subject ?? '',
    body: message?.body ?? '',
    fileName: message?.fileName ?? null,
    savedAt: message?.savedAt ?? null,
  };
}
