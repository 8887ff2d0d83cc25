import { encrypt } from '../../platform/crypto/encryption.ts';
import { hmac, sameText } from '../../platform/crypto/keys.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';

/** Tokens in mails, signed and not stored: readers of the database cannot use them, and a repeated mail has the same one. */
export interface MailTokenClaims {
  /** Defines the format of the subject; for `confirmEmail` it is a user id. */
  readonly purpose: MailTokenPurpose;
  readonly subject: string;
  /** Whole seconds, exclusive. Null: the token has no end of its own. */
  readonly expiresAt: Date | null;
}

export const mailTokenPurposes = ['firstPassword', 'invitation', 'resetPassword', 'confirmEmail'] as const;
export type MailTokenPurpose = (typeof mailTokenPurposes)[number];

const form = /^([a-zA-Z]+)~([\w-]{1,64})~([0-9a-z]{1,9})~([\w-]{43})$/;

/** The signed token. `key` is `keys.derive('mailTokens')`. Letters, digits, `-`, `_`, `~` only, so that no mail program cuts it. */
export function mailToken(key: Buffer, { purpose, subject, expiresAt }: MailTokenClaims): string {
  const seconds = expiresAt === null ? 0 : Math.floor(expiresAt.getTime() / 1000);
  const claims = `${purpose}~${subject}~${seconds.toString(36)}`;
  return `${claims}~${hmac(key, claims)}`;
}

/** The claims of a validly signed token, else null; does not check the expiry, see `isOver`. */
export function openMailToken(key: Buffer, token: string): MailTokenClaims | null {
  const [, purpose, subject, seconds, signature] = form.exec(token) ?? [];
  if (!purpose || !subject || !seconds || !signature) return null;
  if (!sameText(signature, hmac(key, `${purpose}~${subject}~${seconds}`))) return null;
  const known = mailTokenPurposes.find((name) => name === purpose);
  const end = Number.parseInt(seconds, 36) * 1000;
  return known ? { purpose: known, subject, expiresAt: end === 0 ? null : new Date(end) } : null;
}

export function isOver({ expiresAt }: Pick<MailTokenClaims, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/**
 * Encrypts a password that somebody typed for somebody else; unlike links it cannot be computed again, so it is stored in
 * the row of its mail, bound to the recipient.
 */
export function encryptSecret(context: AppContext, secret: string, recipient: string): string {
  return encrypt(context.clock, encryptionKeys(context).encryption, secret, recipient);
}

/** The keys for the secrets in mails: one signs links, one decrypts passwords. */
export function encryptionKeys({ keys }: Pick<AppContext, 'keys'>): { tokens: Buffer; encryption: Buffer } {
  return { tokens: keys.derive('mailTokens'), encryption: keys.derive('mailSecrets') };
}
