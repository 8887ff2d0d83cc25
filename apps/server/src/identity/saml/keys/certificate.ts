import { createSign, type KeyObject } from 'node:crypto';

const years = 20;

/**
 * A self-signed certificate (X.509 v1, RFC 5280) as base64. SAML takes a certificate as the wrapping of a key: nobody checks its
 * issuer or its dates. `serial`: random bytes.
 */
export function makeCertificate(
  { privateKey, publicKey }: { readonly privateKey: KeyObject; readonly publicKey: KeyObject },
  commonName: string,
  from: Date,
  serial: Buffer,
): string {
  const algorithm = sequence(objectId(1, 2, 840, 113549, 1, 1, 11), der(0x05));
  const name = sequence(
    der(0x31, sequence(objectId(2, 5, 4, 3), der(0x0c, Buffer.from(commonName.slice(0, 64))))),
  );
  const until = new Date(from);
  until.setUTCFullYear(from.getUTCFullYear() + years);
  // The first byte keeps the number positive.
  const number = der(0x02, Buffer.concat([Buffer.from([0x01]), serial]));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const signed = sequence(number, algorithm, name, sequence(time(from), time(until)), name, key);
  const signature = createSign('sha256').update(signed).sign(privateKey);
  const bits = der(0x03, Buffer.concat([Buffer.from([0]), signature]));
  return sequence(signed, algorithm, bits).toString('base64');
}

/** A value with its tag and its length (X.690). */
function der(tag: number, content: Buffer = Buffer.alloc(0)): Buffer {
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function objectId(first: number, second: number, ...rest: readonly number[]): Buffer {
  const bytes = [first * 40 + second, ...rest.flatMap(toSevenBits)];
  return der(0x06, Buffer.from(bytes));
}

function toSevenBits(value: number): number[] {
  const bytes = [value & 127];
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 127) | 128);
  return bytes;
}

/** UTCTime up to 2049, then GeneralizedTime. */
function time(at: Date): Buffer {
  const text = at.toISOString().replace(/[-:T]|\.\d+/g, '');
  return at.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(text.slice(2))) : der(0x18, Buffer.from(text));
}

/** A certificate (base64) as PEM. */
export function toPem(certificate: string): string {
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
