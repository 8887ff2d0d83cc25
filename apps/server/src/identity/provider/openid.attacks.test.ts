import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listOpenIdClients } from '@guichet/contract/identity/provider.clients';
import { logout } from '@guichet/contract/identity/sessions';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, UnsecuredJWT } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Caller, madePassword } from '../../../test/portal.ts';
import { openBrowser } from './fixtures/browser.ts';
import {
  answer,
  ask,
  callback,
  enter,
  type OpenIdPortal,
  open,
  openOpenIdPortal,
  redeem,
} from './fixtures/openIdPortal.ts';
import { followEndedSessions } from './signIns/ending.ts';

let portal: OpenIdPortal;
let person: Caller;
beforeAll(async () => {
  portal = await openOpenIdPortal({
    UNIVERSITY_PHONE: '613 555-0100',
    UNIVERSITY_REPLY_TO: 'aide@uni.example.ca',
  });
  person = await portal.as('student', 3);
});
afterAll(() => portal.close());

/** The reply of the token endpoint to these fields. */
async function post(fields: Record<string, string>, id: string, secret: string) {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const response = await fetch(`${portal.address}/oidc/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, reply: (await response.json()) as Record<string, string> };
}

/** A code that was not redeemed yet, with what redeems it. */
async function takeCode() {
  const registered = await portal.register();
  const browser = openBrowser();
  const asked = await ask(registered.client);
  const { request } = await open(browser, portal, asked);
  const answered = await answer(browser, person, request ?? '');
  const back = await browser.follow('address' in answered ? answered.address : '', [callback]);
  return {
    ...registered,
    asked,
    back,
    code: back.searchParams.get('code') ?? '',
    secret: registered.secret ?? '',
  };
}

const codeFields = (code: string, verifier: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: callback,
  code_verifier: verifier,
});

it('a request with a client ID that no application has names it, on the page and in the log, cut and escaped', async () => {
  const logged = vi.spyOn(portal.context.log, 'warn');
  const client_id = `<b>${'x'.repeat(900)}`;
  const query = new URLSearchParams({ client_id, response_type: 'code', scope: 'openid' });
  const body = await (await fetch(`${portal.address}/oidc/auth?${query}`)).text();
  expect(body).toContain('invalid_client: no application has the client ID &#60;b&#62;xxx');
  expect(body).toContain('<a class="button" href="/">Aller au portail</a>');
  const [fields] = logged.mock.calls.at(-1) ?? [];
  const named = (fields as { clientId?: string } | undefined)?.clientId ?? '';
  expect(client_id.startsWith(named)).toBe(true);
  expect(named.length).toBeLessThanOrEqual(500);
  logged.mockRestore();
});

describe('a request', () => {
  it.each([
    `${callback}/`,
    `${callback}?x=1`,
    'https://outil.example.ca.evil.example/retour',
    'https://evil.example/retour',
    'http://outil.example.ca/retour',
    'https://outil.example.ca/retour#x',
    'https://OUTIL.example.ca/retour',
  ])('to return to %s is refused on a page of the portal, and leads nowhere', async (redirect_uri) => {
    const { client } = await portal.register();
    const { address } = await ask(client, { redirect_uri });
    const response = await openBrowser().go(address);
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    const page = await response.text();
    for (const words of ['redirect_uri', '« Outil ', 'tel:6135550100', 'mailto:aide@uni.example.ca'])
      expect(page).toContain(words);
  });

  it.each([
    [{ code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'id_token token' }, 'unsupported_response_type'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ prompt: 'none' }, 'login_required'],
  ])('with %j returns %s', async (more, error) => {
    const { client } = await portal.register();
    const { address } = await ask(client, more);
    const back = await openBrowser().follow(address, [callback]);
    const told = new URLSearchParams(back.hash ? back.hash.slice(1) : back.search);
    expect([told.get('error'), told.get('code')]).toEqual([error, null]);
  });

  it('asks for no more than its application may know', async () => {
    const { client } = await portal.register({ scopes: ['email'] });
    const { address } = await ask(client, { scope: 'openid email roles' });
    const back = await openBrowser().follow(address, [callback]);
    expect(back.searchParams.get('error')).toBe('invalid_scope');
  });

  it.each([
    ['scope', { scope: 'openid roles' }, 'roles'],
    ['redirectUri', { redirect_uri: `${callback}?x=1` }, `${callback}?x=1`],
    ['pkce', { code_challenge: '', code_challenge_method: '' }, null],
  ])(
    'that the application has to change (%s) is shown where it is registered, until somebody enters',
    async (why, more, detail) => {
      const { client, id } = await portal.register({ scopes: ['email'] });
      const admin = await portal.superAdmin();
      const lastRefusal = async () => {
        const { clients } = (await admin.call(listOpenIdClients)).reply;
        return clients.find((one) => one.id === id)?.lastRefusal;
      };
      const usual = { scope: 'openid email' };
      await openBrowser().go((await ask(client, { ...usual, ...more })).address);
      expect(await lastRefusal()).toMatchObject({ why, detail, at: expect.any(Date) });
      const browser = openBrowser();
      const { request } = await open(browser, portal, await ask(client, usual));
      expect(await lastRefusal()).toMatchObject({ why });
      const answered = await answer(browser, person, request ?? '');
      await browser.follow('address' in answered ? answered.address : '', [callback]);
      expect(await lastRefusal()).toBeNull();
    },
  );

  it('is refused to a network that floods the portal with them', async () => {
    const few = await openOpenIdPortal({ SIGN_INS_PER_MINUTE: '2' });
    const { client } = await few.register();
    const { address } = await ask(client);
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push((await openBrowser().go(address)).status);
    expect(answers).toEqual([303, 303, 303, 303, 429]);
    await few.close();
  });

  it('cannot be answered for another browser: whoever sends its link to somebody gets nothing', async () => {
    const { client } = await portal.register();
    const { request } = await open(openBrowser(), portal, await ask(client));
    const victim = openBrowser();
    await expect(answer(victim, person, request ?? '')).rejects.toThrow('openid.requestOver');
  });

  it('is answered once', async () => {
    const { client } = await portal.register();
    const browser = openBrowser();
    const { request } = await open(browser, portal, await ask(client));
    await answer(browser, person, request ?? '');
    await expect(answer(browser, person, request ?? '')).rejects.toThrow('openid.requestOver');
  });

  it('of another system’s application is refused, and the application told', async () => {
    const { client } = await portal.register({ rolesOf: 4 });
    const browser = openBrowser();
    const { request } = await open(browser, portal, await ask(client));
    const answered = await answer(browser, person, request ?? '');
    expect(answered).toMatchObject({ outcome: 'refused', why: 'role', program: 'NP' });
    const back = await browser.follow('address' in answered ? answered.address : '', [callback]);
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null]);
  });

  it('for a fresh sign-in is not answered with an older session', async () => {
    const { client } = await portal.register();
    const early = await portal.as('student', 3);
    const started_at = new Date(Date.now() - 600_000);
    await portal.context.database.transact((tx) =>
      tx.updateTable('sessions').set({ started_at }).where('user_id', '=', early.userId).execute(),
    );
    for (const more of [{ prompt: 'login' }, { max_age: '300' }]) {
      const browser = openBrowser();
      const { request } = await open(browser, portal, await ask(client, more));
      expect((await answer(browser, early, request ?? '')).outcome).toBe('signInAgain');
    }
  });
});

describe('a code', () => {
  it('is redeemed once: a second time ends what it gave', async () => {
    const { client, back, asked, id, secret, code } = await takeCode();
    const tokens = await redeem(client, back, asked);
    const again = await post(codeFields(code, asked.verifier), id, secret);
    expect([again.status, again.reply.error]).toEqual([400, 'invalid_grant']);
    await expect(oidc.fetchUserInfo(client, tokens.access_token, oidc.skipSubjectCheck)).rejects.toThrow();
  });

  it('is redeemed once by two that come together', async () => {
    const { asked, id, secret, code } = await takeCode();
    const both = await Promise.all([1, 2].map(() => post(codeFields(code, asked.verifier), id, secret)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it.each([
    ['without its verifier', { code_verifier: '' }],
    ['with another verifier', { code_verifier: oidc.randomPKCECodeVerifier() }],
    ['for another address', { redirect_uri: 'https://outil.example.ca/autre' }],
  ])('is refused %s', async (_how, more) => {
    const { asked, id, secret, code } = await takeCode();
    const { status, reply } = await post({ ...codeFields(code, asked.verifier), ...more }, id, secret);
    expect(status).toBe(400);
    expect(reply.access_token).toBeUndefined();
  });

  it('is refused to another application, and without the secret', async () => {
    const { asked, id, code } = await takeCode();
    const other = await portal.register();
    expect((await post(codeFields(code, asked.verifier), other.id, other.secret ?? '')).status).toBe(400);
    expect((await post(codeFields(code, asked.verifier), id, 'x')).status).toBe(401);
    const { clients } = (await (await portal.superAdmin()).call(listOpenIdClients)).reply;
    expect(clients.find((one) => one.id === id)?.lastRefusal).toMatchObject({ why: 'secret' });
    expect((await post(codeFields(code, asked.verifier), id, '')).status).toBe(400);
  });

  it('is taken by a client only with its own state and nonce, and from this issuer', async () => {
    const { client, back, asked } = await takeCode();
    await expect(redeem(client, back, { ...asked, state: 'x' })).rejects.toThrow();
    const elsewhere = new URL(back);
    elsewhere.searchParams.set('iss', 'https://evil.example');
    await expect(redeem(client, elsewhere, asked)).rejects.toThrow();
    await expect(redeem(client, back, { ...asked, nonce: 'x' })).rejects.toThrow();
  });
});

it.each(['password', 'client_credentials', 'refresh_token', 'implicit'])(
  'the grant %s gives no token',
  async (grant_type) => {
    const { asked, id, secret, code } = await takeCode();
    const given = { username: 'x', password: 'x', refresh_token: code };
    const { status, reply } = await post(
      { ...codeFields(code, asked.verifier), ...given, grant_type },
      id,
      secret,
    );
    expect([status, reply.access_token]).toEqual([400, undefined]);
    expect(reply.error).toMatch(/^(?:unsupported_grant_type|unauthorized_client)$/);
  },
);

it('a sign-out to which another site leads asks the person first, and ends nothing by itself', async () => {
  const { client } = await portal.register();
  const stayer = await portal.as('student', 3);
  const { browser } = await enter(portal, stayer, client);
  const end = `${portal.address}/oidc/session/end`;
  const asked = await browser.go(end);
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('Tout fermer')]);
  const body = new URLSearchParams({ xsrf: 'x', logout: 'yes' });
  expect((await browser.go(`${end}/confirm`, { method: 'POST', body })).status).toBe(400);
  expect((await stayer.call(logout)).status).toBe(200);
});

it('requests whose bodies come slowly keep no turn: others sign on meanwhile', async () => {
  const { client } = await portal.register();
  const head = 'POST /oidc/token HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\n';
  const slow = Array.from({ length: 5 }, () => connect(Number(new URL(portal.address).port), '127.0.0.1'));
  await Promise.all(slow.map((socket) => once(socket, 'connect')));
  for (const socket of slow) socket.write(`${head}content-length: 1000\r\n\r\ngrant_type=`);
  await wait(200);
  const { tokens } = await enter(portal, person, client);
  expect(tokens.access_token).not.toBe('');
  for (const socket of slow) socket.destroy();
});

describe('a token', () => {
  it('is signed by a key of the set, and by nothing else', async () => {
    const { client } = await portal.register();
    const { tokens } = await enter(portal, person, client);
    const keys = await (await fetch(`${portal.address}/oidc/jwks`)).json();
    expect(JSON.stringify(keys)).not.toContain('"d"');
    const set = createLocalJWKSet(keys as Parameters<typeof createLocalJWKSet>[0]);
    const { payload } = await jwtVerify(tokens.id_token ?? '', set);
    expect(decodeProtectedHeader(tokens.id_token ?? '').alg).toBe('RS256');
    const unsigned = new UnsecuredJWT(payload).encode();
    const end = `${portal.address}/oidc/session/end?id_token_hint=${unsigned}`;
    expect((await openBrowser().go(end)).status).toBe(400);
  });

  it('is no session of the portal, and the portal’s token none of an application', async () => {
    const { client } = await portal.register();
    const { tokens } = await enter(portal, person, client);
    const ofApplication = portal.withToken(tokens.access_token, person.userId);
    expect((await ofApplication.call(listOpenIdClients)).status).toBe(401);
    const headers = { authorization: `Bearer ${person.token}` };
    expect((await fetch(`${portal.address}/oidc/me`, { headers })).status).toBe(401);
  });

  it('is given back by its own application alone', async () => {
    const [one, two] = [await portal.register(), await portal.register()];
    const { tokens } = await enter(portal, person, one.client);
    const token = tokens.access_token;
    const ask = () => oidc.fetchUserInfo(one.client, token, oidc.skipSubjectCheck);
    await oidc.tokenRevocation(two.client, token);
    expect(await ask()).toMatchObject({ sub: tokens.claims()?.sub });
    await oidc.tokenRevocation(one.client, token);
    await expect(ask()).rejects.toThrow();
  });

  it('ends with the session of the portal', async () => {
    const leaver = await portal.as('student', 3);
    const { client } = await portal.register();
    const { tokens, browser } = await enter(portal, leaver, client);
    await leaver.call(logout);
    const { request } = await open(browser, portal, await ask(client));
    expect(request).not.toBeNull();
    await followEndedSessions(portal.context);
    await expect(oidc.fetchUserInfo(client, tokens.access_token, oidc.skipSubjectCheck)).rejects.toThrow();
  });
});

it.each(['before', 'after'])(
  'whoever signs out and comes back at once gets in, where the sign-out is followed %s the answer',
  async (when) => {
    const { email } = await portal.make('student', 3);
    const leaver = await portal.signIn(email, madePassword);
    const { client } = await portal.register();
    const { browser } = await enter(portal, leaver, client);
    await leaver.call(logout);
    const asked = await ask(client);
    const { request } = await open(browser, portal, asked);
    const again = await portal.signIn(email, madePassword);
    const follow = () => followEndedSessions(portal.context);
    if (when === 'before') await follow();
    const answered = await answer(browser, again, request ?? '');
    if (when === 'after') await follow();
    if (answered.outcome !== 'goesOn') throw new Error(answered.outcome);
    const back = await browser.follow(answered.address, [callback]);
    expect((await redeem(client, back, asked)).claims()).toMatchObject({ sub: expect.any(String) });
  },
);
