import { randomUUID } from 'node:crypto';
import { addOpenIdClient } from '@guichet/contract/identity/provider.clients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/portal.ts';
import { makeSigner, rsa } from '../saml/fixtures/signer.ts';
import { openBrowser } from './fixtures/browser.ts';
import { answer, type OpenIdPortal, openOpenIdPortal } from './fixtures/openIdPortal.ts';
import { makeSamlService, readForm, type SamlService } from './fixtures/samlService.ts';

let portal: OpenIdPortal;
let person: Caller;
let service: SamlService;
let strict: SamlService;
beforeAll(async () => {
  portal = await openOpenIdPortal({ SIGN_INS_PER_MINUTE: '1000', UNIVERSITY_PHONE: '613 555-0100' });
  person = await portal.as('student', 3);
  service = makeSamlService(portal);
  await service.register();
  strict = makeSamlService(portal);
  await strict.register({ metadata: strict.describe({ signs: true }) });
});
afterAll(() => portal.close());

/** A request that is refused on a page of the portal: no form, no cookie, nowhere to go. */
async function expectRefused(response: Response, reason = '') {
  const form = await readForm(response);
  expect([form.status, response.headers.get('location'), response.headers.getSetCookie()]).toEqual([
    400,
    null,
    [],
  ]);
  expect([form.action, form.policy]).toEqual(['', expect.stringContaining("form-action 'none'")]);
  for (const words of [reason, 'tel:6135550100']) expect(form.page).toContain(words);
}

const get = (of: SamlService, xml: string, more = {}) => openBrowser().go(of.at(of.query(xml, more)));

describe('an answer goes nowhere but to the registered addresses', () => {
  it.each([
    'https://evil.example/acs',
    'https://HOST/acs',
    'https://HOST/second/',
    'https://HOST/second?x=1',
    'https://HOST/Second',
    'http://HOST/second',
    'https://HOST.evil.example/second',
    'https://HOST/artifact',
    'javascript:alert(1)',
  ])('not to %s', async (address) => {
    const attributes = `AssertionConsumerServiceURL="${address.replace('HOST', service.host)}"`;
    await expectRefused(await get(service, service.request({ attributes })), 'is not in the metadata');
  });

  it.each(['AssertionConsumerServiceIndex="2"', 'AssertionConsumerServiceIndex="9"'])(
    'not by %s',
    async (attributes) => {
      await expectRefused(await get(service, service.request({ attributes })), 'is not in the metadata');
    },
  );

  it('not by an address and the index of another', async () => {
    const attributes = `AssertionConsumerServiceURL="${service.second}" AssertionConsumerServiceIndex="0"`;
    await expectRefused(await get(service, service.request({ attributes })), 'is not in the metadata');
  });

  it.each(['http://sp.example.ca/acs', 'javascript:alert(1)', 'https://sp.example.ca/*'])(
    'nor is an application registered with %s alone',
    async (address) => {
      const other = makeSamlService(portal);
      const metadata = other.describe().replaceAll(other.consumer, address).replaceAll(other.second, address);
      const body = {
        kind: 'saml' as const,
        name: `S ${randomUUID()}`,
        rolesOf: 3,
        scopes: [],
        entityId: other.entityId,
        metadata,
        startsHere: false,
        namesByKey: false,
      };
      const { problem } = await (await portal.superAdmin()).call(addOpenIdClient, { body });
      expect(problem.errors).toEqual([
        expect.objectContaining({ path: 'metadata', messageKey: 'noConsumer' }),
      ]);
    },
  );
});

describe('a request', () => {
  it.each([
    ['a document type', (xml: string) => `<!DOCTYPE x [<!ENTITY a "b">]>${xml}`],
    ['a comment', (xml: string) => xml.replace('</saml:Issuer>', '<!-- x --></saml:Issuer>')],
    ['CDATA', (xml: string) => xml.replace('</saml:Issuer>', '<![CDATA[]]></saml:Issuer>')],
    ['a processing instruction', (xml: string) => xml.replace('<saml:Issuer>', '<?x y?><saml:Issuer>')],
    [
      'two issuers',
      (xml: string) => xml.replace('<saml:Issuer>', '<saml:Issuer>x</saml:Issuer><saml:Issuer>'),
    ],
    ['another destination', (xml: string) => xml.replace('/saml/sign-in', '/saml/other')],
    ['no version', (xml: string) => xml.replace('Version="2.0"', '')],
    ['another name', (xml: string) => xml.replaceAll('AuthnRequest', 'LogoutRequest')],
  ])('with %s is refused by either binding', async (_what, change) => {
    const xml = change(service.request());
    await expectRefused(await get(service, xml));
    await expectRefused(await service.post(openBrowser(), xml));
  });

  it('of an application that is not registered is refused', async () => {
    const issuer = 'https://unknown.example.ca/saml';
    await expectRefused(await get(service, service.request({ issuer })), issuer);
  });

  it.each([-600_000, 600_000])('%d ms from now is refused', async (milliseconds) => {
    const issuedAt = new Date(portal.context.clock.now().getTime() + milliseconds);
    await expectRefused(await get(service, service.request({ issuedAt })));
  });

  it('that unpacks to more than a message may have is refused, and a form that is too large not read', async () => {
    await expectRefused(await get(service, ' '.repeat(4_000_000)), 'too long');
    expect((await service.post(openBrowser(), 'x'.repeat(500_000))).status).toBe(413);
    const many = service.sign(
      service.request({ inside: `<samlp:Extensions>${'<a/>'.repeat(300)}</samlp:Extensions>` }),
    );
    await expectRefused(await service.post(openBrowser(), many), 'too long');
    await expectRefused(
      await get(service, service.request(), { relayState: 'x'.repeat(3000) }),
      'RelayState',
    );
  });

  it.each([
    ['unsigned', {}],
    ['with SHA-1', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['by a key that is not in the metadata', { algorithm: rsa('sha256'), by: makeSigner() }],
  ])('%s is refused where it has to be signed', async (_how, more) => {
    await expectRefused(await get(strict, strict.request(), more), 'signature');
    const xml = strict.request();
    await expectRefused(await strict.post(openBrowser(), 'algorithm' in more ? strict.sign(xml, more) : xml));
  });

  it('with a bad signature is refused also where it need not have one', async () => {
    await expectRefused(
      await get(service, service.request(), { algorithm: rsa('sha256'), by: makeSigner() }),
    );
    const text = service.query(service.request(), { algorithm: rsa('sha256') });
    await expectRefused(
      await openBrowser().go(service.at(text.replace('RelayState=retour', 'RelayState=ailleurs'))),
    );
    await expectRefused(await openBrowser().go(service.at(`${text}&RelayState=ailleurs`)), 'twice');
  });

  it('that names an application that signs, asked by another one, is refused', async () => {
    const issuer = strict.entityId;
    await expectRefused(await get(service, service.request({ issuer })));
    await expectRefused(await get(service, service.request({ issuer }), { algorithm: rsa('sha256') }));
    await expectRefused(await service.post(openBrowser(), service.sign(service.request({ issuer }))));
  });

  it('that is wrapped around a signed one is refused', async () => {
    const id = `_${randomUUID()}`;
    const signed = strict.sign(strict.request({ id }));
    const signature = /<Signature.*<\/Signature>/s.exec(signed)?.[0] ?? '';
    const original = signed.replace(signature, '');
    const forged = (own: string, inside: string) =>
      strict.request({ id: own, attributes: 'ForceAuthn="true"', inside });
    const extensions = (inside: string) => `<samlp:Extensions>${inside}</samlp:Extensions>`;
    for (const xml of [
      forged('_x', extensions(signed)),
      forged(id, signature + extensions(original)),
      forged('_x', signature + extensions(original)),
      forged('_x', signature.replace('</Signature>', `<Object>${original}</Object></Signature>`)),
      forged(id, signature),
      forged('_x', `<x:MySignature xmlns:x="x"/>${signature}`),
      signed.replace('Version=', 'ForceAuthn="true" Version='),
    ])
      await expectRefused(await strict.post(openBrowser(), xml));
  });

  it('is answered once, also if it comes again', async () => {
    const [browser, other] = [openBrowser(), openBrowser()];
    const address = service.at(service.query(service.request()));
    const asked = await browser.go(address);
    const again = await other.go(address);
    const { answered, form } = await service.finish(browser, asked, person);
    expect(form?.fields.SAMLResponse).not.toBe('');
    if (!('address' in answered)) throw new Error();
    expect((await browser.go(portal.address + answered.address)).status).toBe(410);
    await expect(service.finish(other, again, person)).rejects.toThrow('openid.requestOver');
    expect((await openBrowser().go(address)).status).toBe(410);
  });

  it('is answered once, also when its page is loaded twice at once', async () => {
    // The first time one of the two waits for a connection to the database, and comes too late to meet the other.
    for (let round = 0; round < 3; round++) {
      const browser = openBrowser();
      const asked = await browser.go(service.at(service.query(service.request())));
      const page = new URL(asked.headers.get('location') ?? '', portal.address);
      const answered = await answer(browser, person, page.searchParams.get('request') ?? '');
      if (!('address' in answered)) throw new Error();
      const address = portal.address + answered.address;
      const both = await Promise.all([browser.go(address), browser.go(address)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    }
  });

  it('is answered for its own browser alone', async () => {
    const asked = await openBrowser().go(service.at(service.query(service.request())));
    await expect(service.finish(openBrowser(), asked, person)).rejects.toThrow('openid.requestOver');
    const browser = openBrowser();
    const own = await browser.go(service.at(service.query(service.request())));
    const request =
      new URL(own.headers.get('location') ?? '', portal.address).searchParams.get('request') ?? '';
    const answered = await answer(browser, person, request);
    if (!('address' in answered)) throw new Error();
    expect((await openBrowser().go(portal.address + answered.address)).status).toBe(410);
  });

  it('that somebody has begun and leads another person to gives them nothing of that person', async () => {
    const address = service.at(service.query(service.request()));
    const [mine, theirs] = [openBrowser(), openBrowser()];
    const idOf = async (browser: typeof mine) => {
      const location = (await browser.go(address)).headers.get('location') ?? '';
      return new URL(location, portal.address).searchParams.get('request') ?? '';
    };
    const begun = await idOf(mine);
    const answered = await answer(theirs, person, await idOf(theirs));
    if (!('address' in answered)) throw new Error();
    expect((await mine.go(`${portal.address}/api/openid/sign-ins/${begun}/answer`)).status).toBe(410);
    expect((await theirs.go(portal.address + answered.address)).status).toBe(200);
  });

  it('of a system’s application is refused to a person of another system, and the application told', async () => {
    const { answered, form } = await service.enter(await portal.as('student', 4));
    expect(answered).toMatchObject({ outcome: 'refused', why: 'role' });
    expect(form?.statuses).toEqual(['Responder', 'RequestDenied']);
    expect(form?.xml).not.toContain('NameID');
  });

  it('is refused to a network that floods the portal with them', async () => {
    const few = await openOpenIdPortal({ SIGN_INS_PER_MINUTE: '2' });
    const answers = [];
    for (let n = 0; n < 5; n += 1)
      answers.push((await openBrowser().go(`${few.address}/saml/sign-in`)).status);
    expect(answers).toEqual([400, 400, 400, 400, 429]);
    await few.close();
  });
});

describe('an answer', () => {
  it('keeps the relay state as it came, and escaped', async () => {
    const relayState = '"><script>alert(1)</script>&amp;\'';
    const browser = openBrowser();
    const asked = await browser.go(service.at(service.query(service.request(), { relayState })));
    const { form } = await service.finish(browser, asked, person);
    expect(form?.fields.RelayState).toBe(relayState);
    expect(form?.page.match(/<script/g)).toHaveLength(1);
    expect(form?.policy).toMatch(/script-src 'sha256-[\w+/=]+'; form-action https:/);
  });

  it('is for its own audience, and worth nothing once a byte of it has changed', async () => {
    const { form } = await service.enter(person);
    const fields = form?.fields ?? { SAMLResponse: '', RelayState: '' };
    await expect(service.validate(fields, { audience: strict.entityId })).rejects.toThrow(/audience/i);
    const changed = (form?.xml ?? '').replace('>student<', '>superAdmin<');
    const SAMLResponse = Buffer.from(changed).toString('base64');
    await expect(service.validate({ ...fields, SAMLResponse })).rejects.toThrow(/signature/i);
  });

  it('ends with the session: one that is over by then gives nothing', async () => {
    const leaver = await portal.as('student', 3);
    const browser = openBrowser();
    const asked = await browser.go(service.at(service.query(service.request())));
    const request =
      new URL(asked.headers.get('location') ?? '', portal.address).searchParams.get('request') ?? '';
    const answered = await answer(browser, leaver, request);
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('sessions')
        .set({ ended_at: portal.context.clock.now() })
        .where('user_id', '=', leaver.userId)
        .execute(),
    );
    if (!('address' in answered)) throw new Error();
    expect((await browser.go(portal.address + answered.address)).status).toBe(410);
  });
});

it('a sign-out that nobody has signed leads to the sign-in page of the portal alone', async () => {
  const elsewhere = 'https://evil.example/';
  const back = `${portal.address}/saml/sign-out?RelayState=${elsewhere}`;
  expect((await openBrowser().go(back)).headers.get('location')).toBe(`${portal.address}/login`);
  const response = `${back}&SAMLResponse=x`;
  expect((await openBrowser().go(response)).headers.get('location')).toBe(`${portal.address}/login`);
});
