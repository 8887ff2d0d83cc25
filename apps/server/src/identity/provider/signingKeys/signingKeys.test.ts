import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { machineGrant } from '../../access/access.service.ts';
import { enter, type OpenIdPortal, openOpenIdPortal } from '../fixtures/openIdPortal.ts';
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

it('stores no key that can be read without the portal’s own', async () => {
  const rows = await portal.context.database.read.selectFrom('openid_keys').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('"kty"');
});
