/**
 * Owns the message of a system in each language: subject, body, attachment.
 * Refuses to know who gets it and when (imports, outbox).
 */
import { type Language, languages, otherLanguage } from '@guichet/contract/core/language';
import type { Message } from '@guichet/contract/messages';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import { insertMessages, selectMessages } from './messages.queries.ts';

/** The message as the editor shows it; empty where none was written yet. */
export async function getMessage(db: ReadDb, systemId: number, language: Language): Promise<Message> {
  const message = await findMessage(db, systemId, language);
  return {
    subject: message?.subject ?? '',
    body: message?.body ?? '',
    fileName: message?.fileName ?? null,
  };
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
  const messages = await selectMessages(db, systemId);
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
  const messages = await selectMessages(db, systemId);
  return languages.filter(
    (language) => !messages.some((message) => message.language === language && isUsable(message)),
  );
}

/** A mail without subject or without a word in it is none. */
function isUsable({ subject, body }: { subject: string; body: string }): boolean {
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
  await insertMessages(
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
  const messages = await selectMessages(db, systemId);
  return messages.find((message) => message.language === language);
}
