import PostalMime, { type Email } from 'postal-mime';
import type { FailureReason } from '../causes/failureWords.ts';
import { findCause } from '../causes/findCause.ts';
import { DeliveryFailure, storedFailure } from '../transport/transport.ts';
import { readHeader } from './messageHeader.ts';
import { findReply, readProseReport, withoutQuotedMail } from './proseReport.ts';
import { readStatusFields, type StatusFields } from './statusFields.ts';

export interface DeliveryReport {
  readonly delivery: 'delayed' | 'delivered' | 'failed';
  /** The failure as it is stored; null if the mail was delivered. */
  readonly reason: string | null;
}

/** An answer that says nothing about the delivery: a complaint (RFC 5965), or what could not be read. */
export interface Answer {
  readonly kind: 'complaint' | 'unclear';
  readonly text: string;
}

/** Null is a message that changes nothing: an absence note, a read receipt, a letter. */
export type Message = { readonly report: DeliveryReport } | { readonly answer: Answer } | null;

const reportTypes = ['message/delivery-status', 'message/global-delivery-status'];

/**
 * Reads a message, which may be cut off at its end. A malicious message takes seconds: call this in a process of its own,
 * and only after the report's mail is known.
 * @throws if it is no message
 */
export async function readMessage(bytes: Uint8Array): Promise<Message> {
  const { isOfSystem, isOfNobody, isAutoReply } = readHeader(bytes);
  const email = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: 20,
  });
  const parts = (types: readonly string[]) =>
    email.attachments
      .filter(({ mimeType }) => types.includes(mimeType))
      .map(({ content }) => textOf(content));
  const text = withoutQuotedMail(plainText(email) || bodyOf(email, bytes));
  if (parts(['message/feedback-report']).length > 0) return { answer: { kind: 'complaint', text } };
  const statuses = parts(reportTypes);
  const told = [...(statuses.length > 0 ? statuses : isOfSystem ? [text] : [])].flatMap(readStatusFields);
  // Words decide only where no field does.
  const mayRead = !isAutoReply && isOfNobody && !told.some(({ action }) => action);
  const report = reportIn(told, text) ?? (mayRead ? reportOf(email.subject ?? '', text, isOfSystem) : null);
  if (report) return { report };
  if (parts(['message/disposition-notification']).length > 0) return null;
  return isOfNobody && !isAutoReply ? { answer: { kind: 'unclear', text } } : null;
}

function plainText({ text, html }: Email): string {
  return text?.trim() || (html ?? '').slice(0, 100_000).replace(/<[^<>]*>/g, ' ');
}

/** The body as it is, where no part of it is found: the boundary is wrong, or the body is in no known form. */
function bodyOf({ attachments }: Email, bytes: Uint8Array): string {
  if (attachments.length > 0) return '';
  const text = textOf(bytes);
  return text.slice(text.search(/\r?\n\r?\n/));
}

/** Servers that write in a national language often use its old encoding, and declare none. */
function textOf(content: string | ArrayBuffer | Uint8Array): string {
  if (typeof content === 'string') return content;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

const deliveries: Readonly<Record<string, DeliveryReport['delivery']>> = {
  failed: 'failed',
  failure: 'failed',
  expired: 'failed',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
};

/** A mail has one recipient, but its server may report several; the worst outcome counts. */
function reportIn(recipients: readonly StatusFields[], text: string): DeliveryReport | null {
  const told = recipients.map((one) => readRecipient(one, text));
  const found = (delivery: DeliveryReport['delivery']) => told.find((one) => one?.delivery === delivery);
  return found('failed') ?? found('delayed') ?? found('delivered') ?? null;
}

const ofClasses: Readonly<Record<string, DeliveryReport['delivery']>> = {
  2: 'delivered',
  4: 'delayed',
  5: 'failed',
};

function readRecipient({ action, status, diagnostic }: StatusFields, text: string): DeliveryReport | null {
  const delivery = action ? deliveries[action] : ofClasses[status.slice(0, 1)];
  if (!delivery) return null;
  if (delivery === 'delivered') return { delivery, reason: null };
  const reply = findReply(text);
  const told = reply === null ? [text] : [reply, text];
  const cause = findCause({ delivery, status, words: diagnostic, told });
  return { delivery, reason: reasonOf(cause, diagnostic || reply || status) };
}

function reportOf(subject: string, text: string, isOfSystem: boolean): DeliveryReport | null {
  const read = readProseReport(subject, text, isOfSystem);
  if (!read) return null;
  const { delivery, cause, words } = read;
  return { delivery, reason: reasonOf(cause, words) };
}

const reasonOf = (cause: FailureReason, words: string) =>
  storedFailure(new DeliveryFailure('never', cause, words || null));
