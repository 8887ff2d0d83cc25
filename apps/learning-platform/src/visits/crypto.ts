import { createHmac, hash, timingSafeEqual } from 'node:crypto';

export function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

export function sha256(bytes: Buffer | string): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** Compares in constant time. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}
