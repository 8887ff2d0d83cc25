import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { listEntrances } from '@guichet/contract/identity/access';
import { changePassword, chooseFirstPassword } from '@guichet/contract/identity/account';
import { logout, refresh } from '@guichet/contract/identity/sessions';
import { endImpersonation, impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { setRoles } from '@guichet/contract/identity/users.changes';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { testAdmin } from '../../../../test/testApp.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3, { firstName: 'Odile', lastName: 'Roy' });
});
afterAll(() => portal.close());

const reason = 'Elle ne voit pas sa cohorte';

const ask = (who: Caller, id: number, body: Record<string, unknown> = {}) =>
  who.call(impersonate, { params: { id }, body: { reason, password: testAdmin.password, ...body } });

async function actAs(who: Caller, person: Caller): Promise<Caller> {
  const { reply, raw } = await ask(who, person.userId);
  if (reply?.outcome !== 'started') throw new Error(raw);
  return portal.withToken(reply.accessToken, person.userId);
}

const isWelcome = async (who: Caller) => (await who.call(listEntrances)).status === 200;

function auditLogOf(userId: number) {
  return portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'actor_name as actor', 'impersonated_id as impersonated', 'detail'])
    .where('impersonated_id', '=', userId)
    .orderBy('id')
    .execute();
}

describe('acting as somebody else', () => {
  it('S4.25 sees and may do what that person does, until it ends', async () => {
    const own = await portal.superAdmin();
    const acting = await actAs(own, admin);
    const home = (await acting.call(listEntrances)).reply;
    expect([home.fullName, home.isSuperAdmin]).toEqual(['Odile Roy', false]);
    expect(home.entrances.map(({ systemId }) => systemId)).toEqual([3]);

    expect((await acting.call(endImpersonation)).reply).toBe(true);
    expect(await isWelcome(acting)).toBe(false);
    expect((await own.call(listEntrances)).reply.isSuperAdmin).toBe(true);
  });

  it('also while the person needs a mailed link, for a staff role on an unconfirmed address', async () => {
    const person = await portal.as('student', 3);
    const own = await portal.superAdmin();
    await own.call(setRoles, { body: { id: person.userId, roleList: ['DC', 'Support - DC'] } as never });
    portal.context.clock.advance(1);
    expect(await isWelcome(await actAs(own, person))).toBe(true);
    expect(await isWelcome(person)).toBe(false);
  });

  it('states the actor in the token, for 30 minutes', async () => {
    const own = await portal.superAdmin();
    const acting = await actAs(own, admin);
    const claims = decodeJwt(acting.token ?? '');
    expect(claims).toMatchObject({ sub: String(admin.userId), name: 'Odile Roy', role: 'Admin - DC' });
    expect(claims.act).toEqual({ sub: decodeJwt(own.token ?? '').sub, name: expect.any(String) });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(30 * 60);

    portal.context.clock.advance(30 * 60 - 1);
    expect(await isWelcome(acting)).toBe(true);
    portal.context.clock.advance(1);
    expect(await isWelcome(acting)).toBe(false);
  });

  it('names both persons in the audit log, at the start, at the end and for each action', async () => {
    const person = await portal.as('admin', 3, { firstName: 'Rose', lastName: 'Tremblay' });
    const acting = await actAs(await portal.superAdmin(), person);
    const space = { title: 'Français langue seconde', examDate: '2027-03-01' };
    const made = await acting.call(createExamSpace, { params: { systemId: 3 }, body: space });
    expect(made.status).toBe(200);
    await acting.call(cancelExam, { params: { systemId: 3, examId: made.reply.id } });
    await acting.call(endImpersonation);

    const lines = await auditLogOf(person.userId);
    expect(lines.map(({ action }) => action)).toEqual([
      'session.impersonationStarted',
      expect.stringMatching(/^(exam|exam)/),
      'exam.deactivated',
      'session.impersonationEnded',
    ]);
    const [name] = new Set(lines.map(({ actor }) => actor));
    expect(lines.every(({ actor }) => actor === name)).toBe(true);
    expect(name).not.toContain('Tremblay');
    expect(lines[0]?.detail).toEqual({ name: 'Rose Tremblay', reason });
  });

  it('does not count as a visit of that person', async () => {
    const lastVisit = () =>
      portal.context.database.read
        .selectFrom('users')
        .select('last_visit_at')
        .where('id', '=', admin.userId)
        .executeTakeFirst();
    const before = await lastVisit();
    portal.context.clock.advance(60);
    await actAs(await portal.superAdmin(), admin);
    expect(await lastVisit()).toEqual(before);
  });
});

describe('who may act as whom', () => {
  it('is for super admins', async () => {
    for (const role of ['admin', 'support', 'student'] as const) {
      const who = await portal.as(role, 3);
      expect((await ask(who, admin.userId)).problem).toMatchObject({ status: 403, code: 'access.denied' });
    }
  });

  it('is refused for oneself, another super admin, and people who cannot sign in', async () => {
    const own = await portal.superAdmin();
    const gone = await portal.as('student', 3);
    await change((db) =>
      db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', gone.userId),
    );
    const peer = await portal.as('superAdmin');
    const roleless = await portal.as('student', 3);
    await change((db) => db.deleteFrom('user_roles').where('user_id', '=', roleless.userId));
    const self = Number(decodeJwt(own.token ?? '').sub);
    for (const id of [self, peer.userId, gone.userId, roleless.userId]) {
      expect((await ask(own, id)).problem).toMatchObject({ status: 403, code: 'session.notImpersonable' });
    }
    expect((await ask(own, 999_999)).problem).toMatchObject({ status: 404, code: 'user.notFound' });
  });

  it('is refused while one acts as somebody else', async () => {
    const acting = await actAs(await portal.superAdmin(), admin);
    const other = await portal.as('student', 3);
    expect((await ask(acting, other.userId)).problem).toMatchObject({
      status: 403,
      code: 'session.impersonating',
    });
  });

  it('requires a reason and the own password', async () => {
    const own = await portal.superAdmin();
    for (const body of [
      { reason: '  ' },
      { reason: 'x'.repeat(501) },
      { reason: undefined },
      { password: '' },
    ])
      expect((await ask(own, admin.userId, body)).problem).toMatchObject({ status: 400 });
    const wrong = await ask(own, admin.userId, { password: 'Autre#Passe1' });
    expect([wrong.status, wrong.reply]).toEqual([403, { outcome: 'wrongPassword' }]);
  });

  it('is throttled after five wrong passwords, as sign-in is', async () => {
    const peer = await portal.as('superAdmin', null, { email: 'essais@guichet.test' });
    const guess = (password: string) => ask(peer, admin.userId, { password });
    for (let n = 0; n < 5; n++) expect((await guess('Autre#Passe1')).status).toBe(403);
    const refused = await guess('Cle-Sure#1');
    expect([refused.status, refused.reply]).toEqual([429, { outcome: 'tooManyTries', retryAfter: 1 }]);
    expect(refused.headers['retry-after']).toBe('1');
    portal.context.clock.advance(1);
    expect((await guess('Cle-Sure#1')).reply).toMatchObject({ outcome: 'started' });
  });
});

describe('while it lasts', () => {
  it.each([changePassword, chooseFirstPassword])('refuses $path', async (endpoint) => {
    const acting = await actAs(await portal.superAdmin(), admin);
    const newPassword = 'Autre#Passe1';
    const body = { currentPassword: 'Cle-Sure#1', newPassword, confirmNewPassword: newPassword };
    const { problem } = await acting.call(endpoint, { body: body as never });
    expect(problem).toMatchObject({ status: 403, code: 'session.impersonating' });
  });

  it('cannot be refreshed, neither with its own token nor with the super admin’s', async () => {
    const pair = await portal.openPair(testAdmin.email, testAdmin.password);
    const acting = await actAs(portal.withToken(pair.accessToken, 0), admin);
    const query = { token: acting.token ?? '', refreshToken: pair.refreshToken };
    expect((await portal.nobody.call(refresh, { query })).problem).toMatchObject({
      status: 401,
      code: 'session.refreshRefused',
    });
    expect(await isWelcome(acting)).toBe(true);
    const own = { token: pair.accessToken, refreshToken: pair.refreshToken };
    expect((await portal.nobody.call(refresh, { query: own })).status).toBe(200);
  });

  it('only one is open at a time: another one ends it', async () => {
    const own = await portal.superAdmin();
    const first = await actAs(own, admin);
    const second = await actAs(own, await portal.as('student', 4));
    expect([await isWelcome(first), await isWelcome(second)]).toEqual([false, true]);
    expect((await auditLogOf(admin.userId)).at(-1)?.action).toBe('session.impersonationEnded');
  });
});

describe('it ends', () => {
  it('with the session of the super admin, whichever of the two signs out', async () => {
    for (const leaver of ['own', 'acting'] as const) {
      const own = await portal.superAdmin();
      const acting = await actAs(own, admin);
      expect((await { own, acting }[leaver].call(logout)).reply).toBe(true);
      expect([await isWelcome(own), await isWelcome(acting)]).toEqual([false, false]);
      expect((await auditLogOf(admin.userId)).at(-2)?.action).toBe(
        leaver === 'own' ? 'session.impersonationStarted' : 'session.impersonationEnded',
      );
    }
  });

  it.each(['the super admin', 'the other person'])('when %s is deactivated', async (who) => {
    const own = await portal.as('superAdmin');
    const person = await portal.as('student', 3);
    const { reply } = await ask(own, person.userId, { password: 'Cle-Sure#1' });
    const acting = portal.withToken(reply.outcome === 'started' ? reply.accessToken : '', 0);
    expect(await isWelcome(acting)).toBe(true);
    const userId = who === 'the super admin' ? own.userId : person.userId;
    await change((db) =>
      db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', userId),
    );
    expect(await isWelcome(acting)).toBe(false);
  });

  it('when the super admin loses that role, and when the other person gets it', async () => {
    const [demoted, promoted] = [await portal.as('superAdmin'), await portal.as('student', 3)];
    const start = async (own: Caller) => {
      const { reply } = await ask(own, promoted.userId, { password: 'Cle-Sure#1' });
      return portal.withToken(reply.outcome === 'started' ? reply.accessToken : '', 0);
    };
    const [one, two] = [await start(demoted), await start(await portal.as('superAdmin'))];
    await change((db) => db.deleteFrom('user_roles').where('user_id', '=', demoted.userId));
    expect([await isWelcome(one), await isWelcome(two)]).toEqual([false, true]);
    const role = { user_id: promoted.userId, system_id: null, role: 'superAdmin' as const };
    await change((db) => db.insertInto('user_roles').values({ ...role, granted_at: new Date() }));
    expect(await isWelcome(two)).toBe(false);
  });

  it('is refused to a person who acts as nobody', async () => {
    const own = await portal.superAdmin();
    expect((await own.call(endImpersonation)).reply).toBe(false);
    expect(await isWelcome(own)).toBe(true);
  });
});

type Tx = Parameters<Parameters<TestPortal['context']['database']['transact']>[0]>[0];

async function change(work: (tx: Tx) => { execute(): Promise<unknown> }): Promise<void> {
  await portal.context.database.transact((tx) => work(tx).execute());
}
