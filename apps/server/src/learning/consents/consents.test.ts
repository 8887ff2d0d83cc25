import {
  beginConsent,
  brightspaceScopes,
  completeConsent,
  consentPath,
} from '@guichet/contract/learning/learning.consents';
import { addPlatform, changePlatform, tryPlatform } from '@guichet/contract/learning/learning.platforms';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settingsOf } from '../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../test/brightspace/brightspaceServer.ts';
import { decide } from '../../../test/brightspace/consent.ts';
import { ids, newSite, scopes as scopesOfRoutes } from '../../../test/brightspace/site.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { openConnectors } from '../platforms/connectors.ts';

let brightspace: BrightspaceServer;
let portal: TestPortal;
let superAdmin: Caller;
let other: Caller;
beforeAll(async () => {
  brightspace = await openBrightspaceServer();
  const { BRIGHTSPACE_OAUTH_URL = '', BRIGHTSPACE_AUTHORIZATION_URL = '' } = settingsOf(brightspace);
  portal = await openTestPortal({
    LEARNING_PRIVATE_HOSTS: '127.0.0.1',
    BRIGHTSPACE_OAUTH_URL,
    BRIGHTSPACE_AUTHORIZATION_URL,
  });
  superAdmin = await portal.superAdmin();
  other = await portal.as('superAdmin');
  brightspace.site.setup.redirectUri = `${portal.context.config.publicUrl}${consentPath}`;
});
afterEach(() => {
  const { givesRefreshTokens, withheldScopes, scopes } = newSite({}).setup;
  Object.assign(brightspace.site.setup, { givesRefreshTokens, withheldScopes, scopes });
});
afterAll(async () => {
  await portal.close();
  await brightspace.close();
});

const registration = { clientId: 'the-client', clientSecret: 'secret of the client' };
const site = (credentials: Record<string, string> = registration) => ({
  kind: 'brightspace' as const,
  address: brightspace.url,
  credentials,
});
const form = (consentId: string | null, credentials: Record<string, string> = {}) => ({
  ...site(credentials),
  consentId,
  semesterId: ids.semester,
  templateId: ids.template,
  studentRole: ids.role,
  callSeconds: 30,
  copySeconds: 120,
});
const { signal: never } = new AbortController();

async function begin(body: Parameters<typeof superAdmin.call<typeof beginConsent>>[1] = { body: site() }) {
  const { reply, status, raw } = await superAdmin.call(beginConsent, body);
  expect(status, raw).toBe(200);
  return reply;
}

/** The parameters that the sign-in service adds to the portal's address. */
async function answerOf(address: string, decision: 'agree' | 'decline' = 'agree') {
  const { searchParams: given } = await decide(address, decision);
  const [code, error] = [given.get('code'), given.get('error')];
  return { state: given.get('state') ?? '', ...(code && { code }), ...(error && { error }) };
}

async function complete(body: Awaited<ReturnType<typeof answerOf>>, caller = superAdmin) {
  return (await caller.call(completeConsent, { body })).reply;
}

async function connect() {
  const { consentId, address } = await begin();
  expect(await complete(await answerOf(address))).toEqual({ consentId, isConnected: true, remark: null });
  return consentId;
}

async function lapse(consentId: string) {
  const { now } = portal.context.clock;
  await systemTransaction(portal.context, (tx) =>
    tx.updateTable('platform_consents').set({ expires_at: now() }).where('id', '=', consentId).execute(),
  );
}

async function row(consentId: string) {
  const { read } = portal.context.database;
  return read.selectFrom('platform_consents').selectAll().where('id', '=', consentId).executeTakeFirst();
}

const add = (name: string, consentId: string, caller = superAdmin) =>
  caller.call(addPlatform, { body: { name, ...form(consentId) } });
const faultsOf = ({ problem }: { problem?: { errors?: unknown } | undefined }) => problem?.errors;
const over = [{ path: 'consentId', messageKey: 'consentOver' }];

describe('a consent', () => {
  it('asks for the scopes of the routes that the portal calls, and for no others', () => {
    expect(brightspaceScopes.toSorted()).toEqual(scopesOfRoutes.toSorted());
  });

  it('leads to the sign-in service with all scopes, the portal’s address and a state that is stored as a hash', async () => {
    const { consentId, address } = await begin();
    const { origin, pathname, searchParams } = new URL(address);
    expect(origin + pathname).toBe(brightspace.authorizationUrl);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'the-client',
      redirect_uri: `${portal.context.config.publicUrl}${consentPath}`,
      scope: brightspaceScopes.join(' '),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    const stored = JSON.stringify(await row(consentId));
    for (const secret of [searchParams.get('state') ?? '', registration.clientSecret])
      expect(stored).not.toContain(secret);
  });

  it('is tried, also twice, and saved with the same refresh token, which then works, and is used once', async () => {
    const consentId = await connect();
    for (const _ of ['before', 'again'])
      expect((await superAdmin.call(tryPlatform, { body: form(consentId) })).reply.problems).toEqual([]);
    const { id } = (await add('Tried', consentId)).reply;
    const connector = await openConnectors(portal.context).of(id);
    expect(await connector.check(never)).toMatchObject({ problems: [] });
    expect(await row(consentId)).toBeUndefined();
    expect(faultsOf(await add('Twice', consentId))).toEqual(over);
  });

  it('connects a stored platform again with its client id and secret, and tells who connected it', async () => {
    const { id } = (await add('Again', await connect())).reply;
    brightspace.site.refreshTokens.clear();
    brightspace.site.accessTokens.clear();
    const { consentId, address } = await begin({ body: { platformId: id, ...site({}) } });
    await complete(await answerOf(address));
    const body = { name: 'Again', ...form(consentId), version: 1 };
    const saved = await superAdmin.call(changePlatform, { params: { platformId: id }, body });
    expect(saved.reply).toEqual({ id });
    const connector = await openConnectors(portal.context).of(id);
    expect(await connector.check(never)).toMatchObject({ problems: [] });
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['action', 'detail', 'actor_id as actorId'])
      .where('action', 'in', ['platform.connected', 'platform.changed'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(lines).toMatchObject([
      { action: 'platform.changed', detail: { newCredentials: true } },
      { action: 'platform.connected', detail: { kind: 'brightspace', address: brightspace.url } },
    ]);
    expect(lines[0]?.actorId).toBe(lines[1]?.actorId);
    expect(lines[1]?.actorId).not.toBeNull();
  });

  it('asks for the secret again where the address has changed', async () => {
    const { id } = (await add('Moved', await connect())).reply;
    const elsewhere = { ...site({ clientId: 'the-client' }), address: 'https://elsewhere.example.ca' };
    const refused = await superAdmin.call(beginConsent, { body: { platformId: id, ...elsewhere } });
    expect(faultsOf(refused)).toEqual([{ path: 'credentials.clientSecret', messageKey: 'credentialAgain' }]);
  });

  it('asks for client id and secret again where the stored ones cannot be decrypted any more', async () => {
    const { id } = (await add('Lost', await connect())).reply;
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('learning_platforms')
        .set({ encrypted_credentials: 'of another key' })
        .where('id', '=', id)
        .execute(),
    );
    const refused = await superAdmin.call(beginConsent, { body: { platformId: id, ...site({}) } });
    expect(faultsOf(refused)).toEqual(
      ['clientId', 'clientSecret'].map((name) => ({
        path: `credentials.${name}`,
        messageKey: 'credentialLost',
      })),
    );
    const { consentId, address } = await begin({ body: { platformId: id, ...site() } });
    await complete(await answerOf(address));
    const body = { name: 'Lost', ...form(consentId), version: 1 };
    expect((await superAdmin.call(changePlatform, { params: { platformId: id }, body })).reply).toEqual({
      id,
    });
  });

  it('is for the site that it was begun for', async () => {
    const consentId = await connect();
    const body = { name: 'Elsewhere', ...form(consentId), address: 'https://elsewhere.example.ca' };
    expect(faultsOf(await superAdmin.call(addPlatform, { body }))).toEqual([
      { path: 'consentId', messageKey: 'consentElsewhere' },
    ]);
    expect(await row(consentId)).toBeDefined();
  });
});

describe('an answer', () => {
  const unknown = { consentId: null, isConnected: false, remark: { code: 'consentUnknown' } };

  it('is taken once', async () => {
    const answer = await answerOf((await begin()).address);
    const replies = await Promise.all(Array.from({ length: 5 }, () => complete(answer)));
    expect(replies.filter(({ isConnected }) => isConnected)).toHaveLength(1);
    for (const reply of replies) if (!reply.isConnected) expect(reply).toMatchObject(unknown);
  });

  it('of another person is refused, and leaves it as it is', async () => {
    const { consentId, address } = await begin();
    const answer = await answerOf(address);
    expect(await complete(answer, other)).toMatchObject(unknown);
    expect(await complete(answer)).toMatchObject({ consentId, isConnected: true });
    expect(faultsOf(await add('Another', consentId, other))).toEqual(over);
    const tried = await other.call(tryPlatform, { body: form(consentId) });
    expect(faultsOf(tried)).toEqual(over);
  });

  it('that comes after 15 minutes, or has an unknown state, is refused, and so is a form after an hour', async () => {
    const { consentId, address } = await begin();
    const { expires_at: end } = (await row(consentId)) ?? {};
    const seconds = ((end?.getTime() ?? 0) - portal.context.clock.now().getTime()) / 1000;
    expect(Math.round(seconds / 60)).toBe(15);
    const answer = await answerOf(address);
    await lapse(consentId);
    expect(await complete(answer)).toMatchObject(unknown);
    expect(await complete({ ...answer, state: 'x' })).toMatchObject(unknown);
    const connected = await connect();
    await lapse(connected);
    expect(faultsOf(await add('Late', connected))).toEqual(over);
  });

  it('that declines, or says what is wrong with the registration, is told in the words of the portal', async () => {
    const { consentId, address } = await begin();
    const declined = { consentId, isConnected: false, remark: { code: 'consentDeclined' } };
    expect(await complete(await answerOf(address, 'decline'))).toMatchObject(declined);
    expect(await row(consentId)).toBeUndefined();
    const codeOf = async (credentials = registration) =>
      (await complete(await answerOf((await begin({ body: site(credentials) })).address))).remark;
    expect(await codeOf({ ...registration, clientSecret: 'another secret' })).toMatchObject({
      code: 'unknownApplication',
      params: { code: 'invalid_client' },
    });
    brightspace.site.setup.givesRefreshTokens = false;
    expect(await codeOf()).toMatchObject({ code: 'noRefreshToken' });
    brightspace.site.setup.scopes = ['core:*:*'];
    expect(await codeOf()).toMatchObject({ code: 'scopesRefused' });
  });

  it('with a code that the service does not take is refused', async () => {
    const { address } = await begin();
    const answer = await answerOf(address);
    brightspace.site.codes.clear();
    expect(await complete(answer)).toMatchObject({ isConnected: false, remark: { code: 'codeRefused' } });
  });

  it('without all scopes connects, and says which are missing', async () => {
    brightspace.site.setup.withheldScopes = ['grades:gradevalues:read'];
    const { address } = await begin();
    expect(await complete(await answerOf(address))).toMatchObject({
      isConnected: true,
      remark: { code: 'scopesMissing', params: { names: 'grades:gradevalues:read' } },
    });
  });
});

it('consents are for super admins alone', async () => {
  for (const caller of [portal.nobody, await portal.as('admin', 3)]) {
    const status = caller === portal.nobody ? 401 : 403;
    expect((await caller.call(beginConsent, { body: site() })).status).toBe(status);
    expect((await caller.call(completeConsent, { body: { state: 'x', code: 'x' } })).status).toBe(status);
  }
});
