import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  listProviders,
  removeProvider,
  saveProvider,
  tryProvider,
} from '@guichet/contract/identity/federation.providers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makeCertificate } from '../../saml/keys/certificate.ts';
import { clientSecret, openUniversity, type University } from '../fixtures/university.ts';
import { readForm, register } from '../fixtures/visit.ts';
import { describeButtons } from './buttons.ts';
import { findIn } from './trial.ts';

let portal: TestPortal;
let university: University;
let superAdmin: Caller;
beforeAll(async () => {
  university = await openUniversity();
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  superAdmin = await portal.superAdmin();
});
afterEach(() => university.reset());
afterAll(async () => {
  university.close();
  await portal.close();
});

const listed = async () => (await superAdmin.call(listProviders)).reply.providers;
const buttons = async () => {
  portal.context.clock.advance(2);
  const text = await describeButtons(portal.context);
  return text === '' ? [] : JSON.parse(text);
};

it('a provider is registered, changed and removed; its secret is stored encrypted and told to nobody', async () => {
  expect(await buttons()).toEqual([]);
  const other = await openUniversity();
  const providerId = await register(portal, other);
  const [shown] = (await listed()).filter(({ id }) => id === providerId);
  expect(shown).toMatchObject({ issuer: other.issuer, version: 1, isActive: true });
  expect(JSON.stringify(shown)).not.toContain(clientSecret);
  const rows = await portal.context.database.read.selectFrom('identity_providers').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(clientSecret);
  expect(await buttons()).toMatchObject([{ id: providerId, label: { fr: 'Mon compte de l’université' } }]);

  const params = { providerId };
  const body = { ...readForm(other), secret: null, labelFr: 'Autre', isActive: false };
  const stale = await superAdmin.call(saveProvider, { params, body: { ...body, version: 7 } });
  expect(stale.problem.code).toBe('federation.changedMeanwhile');
  const moved = { ...body, issuer: 'https://ailleurs.example', version: 1 };
  expect((await superAdmin.call(saveProvider, { params, body: moved })).problem.errors).toMatchObject([
    { path: 'secret', messageKey: 'credentialAgain' },
  ]);
  expect((await superAdmin.call(saveProvider, { params, body: { ...body, version: 1 } })).reply).toBe(true);
  expect(await buttons()).toEqual([]);
  const twin = { params: { providerId: randomUUID() }, body: { ...readForm(other), version: null } };
  expect((await superAdmin.call(saveProvider, twin)).problem.errors).toMatchObject([
    { path: 'issuer', messageKey: 'taken' },
  ]);

  expect((await superAdmin.call(removeProvider, { params })).reply).toBe(true);
  expect((await superAdmin.call(removeProvider, { params })).problem.code).toBe('federation.unknown');
  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'detail'])
    .where('subject', '=', `provider:${providerId}`)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual([
    'provider.added',
    'provider.changed',
    'provider.removed',
  ]);
  expect(JSON.stringify(lines)).not.toContain(clientSecret);
  other.close();
});

it('the return address of the next provider stays the same until one is saved', async () => {
  const next = async () => (await superAdmin.call(listProviders)).reply.newId;
  const first = await next();
  const other = await portal.superAdmin();
  expect((await other.call(listProviders)).reply.newId).toBe(first);
  const elsewhere = await openUniversity();
  const body = { ...readForm(elsewhere), version: null };
  const saved = await superAdmin.call(saveProvider, { params: { providerId: first }, body });
  expect(saved.reply).toBe(true);
  expect(await next()).not.toBe(first);
  await superAdmin.call(removeProvider, { params: { providerId: first } });
  elsewhere.close();
});

const trial = async (more: object = {}) => {
  const body = { ...readForm(university), ...more };
  const { reply, raw } = await superAdmin.call(tryProvider, { params: { providerId: randomUUID() }, body });
  if (!reply) throw new Error(raw);
  return Object.fromEntries(reply.map(({ check, state }) => [check, state]));
};

const allGood = {
  address: 'good',
  issuer: 'good',
  endpoints: 'good',
  keys: 'good',
  pkce: 'good',
  client: 'good',
  returnAddress: 'good',
};

it('a trial says that all is well, and stores nothing', async () => {
  const before = await listed();
  expect(await trial()).toEqual(allGood);
  expect(await listed()).toEqual(before);
});

it('a secret of letters, digits and -._ suits a provider that compares it as it comes', async () => {
  university.behaviour.undecoded = 'un_secret-de.2026';
  expect(await trial({ secret: 'un_secret-de.2026' })).toEqual(allGood);
});

it.each([
  ['nobody answers', { isDown: true }, {}, { address: 'bad' }],
  [
    'the address is of another issuer',
    { discovery: { issuer: 'https://ailleurs.example' } },
    {},
    { address: 'good', issuer: 'bad' },
  ],
  ['the issuer has a slash too many', {}, { slash: true }, { address: 'good', issuer: 'bad' }],
  [
    'an address is missing',
    { discovery: { token_endpoint: undefined } },
    {},
    { address: 'good', issuer: 'good', endpoints: 'bad' },
  ],
  ['there are no keys', { discovery: { jwks_uri: 'NOWHERE' } }, {}, { ...allGood, keys: 'bad' }],
  [
    'it says nothing of PKCE',
    { discovery: { code_challenge_methods_supported: undefined } },
    {},
    { ...allGood, pkce: 'unsure' },
  ],
  ['the secret is another', {}, { secret: 'faux' }, { ...allGood, client: 'bad' }],
  [
    'the return address is not taken',
    { discovery: { authorization_endpoint: 'NOWHERE' } },
    {},
    { ...allGood, returnAddress: 'bad' },
  ],
])(
  'a trial says where it stops when %s',
  async (_what, behaviour, { slash, ...form }: { slash?: boolean; secret?: string }, expected) => {
    const here = JSON.parse(
      JSON.stringify(behaviour).replaceAll('NOWHERE', `${university.issuer}/nulle-part`),
    );
    for (const [name, value] of Object.entries(behaviour))
      Object.assign(university.behaviour, {
        [name]: name === 'discovery' ? { ...(value as object), ...here.discovery } : value,
      });
    expect(await trial(slash ? { issuer: `${university.issuer}/` } : form)).toEqual(expected);
  },
);

it('a trial names the status of an address that is not the provider’s', async () => {
  const body = { ...readForm(university), issuer: `${university.issuer}/nulle-part` };
  const { reply } = await superAdmin.call(tryProvider, { params: { providerId: randomUUID() }, body });
  expect(reply).toMatchObject([{ check: 'address', state: 'bad', fault: 'status', detail: '404' }]);
});

it('a trial names the fault of the network, in both protocols', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = makeCertificate({ privateKey, publicKey }, '127.0.0.1', new Date(), Buffer.alloc(8, 7));
  const secure = createServer({
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----`,
  });
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const address = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  const { clientId: _, secret: __, ...common } = readForm(university);
  const ofSaml = { kind: 'saml' as const, issuer: 'urn:idp', metadata: address, subjectAttribute: null };
  const bodies = [
    { ...readForm(university), issuer: address },
    { ...common, ...ofSaml },
  ];
  const call = (body: (typeof bodies)[number]) =>
    superAdmin.call(tryProvider, { params: { providerId: randomUUID() }, body });
  for (const body of bodies)
    expect((await call(body)).reply).toMatchObject([
      { check: 'address', state: 'bad', fault: 'certificate', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    ]);
  await new Promise((resolve) => secure.close(resolve));
  for (const body of bodies)
    expect((await call(body)).reply).toMatchObject([
      { check: 'address', state: 'bad', fault: 'refused', detail: 'ECONNREFUSED' },
    ]);
});

it.each([
  ['unknownHost', 'ENOTFOUND', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })],
  ['silent', 'ETIMEDOUT', Object.assign(new Error(''), { code: 'ETIMEDOUT' })],
  ['silent', 'TimeoutError', new DOMException('The operation was aborted', 'TimeoutError')],
  ['certificate', 'CERT_HAS_EXPIRED', Object.assign(new Error(''), { code: 'CERT_HAS_EXPIRED' })],
  [null, 'wrong version number', Object.assign(new Error('wrong version number'), { code: 'EPROTO' })],
])('%s is the fault where a call ends with %s', (fault, detail, cause) => {
  const found = findIn(portal.context, university.issuer, new TypeError('fetch failed', { cause }));
  expect(found).toEqual({ state: 'bad', fault, detail });
});

it('a provider in a private network, or without TLS, is called only where the operator names it', async () => {
  const strict = await openTestPortal();
  const body = readForm(university);
  const call = async (issuer: string) =>
    (
      await (
        await strict.superAdmin()
      ).call(tryProvider, { params: { providerId: randomUUID() }, body: { ...body, issuer } })
    ).reply;
  university.requests.length = 0;
  for (const [issuer, fault, detail] of [
    [university.issuer, 'noTls', '127.0.0.1'],
    ['http://universite.example', 'noTls', 'universite.example'],
    ['https://10.1.2.3', 'privateHost', '10.1.2.3'],
  ] as const)
    expect(await call(issuer)).toMatchObject([{ check: 'address', state: 'bad', fault, detail }]);
  expect(university.requests).toEqual([]);
  await strict.close();
});
