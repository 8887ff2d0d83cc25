import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { listApplicationSignIns } from '@guichet/contract/identity/provider';
import { addOpenIdClient } from '@guichet/contract/identity/provider.clients';
import { logout } from '@guichet/contract/identity/sessions';
import { impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/portal.ts';
import { testAdmin } from '../../../test/testApp.ts';
import { openQueue } from '../../core/queue/queue.service.ts';
import { makeSigner, rsa } from '../saml/fixtures/signer.ts';
import { findSigned } from '../saml/signing/signXml.ts';
import { openBrowser } from './fixtures/browser.ts';
import { type OpenIdPortal, openOpenIdPortal } from './fixtures/openIdPortal.ts';
import { logoutRequest, makeSamlService, readForm, type SamlService } from './fixtures/samlService.ts';
import { logoutHandler } from './provider.worker.ts';
import { followEndedSessions } from './signIns/ending.ts';

let portal: OpenIdPortal;
let person: Caller;
let service: SamlService;
let clientId: string;
beforeAll(async () => {
  portal = await openOpenIdPortal({ SIGN_INS_PER_MINUTE: '1000', LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  person = await portal.as('student', 3);
  service = makeSamlService(portal);
  clientId = await service.register({ startsHere: true });
});
afterAll(() => portal.close());

const rowOf = (userId: number) =>
  portal.context.database.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

it('publishes metadata with its addresses and the certificate that signs', async () => {
  const response = await fetch(`${portal.address}/saml/metadata`);
  expect(response.headers.get('content-type')).toContain('application/samlmetadata+xml');
  const xml = await response.text();
  expect(xml).toContain('<alg:SigningMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>');
  expect(xml).toContain(`entityID="${portal.address}/saml/metadata"`);
  expect(xml.match(/Location="[^"]*"/g)).toEqual(
    ['sign-out', 'sign-out', 'sign-out', 'sign-in', 'sign-in'].map(
      (end) => `Location="${portal.address}/saml/${end}"`,
    ),
  );
  const { certificate } = await portal.context.database.read
    .selectFrom('saml_keys')
    .select('certificate')
    .executeTakeFirstOrThrow();
  expect(xml).toContain(certificate);
});

it('signs a person in with what the application may know, for a library of another maker', async () => {
  const { answered, form } = await service.enter(person);
  expect(answered.outcome).toBe('goesOn');
  expect(form?.action).toBe(service.consumer);
  expect(form?.fields.RelayState).toBe('retour');
  expect(form?.policy).toContain(`form-action https://${service.host}/acs%3Bv=1%2C2;`);
  const { profile } = await service.validate(form?.fields ?? { SAMLResponse: '' });
  const row = await rowOf(person.userId);
  expect(profile).toMatchObject({
    nameID: row.subject,
    nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    'urn:oid:0.9.2342.19200300.100.1.3': row.email,
    email_verified: String(row.email_confirmed_at !== null),
    'urn:oid:2.5.4.42': row.first_name,
    'urn:oid:2.5.4.4': row.last_name,
    'urn:oid:2.16.840.1.113730.3.1.39': 'fr-CA',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1': 'student',
  });
  expect(form?.xml).toContain('https://refeds.org/profile/sfa');
});

it('tells no more than the application may know, and escapes it', async () => {
  const other = makeSamlService(portal);
  await other.register({ rolesOf: null, scopes: ['profile'] });
  const sly = await portal.as('student', 3);
  const last_name = '</saml:AttributeValue><x a="&amp;">';
  await portal.context.database.transact((tx) =>
    tx.updateTable('users').set({ last_name }).where('id', '=', sly.userId).execute(),
  );
  const { form } = await other.enter(sly);
  const { profile } = await other.validate(form?.fields ?? {});
  expect(profile?.['urn:oid:2.5.4.4']).toBe(last_name);
  expect(profile?.mail).toBeUndefined();
  expect(form?.xml).not.toContain((await rowOf(sly.userId)).email);
});

it('takes a signed request by either binding, and one whose key is new in the metadata', async () => {
  const strict = makeSamlService(portal);
  await strict.register({ metadata: strict.describe({ signs: true }) });
  for (const by of ['redirect', 'post'] as const) {
    const browser = openBrowser();
    const asked =
      by === 'post'
        ? await strict.post(browser, strict.sign(strict.request()))
        : await browser.go(strict.at(strict.query(strict.request(), { algorithm: rsa('sha256') })));
    expect(asked.status, await asked.clone().text()).toBe(303);
    const { form } = await strict.finish(browser, asked, person);
    expect((await strict.validate(form?.fields ?? {})).profile?.nameID).toBe(
      (await rowOf(person.userId)).subject,
    );
  }
});

it('answers at the registered address that a request names', async () => {
  for (const attributes of [
    `AssertionConsumerServiceURL="${service.second}"`,
    'AssertionConsumerServiceIndex="1"',
  ])
    expect((await service.enter(person, { attributes })).form?.action).toBe(service.second);
});

it('lets people begin at the portal where the application allows it', async () => {
  const browser = openBrowser();
  const asked = await browser.go(`${portal.address}/saml/sign-in/${clientId}`);
  const { form } = await service.finish(browser, asked, person);
  expect(form?.page).not.toContain('RelayState');
  expect(form?.xml).not.toContain('InResponseTo');
  expect((await service.validate(form?.fields ?? {})).profile).not.toBeNull();
  const other = makeSamlService(portal);
  const closed = await other.register();
  expect((await openBrowser().go(`${portal.address}/saml/sign-in/${closed}`)).status).toBe(404);
});

it('leads on to a page of the application, as a landing may want it, and to no other site', async () => {
  const enterTo = (target: string) =>
    openBrowser().go(
      `${portal.address}/saml/sign-in/${clientId}?${new URLSearchParams({ RelayState: target })}`,
    );
  for (const target of ['/d2l/home/7', `https://${service.host}/d2l/home/7`]) {
    const browser = openBrowser();
    const query = new URLSearchParams({ RelayState: target });
    const asked = await browser.go(`${portal.address}/saml/sign-in/${clientId}?${query}`);
    const { form } = await service.finish(browser, asked, person);
    expect(form?.fields.RelayState).toBe(target);
  }
  for (const target of [
    'https://ailleurs.example/',
    '//ailleurs.example',
    '/\\ailleurs.example',
    'javascript:x',
  ])
    expect((await enterTo(target)).status).toBe(400);
  const twice = `${portal.address}/saml/sign-in/${clientId}?RelayState=/a&RelayState=/b`;
  expect((await openBrowser().go(twice)).status).toBe(400);
});

const policy = (attributes: string) => `<samlp:NameIDPolicy ${attributes}/>`;
const contexts = (comparison: string, ...classes: string[]) =>
  `<samlp:RequestedAuthnContext Comparison="${comparison}">${classes.map((one) => `<saml:AuthnContextClassRef>${one}</saml:AuthnContextClassRef>`).join('')}</samlp:RequestedAuthnContext>`;
const mfa = 'https://refeds.org/profile/mfa';
const password = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';

it.each([
  ['', 'IsPassive="true"', 'NoPassive'],
  [policy('Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"'), '', 'InvalidNameIDPolicy'],
  [policy('SPNameQualifier="https://other.example.ca"'), '', 'InvalidNameIDPolicy'],
  [contexts('exact', 'urn:oasis:names:tc:SAML:2.0:ac:classes:X509'), '', 'NoAuthnContext'],
  [contexts('better', mfa), '', 'NoAuthnContext'],
  ['<saml:Subject><saml:NameID>x</saml:NameID></saml:Subject>', '', 'RequestUnsupported'],
  ['', 'ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"', 'UnsupportedBinding'],
])('answers %s %s at once with %s', async (inside, attributes, status) => {
  const response = await openBrowser().go(service.at(service.query(service.request({ inside, attributes }))));
  const form = await readForm(response);
  expect([form.action, form.statuses[1]]).toEqual([service.consumer, status]);
  expect(form.xml).not.toContain('Assertion ');
  const taken = await service.validate(form.fields).catch((error: Error) => error.message);
  // The library takes `NoPassive` for an answer without a person.
  expect(typeof taken === 'string' ? taken : taken.profile && 'entered').toEqual(
    status === 'NoPassive' ? null : expect.stringContaining(status),
  );
});

it('says how the session was opened, and lets in with a second factor alone where that is asked for', async () => {
  const weak = await service.enter(person, { inside: contexts('exact', mfa, password) });
  expect(weak.form?.xml).toContain(`${password}</saml:AuthnContextClassRef>`);
  const refused = await service.enter(person, { inside: contexts('minimum', mfa) });
  expect(refused.answered).toMatchObject({ outcome: 'refused', why: 'factor' });
  expect(refused.form?.statuses).toEqual(['Responder', 'NoAuthnContext']);
  const strong = await portal.as('student', 3);
  await portal.context.database.transact((tx) =>
    tx.updateTable('sessions').set({ factor: 'totp' }).where('user_id', '=', strong.userId).execute(),
  );
  const entered = await service.enter(strong, { inside: contexts('exact', mfa) });
  expect(entered.form?.xml).toContain(`${mfa}</saml:AuthnContextClassRef>`);
});

it('asks for a fresh sign-in where the application does', async () => {
  const early = await portal.as('student', 3);
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('sessions')
      .set({ started_at: new Date(portal.context.clock.now().getTime() - 60_000) })
      .where('user_id', '=', early.userId)
      .execute(),
  );
  expect((await service.enter(early, { attributes: 'ForceAuthn="true"' })).answered.outcome).toBe(
    'signInAgain',
  );
});

it('gives a transient NameID to whoever asks, another one each time', async () => {
  const inside = policy('Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient"');
  const names = [];
  for (let n = 0; n < 2; n += 1) {
    const { form } = await service.enter(person, { inside });
    names.push((await service.validate(form?.fields ?? {})).profile?.nameID);
  }
  expect(new Set([...names, (await rowOf(person.userId)).subject]).size).toBe(3);
});

it('calls people by their key on the learning platform where the application knows them by it', async () => {
  const other = makeSamlService(portal);
  await other.register({ namesByKey: true });
  const early = await other.enter(person);
  expect(early.answered).toMatchObject({ outcome: 'refused', why: 'key' });
  expect(early.form?.statuses).toEqual(['Responder', 'RequestDenied']);
  const { id: userId } = await rowOf(person.userId);
  await portal.context.database.transact((tx) =>
    tx
      .insertInto('platform_accounts')
      .values(
        ['builtin:3', 'learningPlatform'].map((site) => ({
          site,
          user_id: userId,
          key: 'k-77',
          origin: 'made' as const,
          changed_at: portal.context.clock.now(),
        })),
      )
      .execute(),
  );
  const { form } = await other.enter(person);
  const { profile } = await other.validate(form?.fields ?? {});
  expect([profile?.nameID, profile?.nameIDFormat]).toEqual([
    'k-77',
    'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  ]);
  const inside = policy('Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"');
  const asked = await other.enter(person, { inside });
  expect((await other.validate(asked.form?.fields ?? {})).profile?.nameID).toBe(
    (await rowOf(userId)).subject,
  );
  const admin = await portal.superAdmin();
  const body = { ...makeSamlService(portal).formOf(), rolesOf: null, namesByKey: true };
  expect((await admin.call(addOpenIdClient, { body })).problem.errors).toEqual([
    expect.objectContaining({ path: 'rolesOf', messageKey: 'required' }),
  ]);
});

it('gives nothing while a super admin acts as somebody else', async () => {
  const chief = await portal.superAdmin();
  const browser = openBrowser();
  const other = makeSamlService(portal);
  await other.register();
  const asked = await browser.go(other.at(other.query(other.request())));
  const victim = await portal.as('student', 3);
  const body = { reason: 'test', password: testAdmin.password };
  expect((await chief.call(impersonate, { params: { id: victim.userId }, body })).reply.outcome).toBe(
    'started',
  );
  const { form } = await other.finish(browser, asked, chief);
  expect([form?.status, form?.fields.SAMLResponse]).toEqual([410, '']);
});

describe('a sign-out here', () => {
  let application: Server;
  let told: string[];
  let status: string;
  beforeEach(async () => {
    told = [];
    status = 'Success';
    application = createServer((request, response) => {
      void readText(request).then((body) => {
        told.push(body);
        const answer = `<samlp:LogoutResponse xmlns:samlp="x"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status></samlp:LogoutResponse>`;
        response.end(`<s:Envelope xmlns:s="x"><s:Body>${answer}</s:Body></s:Envelope>`);
      });
    });
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => void application.close().closeAllConnections());

  async function leave(inside = '') {
    const soap = `http://127.0.0.1:${(application.address() as AddressInfo).port}/soap`;
    const other = makeSamlService(portal);
    const id = await other.register({ metadata: other.describe({ soap }) });
    const leaver = await portal.as('student', 3);
    const { form } = await other.enter(leaver, { inside });
    const { profile } = await other.validate(form?.fields ?? {});
    expect((await leaver.call(listApplicationSignIns)).reply).toMatchObject([{ isTold: true }]);
    await leaver.call(logout);
    await followEndedSessions(portal.context);
    const queue = openQueue(portal.context, [logoutHandler(portal.context)], 1);
    while (await queue.runOnce());
    await queue.stop();
    const { state } = await portal.context.database.read
      .selectFrom('openid_logouts')
      .select('state')
      .where('client_id', '=', id)
      .executeTakeFirstOrThrow();
    return { profile, state };
  }

  it.each(['persistent', 'transient'])(
    'is told to the application, signed, with its %s name of the person',
    async (kind) => {
      const { profile, state } = await leave(
        policy(`Format="urn:oasis:names:tc:SAML:2.0:nameid-format:${kind}"`),
      );
      expect([state, told.length]).toEqual(['done', 1]);
      const request = /<samlp:LogoutRequest.*<\/samlp:LogoutRequest>/s.exec(told[0] ?? '')?.[0] ?? '';
      const { certificate } = await portal.context.database.read
        .selectFrom('saml_keys')
        .select('certificate')
        .executeTakeFirstOrThrow();
      const signed = await findSigned(request, [certificate]);
      expect(signed).toContain(`:${kind}"`);
      expect(signed).toContain(`>${profile?.nameID}</saml:NameID>`);
      expect(signed).toContain(`<samlp:SessionIndex>${profile?.sessionIndex}</samlp:SessionIndex>`);
    },
  );

  it('is given up where the application refuses', async () => {
    status = 'Requester';
    expect((await leave()).state).toBe('failed');
  });
});

describe('a sign-out', () => {
  it('that the application asks for ends the session here, and is answered', async () => {
    const leaver = await portal.as('student', 3);
    const { form } = await service.enter(leaver);
    const { profile, library } = await service.validate(form?.fields ?? {});
    const xml = logoutRequest(portal, service, {
      nameId: profile?.nameID ?? '',
      sessions: [profile?.sessionIndex ?? ''],
    });
    const text = service.query(xml, { algorithm: rsa('sha256'), relayState: 'apres' });
    const response = await openBrowser().go(`${portal.address}/saml/sign-out?${text}`);
    const back = new URL(response.headers.get('location') ?? '');
    expect(back.href).toContain(`https://${service.host}/slo-done?`);
    expect(back.searchParams.get('RelayState')).toBe('apres');
    const query = Object.fromEntries(back.searchParams);
    expect(await library.validateRedirectAsync(query, back.search.slice(1))).toMatchObject({
      loggedOut: true,
    });
    expect((await leaver.call(logout)).status).toBe(401);
  });

  /** Sends a signed request by a form of the browser, or in a call of the application. */
  function send(way: 'post' | 'call', signed: string): Promise<Response> {
    const address = `${portal.address}/saml/sign-out`;
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'null' };
    const form = new URLSearchParams({
      SAMLRequest: Buffer.from(signed).toString('base64'),
      RelayState: 'apres',
    });
    if (way === 'post') return openBrowser().go(address, { method: 'POST', body: form, headers: elsewhere });
    const body = `<?xml version="1.0"?>\n<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body id="b">\n${signed}\n</S:Body></S:Envelope>\n`;
    return fetch(address, { method: 'POST', body, headers: { 'content-type': 'text/xml; charset=utf-8' } });
  }

  const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
  /** An application that takes answers by a form too, with somebody who has entered it. */
  async function enterAnother() {
    const other = makeSamlService(portal);
    const more = `<md:SingleLogoutService Binding="${post}" Location="https://${other.host}/slo-form"/>`;
    await other.register({ metadata: other.describe({ more }) });
    const leaver = await portal.as('student', 3);
    const { form } = await other.enter(leaver);
    const { profile, library } = await other.validate(form?.fields ?? {});
    const sessions = [profile?.sessionIndex ?? ''];
    return {
      other,
      leaver,
      library,
      xml: logoutRequest(portal, other, { nameId: profile?.nameID ?? '', sessions }),
    };
  }

  it('that comes as a form ends the session here, and is answered by a form', async () => {
    const { other, leaver, library, xml } = await enterAnother();
    const form = await readForm(await send('post', other.sign(xml)));
    expect([form.action, form.fields.RelayState]).toEqual([`https://${other.host}/slo-form`, 'apres']);
    expect(await library.validatePostResponseAsync(form.fields)).toMatchObject({ loggedOut: true });
    expect((await leaver.call(logout)).status).toBe(401);
  });

  it('that comes as a call ends the session here, and is answered by the reply', async () => {
    const { other, leaver, xml } = await enterAnother();
    const response = await send('call', other.sign(xml));
    expect(response.headers.get('content-type')).toMatch(/^text\/xml/);
    const text = await response.text();
    const { certificate } = await portal.context.database.read
      .selectFrom('saml_keys')
      .select('certificate')
      .executeTakeFirstOrThrow();
    const answer = /<samlp:LogoutResponse.*<\/samlp:LogoutResponse>/s.exec(text)?.[0] ?? '';
    const signed = await findSigned(answer, [certificate]);
    expect(signed).toContain(`InResponseTo="${/ ID="([^"]*)"/.exec(xml)?.[1]}"`);
    expect(signed).toContain('status:Success"');
    expect((await leaver.call(logout)).status).toBe(401);
  });

  const spoiled: Record<string, (other: SamlService, xml: string) => string> = {
    'without a signature': (_other, xml) => xml,
    'signed with another key': (other, xml) => other.sign(xml, { by: makeSigner() }),
    'signed with SHA-1': (other, xml) =>
      other.sign(xml, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    'changed since it was signed': (other, xml) =>
      other.sign(xml.replace(/<saml:NameID>/, '<saml:NameID>0')).replace('<saml:NameID>0', '<saml:NameID>'),
    'for another address': (other, xml) => other.sign(xml.replace('/saml/sign-out', '/saml/elsewhere')),
    'with another beside it': (other, xml) => other.sign(xml) + other.sign(xml),
    'wrapped around what is signed': (other, xml) => {
      const signed = other.sign(xml.replace(/<saml:NameID>/, '<saml:NameID>0'));
      return xml
        .replace('</samlp:LogoutRequest>', `<x>${signed}</x></samlp:LogoutRequest>`)
        .replace(/ ID="_/, ' ID="_0');
    },
  };
  it.each(
    Object.keys(spoiled).flatMap(
      (how) =>
        [
          [how, 'post'],
          [how, 'call'],
        ] as const,
    ),
  )('%s, as a %s, ends nothing', async (how, way) => {
    const { other, leaver, xml } = await enterAnother();
    const response = await send(way, spoiled[how]?.(other, xml) ?? '');
    expect(response.status).toBe(way === 'post' ? 400 : 500);
    expect(await response.text()).toContain(way === 'post' ? 'class="muted">SAML: ' : '<soap:Fault>');
    expect((await leaver.call(logout)).status).toBe(200);
  });

  it.each(['unsigned', 'by another key', 'of another session', 'too old', 'of another application'])(
    '%s ends nothing',
    async (how) => {
      const stayer = await portal.as('student', 3);
      const { form } = await service.enter(stayer);
      const { profile } = await service.validate(form?.fields ?? {});
      const asker = how === 'of another application' ? makeSamlService(portal) : service;
      if (asker !== service) await asker.register();
      const xml = logoutRequest(portal, asker, {
        nameId: profile?.nameID ?? '',
        sessions: how === 'of another session' ? ['persistent_0'] : [],
        ...(how === 'too old' && { issuedAt: new Date(portal.context.clock.now().getTime() - 600_000) }),
      });
      const text = asker.query(xml, {
        algorithm: how === 'unsigned' ? null : rsa('sha256'),
        ...(how === 'by another key' && { by: makeSigner() }),
      });
      await openBrowser().go(`${portal.address}/saml/sign-out?${text}`);
      expect((await stayer.call(logout)).status).toBe(200);
    },
  );
});
