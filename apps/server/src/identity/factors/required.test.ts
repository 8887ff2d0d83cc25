import { listExams } from '@guichet/contract/exams/exams.list';
import { listEntrances } from '@guichet/contract/identity/access';
import { listFactors, removePasskey, removeTotp } from '@guichet/contract/identity/factors';
import { logout } from '@guichet/contract/identity/sessions';
import { handOff } from '@guichet/contract/identity/sessions.handOff';
import { endImpersonation, impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { describe, expect, it } from 'vitest';
import { listEndpoints } from '../../../test/contractEndpoints.ts';
import { testAdmin } from '../../../test/testApp.ts';
import { proof, useFactorDesk } from './fixtures/factorDesk.ts';

const site = 'https://site.example.ca/entry';
const desk = useFactorDesk({ REQUIRE_SECOND_FACTOR: 'admin, superAdmin', REDIRECT_URIS: site });

/** The calls allowed while a factor is due: on purpose a second list, not read from the contract. */
const open = [
  'addPasskey',
  'chooseFirstPassword',
  'confirmTotp',
  'endImpersonation',
  'findProviderSignOut',
  'listApplicationSignIns',
  'listFactors',
  'logout',
  'startPasskey',
  'startTotp',
];

describe('where a role requires a second factor', () => {
  it('the password opens a session that allows only setting one up', async () => {
    const { caller } = await desk.somebody('admin');
    const endpoints = (await listEndpoints()).filter(([, { access }]) => access !== 'public');
    const shut: string[] = [];
    for (const [name, endpoint] of endpoints) {
      if (name === 'logout') continue;
      const params = { systemId: '3', examId: '1', id: '1', languageId: 'fr', code: '0' };
      const { problem } = await caller.call(endpoint, { params: params as never });
      if (problem?.code === 'factor.due') shut.push(name);
    }
    expect(
      endpoints
        .map(([name]) => name)
        .filter((name) => !shut.includes(name))
        .sort(),
    ).toEqual(open);
    expect((await caller.call(listFactors)).reply).toMatchObject({ isRequired: true, totp: null });
    expect((await caller.call(logout)).raw).toBe('true');
  });

  it('the learning platform and the hand-off to other sites are refused as well', async () => {
    const { caller } = await desk.somebody('admin');
    const query = { isAdmin: true, orgId: '' };
    const platform = await caller.call(redirectToPlatform, { params: { systemId: 3 }, query });
    const other = await caller.call(handOff, { body: { redirectUri: site } });
    expect([platform.problem.code, other.problem.code]).toEqual(['factor.due', 'factor.due']);
  });

  it('all calls work in the same session once one is set up', async () => {
    const zoe = await desk.somebody('admin');
    expect((await zoe.caller.call(listEntrances)).problem).toMatchObject({ status: 403, code: 'factor.due' });
    await desk.addTotp(zoe);
    expect((await zoe.caller.call(listEntrances)).status).toBe(200);
    expect((await zoe.caller.call(listExams, { params: { systemId: 3 } })).status).toBe(200);
  });

  it('other roles are not affected', async () => {
    const { caller } = await desk.somebody('support');
    expect((await caller.call(listEntrances)).status).toBe(200);
    expect((await caller.call(listFactors)).reply.isRequired).toBe(false);
  });

  it('the last factor cannot be removed, be it an app or a passkey', async () => {
    const zoe = await desk.somebody('admin');
    await desk.addTotp(zoe);
    const removeApp = () => zoe.caller.call(removeTotp, { body: proof });
    expect((await removeApp()).problem).toMatchObject({ status: 409, code: 'factor.lastRequired' });
    await desk.addPasskey(zoe);
    expect((await removeApp()).reply).toEqual({ outcome: 'removed' });
    const [passkeyId = 0] = (await desk.factors(zoe)).passkeys.map(({ id }) => id);
    const removeKey = () => zoe.caller.call(removePasskey, { params: { passkeyId }, body: proof });
    expect((await removeKey()).problem.code).toBe('factor.lastRequired');
    expect(await desk.factors(zoe)).toMatchObject({ passkeys: [{ id: passkeyId }], recoveryCodesLeft: 10 });
  });

  it('of two simultaneous removals one is refused', async () => {
    const zoe = await desk.somebody('admin');
    await desk.addTotp(zoe);
    await desk.addPasskey(zoe);
    const [passkeyId = 0] = (await desk.factors(zoe)).passkeys.map(({ id }) => id);
    const ends = await Promise.all([
      zoe.caller.call(removeTotp, { body: proof }),
      zoe.caller.call(removePasskey, { params: { passkeyId }, body: proof }),
    ]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('a super admin cannot act as others before having one, and that of the other person is not required', async () => {
    const zoe = await desk.somebody('admin');
    const { accessToken } = await desk.portal.openPair(testAdmin.email, testAdmin.password);
    const { rows } = {
      rows: await desk.portal.context.database.read.selectFrom('users').selectAll().execute(),
    };
    const own = rows.find(({ email }) => email === testAdmin.email);
    const chief = desk.portal.withToken(accessToken, own?.id ?? 0);
    const begin = () =>
      chief.call(impersonate, {
        params: { id: zoe.userId },
        body: { reason: 'essai', password: testAdmin.password },
      });
    expect((await begin()).problem.code).toBe('factor.due');
    await desk.addTotp({ email: testAdmin.email, userId: chief.userId, caller: chief }, testAdmin.password);
    const { reply } = await begin();
    if (reply.outcome !== 'started') throw new Error('not started');
    const acting = desk.portal.withToken(reply.accessToken, zoe.userId);
    expect((await acting.call(listEntrances)).status).toBe(200);
    expect((await acting.call(endImpersonation)).raw).toBe('true');
  });
});
