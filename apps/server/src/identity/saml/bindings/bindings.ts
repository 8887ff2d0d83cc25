import { createPublicKey, createSign, createVerify } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { toPem } from '../keys/certificate.ts';
import type { SamlKey } from '../keys/keys.ts';
import { namespaces } from '../reading/names.ts';
import { readMessage } from '../reading/readMessage.ts';
import { childrenNamed, eachInside, XmlFault } from '../reading/readXml.ts';
import { findSigned } from '../signing/signXml.ts';

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

export interface Received {
  readonly xml: string;
  readonly relayState: string | null;
  readonly hasSignature: boolean;
  /** The signed bytes; null where none of these certificates (base64) signs, or nothing is signed. */
  signedBy(certificates: readonly string[]): Promise<string | null>;
}

/** A request is small, and the library that checks its signature slow with many elements. */
const mostInForm = { characters: 20_000, elements: 200 };

/** The message of a form, which may be signed in itself. @throws XmlFault */
export function readForm(body: unknown, name: string): Received {
  const { RelayState: state, ...fields } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const posted = fields[name.endsWith('Response') ? 'SAMLResponse' : 'SAMLRequest'];
  const xml = readPosted(typeof posted === 'string' ? posted : '');
  return readWhole(xml, name, typeof state === 'string' ? state : null);
}

/** The request of a call (SOAP binding), cut out of its envelope as a separate document, also for the signature. @throws XmlFault */
export function readEnvelope(text: string, name: string): Received {
  const start = /<(?:\w+:)?Body(?: [^<>]*)?>/.exec(text);
  const end = text.search(/<\/(?:\w+:)?Body>\s*<\/(?:\w+:)?Envelope>\s*$/);
  if (!start || end < start.index) throw new XmlFault('no envelope');
  return readWhole(text.slice(start.index + start[0].length, end).trim(), name, null);
}

/** A message as the body of a call (SOAP 1.1). `xml`: made here. */
export function makeEnvelope(xml: string): string {
  return `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${xml}</soap:Body></soap:Envelope>`;
}

function readWhole(xml: string, name: string, relayState: string | null): Received {
  const root = readMessage(xml, [name]);
  if (xml.length > mostInForm.characters || [...eachInside(root)].length > mostInForm.elements)
    throw new XmlFault('too long');
  return {
    xml,
    relayState,
    hasSignature: childrenNamed(root, namespaces.signature, 'Signature').length > 0,
    signedBy: (certificates) => findSigned(xml, certificates),
  };
}

/** The message of a query (HTTP-Redirect binding). `query`: as it came, since the signature is made of its bytes. @throws XmlFault */
export function readQuery(query: string, name: 'SAMLRequest' | 'SAMLResponse'): Received {
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
  const xml = decodeText(bytes);
  const isSignedBy = (certificate: string) =>
    hash !== undefined &&
    signature.length > 0 &&
    createVerify(hash)
      .update(signed)
      .verify(createPublicKey(toPem(certificate)), signature);
  return {
    xml,
    relayState: parameters.get('RelayState'),
    hasSignature: parameters.has('Signature') || parameters.has('SigAlg'),
    signedBy: async (certificates) => (certificates.some(isSignedBy) ? xml : null),
  };
}

/** The address that carries a message by redirect, signed. */
export function signQuery(
  address: string,
  {
    name,
    xml,
    relayState,
  }: { readonly name: 'SAMLResponse'; readonly xml: string; readonly relayState: string | null },
  { privateKey }: SamlKey,
): string {
  const fields = [
    [name, deflateRawSync(xml).toString('base64')],
    ...(relayState === null ? [] : [['RelayState', relayState]]),
    ['SigAlg', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'],
  ];
  const query = fields.map(([key = '', value = '']) => `${key}=${encodeURIComponent(value)}`).join('&');
  const signature = createSign('sha256').update(query).sign(privateKey, 'base64');
  return `${address}${address.includes('?') ? '&' : '?'}${query}&Signature=${encodeURIComponent(signature)}`;
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new XmlFault('no UTF-8');
  }
}
