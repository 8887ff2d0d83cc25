import { Secret, TOTP } from 'otpauth';

/** What every app understands (RFC 6238). */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

export function drawTotpSecret(randomBytes: (size: number) => Buffer): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32;
}

/** What the QR code says: `otpauth://totp/…`. */
export function totpAddress(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...shape, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step that a code is of, the one before and the one after allowed for slow hands and clocks; or null. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
