import { hmac, sameText } from '../platform/keys.ts';

/**
 * The secrets that travel in mails. They are signed instead of stored: who reads the database or the outbox cannot
 * use them, and a mail that is sent again says the same.
 */
export interface MailTokenClaims {
  /** `firstPassword`, `confirmEmail`: subject is a user id. `resetPassword`: the id of an account token. */
  readonly purpose: MailTokenPurpose;
  readonly subject: string;
  /** Whole seconds; a token is over exactly then. */
  readonly expiresAt: Date;
}

export const mailTokenPurposes = ['firstPassword', 'resetPassword', 'confirmEmail'] as const;
export type MailTokenPurpose = (typeof mailTokenPurposes)[number];

const form = /^([a-zA-Z]+)~([\w-]{1,64})~([0-9a-z]{1,9})~([\w-]{43})$/;

/** `key` is `keys.derive('mailTokens')`. Letters, digits, `-`, `_`, `~` only, so that no mail program cuts it. */
export function mailToken(key: Buffer, { purpose, subject, expiresAt }: MailTokenClaims): string {
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  const claims = `${purpose}~${subject}~${seconds.toString(36)}`;
  return `${claims}~${hmac(key, claims)}`;
}

/** The claims of a token of ours that is not over yet, or null. */
export function openMailToken(key: Buffer, token: string, now: Date): MailTokenClaims | null {
  const [, purpose, subject, seconds, signature] = form.exec(token) ?? [];
  if (!purpose || !subject || !seconds || !signature) return null;
  if (!sameText(signature, hmac(key, `${purpose}~${subject}~${seconds}`))) return null;
  const known = mailTokenPurposes.find((name) => name === purpose);
  const expiresAt = new Date(Number.parseInt(seconds, 36) * 1000);
  return known && expiresAt > now ? { purpose: known, subject, expiresAt } : null;
}
