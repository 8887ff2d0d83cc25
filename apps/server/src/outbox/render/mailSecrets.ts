import { encrypt } from '../../platform/crypto/encryption.ts';
import { hmac, sameText } from '../../platform/crypto/keys.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';

/**
 * The secrets that travel in mails. They are signed instead of stored: who reads the database or the outbox cannot
 * use them, and a mail that is sent again says the same.
 */
export interface MailTokenClaims {
  /** What the subject says is known to whoever asks for the token; `confirmEmail`: a user id. */
  readonly purpose: MailTokenPurpose;
  readonly subject: string;
  /** Whole seconds; a token is over exactly then. Null: what it is for decides when it is over. */
  readonly expiresAt: Date | null;
}

export const mailTokenPurposes = ['firstPassword', 'invitation', 'resetPassword', 'confirmEmail'] as const;
export type MailTokenPurpose = (typeof mailTokenPurposes)[number];

const form = /^([a-zA-Z]+)~([\w-]{1,64})~([0-9a-z]{1,9})~([\w-]{43})$/;

/** `key` is `keys.derive('mailTokens')`. Letters, digits, `-`, `_`, `~` only, so that no mail program cuts it. */
export function mailToken(key: Buffer, { purpose, subject, expiresAt }: MailTokenClaims): string {
  const seconds = expiresAt === null ? 0 : Math.floor(expiresAt.getTime() / 1000);
  const claims = `${purpose}~${subject}~${seconds.toString(36)}`;
  return `${claims}~${hmac(key, claims)}`;
}

/** The claims of a token of ours, or null; whether it is over yet is for `isOver`. */
export function openMailToken(key: Buffer, token: string): MailTokenClaims | null {
  const [, purpose, subject, seconds, signature] = form.exec(token) ?? [];
  if (!purpose || !subject || !seconds || !signature) return null;
  if (!sameText(signature, hmac(key, `${purpose}~${subject}~${seconds}`))) return null;
  const known = mailTokenPurposes.find((name) => name === purpose);
  const end = Number.parseInt(seconds, 36) * 1000;
  return known ? { purpose: known, subject, expiresAt: end === 0 ? null : new Date(end) } : null;
}

/** Whether the end that a token bears has come. */
export function isOver({ expiresAt }: Pick<MailTokenClaims, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/**
 * A password that somebody typed for somebody else cannot be computed again as links can, so it waits sealed in the
 * row of its mail, bound to the recipient.
 */
export function encryptSecret(context: AppContext, secret: string, recipient: string): string {
  return encrypt(context.clock, encryptionKeys(context).encryption, secret, recipient);
}

/** What a mail needs to say its secrets: the key that signs links, and the one that opens what is sealed. */
export function encryptionKeys({ keys }: Pick<AppContext, 'keys'>): { tokens: Buffer; encryption: Buffer } {
  return { tokens: keys.derive('mailTokens'), encryption: keys.derive('mailSecrets') };
}
