/** Owns the messages of a system: subject, body, attachment by language. Does not know the recipients. */

import { type Language, languages } from '@guichet/contract/core/language';
import type { Message, MessageEditConflict, MessageText } from '@guichet/contract/mail/messages';
import { findMessageGap, languageSent, olderLanguage } from '@guichet/contract/mail/messages.gaps';
import { type Author, findAuthor, record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import type { UploadedFile } from '../../core/http/bodies/requestBody.ts';
import type { InitDefaults } from '../../systems/system/systems.service.ts';
import { mailText } from '../texts/texts.service.ts';
import { attach, isAttached, readAttachment } from './attachments/attachments.ts';
import { cleanText } from './cleaning/cleanText.ts';
import { initialText } from './initialText.ts';
import * as queries from './messages.queries.ts';
import * as saving from './saving.ts';
import { insertFirstVersions } from './versions/versions.queries.ts';

export { type NewAttachment, readAttachment } from './attachments/attachments.ts';
export { cleanBody, cleanLine, cleanText, refuseWrappedIn } from './cleaning/cleanText.ts';
export { findTextsWithoutPasswordLink, listMessageGaps } from './gaps.ts';
export { insertAttachment, selectAttachment } from './messages.queries.ts';
export { copyOwnTexts, giveOwnText, listOwnTexts, removeOwnText } from './ownTexts.ts';
export { compareMessage, getMessage, type MessageName, nameAuditSubject } from './saving.ts';

/**
 * Saving an unchanged, older message marks it as compared to the later text in the other language. `savedAt` null: there
 * was no text; undefined: replaces any text.
 * @throws AppError `message.unknownPlaceholder`, `message.wrappedSecret`, `attachment.wrongKind`
 */
export async function saveMessage(
  context: AppContext,
  grant: SystemGrant,
  message: saving.MessageName,
  edited: MessageText & { readonly savedAt?: Date | null | undefined },
  file: UploadedFile | null,
): Promise<Message | MessageEditConflict> {
  const of = { systemId: grant.systemId, ...message };
  const now = context.clock.now();
  const text = await cleanText(edited);
  const given = file ? await readAttachment(file) : null;
  return write<Message | MessageEditConflict>(context, grant, async (tx) => {
    // Before the message is held, which makes the one of a text that nobody has saved yet.
    const comparedTo = await saving.findSameSitting(tx, of, findAuthor(grant), now);
    const held = await saving.holdMessage(tx, of, now);
    const attachment = given && !(await isAttached(tx, held, given)) ? given : null;
    const isSame = saving.isSameText(held, text);
    if (isSame && !attachment) {
      // Whoever saves the older text unchanged has read it beside the later text.
      const later = await saving.findUncompared(tx, of);
      const line = later && (await saving.compare(tx, of, later));
      const message = await saving.getMessage(tx, of);
      return line ? record(message, line) : unchanged(message);
    }
    if (!isSame && saving.hasEditConflict(of, held, edited.savedAt))
      return unchanged(await saving.editConflictWith(tx, of));
    if (!isSame) await saving.writeText(tx, of, held, text, { now, comparedTo });
    if (attachment) await attach(tx, of, attachment, now);
    await saving.keepVersion(context, grant, tx, of);
    return record(await saving.getMessage(tx, of), {
      action: 'message.saved',
      subject: saving.nameAuditSubject(of),
      detail: {
        language: of.language,
        subject: text.subject,
        ...(attachment && { attachment: attachment.file_name }),
      },
    });
  });
}

/** `language`: the language of the text: the requested language, or the other if that text is empty. */
export interface MailingText extends Pick<MessageText, 'subject' | 'body'> {
  readonly preheader?: string;
  readonly language: Language;
  readonly attachmentId: number | null;
}

export interface MailingTexts {
  /** Null: both languages are empty, so that nobody gets a mail. */
  readonly of: Readonly<Record<Language, MailingText | null>>;
  /** The language whose text is older than a change of the other, and not compared to it; null for none. */
  readonly older: Language | null;
}

/** The texts of a message for readers of each language (readings §3); with `examId` those of this exam, else the system's. */
export async function getMessagesForMailing(
  db: ReadDb,
  { systemId, kind, examId }: Omit<saving.MessageOf, 'language'>,
): Promise<MailingTexts> {
  const messages = await queries.selectMessages(db, systemId, examId);
  const textIn = (language: Language) => {
    const written = messages.find((one) => one.kind === kind && one.language === language);
    const unwritten = { preheader: '', attachmentId: null, savedAt: null, comparedTo: null };
    return written ?? { ...initialText({ kind, language }), ...unwritten };
  };
  const saved = { fr: textIn('fr'), en: textIn('en') };
  const find = (reader: Language): MailingText | null => {
    const language = languageSent(saved, reader);
    if (!language) return null;
    const { subject, body, preheader, attachmentId } = saved[language];
    return { language, subject, body, ...(preheader && { preheader }), attachmentId };
  };
  return { of: { fr: find('fr'), en: find('en') }, older: olderLanguage(findMessageGap(saved)) };
}

/** The text of a message for readers of a language; null if both languages are empty. */
export async function getMessageForMailing(db: ReadDb, { language, ...of }: saving.MessageOf) {
  return (await getMessagesForMailing(db, of)).of[language];
}

/** Gives a new system the messages and attachments of another (readings §3), or the default messages. */
export const initMessageDefaults: InitDefaults = async (tx, { systemId, copyFrom, author, now }) => {
  if (copyFrom === null) return seedMessages(tx, makeFirstMessages(systemId), author, now);
  for (const { kind, language, attachmentId, ...text } of await queries.selectMessages(tx, copyFrom)) {
    const { subject, body, preheader } = text;
    const files = { from: copyFrom, to: systemId, now };
    const attachment_id = attachmentId && (await queries.copyAttachment(tx, { ...files, attachmentId }));
    const message = { system_id: systemId, kind, language, subject, body, preheader, attachment_id };
    await queries.insertMessages(tx, [{ ...message, updated_at: now }]);
  }
  await insertFirstVersions(tx, author);
};

export type FirstMessage = queries.MessageOf & MessageText;

export function makeFirstMessages(systemId: number): FirstMessage[] {
  return languages.map((language) => ({
    systemId,
    kind: 'invitation',
    language,
    ...mailText('invitation', language),
  }));
}

/** Creates the default messages of systems that have no messages. */
export async function seedMessages(
  tx: WriteTx,
  messages: readonly FirstMessage[],
  author: Author,
  now: Date,
): Promise<void> {
  await queries.insertMessages(
    tx,
    messages.map(({ systemId, kind, language, subject, body }) => ({
      system_id: systemId,
      kind,
      language,
      subject,
      body,
      attachment_id: null,
      updated_at: now,
    })),
  );
  await insertFirstVersions(tx, author);
}
