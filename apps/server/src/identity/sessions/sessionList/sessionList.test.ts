import { listEntrances } from '@guichet/contract/identity/access';
import { logout, refresh } from '@guichet/contract/identity/sessions';
import { impersonate } from '@guichet/contract/identity/sessions.impersonation';
import {
  endOtherSessions,
  endOwnSession,
  endUserSessions,
  listOwnSessions,
  listUserSessions,
} from '@guichet/contract/identity/sessions.list';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { testAdmin } from '../../../../test/testApp.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const password = 'Cle-Sure#1';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';

/** A person with this many open sessions, each begun a minute after the session before. */
async function withSessions(count: number, role: 'student' | 'admin' = 'student', systemId = 3) {
  const { email, userId } = await portal.make(role, systemId);
  const callers: Caller[] = [];
  for (let n = 0; n < count; n++) {
    portal.context.clock.advance(60);
    callers.push(portal.withToken((await portal.openPair(email, password)).accessToken, userId));
  }
  return { email, userId, callers: callers as [Caller, ...Caller[]] };
}

const idOf = ({ token }: Caller) => String(decodeJwt(token ?? '').sid);
const list = async (caller: Caller) => (await caller.call(listOwnSessions)).reply;
const isIn = async (caller: Caller) => (await caller.call(listEntrances)).status === 200;
const auditLog = (action: string, userId: number) =>
  portal.context.database.read
    .selectFrom('audit_lines')
    .select(['actor_id', 'detail', 'system_id'])
    .where('action', '=', action)
    .where('subject', '=', `user:${userId}`)
    .execute();

async function actAs(userId: number) {
  const own = await portal.superAdmin();
  const { reply } = await own.call(impersonate, {
    params: { id: userId },
    body: { reason: 'Demande 4711', password: testAdmin.password },
  });
  if (reply.outcome !== 'started') throw new Error('refused');
  return { own, acting: portal.withToken(reply.accessToken, userId) };
}

describe('the list of one’s own sessions', () => {
  it('shows time, browser, system and address, and the current one', async () => {
    const { email } = await portal.make('student', 3);
    const { context, app } = portal;
    const begun = context.clock.now();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'user-agent': firefox, 'x-forwarded-for': '132.205.7.8' },
      payload: { username: email, password },
    });
    const pair = answer.json().payload;
    context.clock.advance(300);
    const query = { token: pair.accessToken, refreshToken: pair.refreshToken };
    const { reply } = await portal.nobody.call(refresh, { query });
    expect(await list(portal.withToken(reply.accessToken, 0))).toEqual([
      {
        id: decodeJwt(pair.accessToken).sid,
        startedAt: begun,
        lastUsedAt: context.clock.now(),
        device: 'Firefox, Windows',
        address: '132.205.7.8',
        isCurrent: true,
        impersonator: null,
      },
    ]);
    const { detail } = await context.database.read
      .selectFrom('audit_lines')
      .select('detail')
      .where('action', '=', 'session.started')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toEqual({ device: 'Firefox, Windows' });
  });

  it('is sorted by last use, and contains no ended or expired one', async () => {
    const { email, callers } = await withSessions(3);
    const [first, second, third] = callers as [Caller, Caller, Caller];
    await second.call(logout);
    const found = await list(third);
    expect(found.map(({ id }) => id)).toEqual([idOf(third), idOf(first)]);
    // After this the first session has been idle for an hour, the third for a minute less.
    portal.context.clock.advance(3600 - 120);
    const fourth = await portal.signIn(email, password);
    expect((await list(fourth)).map(({ id }) => id)).toEqual([idOf(fourth), idOf(third)]);
  });

  it('shows its owner who acts in their name, until that is over', async () => {
    const { userId, callers } = await withSessions(1);
    const { own, acting } = await actAs(userId);
    const impersonators = async () => (await list(callers[0])).map(({ impersonator }) => impersonator).sort();
    expect(await impersonators()).toEqual(['Super Admin', null]);
    expect((await list(acting)).find(({ isCurrent }) => isCurrent)?.impersonator).toBe('Super Admin');
    await own.call(logout);
    expect(await impersonators()).toEqual([null]);
  });

  it('is refused signed out', async () => {
    expect((await portal.nobody.call(listOwnSessions)).status).toBe(401);
  });
});

describe('ending one’s own sessions', () => {
  it('ends the named one at once, keeps the others, and is audited', async () => {
    const { userId, callers } = await withSessions(3);
    const [first, second, third] = callers as [Caller, Caller, Caller];
    expect((await third.call(endOwnSession, { params: { sessionId: idOf(first) } })).reply).toBe(true);
    expect([await isIn(first), await isIn(second), await isIn(third)]).toEqual([false, true, true]);
    expect(await auditLog('session.revoked', userId)).toEqual([
      { actor_id: userId, system_id: null, detail: { device: null, sessions: 1 } },
    ]);
  });

  it('ends all the others, also impersonations of them, and not the current one', async () => {
    const { userId, callers } = await withSessions(3);
    const { acting, own } = await actAs(userId);
    expect((await callers[0].call(endOtherSessions)).reply).toBe(3);
    expect(await Promise.all([...callers, acting].map(isIn))).toEqual([true, false, false, false]);
    expect(await isIn(own)).toBe(true);
    expect(await auditLog('session.revoked', userId)).toMatchObject([{ detail: { sessions: 3 } }]);
    expect((await callers[0].call(endOtherSessions)).reply).toBe(0);
    expect(await auditLog('session.revoked', userId)).toHaveLength(1);
  });

  it('of a super admin ends the impersonations begun in them', async () => {
    const { userId } = await withSessions(1);
    const { own, acting } = await actAs(userId);
    const other = await portal.superAdmin();
    await other.call(endOwnSession, { params: { sessionId: idOf(own) } });
    expect(await isIn(acting)).toBe(false);
    expect(await auditLog('session.impersonationEnded', userId)).toHaveLength(1);
  });

  it('does not find sessions of others, nor ended ones', async () => {
    const [mine, hers] = [await withSessions(2), await withSessions(1)];
    const [asking, ended] = mine.callers as [Caller, Caller];
    await ended.call(logout);
    for (const sessionId of [idOf(hers.callers[0]), idOf(ended), '00000000-0000-4000-8000-000000000000']) {
      const { status, problem } = await asking.call(endOwnSession, { params: { sessionId } });
      expect([status, problem.code]).toEqual([404, 'session.notFound']);
    }
    expect(await isIn(hers.callers[0])).toBe(true);
  });

  it('is refused signed out, and during an impersonation', async () => {
    const { userId, callers } = await withSessions(1);
    const { acting } = await actAs(userId);
    const one = { params: { sessionId: idOf(callers[0]) } };
    expect((await portal.nobody.call(endOwnSession, one)).status).toBe(401);
    expect((await portal.nobody.call(endOtherSessions)).status).toBe(401);
    expect((await acting.call(endOwnSession, one)).problem.code).toBe('session.impersonating');
    expect((await acting.call(endOtherSessions)).problem.code).toBe('session.impersonating');
    expect(await isIn(callers[0])).toBe(true);
  });
});

describe('the sessions of a person of one’s system', () => {
  it('are listed and all ended by an admin, with an audit line that the system’s admins see', async () => {
    const admin = await portal.as('admin', 3);
    const { userId, callers } = await withSessions(2);
    const { acting } = await actAs(userId);
    const found = (await admin.call(listUserSessions, { params: { id: userId } })).reply;
    expect(found.map(({ isCurrent, impersonator }) => [isCurrent, impersonator]).sort()).toEqual([
      [false, null],
      [false, null],
      [false, 'Super Admin'],
    ]);
    expect((await admin.call(endUserSessions, { params: { id: userId } })).reply).toBe(3);
    expect(await Promise.all([...callers, acting].map(isIn))).toEqual([false, false, false]);
    expect(await auditLog('user.sessionsEnded', userId)).toEqual([
      { actor_id: admin.userId, system_id: 3, detail: { name: 'Zoé Côté', sessions: 3 } },
    ]);
  });

  it.each([
    ['a student of the same system', 'student', 3, 403, 'access.denied'],
    ['support of the same system', 'support', 3, 403, 'access.denied'],
    ['an admin of another system', 'admin', 2, 404, 'user.notFound'],
  ] as const)('are out of reach for %s', async (_who, role, systemId, status, code) => {
    const { userId, callers } = await withSessions(1);
    const caller = await portal.as(role, systemId);
    for (const endpoint of [listUserSessions, endUserSessions]) {
      const answer = await caller.call(endpoint, { params: { id: userId } });
      expect([answer.status, answer.problem.code]).toEqual([status, code]);
      expect((await portal.nobody.call(endpoint, { params: { id: userId } })).status).toBe(401);
    }
    expect(await isIn(callers[0])).toBe(true);
  });

  it('of a super admin are refused to an admin, and one’s own are ended on one’s own page', async () => {
    const admin = await portal.as('admin', 3);
    const chief = await portal.context.database.read
      .selectFrom('user_roles')
      .select('user_id')
      .where('role', '=', 'superAdmin')
      .executeTakeFirstOrThrow();
    expect((await admin.call(endUserSessions, { params: { id: chief.user_id } })).status).toBe(404);
    const own = await admin.call(endUserSessions, { params: { id: admin.userId } });
    expect(own.problem.code).toBe('user.yourself');
    expect(await isIn(admin)).toBe(true);
  });
});
