/** Why a mail did not leave, as it is stored; `failureWords.ts` says it to people. */
export const failureReasons = [
  'serverUnreachable',
  'serverSilent',
  'serverRefusesUs',
  'folderNotWritable',
  'connectionLost',
  'deferred',
  'senderRefused',
  'mailboxUnknown',
  'recipientRefused',
  'contentRefused',
  'notComposable',
] as const;
export type FailureReason = (typeof failureReasons)[number];

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
