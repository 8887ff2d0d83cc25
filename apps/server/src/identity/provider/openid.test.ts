import * as oidc from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../../test/portal.ts';
import { openBrowser } from './fixtures/browser.ts';
import { ask, enter, type OpenIdPortal, open, openOpenIdPortal } from './fixtures/openIdPortal.ts';

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
  const { request } = await open(openBrowser(), portal, await ask(client));
  expect(request).toMatch(/^[\w-]{20,}$/);
});
