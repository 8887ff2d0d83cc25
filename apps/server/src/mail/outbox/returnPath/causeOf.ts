import type { FailureReason } from '../transport/failureWords.ts';

/** Causes by the subject and detail of an enhanced status code (RFC 3463): the first prefix that matches. */
const causes: readonly (readonly [string, FailureReason])[] = [
  ['1.2', 'domainUnknown'],
  ['1.7', 'recipientRefused'],
  ['1.8', 'recipientRefused'],
  ['1.', 'mailboxUnknown'],
  ['2.1', 'mailboxClosed'],
  ['2.2', 'mailboxFull'],
  ['2.3', 'contentRefused'],
  ['3.4', 'contentRefused'],
  ['4.4', 'domainUnknown'],
  // Exchange Online: the domain does not exist in DNS.
  ['4.310', 'domainUnknown'],
  ['4.', 'recipientServerSilent'],
  ['6.', 'contentRefused'],
  ['7.', 'refusedByPolicy'],
];

/** Why a mail came back or is delayed. `words`: the mail server's reply, which may hold a better code. */
export function causeOf(delivery: 'failed' | 'delayed', status: string, words: string): FailureReason {
  if (delivery === 'delayed') return 'deliveryDelayed';
  const [, ofWords] = /\b[245]\.(\d{1,3}\.\d{1,3})\b/.exec(words) ?? [];
  const ofStatus = status.slice(2);
  const isVague = ofStatus === '' || ofStatus === '0.0';
  // RFC 3463 §2: a temporary code in the report of a failure means that the server gave up.
  if (status.startsWith('4.') && !ofStatus.startsWith('2.2')) return 'recipientServerSilent';
  const code = isVague ? (ofWords ?? '') : ofStatus;
  const isOf = (prefix: string) => (prefix.endsWith('.') ? code.startsWith(prefix) : code === prefix);
  return causes.find(([prefix]) => isOf(prefix))?.[1] ?? 'recipientRefused';
}
