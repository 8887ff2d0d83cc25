import PostalMime, { type Email } from 'postal-mime';
import { DeliveryFailure, storedFailure } from '../transport/transport.ts';
import { causeOf } from './causeOf.ts';

/** What a mail server reports about one mail (RFC 3464). */
export interface DeliveryReport {
  readonly delivery: 'delayed' | 'delivered' | 'failed';
  /** A stored failure; null where the mail was delivered. */
  readonly reason: string | null;
}

/** A message of the mailbox. */
export interface Message {
  /** The values of its header fields, in which the address to which it was sent is to be found. */
  readonly headers: readonly string[];
  /** Null for anything that is no delivery report: absence notes, read receipts, letters. */
  readonly report: DeliveryReport | null;
}

const reportTypes = ['message/delivery-status', 'message/global-delivery-status'];

/** Reads a message, which may be cut off at its end. @throws where it is no message */
export async function readMessage(bytes: Uint8Array): Promise<Message> {
  const email = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: 20,
  });
  const part = isDeliveryReport(email)
    ? email.attachments.find(({ mimeType }) => reportTypes.includes(mimeType))
    : undefined;
  const report = part ? await readDeliveryStatus(textOf(part.content)) : null;
  return { headers: email.headers.map(({ value }) => value), report };
}

/** Servers that write in the language of their country often write in its old encoding, and name none. */
function textOf(content: string | ArrayBuffer | Uint8Array): string {
  if (typeof content === 'string') return content;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

/** An absence note says that it is automatic too; only the content type of RFC 3464 tells a report. */
function isDeliveryReport({ headers }: Email): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  return /^\s*multipart\/report\b/i.test(type) && /;\s*report-type\s*=\s*"?delivery-status\b/i.test(type);
}

const deliveries: Readonly<Record<string, DeliveryReport['delivery']>> = {
  failed: 'failed',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
};

/**
 * RFC 3464 §2.1: a block of fields about the message, then one for each recipient. A mail has one recipient, whose mail
 * server may tell of several; the worst counts.
 */
async function readDeliveryStatus(text: string): Promise<DeliveryReport | null> {
  const [, ...recipients] = text.trim().split(/\r?\n(?:[ \t]*\r?\n)+/);
  const told = await Promise.all(recipients.map(readRecipient));
  const found = (delivery: DeliveryReport['delivery']) => told.find((one) => one?.delivery === delivery);
  return found('failed') ?? found('delayed') ?? found('delivered') ?? null;
}

async function readRecipient(block: string): Promise<DeliveryReport | null> {
  const { headers } = await PostalMime.parse(`${block}\r\n\r\n`);
  const field = (name: string) => headers.find(({ key }) => key === name)?.value.trim() ?? '';
  const delivery = deliveries[field('action').toLowerCase().split(/[\s(]/)[0] ?? ''];
  if (!delivery) return null;
  if (delivery === 'delivered') return { delivery, reason: null };
  const [status = ''] = /\d\.\d{1,3}\.\d{1,3}/.exec(field('status')) ?? [];
  const words = field('diagnostic-code')
    .replace(/^[\w-]+\s*;\s*/, '')
    .replace(/\s+/g, ' ');
  const cause = causeOf(delivery, status, words);
  return { delivery, reason: storedFailure(new DeliveryFailure('never', cause, words || status || null)) };
}
