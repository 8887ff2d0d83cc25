import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { expectFreeThread } from '../../../../test/freeThread.ts';
import { makeCertificate } from '../keys/certificate.ts';
import { readPostedAnswer } from './answerProcess.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificate = makeCertificate({ privateKey, publicKey }, 'idp.test', new Date(0), Buffer.alloc(8, 7));
const expected = {
  requestId: '_q',
  address: 'https://guichet.test/retour',
  audience: 'https://guichet.test/retour/metadata',
  certificates: Array.from({ length: 6 }, () => certificate),
};

const xmldsig = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const signatureOf = (id: string) =>
  `<ds:Signature xmlns:ds="${xmldsig}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${exclusive}"/><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${exclusive}"/></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AAAA</ds:DigestValue></ds:Reference></ds:SignedInfo><ds:SignatureValue>AAAA</ds:SignatureValue></ds:Signature>`;
/** An answer that somebody without the key has made, with something hostile in its root and in its assertion. */
const answerWith = (inside: string, inRoot = '') =>
  `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:s="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r" Version="2.0" InResponseTo="_q" ${inRoot}>${signatureOf('_r')}<p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status><s:Assertion ID="_a" Version="2.0">${signatureOf('_a')}${inside}</s:Assertion></p:Response>`;

const room = 250_000;
/** As many pieces as an answer holds, `most` of them at most. */
function fill(piece: (at: number) => string, most = room): string {
  const pieces: string[] = [];
  for (let at = 0, length = 0; at < most; at += 1) {
    const next = piece(at);
    length += next.length;
    if (length > room) break;
    pieces.push(next);
  }
  return pieces.join('');
}
const nested = (depth: number, tag: (at: number) => string) =>
  Array.from({ length: depth }, (_, at) => `<a${tag(at)}>`).join('') + '</a>'.repeat(depth);
const number = (at: number) => at.toString(36);

it.each([
  ['a long text', answerWith(`<a>${'x'.repeat(room)}</a>`)],
  ['entities', answerWith(`<a>${fill(() => '&lt;')}</a>`)],
  ['line ends', answerWith(`<a>${'\r'.repeat(room)}</a>`)],
  ['many elements', answerWith(fill(() => '<a/>', 3900))],
  ['many elements with long names', answerWith(fill((at) => `<a${'b'.repeat(55)}${at}/>`, 3900))],
  ['deep nesting', answerWith(fill(() => nested(35, () => ''), 110))],
  ['many attributes', answerWith(`<a ${fill((at) => `a${number(at)}="" `)}/>`)],
  [
    'many attributes of the root',
    answerWith(
      '',
      fill((at) => `a${number(at)}="" `),
    ),
  ],
  ['many attributes of many elements', answerWith(fill((at) => `<a ID="${at}" b="" c="" d=""/>`, 3900))],
  [
    'many namespaces',
    answerWith(
      fill(() => '<a/>', 3000),
      fill((at) => `xmlns:a${number(at)}="u" `, 2900),
    ),
  ],
  ['nested namespaces', answerWith(fill((of) => nested(35, (at) => ` xmlns:n${at}m${of}="u"`), 110))],
  ['many signatures', answerWith(fill(() => `<ds:Signature xmlns:ds="${xmldsig}"/>`, 3900))],
  ['no XML', '<'.repeat(room)],
])(
  'a hostile answer with %s holds up nobody else: its thread reads it, within its time',
  async (_what, xml) => {
    const posted = Buffer.from(xml).toString('base64');
    const read = await expectFreeThread(50, () =>
      readPostedAnswer({ ...expected, posted }).catch((error: Error) => error),
    );
    if (read instanceof Error) expect(read.constructor.name).toBe('XmlFault');
    else expect(read.signed).toBeNull();
  },
);

it('a thread that was ended for it is no loss for the next answer', async () => {
  const posted = Buffer.from(answerWith('')).toString('base64');
  expect(await readPostedAnswer({ ...expected, posted })).toMatchObject({
    answer: { name: 'Response' },
    signed: null,
    fault: 'Invalid signature',
  });
});
