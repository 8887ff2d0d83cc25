import { randomUUID } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { findProviderSignOut } from '@guichet/contract/identity/federation';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { redirectQuery, rsa } from '../saml/fixtures/signer.ts';
import { findSigned } from '../saml/signing/signXml.ts';
import { openSamlUniversity, type SamlUniversity } from './fixtures/samlUniversity.ts';
import { openUniversity, type University } from './fixtures/university.ts';
import { joinOwn, openVisit, register } from './fixtures/visit.ts';

let portal: TestPortal;
let openId: University;
let saml: SamlUniversity;
let openIdProvider: string;
let samlProvider: string;
let people = 0;
beforeAll(async () => {
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  openId = await openUniversity();
  openIdProvider = await register(portal, openId);
  saml = await openSamlUniversity(portal);
  samlProvider = await saml.register();
});
afterEach(() => {
  openId.reset();
  saml.reset();
});
afterAll(async () => {
  openId.close();
  saml.close();
  await portal.close();
});

type Visit = Pick<ReturnType<typeof openVisit>, 'visit' | 'headers'>;

/** Somebody with a session by a provider and one by a password. */
async function signedIn(provider: string, visit: Visit) {
  const { userId, email } = await portal.make('student', 3);
  const { caller: own } = await joinOwn(portal, visit, await visit.visit(provider), email);
  const open = async () => {
    const reply = await visit.visit(provider);
    if (reply.outcome !== 'signedIn') throw new Error(JSON.stringify(reply));
    return portal.withToken(reply.tokens.accessToken, userId);
  };
  return { userId, own, there: await open(), open };
}

type Caller = Awaited<ReturnType<typeof signedIn>>['own'];
const isOpen = async (caller: Caller) => (await caller.call(listOwnSessions)).status === 200;

describe('a logout token', () => {
  const event = 'http://schemas.openid.net/event/backchannel-logout';
  const seconds = () => Math.floor(portal.context.clock.now().getTime() / 1000);

  async function meet() {
    const sub = `z-${++people}`;
    openId.behaviour.claims = { sub, sid: `s-${people}` };
    return { sub, sid: `s-${people}`, ...(await signedIn(openIdProvider, openVisit(portal))) };
  }

  const claimsFor = (sub: string, more: object = {}) => ({
    iss: openId.issuer,
    aud: 'guichet',
    iat: seconds(),
    jti: randomUUID(),
    sub,
    events: { [event]: {} },
    ...more,
  });
  async function send(token: string, provider = openIdProvider) {
    const { statusCode } = await portal.app.inject({
      method: 'POST',
      url: `/account/university/${provider}/logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });
    return statusCode;
  }

  it.each([
    ['by sub', ({ sub }: { sub: string; sid: string }) => claimsFor(sub)],
    ['by sid alone', ({ sid }: { sub: string; sid: string }) => claimsFor('', { sub: undefined, sid })],
  ])('ends the sessions that the provider’s account has opened, %s, and no other', async (_by, claims) => {
    const { there, own, userId, ...names } = await meet();
    expect(await isOpen(there)).toBe(true);
    expect(await send(await openId.signWith(claims(names), 'logout+jwt'))).toBe(200);
    expect([await isOpen(there), await isOpen(own)]).toEqual([false, true]);
    const lines = portal.context.database.read.selectFrom('audit_lines').select('action');
    const ended = lines.where('subject', '=', `user:${userId}`).where('action', '=', 'session.ended');
    // And the session by password that has joined the account.
    expect(await ended.execute()).toHaveLength(2);
  });

  it('replayed, ends no session that was begun since', async () => {
    const { sub, open } = await meet();
    const token = await openId.signWith(claimsFor(sub), 'logout+jwt');
    await send(token);
    portal.context.clock.advance(100);
    const later = await open();
    expect(await send(token)).toBe(200);
    expect(await isOpen(later)).toBe(true);
  });

  it.each([
    ['of another issuer', { iss: 'https://ailleurs.example' }],
    ['for another client', { aud: 'autre' }],
    ['without the event', { events: {} }],
    ['with a nonce, as of a sign-in', { nonce: 'x' }],
    ['without a time', { iat: undefined }],
    ['without an id', { jti: undefined }],
    ['of an hour ago', { iat: Math.floor(Date.now() / 1000) - 3600 }],
    ['that names nobody', { sub: undefined }],
  ])('%s ends nothing', async (_what, wrong) => {
    const { sub, there } = await meet();
    expect(await send(await openId.signWith(claimsFor(sub, wrong), 'logout+jwt'))).toBe(400);
    expect(await isOpen(there)).toBe(true);
  });

  it('of another type ends nothing, while one that states none in particular does', async () => {
    const { sub, there } = await meet();
    expect(await send(await openId.signWith(claimsFor(sub), 'at+jwt'))).toBe(400);
    expect(await isOpen(there)).toBe(true);
    expect(await send(await openId.signWith(claimsFor(sub), 'JWT'))).toBe(200);
    expect(await isOpen(there)).toBe(false);
  });

  it('signed with another key, without a signature, or for no provider ends nothing', async () => {
    const { sub, there } = await meet();
    const good = await openId.signWith(claimsFor(sub));
    const [, body] = good.split('.');
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(await send(`${header}.${body}.`)).toBe(400);
    openId.behaviour.usesStrangeKey = true;
    expect(await send(await openId.signWith(claimsFor(sub)))).toBe(400);
    expect(await send(good, randomUUID())).toBe(400);
    expect(await send(good, 'autre')).toBe(400);
    expect(await isOpen(there)).toBe(true);
  });
});

describe('a frame in a page of the provider', () => {
  async function meet() {
    openId.behaviour.claims = { sub: `z-${++people}`, sid: `s-${people}` };
    return { sid: `s-${people}`, ...(await signedIn(openIdProvider, openVisit(portal))) };
  }
  const load = (query: Record<string, string>, provider = openIdProvider) =>
    portal.app.inject({ url: `/account/university/${provider}/logout?${new URLSearchParams(query)}` });

  it.each([
    ['with the issuer', () => ({ iss: openId.issuer })],
    ['without it, as Entra ID', () => ({})],
  ])('ends the session that it names, and no other, %s', async (_how, more) => {
    const { there, own, sid } = await meet();
    const { there: another } = await meet();
    expect((await load({ ...more(), sid })).statusCode).toBe(200);
    expect([await isOpen(there), await isOpen(own), await isOpen(another)]).toEqual([false, true, true]);
  });

  it('of another issuer or provider, or without the name of a session, ends nothing', async () => {
    const { there, sid } = await meet();
    await load({ iss: 'https://ailleurs.example', sid });
    await load({ iss: openId.issuer, sid }, randomUUID());
    await load({ iss: saml.entityId, sid }, samlProvider);
    await load({ iss: openId.issuer, sid: '' });
    await load({ iss: openId.issuer });
    expect(await isOpen(there)).toBe(true);
  });
});

describe('a logout request of SAML', () => {
  async function meet() {
    Object.assign(saml.behaviour, { nameId: `n-${++people}`, session: `_s-${people}` });
    return { nameId: `n-${people}`, session: `_s-${people}`, ...(await signedIn(samlProvider, saml.open())) };
  }

  const usual = {
    issuer: '',
    destination: '',
    late: 0,
    alg: 'sha256',
    key: 'own' as 'own' | 'strange' | 'none',
  };
  function makeRequest(nameId: string, session: string | null, more: Partial<typeof usual> = {}): string {
    const { issuer, destination, late } = { ...usual, ...more };
    const here = `${portal.context.config.publicUrl}/account/university/${samlProvider}/logout`;
    const at = new Date(portal.context.clock.now().getTime() - late * 1000).toISOString();
    return `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_q1" Version="2.0" IssueInstant="${at}" Destination="${destination || here}"><saml:Issuer>${issuer || saml.entityId}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>${session === null ? '' : `<samlp:SessionIndex>${session}</samlp:SessionIndex>`}</samlp:LogoutRequest>`;
  }
  function ask(nameId: string, session: string | null, more: Partial<typeof usual> = {}): string {
    const { key } = { ...usual, ...more };
    const algorithm = key === 'none' ? null : rsa('sha256');
    const signer = saml.signerOf(key === 'strange' ? key : 'own');
    return redirectQuery(makeRequest(nameId, session, more), signer, { relayState: 'r&1', algorithm });
  }
  async function send(query: string): Promise<URL> {
    const url = `/account/university/${samlProvider}/logout?${query}`;
    const { headers } = await portal.app.inject({ method: 'GET', url });
    return new URL(String(headers.location));
  }
  const login = () => `${portal.context.config.publicUrl}/login`;

  it.each([[true], [false]])(
    'ends the sessions of that name and answers the provider; with its session: %s',
    async (named) => {
      const { there, own, nameId, session } = await meet();
      const back = await send(ask(nameId, named ? session : null));
      expect(`${back.origin}${back.pathname}`).toBe(`${saml.address}/slo`);
      expect(back.searchParams.get('RelayState')).toBe('r&1');
      const answer = inflateRawSync(
        Buffer.from(back.searchParams.get('SAMLResponse') ?? '', 'base64'),
      ).toString();
      expect(answer).toContain('InResponseTo="_q1"');
      expect(answer).toContain('status:Success');
      expect(back.searchParams.get('Signature')).not.toBeNull();
      expect([await isOpen(there), await isOpen(own)]).toEqual([false, true]);
    },
  );

  it.each([
    ['without a signature', { key: 'none' as const }],
    ['signed with another key', { key: 'strange' as const }],
    ['of another issuer', { issuer: 'https://ailleurs.example' }],
    ['for another address', { destination: 'https://ailleurs.example' }],
    ['of an hour ago', { late: 3600 }],
    ['of another time', { late: -600 }],
  ])('%s ends nothing, and leads to sign-in', async (_what, wrong) => {
    const { there, nameId } = await meet();
    expect((await send(ask(nameId, null, wrong))).href).toBe(login());
    expect(await isOpen(there)).toBe(true);
  });

  it('for another name or session, changed, twice in a query, or of megabytes ends nothing', async () => {
    const { there, nameId, session } = await meet();
    await send(ask('n-autre', null));
    await send(ask(nameId, '_s-autre'));
    const good = ask(nameId, session);
    expect((await send(good.replace('r%261', 'r2'))).href).toBe(login());
    expect((await send(`${good}&SAMLRequest=x`)).href).toBe(login());
    const bomb = deflateRawSync(Buffer.alloc(8_000_000)).toString('base64');
    expect((await send(new URLSearchParams({ SAMLRequest: bomb }).toString())).href).toBe(login());
    expect((await send('SAMLResponse=x')).href).toBe(login());
    expect(await isOpen(there)).toBe(true);
  });

  /** Sends a request as a form of the browser, or in a call of the provider. */
  function deliver(way: 'form' | 'call', xml: string) {
    const url = `/account/university/${samlProvider}/logout`;
    if (way === 'call') {
      const payload = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${xml}</e:Body></e:Envelope>`;
      return portal.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'text/xml' } });
    }
    const fields = { SAMLRequest: Buffer.from(xml).toString('base64'), RelayState: 'r&1' };
    return portal.app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        origin: 'null',
      },
      payload: new URLSearchParams(fields).toString(),
    });
  }

  it('that comes as a form ends the sessions, and is answered by a form', async () => {
    const { there, own, nameId, session } = await meet();
    const { body } = await deliver('form', saml.signAt('/*', makeRequest(nameId, session)));
    expect(body).toContain(`action="${saml.address}/slo-form"`);
    expect(body).toContain('name="RelayState" value="r&#38;1"');
    const answer = Buffer.from(
      /name="SAMLResponse" value="([^"]*)"/.exec(body)?.[1] ?? '',
      'base64',
    ).toString();
    const { certificate } = await portal.context.database.read
      .selectFrom('saml_keys')
      .select('certificate')
      .executeTakeFirstOrThrow();
    expect(await findSigned(answer, [certificate])).toMatch(/InResponseTo="_q1".*status:Success/s);
    expect([await isOpen(there), await isOpen(own)]).toEqual([false, true]);
  });

  it('that comes as a call ends the sessions, and is answered by the reply', async () => {
    const { there, own, nameId } = await meet();
    const { statusCode, body } = await deliver('call', saml.signAt('/*', makeRequest(nameId, null)));
    expect([statusCode, body]).toEqual([200, expect.stringContaining('status:Success')]);
    expect([await isOpen(there), await isOpen(own)]).toEqual([false, true]);
  });

  it.each(['form', 'call'] as const)(
    'as a %s, without the provider’s signature or too late, ends nothing',
    async (way) => {
      const { there, nameId, session } = await meet();
      const good = makeRequest(nameId, session);
      saml.behaviour.usesStrangeKey = true;
      const byAnother = saml.signAt('/*', good);
      saml.behaviour.usesStrangeKey = false;
      const late = saml.signAt('/*', makeRequest(nameId, session, { late: 3600 }));
      const elsewhere = saml.signAt(
        '/*',
        makeRequest(nameId, session, { destination: 'https://ailleurs.example' }),
      );
      for (const xml of [good, byAnother, late, elsewhere, '']) {
        const { statusCode, headers } = await deliver(way, xml);
        expect([statusCode, headers.location]).toEqual(way === 'call' ? [500, undefined] : [303, login()]);
      }
      expect(await isOpen(there)).toBe(true);
    },
  );

  it('a form that brings the answer to a sign-out of the portal leads to sign-in', async () => {
    const { headers } = await portal.app.inject({
      method: 'POST',
      url: `/account/university/${samlProvider}/logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'SAMLResponse=x',
    });
    expect(headers.location).toBe(login());
  });

  it.each(['query', 'form'])(
    'answered by the provider as a %s, says that both sessions are over, if the provider says so',
    async (way) => {
      const here = `${portal.context.config.publicUrl}/account/university/${samlProvider}/logout`;
      const make = (code: string) =>
        `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_l1" Version="2.0" IssueInstant="${portal.context.clock.now().toISOString()}" Destination="${here}" InResponseTo="_x"><saml:Issuer>${saml.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${code}"/></samlp:Status></samlp:LogoutResponse>`;
      async function come(code: string, isSigned = true) {
        const url = `/account/university/${samlProvider}/logout`;
        if (way === 'query') {
          const algorithm = isSigned ? rsa('sha256') : null;
          const query = redirectQuery(make(code), saml.signerOf('own'), { algorithm, name: 'SAMLResponse' });
          return portal.app.inject({ url: `${url}?${query}` });
        }
        const xml = isSigned ? saml.signAt('/*', make(code)) : make(code);
        return portal.app.inject({
          method: 'POST',
          url,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'sec-fetch-site': 'cross-site',
            origin: 'null',
          },
          payload: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString(),
        });
      }
      expect((await come('Success')).body).toContain('sont fermées');
      expect((await come('Responder')).headers.location).toBe(login());
      expect((await come('Success', false)).headers.location).toBe(login());
    },
  );

  it('of the portal is signed, and names the account and the session that it has opened', async () => {
    const { there, nameId, session } = await meet();
    const { reply } = await there.call(findProviderSignOut);
    expect(reply?.label.en).toBe('My university account');
    const { searchParams: query } = new URL(reply?.address ?? '');
    const request = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
    for (const part of [`>${nameId}<`, `>${session}<`, 'LogoutRequest']) expect(request).toContain(part);
    expect(query.get('Signature')).not.toBeNull();
  });
});

it('a session by OpenID Connect is told where it ends at the provider, and one by a password that there is none', async () => {
  openId.behaviour.claims = { sub: `z-${++people}` };
  const { there, own, open } = await signedIn(openIdProvider, openVisit(portal));
  expect((await there.call(findProviderSignOut)).reply?.address).toBe(
    `${openId.issuer}/logout?client_id=guichet`,
  );
  expect((await own.call(findProviderSignOut)).reply).toBeNull();
  Object.assign(openId.behaviour.discovery, { end_session_endpoint: undefined });
  portal.context.clock.advance(301);
  const later = await open();
  expect((await later.call(findProviderSignOut)).reply).toMatchObject({ address: null });
});
