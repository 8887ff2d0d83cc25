import { checkAccess, isAuthorized, listEntrances } from '@guichet/contract/identity/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let people: Record<'student' | 'support' | 'admin' | 'stranger' | 'superAdmin', Caller>;
beforeAll(async () => {
  portal = await openTestPortal();
  people = {
    student: await portal.as('student', 3),
    support: await portal.as('support', 3),
    admin: await portal.as('admin', 3),
    stranger: await portal.as('admin', 2),
    superAdmin: await portal.superAdmin(),
  };
});
afterAll(() => portal.close());

type Who = keyof typeof people;
const everybody: readonly Who[] = ['student', 'support', 'admin', 'stranger', 'superAdmin'];

async function whoPasses(level: 'participant' | 'support' | 'admin' | 'superAdmin'): Promise<Who[]> {
  const passes: Who[] = [];
  for (const who of everybody) {
    const { reply } = await people[who].call(checkAccess, { body: { systemId: 3, accessLevel: level } });
    if (reply) passes.push(who);
  }
  return passes;
}

describe('POST /api/access', () => {
  it('S6.1 level 3 is for the super admin only', async () => {
    expect(await whoPasses('superAdmin')).toEqual(['superAdmin']);
  });

  it('S6.2 level 1 is for support, admin and super admin', async () => {
    expect(await whoPasses('support')).toEqual(['support', 'admin', 'superAdmin']);
  });

  it('S6.3 level 0 is for every member, not for people without a role there', async () => {
    expect(await whoPasses('participant')).toEqual(['student', 'support', 'admin', 'superAdmin']);
  });

  it('allows everybody signed in at level 0 on a route without a system', async () => {
    const ask = (accessLevel: 'participant' | 'admin') =>
      people.student.call(checkAccess, { body: { systemId: 0, accessLevel } });
    expect((await ask('participant')).reply).toBe(true);
    expect((await ask('admin')).reply).toBe(false);
  });

  it('answers an unknown system with 404 and an unknown level with 400', async () => {
    const ask = (body: unknown) => people.superAdmin.call(checkAccess, { body: body as never });
    expect((await ask({ systemId: 77, accessLevel: 0 })).status).toBe(404);
    expect((await ask({ systemId: 3, accessLevel: 7 })).problem).toMatchObject({
      status: 400,
      errors: [{ path: 'accessLevel', messageKey: 'invalid' }],
    });
  });
});

describe('GET /api/user/IsAuthorized', () => {
  const ask = async (who: Who, systemId: number, code: 'participant' | 'support' | 'admin' | 'superAdmin') =>
    (await people[who].call(isAuthorized, { params: { systemId, code } })).reply;

  it('S6.5 code 2 is true for an admin of the system, false for an admin of another', async () => {
    expect([await ask('admin', 3, 'admin'), await ask('stranger', 3, 'admin')]).toEqual([true, false]);
    expect(await ask('superAdmin', 3, 'admin')).toBe(true);
  });

  it('S6.6 code 0 is true for a student of the system only', async () => {
    expect([await ask('student', 3, 'participant'), await ask('student', 2, 'participant')]).toEqual([
      true,
      false,
    ]);
    expect([await ask('admin', 3, 'participant'), await ask('superAdmin', 3, 'participant')]).toEqual([
      false,
      false,
    ]);
  });

  it('S6.7 code 3 on system 1 is true for the super admin only', async () => {
    expect([await ask('superAdmin', 1, 'superAdmin'), await ask('admin', 1, 'superAdmin')]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['participant', ['student']],
    ['support', ['support', 'admin', 'superAdmin']],
    ['admin', ['admin', 'superAdmin']],
    ['superAdmin', ['superAdmin']],
  ] as const)('S7.22 answers a bare boolean for code %s', async (code, whoMay) => {
    for (const who of Object.keys(people) as Who[]) {
      const { raw, status } = await people[who].call(isAuthorized, { params: { systemId: 3, code } });
      expect([who, status, raw]).toEqual([who, 200, String(whoMay.some((one) => one === who))]);
    }
  });

  it('matches the path case-insensitively', async () => {
    const response = await portal.app.inject({
      url: '/API/USER/isauthorized/3/2',
      headers: { authorization: `Bearer ${people.admin.token}` },
    });
    expect(response.body).toBe('true');
  });
});

describe('GET /api/home', () => {
  it('S2.7 lists one row per system that the person may enter', async () => {
    const { reply } = await people.student.call(listEntrances);
    expect(reply.entrances.map((systemLink) => systemLink.systemId)).toEqual([3]);
    expect(reply.entrances[0]).toMatchObject({ isStudent: true, isSupport: false, isAdmin: false });
    expect(reply.isSuperAdmin).toBe(false);
  });

  it('S6.13 shows every system to the super admin, as admin and not as student', async () => {
    const { reply } = await people.superAdmin.call(listEntrances);
    expect(reply.entrances.map((systemLink) => systemLink.systemId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(reply.entrances.every((systemLink) => systemLink.isAdmin && !systemLink.isStudent)).toBe(true);
  });

  it('names the super admins who can act to staff alone', async () => {
    const named = async (who: Who) => (await people[who].call(listEntrances)).reply.superAdmins;
    const { fullName, email } = (await people.superAdmin.call(listEntrances)).reply;
    for (const who of ['support', 'admin', 'stranger'] as const)
      expect(await named(who)).toContainEqual({ fullName, email });
    expect([await named('student'), await named('superAdmin')]).toEqual([[], []]);
  });

  it('tells each their own language, when several ask at the same moment and share a statement', async () => {
    await portal.context.database.transact((tx) =>
      tx.updateTable('users').set({ language: 'en' }).where('id', '=', people.support.userId).execute(),
    );
    const replies = await Promise.all(everybody.map((who) => people[who].call(listEntrances)));
    expect(replies.map(({ reply }) => reply.language)).toEqual(['fr', 'en', 'fr', 'fr', 'fr']);
  });

  it('S7.41 answers 401 to somebody signed out', async () => {
    expect((await portal.nobody.call(listEntrances)).status).toBe(401);
  });
});
