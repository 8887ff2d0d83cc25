import { createPublicKey, createVerify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { XmlFault } from '../reading/readXml.ts';

const mostBytes = 256 * 1024;
const base64 = /^[A-Za-z\d+/=\s]*$/;
const hashes: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

/** The XML of a message that came as a form (HTTP-POST binding). @throws XmlFault */
export function readPosted(value: string): string {
  if (!base64.test(value)) throw new XmlFault('no base64');
  return decodeText(Buffer.from(value, 'base64'));
}

export interface SignedQuery {
  readonly xml: string;
  readonly relayState: string | null;
  /** Whether one of these certificates (base64) signs the query; false also for a query without a signature. */
  isSignedBy(certificates: readonly string[]): boolean;
}

/** The message of a query (HTTP-Redirect binding). `query`: as it came, since the signature is made of its bytes. @throws XmlFault */
export function readQuery(query: string, name: 'SAMLRequest' | 'SAMLResponse'): SignedQuery {
  const raw = new Map<string, string>();
  for (const part of query.split('&')) {
    const at = part.indexOf('=');
    const key = at < 0 ? part : part.slice(0, at);
    if (raw.has(key)) throw new XmlFault(`${key} stands twice`);
    raw.set(key, part);
  }
  const parameters = new URLSearchParams(query);
  const packed = parameters.get(name) ?? '';
  if (!base64.test(packed)) throw new XmlFault('no base64');
  let bytes: Buffer;
  try {
    bytes = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: mostBytes });
  } catch {
    throw new XmlFault('not deflated, or too long');
  }
  const signed = [name, 'RelayState', 'SigAlg'].flatMap((key) => raw.get(key) ?? []).join('&');
  const hash = hashes[parameters.get('SigAlg') ?? ''];
  const signature = Buffer.from(parameters.get('Signature') ?? '', 'base64');
  return {
    xml: decodeText(bytes),
    relayState: parameters.get('RelayState'),
    isSignedBy: (certificates) =>
      hash !== undefined &&
      signature.length > 0 &&
      certificates.some((certificate) =>
        createVerify(hash)
          .update(signed)
          .verify(createPublicKey(toPem(certificate)), signature),
      ),
  };
}

export function toPem(certificate: string): string {
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new XmlFault('no UTF-8');
  }
}
