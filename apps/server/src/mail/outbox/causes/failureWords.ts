import type { Language } from '@guichet/contract/core/language';
import { mailWords } from '../../texts/texts.service.ts';

/** Reasons why a mail was not sent, as stored; their words stand in the text files. */
export type FailureReason = keyof (typeof mailWords)[Language]['failures'];
export const failureReasons = Object.keys(mailWords.fr.failures) as FailureReason[];

/** Reasons of which whoever runs the portal is the cause: no recipient is asked for another address. */
export const senderFaults = [
  'senderUnproven',
  'senderBlocked',
  'senderRefused',
  'sendingTooFast',
  'refusedByPolicy',
] as const satisfies readonly FailureReason[];

/** Reasons that say of an address that no mail will ever reach it. */
export const unknownAddress = [
  'mailboxUnknown',
  'domainUnknown',
  'mailboxClosed',
] as const satisfies readonly FailureReason[];

export const isSenderFault = (reason: string): boolean =>
  (senderFaults as readonly string[]).includes(reason);

export function isOfSender(lastError: string | null): boolean {
  return isSenderFault(stored.exec(lastError ?? '')?.[1] ?? '');
}

const stored = new RegExp(`^(${failureReasons.join('|')})(?:: (.*))?$`, 's');

/**
 * A stored failure in words for administrators: the portal's words, then the server's reply. `isWaiting`: the portal will try
 * again by itself, so that the words give no advice.
 */
export function failureWords(lastError: string | null, language: Language, isWaiting = false): string | null {
  const { failures, failuresWaiting } = mailWords[language];
  const waiting: Partial<Record<string, string>> = isWaiting ? failuresWaiting : {};
  return withReply(lastError, (reason) => waiting[reason] ?? failures[reason]);
}

/** Why a mail that has left was late: the first sentence, since the others say what to do about it. */
export function delayWords(lastError: string | null, language: Language): string | null {
  const { failures } = mailWords[language];
  return withReply(lastError, (reason) => failures[reason].split(/(?<=\.) /, 1)[0] ?? '');
}

function withReply(lastError: string | null, wordsOf: (reason: FailureReason) => string): string | null {
  const [, reason, reply] = stored.exec(lastError ?? '') ?? [];
  if (!reason) return lastError;
  const plain = wordsOf(reason as FailureReason);
  return reply ? `${plain} (${reply})` : plain;
}
