import { Secret, TOTP } from 'otpauth';

/** Parameters that every authenticator app supports (RFC 6238). */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

export function drawTotpSecret(randomBytes: (size: number) => Buffer): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32;
}

/** The content of the QR code: `otpauth://totp/…`. */
export function totpAddress(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...shape, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step of a code, at most one before or after `now` (clock drift, RFC 6238 §5.2); null for a wrong code. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
