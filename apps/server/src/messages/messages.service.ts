/**
 * Owns the message of a system in each language: subject, body, attachment.
 * Refuses to know who gets it and when (imports, outbox).
 */
import { type Language, languages, otherLanguage } from '@guichet/contract/core/language';
import type { Message, MessageText } from '@guichet/contract/messages';
import { record, write } from '../audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { SystemGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import type { UploadedFile } from '../platform/requestBody.ts';
import { attach, attachmentOf, subjectOf } from './attachments.ts';
import { cleanBody } from './cleanBody.ts';
import * as queries from './messages.queries.ts';
import { checkPlaceholders } from './placeholders.ts';

export { addFile, getFile, removeFile } from './attachments.ts';
export { furnishMessages } from './furnishing.ts';

/** The message as the editor shows it; empty where none was written yet. */
export async function getMessage(db: ReadDb, systemId: number, language: Language): Promise<Message> {
  const message = await findMessage(db, systemId, language);
  return {
    subject: message?.subject ?? '',
    body: message?.body ?? '',
    fileName: message?.fileName ?? null,
    savedAt: message?.savedAt ?? null,
  };
}

/**
 * Saves subject and body, cleaned, and a file if there is one as the attachment. Answers the message as it is now.
 * `savedAt` is the version that was edited; absent, whatever is there is replaced.
 * @throws AppError `message.unknownPlaceholder`, `attachment.wrongKind`, `message.changedMeanwhile`
 */
export async function saveMessage(
  house: House,
  grant: SystemGrant,
  language: Language,
  edited: MessageText & { readonly savedAt?: Date | null | undefined },
  file: UploadedFile | null,
): Promise<Message> {
  const { systemId } = grant;
  const now = house.clock.now();
  const { subject, body } = cleanText(edited);
  const attachment = file ? attachmentOf(file) : null;
  await write(house, grant, async (tx) => {
    const current = await queries.lockMessage(tx, systemId, language);
    if (edited.savedAt && current && current.savedAt.getTime() !== edited.savedAt.getTime())
      throw new AppError('message.changedMeanwhile');
    await queries.upsertMessage(tx, { systemId, language, subject, body, now });
    if (attachment) await attach(tx, { systemId, language, now }, attachment);
    return record(null, {
      action: 'message.saved',
      subject: subjectOf(systemId, language),
      detail: { language, subject, ...(attachment && { attachment: attachment.file_name }) },
    });
  });
  return getMessage(house.database.read, systemId, language);
}

/** What is kept of what was typed: nothing that could act, and placeholders in their one spelling. */
export function cleanText({ subject, body }: MessageText): MessageText {
  return {
    subject: cleanLine(subject, 'subject'),
    body: checkPlaceholders(cleanBody(body), 'body'),
  };
}

/** A subject on one line. @throws AppError `message.unknownPlaceholder` at `field` */
export function cleanLine(subject: string, field: string, known?: readonly string[]): string {
  return checkPlaceholders(subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), field, known);
}

/** A body that is not a message's, with placeholders of its own. @throws AppError as `cleanLine` */
export function cleanBodyOf(html: string, field: string, known: readonly string[]): string {
  return checkPlaceholders(cleanBody(html), field, known);
}

export interface MailingText {
  /** The language that the text is in: the one asked for, or the other one where that is empty. */
  readonly language: Language;
  readonly subject: string;
  readonly body: string;
  readonly attachmentId: number | null;
}

/** What to send to readers of a language (readings §3); null when the message is empty in both. */
export async function getMessageForMailing(
  db: ReadDb,
  systemId: number,
  language: Language,
): Promise<MailingText | null> {
  const messages = await queries.selectMessages(db, systemId);
  for (const choice of [language, otherLanguage(language)]) {
    const message = messages.find((one) => one.language === choice);
    if (message && isUsable(message)) {
      const { subject, body, attachmentId } = message;
      return { language: choice, subject, body, attachmentId };
    }
  }
  return null;
}

/** The languages in which a system has nothing that could be sent. */
export async function missingLanguages(db: ReadDb, systemId: number): Promise<Language[]> {
  const messages = await queries.selectMessages(db, systemId);
  return languages.filter(
    (language) => !messages.some((message) => message.language === language && isUsable(message)),
  );
}

/** A mail without subject or without a word in it is none. */
export function isUsable({ subject, body }: { subject: string; body: string }): boolean {
  return subject.trim() !== '' && /[^\s\u00a0]/.test(body.replace(/<[^>]*>/g, ''));
}

export interface FirstMessage {
  readonly systemId: number;
  readonly language: Language;
  readonly subject: string;
  readonly body: string;
}

/** Lays down the first messages of systems that have none yet. */
export async function seedMessages(tx: WriteTx, messages: readonly FirstMessage[], now: Date): Promise<void> {
  await queries.insertMessages(
    tx,
    messages.map(({ systemId, language, subject, body }) => ({
      system_id: systemId,
      language,
      subject,
      body,
      attachment_id: null,
      updated_at: now,
    })),
  );
}

async function findMessage(db: ReadDb, systemId: number, language: Language) {
  const messages = await queries.selectMessages(db, systemId);
  return messages.find((message) => message.language === language);
}
