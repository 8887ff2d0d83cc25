import { listApplicationSignIns } from '@guichet/contract/identity/provider';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { machineGrant } from '../../access/access.service.ts';
import { ask, callback, enter, type OpenIdPortal, openOpenIdPortal } from '../fixtures/openIdPortal.ts';
import { listSigningKeys, replaceKeys, rotateKeys } from './signingKeys.ts';

const day = 24 * 60 * 60;

let portal: OpenIdPortal;
beforeAll(async () => {
  portal = await openOpenIdPortal();
});
afterAll(() => portal.close());

const kids = async () => (await listSigningKeys(portal.context)).map(({ kid }) => kid);

it('makes a key after 90 days, publishes it a day before it signs, and the former for 30 days more', async () => {
  const [first] = await kids();
  await rotateKeys(portal.context);
  expect(await kids()).toEqual([first]);
  portal.context.clock.advance(91 * day);
  await rotateKeys(portal.context);
  const [signing, next, ...more] = await kids();
  expect([signing, more]).toEqual([first, []]);
  portal.context.clock.advance(day);
  expect(await kids()).toEqual([next, first]);
  portal.context.clock.advance(30 * day);
  await rotateKeys(portal.context);
  expect(await kids()).toEqual([next]);
});

it('replaces all keys at once on command: the next token is signed by the new one', async () => {
  const before = await kids();
  await replaceKeys(portal.context, machineGrant('test'));
  const [now, ...more] = await kids();
  expect(more).toEqual([]);
  expect(before).not.toContain(now);
  portal.context.clock.advance(11);
  const { client } = await portal.register();
  const { tokens } = await enter(portal, await portal.as('student', 3), client);
  expect(decodeProtectedHeader(tokens.id_token ?? '').kid).toBe(now);
});

it('lets a sign-out be asked for with a token of a key that was replaced, and takes it for nothing else', async () => {
  const person = await portal.as('student', 3);
  const { client } = await portal.register({ signOutUris: [callback] });
  const { browser, tokens } = await enter(portal, person, client);
  const { id_token: former = '' } = tokens;
  await replaceKeys(portal.context, machineGrant('test'));
  portal.context.clock.advance(11);
  const end = `${portal.address}/oidc/session/end`;
  const query = new URLSearchParams({ id_token_hint: former, post_logout_redirect_uri: callback });
  const asked = await browser.go(`${end}?${query}`);
  const page = await asked.text();
  expect([asked.status, page]).toEqual([200, expect.stringContaining('Tout fermer')]);
  const body = new URLSearchParams({
    xsrf: /name="xsrf" value="([^"]*)"/.exec(page)?.[1] ?? '',
    logout: 'yes',
  });
  const back = await browser.go(`${end}/confirm`, { method: 'POST', body });
  expect([back.status, back.headers.get('location')]).toEqual([303, callback]);
  expect((await person.call(listApplicationSignIns)).status).toBe(401);
  query.set('post_logout_redirect_uri', 'https://ailleurs.example/');
  expect((await browser.go(`${end}?${query}`)).status).toBe(400);
  const again = await browser.go((await ask(client, { id_token_hint: former, prompt: 'none' })).address);
  expect(again.headers.get('location')).toContain('error=invalid_request');
});

it('stores no key that can be read without the portal’s own', async () => {
  const rows = await portal.context.database.read.selectFrom('openid_keys').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('"kty"');
});
