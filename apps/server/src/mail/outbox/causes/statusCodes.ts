import type { FailureReason } from './failureWords.ts';

/** Causes by subject and detail of an enhanced status code (RFC 3463, RFC 7372): the first that matches. */
const causes: readonly (readonly [string, FailureReason | null])[] = [
  ['0.0', null],
  ['1.0', null],
  ['1.2', 'domainUnknown'],
  ['1.6', 'mailboxClosed'],
  ['1.7', 'senderRefused'],
  ['1.8', 'senderRefused'],
  ['1.', 'mailboxUnknown'],
  ['2.0', null],
  ['2.1', 'mailboxClosed'],
  ['2.2', 'mailboxFull'],
  ['2.3', 'mailTooLarge'],
  ['3.4', 'mailTooLarge'],
  ['3.', 'recipientServerSilent'],
  // Exchange Online says so of an unknown address, others of a server that is away: the words tell.
  ['4.1', null],
  ['4.4', 'domainUnknown'],
  // Exchange Online: the domain does not exist in DNS.
  ['4.310', 'domainUnknown'],
  ['4.', 'recipientServerSilent'],
  ['5.', null],
  ['6.', 'contentRefused'],
  ['7.25', 'senderBlocked'],
  ['7.27', 'senderRefused'],
  ['7.28', 'sendingTooFast'],
  ['7.20', 'senderUnproven'],
  ['7.21', 'senderUnproven'],
  ['7.22', 'senderUnproven'],
  ['7.23', 'senderUnproven'],
  ['7.24', 'senderUnproven'],
  ['7.26', 'senderUnproven'],
  // Exchange Online: no right to send as this sender, relaying without an account, and DMARC.
  ['7.60', 'senderRefused'],
  ['7.64', 'senderRefused'],
  ['7.509', 'senderUnproven'],
  ['7.515', 'senderUnproven'],
  ['7.', 'refusedByPolicy'],
];

const ownTemporary = ['2.2', '7.25', '7.28'];

/** The last enhanced status code in a reply: the class, and the subject and detail. */
export function findStatusCode(words: string): { readonly kind: string; readonly detail: string } | null {
  const [, kind, detail] = [...words.matchAll(/\b([45])\.(\d{1,3}\.\d{1,3})\b/g)].at(-1) ?? [];
  return kind && detail ? { kind, detail } : null;
}

/** RFC 3463 §2: any other temporary code in the report of a failure means that the server gave up. */
export function causeOfCode({ kind, detail }: { kind: string; detail: string }): FailureReason | null {
  if (kind === '4' && !ownTemporary.includes(detail)) return 'recipientServerSilent';
  const isOf = (prefix: string) => (prefix.endsWith('.') ? detail.startsWith(prefix) : detail === prefix);
  return causes.find(([prefix]) => isOf(prefix))?.[1] ?? null;
}
