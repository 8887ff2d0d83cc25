import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { House } from '../platform/house.ts';

/**
 * A password that somebody typed for somebody else cannot be computed again as links can, so it waits sealed in the
 * row of its mail: AES-256-GCM, bound to the recipient. Who reads the database alone learns nothing.
 */
export function sealSecret(house: House, secret: string, recipient: string): string {
  const nonce = house.clock.randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', mailKeys(house).seals, nonce).setAAD(Buffer.from(recipient));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** What a mail needs to say its secrets: the key that signs links, and the one that opens what is sealed. */
export function mailKeys({ keys }: Pick<House, 'keys'>): { tokens: Buffer; seals: Buffer } {
  return { tokens: keys.derive('mailTokens'), seals: keys.derive('mailSecrets') };
}

/** @throws Error when it was sealed with another key or for somebody else. */
export function openSealed(key: Buffer, sealed: string, recipient: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(recipient))
    .setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
