import PostalMime from 'postal-mime';
import { DeliveryFailure, storedFailure } from '../transport/transport.ts';
import { causeOf } from './causeOf.ts';
import { isReportType, nameOf } from './messageHeader.ts';

/** A mail server's report about one mail (RFC 3464). */
export interface DeliveryReport {
  readonly delivery: 'delayed' | 'delivered' | 'failed';
  /** The failure as it is stored; null if the mail was delivered. */
  readonly reason: string | null;
}

export interface Message {
  /** Null if the message is no delivery report: an absence note, a read receipt, a letter. */
  readonly report: DeliveryReport | null;
}

const reportTypes = ['message/delivery-status', 'message/global-delivery-status'];

/** A mail has one recipient, whom a server may report under several names; further names are ignored. */
const mostRecipients = 100;
/** The most lines and characters that are read of one field. */
const mostLines = 100;
const mostWords = 2000;

/**
 * Reads a message, which may be cut off at its end. A malicious message takes seconds: call this in a thread,
 * and only after the report's mail is known.
 * @throws if it is no message
 */
export async function readMessage(bytes: Uint8Array): Promise<Message> {
  const email = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: 20,
  });
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  const part = isReportType(type)
    ? email.attachments.find(({ mimeType }) => reportTypes.includes(mimeType))
    : undefined;
  return { report: part ? readDeliveryStatus(textOf(part.content)) : null };
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
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
};

/**
 * RFC 3464 §2.1: a block of fields about the message, then a block for each recipient. A mail has one
 * recipient, but its mail server may report several; the worst outcome counts.
 */
function readDeliveryStatus(text: string): DeliveryReport | null {
  const [, ...recipients] = blocksOf(text);
  const told = recipients.map(readRecipient);
  const found = (delivery: DeliveryReport['delivery']) => told.find((one) => one?.delivery === delivery);
  return found('failed') ?? found('delayed') ?? found('delivered') ?? null;
}

/** The blocks of lines between blank lines, at most as many as the most recipients. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [];
  let isWithin = false;
  for (const line of text.split(/\r?\n/)) {
    const isBlank = line.trim() === '';
    if (!isBlank && !isWithin && blocks.push([]) > mostRecipients + 1) return blocks.slice(0, -1);
    if (!isBlank) blocks.at(-1)?.push(line);
    isWithin = !isBlank;
  }
  return blocks;
}

function readRecipient(lines: readonly string[]): DeliveryReport | null {
  const field = (name: string) => fieldOf(lines, name);
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

/** The value of a field with its folded lines, cut; '' where it is absent. */
function fieldOf(lines: readonly string[], name: string): string {
  const at = lines.findIndex((line) => nameOf(line) === name);
  if (at < 0) return '';
  const [first = '', ...behind] = lines.slice(at, at + mostLines);
  const end = behind.findIndex((line) => !/^[ \t]/.test(line));
  const folded = end < 0 ? behind : behind.slice(0, end);
  return [first.slice(first.indexOf(':') + 1), ...folded].join(' ').slice(0, mostWords).trim();
}
