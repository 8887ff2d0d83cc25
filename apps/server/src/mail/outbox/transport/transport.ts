import { presentWords } from '../../../core/runtime/foreignWords.ts';
import type { FailureReason } from '../causes/failureWords.ts';
import type { MimeMessage } from '../render/composeMail.ts';

/** Delivers mails out of the process, one at a time. */
export interface Transport {
  /** Resolves when the mail has been accepted. @throws DeliveryFailure */
  deliver(mimeMessage: MimeMessage): Promise<void>;
  /** Tests whether mails can be sent now. @throws DeliveryFailure */
  probe(): Promise<void>;
  /** Closes idle connections; a mail that is being sent continues. */
  rest(): void;
  /** Aborts the mail that is being sent. */
  cut(): void;
}

/**
 * - `unreachable`: no mail can be sent now; this mail was not attempted.
 * - `later`: this mail was attempted and may be retried.
 * - `never`: this mail is refused permanently.
 */
export type FailureKind = 'unreachable' | 'later' | 'never';

export class DeliveryFailure extends Error {
  readonly kind: FailureKind;
  readonly reason: FailureReason;
  /** The mail server's reply, safe to show to administrators. */
  readonly reply: string | null;

  constructor(kind: FailureKind, reason: FailureReason, reply: string | null = null) {
    super(reason);
    this.kind = kind;
    this.reason = reason;
    this.reply = reply === null ? null : presentable(reply, 200);
  }
}

/** One line without URLs: a server that quotes a mail would reveal its secret link. Cut before the search. */
export function presentable(reply: string, most: number): string {
  const told = presentWords(reply, 5 * most).replace(/\S+/g, (word) =>
    /https?:|www\.|reset-password|confirm-email/i.test(word) ? '«…»' : word,
  );
  return presentWords(told, most).trim();
}

/** For example `mailboxUnknown: 550 5.1.1 No such user`. */
export function storedFailure({ reason, reply }: DeliveryFailure): string {
  return reply === null ? reason : `${reason}: ${reply}`;
}
