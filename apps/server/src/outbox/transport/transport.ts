import type { MimeMessage } from '../render/composeMail.ts';
import type { FailureReason } from './failureWords.ts';

/** A way out of the process; it takes one mail at a time. */
export interface Transport {
  /** Resolves when the mail has been accepted. @throws DeliveryFailure */
  deliver(mimeMessage: MimeMessage): Promise<void>;
  /** Finds out whether mails could leave now. @throws DeliveryFailure */
  probe(): Promise<void>;
  /** Nothing to do for a while: lets go of what it holds open. A mail that is on its way goes on. */
  rest(): void;
  /** Breaks off what is on its way. */
  cut(): void;
}

/**
 * - `unreachable`: no mail can leave now; this one was not tried.
 * - `later`: this one was tried and may leave another time.
 * - `never`: this one is refused for good.
 */
export type FailureKind = 'unreachable' | 'later' | 'never';

export class DeliveryFailure extends Error {
  readonly kind: FailureKind;
  readonly reason: FailureReason;
  /** What the mail server answered, fit for an administrator's eyes. */
  readonly reply: string | null;

  constructor(kind: FailureKind, reason: FailureReason, reply: string | null = null) {
    super(reason);
    this.kind = kind;
    this.reason = reason;
    this.reply = reply === null ? null : presentable(reply);
  }
}

/** One line without addresses of the web: a server that quotes a mail would give its secret link away. */
function presentable(reply: string): string {
  return reply
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\S*(?:https?:|www\.|reset-password|confirm-email)\S*/gi, '«…»')
    .slice(0, 200)
    .trim();
}

/** `mailboxUnknown: 550 5.1.1 No such user` */
export function storedFailure({ reason, reply }: DeliveryFailure): string {
  return reply === null ? reason : `${reason}: ${reply}`;
}
