import { createVerify, randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { listProviders, saveProvider, tryProvider } from '@guichet/contract/identity/federation.providers';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { machineGrant } from '../access/access.service.ts';
import { replaceKeys } from '../provider/provider.service.ts';
import { openSamlUniversity, type SamlUniversity } from './fixtures/samlUniversity.ts';
import { joinOwn } from './fixtures/visit.ts';

let portal: TestPortal;
let university: SamlUniversity;
let people = 0;
beforeAll(async () => {
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1', REQUIRE_SECOND_FACTOR: 'support' });
  university = await openSamlUniversity(portal);
});
afterEach(() => university.reset());
afterAll(async () => {
  university.close();
  await portal.close();
});

/** Another provider, since two cannot have the same entity ID. */
async function withOther<T>(work: (other: SamlUniversity) => Promise<T>): Promise<T> {
  const other = await openSamlUniversity(portal);
  try {
    return await work(other);
  } finally {
    other.close();
  }
}

async function link(of: SamlUniversity, provider: string) {
  const email = `saml-${++people}@universite.test`;
  const person = await portal.make('student', 3, { email });
  of.behaviour.attributes = { ...of.behaviour.attributes, mail: [email], displayName: ['Zoé Côté'] };
  const visit = of.open();
  const met = await visit.visit(provider);
  if (met.outcome !== 'unmatched') throw new Error(JSON.stringify(met));
  await joinOwn(portal, visit, met, email);
  return { ...person, met, visit };
}

const identitiesOf = (userId: number) =>
  portal.context.database.read
    .selectFrom('linked_identities')
    .select(['issuer', 'subject', 'account_name as accountName', 'proof'])
    .where('user_id', '=', userId)
    .execute();

it('an account there is joined by its persistent NameID, after its owner has proved it, as with OpenID Connect', async () => {
  const provider = await university.register();
  university.behaviour.nameId = 'opaque-7';
  const { userId, met, visit, email } = await link(university, provider);
  expect(met).toMatchObject({ accountName: 'Zoé Côté', email, mayMail: true });
  expect((await visit.visit(provider)).outcome).toBe('signedIn');
  expect(await identitiesOf(userId)).toEqual([
    { issuer: university.entityId, subject: 'opaque-7', accountName: 'Zoé Côté', proof: 'signIn' },
  ]);
  university.behaviour.attributes = { mail: ['nouvelle@universite.test'] };
  const query = await university.post(provider, university.answer(await visit.begin(provider)));
  expect(query).toMatch(/^answer=[\w-]{43}\.fr$/);
  expect((await visit.complete(provider, query)).outcome).toBe('signedIn');
});

it('the attribute that the operator names is the key, told apart from every other, and has to have one value', async () => {
  await withOther(async (other) => {
    const provider = await other.register({ subjectAttribute: 'employeeNumber', metadata: other.describe() });
    other.behaviour.format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    expect(await other.open().visit(provider)).toMatchObject({ why: 'noKey', reason: 'employeeNumber' });
    other.behaviour.attributes = { employeeNumber: ['17', '18'] };
    expect(await other.open().visit(provider)).toMatchObject({ why: 'noKey' });
    other.behaviour.attributes = { employeeNumber: ['17'] };
    const { userId, visit } = await link(other, provider);
    expect((await visit.visit(provider)).outcome).toBe('signedIn');
    expect(await identitiesOf(userId)).toMatchObject([{ subject: 'employeeNumber=17' }]);
  });
});

it.each([
  [{ authnContext: 'https://refeds.org/profile/mfa' }],
  [
    {
      attributes: {
        'http://schemas.microsoft.com/claims/authnmethodsreferences': [
          'http://schemas.microsoft.com/claims/multipleauthn',
        ],
      },
    },
  ],
])(
  'a second factor there counts only where the operator trusts it, and the provider tells it: %o',
  async (told) => {
    await withOther(async (other) => {
      const provider = await other.register({ trustsFactor: true });
      const { userId } = await portal.make('support', 3);
      const linked = { issuer: other.entityId, subject: 'k-1', account_name: 'x', proof: 'mail' as const };
      const row = { ...linked, id: randomUUID(), user_id: userId, linked_at: portal.context.clock.now() };
      await portal.context.database.transact((tx) =>
        tx.insertInto('linked_identities').values(row).execute(),
      );
      const visit = other.open();
      const statusOf = async () => {
        const reply = await visit.visit(provider);
        const token = reply.outcome === 'signedIn' ? reply.tokens.accessToken : '';
        return (await portal.withToken(token, userId).call(listOwnSessions)).status;
      };
      expect(await statusOf()).toBe(403);
      Object.assign(other.behaviour, told);
      expect(await statusOf()).toBe(200);
    });
  },
);

it('the request is signed with the key that the portal’s metadata show, which a command replaces', async () => {
  await withOther(async (other) => {
    const provider = await other.register();
    const readCertificate = async () => {
      const url = `/account/university/${provider}/metadata`;
      const { body, headers } = await portal.app.inject({ method: 'GET', url });
      expect(headers['content-type']).toContain('application/samlmetadata+xml');
      expect(body).toContain(`entityID="${portal.context.config.publicUrl}${url}"`);
      expect(body).toContain('WantAssertionsSigned="true"');
      return /<ds:X509Certificate>(.*)<\/ds:X509Certificate>/.exec(body)?.[1] ?? '';
    };
    const certificate = await readCertificate();
    const address = await other.open().begin(provider);
    const [signed = '', signature = ''] = new URL(address).search.slice(1).split('&Signature=');
    const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`;
    const isGood = createVerify('sha256')
      .update(signed)
      .verify(pem, Buffer.from(decodeURIComponent(signature), 'base64'));
    expect(isGood).toBe(true);
    const packed = new URL(address).searchParams.get('SAMLRequest') ?? '';
    const request = inflateRawSync(Buffer.from(packed, 'base64')).toString();
    expect(request).toContain('nameid-format:persistent');
    await replaceKeys(portal.context, machineGrant('test'));
    expect(await readCertificate()).not.toBe(certificate);
  });
});

it('the private key is stored encrypted, and no metadata are made for what is no provider', async () => {
  const rows = await portal.context.database.read.selectFrom('saml_keys').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
  const url = '/account/university/autre/metadata';
  expect((await portal.app.inject({ method: 'GET', url })).body).not.toContain('EntityDescriptor');
});

const save = async (body: object) =>
  (await portal.superAdmin()).call(saveProvider, {
    params: { providerId: randomUUID() },
    body: { ...university.readForm(), version: null, ...body },
  });

it.each([
  [{ metadata: '<html></html>' }, 'metadata', 'metadata'],
  [{ metadata: 'bonjour' }, 'metadata', 'metadata'],
  [{ subjectAttribute: 'urn:oid:0.9.2342.19200300.100.1.3' }, 'subjectAttribute', 'addressAsKey'],
  [{ subjectAttribute: 'mail' }, 'subjectAttribute', 'addressAsKey'],
])('a form with %o is refused at its field', async (body, path, messageKey) => {
  expect((await save({ issuer: 'https://x.test', ...body })).problem.errors).toMatchObject([
    { path, messageKey },
  ]);
});

it('pasted metadata of another entity ID are refused, and those of the right one kept', async () => {
  await withOther(async (other) => {
    const metadata = other.describe();
    expect((await save({ issuer: 'https://x.test', metadata })).problem.errors).toMatchObject([
      { path: 'issuer', messageKey: 'entityId' },
    ]);
    await other.register({ metadata });
    const { providers } = (await (await portal.superAdmin()).call(listProviders)).reply;
    expect(providers.find(({ issuer }) => issuer === other.entityId)).toMatchObject({
      kind: 'saml',
      metadata,
    });
  });
});

const trial = async (body: object = {}) => {
  const { reply, raw } = await (await portal.superAdmin()).call(tryProvider, {
    params: { providerId: randomUUID() },
    body: { ...university.readForm(), ...body },
  });
  if (!reply) throw new Error(raw);
  return Object.fromEntries(reply.map(({ check, state }) => [check, state]));
};

it('a trial reads the metadata, and says where it stops', async () => {
  const read = { address: 'good', issuer: 'good', endpoints: 'good', keys: 'good' };
  expect(await trial()).toEqual({ ...read, returnAddress: 'unsure' });
  expect(await trial({ issuer: 'https://x.test' })).toEqual({ ...read, issuer: 'bad' });
  expect(await trial({ metadata: 'http://127.0.0.1:9/rien' })).toEqual({ address: 'bad' });
  expect(await trial({ metadata: 'https://192.168.1.1/' })).toEqual({ address: 'bad' });
  const bare = university
    .describe()
    .replaceAll('HTTP-Redirect', 'HTTP-Artifact')
    .replace(/<md:Key[\s\S]*Key[^>]*>/, '');
  expect(await trial({ metadata: bare })).toEqual({ ...read, endpoints: 'bad', keys: 'bad' });
});

it('metadata that cannot be read begin no sign-in, and say so', async () => {
  await withOther(async (other) => {
    const provider = await other.register();
    other.close();
    expect(await other.open().begin(provider)).toBe('');
  });
});
