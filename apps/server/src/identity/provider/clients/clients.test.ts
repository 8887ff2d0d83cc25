import {
  type ApplicationForm,
  addOpenIdClient,
  changeOpenIdClient,
  listOpenIdClients,
  removeOpenIdClient,
  renewOpenIdSecret,
} from '@guichet/contract/identity/provider.clients';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.superAdmin();
});
afterAll(() => portal.close());

const form: Extract<ApplicationForm, { kind: 'openid' }> = {
  kind: 'openid',
  name: 'Wiki',
  rolesOf: 3,
  secretIn: 'header',
  requiresPkce: true,
  scopes: ['profile'],
  redirectUris: ['https://wiki.example.ca/retour'],
  homeUri: null,
  signOutUris: [],
  logoutUri: null,
};

it('registers, changes and removes an application; the secret is in one reply, and stored as a hash', async () => {
  const { reply: made } = await admin.call(addOpenIdClient, { body: form });
  expect(made.secret).toMatch(/^[\w-]{43}$/);
  const list = await admin.call(listOpenIdClients);
  expect(list.reply.clients).toEqual([
    { id: made.id, ...form, version: 1, lastRefusal: null, signOutFailure: null },
  ]);
  expect(list.raw).not.toContain(made.secret);
  const stored = await portal.context.database.read.selectFrom('openid_clients').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(made.secret);

  const params = { clientId: made.id };
  const change = { ...form, name: 'Wiki des candidats', version: 1 };
  expect((await admin.call(changeOpenIdClient, { params, body: change })).reply).toBe(true);
  const late = { ...form, name: 'Autre nom', version: 1 };
  expect((await admin.call(changeOpenIdClient, { params, body: late })).problem).toMatchObject({
    status: 409,
    code: 'openid.changedMeanwhile',
  });
  const renewed = await admin.call(renewOpenIdSecret, { params });
  expect(renewed.reply.secret).not.toBe(made.secret);
  expect((await admin.call(removeOpenIdClient, { params })).reply).toBe(true);
  expect((await admin.call(listOpenIdClients)).reply.clients).toEqual([]);
  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select('action')
    .where('subject', '=', `application:${made.id}`)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual([
    'application.added',
    'application.changed',
    'application.secretRenewed',
    'application.removed',
  ]);
});

it.each([
  ['http://wiki.example.ca/retour', 'pageAddress'],
  ['https://wiki.example.ca/*', 'pageAddress'],
  ['https://wiki.example.ca/#x', 'pageAddress'],
  ['https://a:b@wiki.example.ca/', 'pageAddress'],
  ['javascript:alert(1)', 'pageAddress'],
  ['wiki.example.ca', 'pageAddress'],
])('refuses to send people to %s', async (address, messageKey) => {
  const { problem } = await admin.call(addOpenIdClient, { body: { ...form, redirectUris: [address] } });
  expect(problem.errors).toEqual([expect.objectContaining({ path: 'redirectUris.0', messageKey })]);
});

it.each(['http://10.1.2.3/fin', 'https://[::1]/fin', 'http://localhost/fin'])(
  'refuses %s for sign-outs: the portal would not call it',
  async (logoutUri) => {
    const { problem } = await admin.call(addOpenIdClient, { body: { ...form, name: 'Interne', logoutUri } });
    expect(problem.errors).toEqual([
      expect.objectContaining({ path: 'logoutUri', messageKey: 'privateHost' }),
    ]);
  },
);

it('always asks for PKCE of an application without a secret, and gives it none later', async () => {
  const bare = { ...form, name: 'Téléphone', secretIn: null, requiresPkce: false };
  const { reply } = await admin.call(addOpenIdClient, { body: bare });
  expect(reply.secret).toBeNull();
  const { clients } = (await admin.call(listOpenIdClients)).reply;
  expect(clients.find(({ id }) => id === reply.id)).toMatchObject({ requiresPkce: true });
  const params = { clientId: reply.id };
  expect((await admin.call(renewOpenIdSecret, { params })).problem.code).toBe('openid.noSecret');
  const body = { ...bare, secretIn: 'header' as const, version: 1 };
  expect((await admin.call(changeOpenIdClient, { params, body })).problem.errors?.[0]?.path).toBe('secretIn');
});

it('has a name that no other application has', async () => {
  const { problem } = await admin.call(addOpenIdClient, { body: { ...form, name: 'TÉLÉPHONE' } });
  expect(problem.errors).toEqual([expect.objectContaining({ path: 'name', messageKey: 'taken' })]);
});
