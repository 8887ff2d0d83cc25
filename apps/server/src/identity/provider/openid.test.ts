import { impersonate } from '@guichet/contract/identity/sessions.impersonation';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../../test/portal.ts';
import { testAdmin } from '../../../test/testApp.ts';
import { openBrowser } from './fixtures/browser.ts';
import {
  answer,
  ask,
  callback,
  enter,
  type OpenIdPortal,
  open,
  openOpenIdPortal,
} from './fixtures/openIdPortal.ts';

let portal: OpenIdPortal;
let person: Caller;
beforeAll(async () => {
  portal = await openOpenIdPortal();
  person = await portal.as('student', 3, {
    firstName: 'Anaïs',
    lastName: 'Côté',
    email: 'anais@guichet.test',
  });
});
afterAll(() => portal.close());

it('signs a person in to an application with the claims of its scopes, and the roles of its system alone', async () => {
  const { client } = await portal.register();
  const { tokens } = await enter(portal, person, client);
  const claims = tokens.claims();
  expect(claims).toMatchObject({
    iss: `${portal.address}/oidc`,
    name: 'Anaïs Côté',
    given_name: 'Anaïs',
    family_name: 'Côté',
    locale: 'fr-CA',
    email: 'anais@guichet.test',
    email_verified: false,
    roles: ['student'],
    acr: 'https://refeds.org/profile/sfa',
    amr: ['pwd'],
  });
  const told = await oidc.fetchUserInfo(client, tokens.access_token, claims?.sub ?? '');
  expect(told).toMatchObject({ sub: claims?.sub, name: 'Anaïs Côté', roles: ['student'] });
});

it('goes on to a second application without the page, and to the first again', async () => {
  const [one, two] = [await portal.register(), await portal.register({ scopes: [] })];
  const { browser, tokens } = await enter(portal, person, one.client);
  const asked = await ask(two.client, { scope: 'openid' });
  const { target, request } = await open(browser, portal, asked);
  expect([request, target.searchParams.has('code')]).toEqual([null, true]);
  expect(tokens.claims()?.sub).toMatch(/^[\da-f-]{36}$/);
});

it('asks on the portal’s page in a browser without a session', async () => {
  const { client } = await portal.register();
  const { request, target } = await open(openBrowser(), portal, await ask(client));
  expect(request).toMatch(/^[\w-]{20,}$/);
  // Nobody has asked for a language: the page shows the one that was chosen in the browser.
  expect([target.pathname, target.searchParams.get('lang')]).toEqual(['/account/application', null]);
});

it('shows that page in the first of its languages for which the application asks', async () => {
  const { client } = await portal.register();
  const languageFor = async (ui_locales: string) =>
    (await open(openBrowser(), portal, await ask(client, { ui_locales }))).target.searchParams.get('lang');
  expect(await languageFor('en-CA fr')).toBe('en');
  expect(await languageFor('de fr-CA en')).toBe('fr');
  expect(await languageFor('de frr')).toBeNull();
});

it('tells that a second factor opened the session', async () => {
  const careful = await portal.as('student', 3);
  await portal.context.database.transact((tx) =>
    tx.updateTable('sessions').set({ factor: 'totp' }).where('user_id', '=', careful.userId).execute(),
  );
  const { client } = await portal.register();
  const { tokens } = await enter(portal, careful, client);
  expect(tokens.claims()).toMatchObject({
    acr: 'https://refeds.org/profile/mfa',
    amr: ['pwd', 'otp', 'mfa'],
  });
});

it('does not tell of a password where another provider opened the session', async () => {
  const { client } = await portal.register();
  const signedInBy = JSON.stringify({ issuer: 'https://universite.test', subject: 'zcote', session: null });
  const methodsWith = async (factor: 'totp' | 'provider' | null) => {
    const { userId, ...person } = await portal.as('student', 3);
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('sessions')
        .set({ factor, signed_in_by: signedInBy })
        .where('user_id', '=', userId)
        .execute(),
    );
    const { tokens } = await enter(portal, { userId, ...person }, client);
    return tokens.claims()?.amr ?? [];
  };
  expect([await methodsWith(null), await methodsWith('totp'), await methodsWith('provider')]).toEqual([
    [],
    ['otp', 'mfa'],
    ['mfa'],
  ]);
});

it('gives nothing while a super admin acts as somebody else, not even in their own name', async () => {
  const chief = await portal.superAdmin();
  const { client } = await portal.register({ rolesOf: null, scopes: [] });
  const silent = async (browser = openBrowser()) =>
    open(browser, portal, await ask(client, { scope: 'openid' }));
  const browser = openBrowser();
  const { request } = await silent(browser);
  const answered = await answer(browser, chief, request ?? '');
  await browser.follow('address' in answered ? answered.address : '', [callback]);
  expect((await silent(browser)).request).toBeNull();
  const { userId } = await portal.make('student', 3);
  const body = { reason: 'test', password: testAdmin.password };
  expect((await chief.call(impersonate, { params: { id: userId }, body })).reply.outcome).toBe('started');
  expect((await silent(browser)).request).not.toBeNull();
});
