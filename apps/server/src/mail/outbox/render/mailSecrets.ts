import { emailKey } from '@guichet/contract/core/fold';
import type { AppContext } from '../../../core/context/appContext.ts';
import { decrypt, encrypt } from '../../../core/crypto/encryption.ts';
import { hmac, sameText } from '../../../core/crypto/keys.ts';

/** The claims of a token in a mail; signed but not stored, so readers of the database cannot use it. */
export interface MailTokenClaims {
  /** Defines `subject`: a user id for `confirmEmail`; a stored token's id for `newAddress`, `ownAddress`; a match's for `linkIdentity`. */
  readonly purpose: MailTokenPurpose;
  readonly subject: string;
  /** Whole seconds, exclusive; null: the token never expires by itself. */
  readonly expiresAt: Date | null;
  /** The mark of the address to which the token was mailed (`addressMark`); absent in older tokens. */
  readonly mailedTo?: string | undefined;
}

export const mailTokenPurposes = [
  'firstPassword',
  'invitation',
  'resetPassword',
  'confirmEmail',
  'newAddress',
  'ownAddress',
  'linkIdentity',
] as const;
export type MailTokenPurpose = (typeof mailTokenPurposes)[number];

const form = /^([a-zA-Z]+)~([\w-]{1,64})~([0-9a-z]{1,9})(?:~([\w-]{12}))?~([\w-]{43})$/;

/** A signed token of letters, digits, `-`, `_`, `~`: no mail program cuts it. `key`: `derive('mailTokens')`. */
export function mailToken(key: Buffer, { purpose, subject, expiresAt, mailedTo }: MailTokenClaims): string {
  const seconds = expiresAt === null ? 0 : Math.floor(expiresAt.getTime() / 1000);
  const claims = [purpose, subject, seconds.toString(36), ...(mailedTo ? [mailedTo] : [])].join('~');
  return `${claims}~${hmac(key, claims)}`;
}

/** A mark of an address inside a token: it can be compared, but not read. */
export function addressMark(key: Buffer, email: string): string {
  return hmac(key, `mailedTo~${emailKey(email)}`).slice(0, 12);
}

/** The claims of a validly signed token, else null; does not check the expiry (see `isOver`). */
export function openMailToken(key: Buffer, token: string): MailTokenClaims | null {
  const [, purpose, subject, seconds, mailedTo, signature] = form.exec(token) ?? [];
  if (!purpose || !subject || !seconds || !signature) return null;
  if (!sameText(signature, hmac(key, token.slice(0, token.lastIndexOf('~'))))) return null;
  const known = mailTokenPurposes.find((name) => name === purpose);
  const end = Number.parseInt(seconds, 36) * 1000;
  if (!known) return null;
  return {
    purpose: known,
    subject,
    expiresAt: end === 0 ? null : new Date(end),
    ...(mailedTo && { mailedTo }),
  };
}

export function isOver({ expiresAt }: Pick<MailTokenClaims, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/**
 * Encrypts a password that somebody typed for somebody else, bound to the recipient. Unlike a link, a
 * password cannot be computed again, so it is stored in the row of its mail.
 */
export function encryptSecret(context: AppContext, secret: string, recipient: string): string {
  return encrypt(context.clock, encryptionKeys(context).encryption, secret, recipient);
}

/** Encrypts a result of `encryptSecret` again, for another recipient. */
export function reencryptSecret(context: AppContext, encrypted: string, from: string, to: string): string {
  return encryptSecret(context, decrypt(encryptionKeys(context).encryption, encrypted, from), to);
}

/** The keys for the secrets in mails: `tokens` signs links, `encryption` encrypts passwords. */
export function encryptionKeys({ keys }: Pick<AppContext, 'keys'>): { tokens: Buffer; encryption: Buffer } {
  return { tokens: keys.derive('mailTokens'), encryption: keys.derive('mailSecrets') };
}
