import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Clock } from '../runtime/clock.ts';

/**
 * Encrypts (AES-256-GCM) a secret that must be read again. `boundTo` (table and row) is authenticated with
 * it, so a ciphertext copied to another row cannot be decrypted. Returns base64url text.
 */
export function encrypt(clock: Clock, key: Buffer, secret: string, boundTo: string): string {
  const nonce = clock.randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** @throws Error if the secret was encrypted with another key or bound to something else. */
export function decrypt(key: Buffer, encrypted: string, boundTo: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
