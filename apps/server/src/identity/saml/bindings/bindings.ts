import { XmlFault } from '../reading/readXml.ts';

const base64 = /^[A-Za-z\d+/=\s]*$/;
/** The XML of a message that came as a form (HTTP-POST binding). @throws XmlFault */
export function readPosted(value: string): string {
  if (!base64.test(value)) throw new XmlFault('no base64');
  return decodeText(Buffer.from(value, 'base64'));
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
