import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { openSamlUniversity, type SamlUniversity } from './fixtures/samlUniversity.ts';
import { joinOwn } from './fixtures/visit.ts';

let portal: TestPortal;
let university: SamlUniversity;
let provider: string;
beforeAll(async () => {
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  university = await openSamlUniversity(portal);
  provider = await university.register();
  // A joined account, so that every refusal below is one of the way, not of the person.
  const { email } = await portal.make('student', 3);
  university.behaviour.attributes = { mail: [email] };
  const visit = university.open();
  await joinOwn(portal, visit, await visit.visit(provider), email);
  expect((await visit.visit(provider)).outcome).toBe('signedIn');
});
afterEach(() => university.reset());
afterAll(async () => {
  university.close();
  await portal.close();
});

const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
const evil = (assertion: string) =>
  assertion
    .replace(/ ID="_a/, ' ID="_evil')
    .replace('>k-1<', '>k-2<')
    .replace(/<Signature[\s\S]*<\/Signature>/, '');

describe('an answer', () => {
  it.each([
    ['without a signature', { signs: null }, 'untrusted'],
    ['whose assertion is not signed itself', { signs: 'Response' as const }, 'untrusted'],
    ['signed with a key that is not in the metadata', { usesStrangeKey: true }, 'untrusted'],
    ['of another issuer', { issuer: 'https://ailleurs.example' }, 'untrusted'],
    ['for another audience', { audience: 'https://ailleurs.example' }, 'untrusted'],
    ['for another recipient', { recipient: 'https://ailleurs.example' }, 'untrusted'],
    ['for another destination', { destination: 'https://ailleurs.example' }, 'untrusted'],
    ['to another request', { inResponseTo: '_autre', confirmedTo: '_autre' }, 'untrusted'],
    ['whose assertion answers another request', { confirmedTo: '_autre' }, 'untrusted'],
    ['that is over', { skew: -400 }, 'clock'],
    ['of a clock that runs ahead', { skew: 400 }, 'clock'],
    [
      'whose confirmation alone is over',
      {
        before: (xml: string) =>
          xml.replace(/(?<=SubjectConfirmationData [^>]*NotOnOrAfter=")[^"]*/, '2020-01-01T00:00:00Z'),
      },
      'clock',
    ],
    ['with a transient name', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }, 'noKey'],
    [
      'with an address for a name',
      { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' },
      'noKey',
    ],
    ['that refuses', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, 'refusedThere'],
    ['signed with SHA-1', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }, 'untrusted'],
    [
      'whose signature keeps comments',
      { canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' },
      'untrusted',
    ],
    ['that is no XML', { after: () => 'bonjour' }, 'untrusted'],
    [
      'that is no answer',
      { after: (xml: string) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse') },
      'untrusted',
    ],
    [
      'with a comment in the name',
      { after: (xml: string) => xml.replace('>k-1<', '>k-<!-- -->1<') },
      'untrusted',
    ],
    ['with a document type', { after: (xml: string) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}` }, 'untrusted'],
    [
      'with a processing instruction',
      { after: (xml: string) => xml.replace('>k-1<', '>k-<?x?>1<') },
      'untrusted',
    ],
    [
      'of megabytes',
      { after: (xml: string) => xml.replace('</samlp:Response>', `${' '.repeat(280_000)}</samlp:Response>`) },
      'untrusted',
    ],
    ['changed after it was signed', { after: (xml: string) => xml.replace('>k-1<', '>k-2<') }, 'untrusted'],
    [
      'with a second assertion before the signed one',
      { after: (xml: string) => xml.replace('<saml:Assertion', `${evil(assertionOf(xml))}<saml:Assertion`) },
      'untrusted',
    ],
    [
      'with a second assertion after the signed one',
      {
        after: (xml: string) =>
          xml.replace('</samlp:Response>', `${evil(assertionOf(xml))}</samlp:Response>`),
      },
      'untrusted',
    ],
    [
      'whose signed assertion lies in an extension',
      { after: (xml: string) => wrapped(xml, (one) => `<samlp:Extensions>${one}</samlp:Extensions>`) },
      'untrusted',
    ],
    [
      'whose signed assertion lies in the signature of another',
      { after: (xml: string) => inSignature(xml) },
      'untrusted',
    ],
    [
      'whose signed assertion lies in the forged one',
      {
        after: (xml: string) =>
          xml.replace(assertionOf(xml), (one) =>
            evil(one).replace('</saml:Assertion>', `${one}</saml:Assertion>`),
          ),
      },
      'untrusted',
    ],
    [
      'with the same id twice',
      {
        after: (xml: string) =>
          xml.replace('<samlp:Status>', `<samlp:Status Id="${/ID="(_a[^"]*)"/.exec(xml)?.[1]}">`),
      },
      'untrusted',
    ],
  ])('%s opens nothing', async (_what, behaviour, why) => {
    Object.assign(university.behaviour, behaviour);
    expect(await university.open().visit(provider)).toMatchObject({ outcome: 'refused', why });
  });

  it('signed with the second of two keys in the metadata, as before a change of keys, is taken', async () => {
    const other = await openSamlUniversity(portal);
    const [, first = ''] = /X509Certificate>([^<]*)</.exec(university.describe()) ?? [];
    const metadata = other
      .describe()
      .replace(
        /<md:KeyDescriptor.*<\/md:KeyDescriptor>/,
        (own) => own.replace(/(?<=X509Certificate>)[^<]+/, first) + own,
      );
    const id = await other.register({ metadata });
    expect((await other.open().visit(id)).outcome).toBe('unmatched');
    other.close();
  });

  it('of a clock that differs by half a minute is taken', async () => {
    university.behaviour.skew = -320;
    expect((await university.open().visit(provider)).outcome).toBe('signedIn');
    university.behaviour.skew = 50;
    expect((await university.open().visit(provider)).outcome).toBe('signedIn');
  });

  it('signed with a new key is taken at once', async () => {
    university.rotateKey();
    expect((await university.open().visit(provider)).outcome).toBe('signedIn');
  });
});

/** The forged assertion in its place, the signed one elsewhere. */
function wrapped(xml: string, wrap: (assertion: string) => string): string {
  const own = assertionOf(xml);
  return xml
    .replace(own, '')
    .replace('<samlp:Status>', `${wrap(own)}<samlp:Status>`)
    .replace('</samlp:Response>', `${evil(own)}</samlp:Response>`);
}

function inSignature(xml: string): string {
  const own = assertionOf(xml);
  const signature = /<Signature[\s\S]*<\/Signature>/.exec(own)?.[0] ?? '';
  const holding = signature.replace('</Signature>', `<Object>${own}</Object></Signature>`);
  return xml.replace(own, evil(own).replace('</saml:Issuer>', `</saml:Issuer>${holding}`));
}

describe('a way back', () => {
  it('counts once: a replayed form, and the page loaded again, open nothing', async () => {
    const visit = university.open();
    const form = university.answer(await visit.begin(provider));
    const query = await university.post(provider, form);
    expect(await university.post(provider, form)).toBe('answer=');
    const both = await Promise.all([visit.complete(provider, query), visit.complete(provider, query)]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['refused', 'signedIn']);
    expect(await visit.complete(provider, query)).toMatchObject({ outcome: 'refused', why: 'over' });
  });

  it('opens nothing in another browser: nobody is signed in as somebody else by a link or a form', async () => {
    const attacker = university.open();
    const query = await university.post(provider, university.answer(await attacker.begin(provider)));
    const victim = university.open();
    await victim.begin(provider);
    expect(await victim.complete(provider, query)).toMatchObject({ outcome: 'refused', why: 'otherBrowser' });
    expect(await university.open().complete(provider, query)).toMatchObject({ why: 'otherBrowser' });
  });

  it.each([
    ['that nobody has asked for', ''],
    ['whose relay state is an address', 'https://ailleurs.example'],
    ['whose relay state is made up', 'x'.repeat(43)],
  ])('%s leads to the page alone, and opens nothing', async (_what, RelayState) => {
    const visit = university.open();
    const form = { ...university.answer(await visit.begin(provider)), RelayState };
    const logged = vi.spyOn(portal.context.log, 'warn');
    const query = await university.post(provider, form);
    expect(query).toBe('answer=');
    // Whoever has set the provider up finds why nobody gets in.
    expect(JSON.stringify(logged.mock.calls).includes('RelayState is missing')).toBe(RelayState === '');
    logged.mockRestore();
    expect(await visit.complete(provider, query)).toMatchObject({ outcome: 'refused', why: 'over' });
  });

  it('of one provider is none of another: neither its assertion nor its address', async () => {
    const other = await openSamlUniversity(portal);
    const otherId = await other.register();
    const visit = university.open();
    const asked = await visit.begin(provider);
    expect(await university.post(otherId, university.answer(asked))).toBe('answer=');
    const query = await university.post(provider, other.answer(asked));
    expect(await visit.complete(provider, query)).toMatchObject({ outcome: 'refused', why: 'untrusted' });
    const good = await university.post(provider, university.answer(await visit.begin(provider)));
    expect(await visit.complete(otherId, good)).toMatchObject({ outcome: 'refused', why: 'untrusted' });
    other.close();
  });

  it('after an hour opens nothing', async () => {
    const visit = university.open();
    const form = university.answer(await visit.begin(provider));
    portal.context.clock.advance(3600);
    expect(await university.post(provider, form)).toBe('answer=');
  });
});
