import { type AuditAction, listAuditLines } from '@guichet/contract/core/audit';
import { createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { endUserSessions } from '@guichet/contract/identity/sessions.list';
import { correctUser, setRoles, updateUsers } from '@guichet/contract/identity/users.changes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, madePassword, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { testAdmin } from '../../../../test/testApp.ts';

let portal: TestPortal;
let superAdmin: Caller;
let ofBoth: Caller;
let readers: Record<2 | 3 | 4, Caller>;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  const both = await portal.make('admin', 2);
  await give(both.userId, 'admin', 3);
  ofBoth = await portal.signIn(both.email, madePassword);
  readers = {
    2: await portal.as('admin', 2),
    3: await portal.as('admin', 3),
    4: await portal.as('admin', 4),
  };
});
afterAll(() => portal.close());

function give(user_id: number, role: 'student' | 'support' | 'admin', system_id: number) {
  const granted_at = portal.context.clock.now();
  return portal.context.database.transact((tx) =>
    tx.insertInto('user_roles').values({ user_id, role, system_id, granted_at }).execute(),
  );
}

async function personOfBoth() {
  const person = await portal.make('student', 2);
  await give(person.userId, 'student', 3);
  return person;
}

/** The audit lines on this person that each administrator can read. */
async function readBy(userId: number | null, action: AuditAction) {
  const found: Record<string, unknown[]> = {};
  for (const [systemId, reader] of Object.entries(readers)) {
    const { reply } = await reader.call(listAuditLines, { query: { pageSize: 20 } });
    found[systemId] = reply.lines
      .filter((line) => line.action === action && (userId === null || line.subject === `user:${userId}`))
      .map((line) => ({ systemId: line.systemId, ...line.detail }));
  }
  return found;
}

const password = { newPassword: 'Autre-Cle#2', confirmNewPassword: 'Autre-Cle#2' };

describe('an action on a person of two systems is visible to the administrators of both, and of no other', () => {
  it.each<[AuditAction, (who: Caller, id: number) => Promise<{ status: number }>]>([
    ['user.deactivated', (who, id) => who.call(updateUsers, { body: { Ids: [id], Action: 'deactivate' } })],
    [
      'user.passwordSet',
      (who, id) => who.call(updatePassword, { body: { userId: id, ...password } as never }),
    ],
    ['user.sessionsEnded', (who, id) => who.call(endUserSessions, { params: { id } })],
    [
      'user.corrected',
      (who, id) =>
        who.call(correctUser, {
          body: {
            id,
            firstName: 'Noé',
            lastName: 'Roy',
            languageId: 'en',
            profession: null,
            newsLetter: false,
          },
        }),
    ],
  ])('%s', async (action, act) => {
    for (const actor of [superAdmin, ofBoth]) {
      const { userId, email } = await personOfBoth();
      await portal.signIn(email, madePassword);
      expect((await act(actor, userId)).status).toBe(200);
      const told = await readBy(userId, action);
      expect([told[2]?.length, told[3]?.length, told[4]?.length], action).toEqual([1, 1, 0]);
      expect(told).toMatchObject({ 2: [{ systemId: 2 }], 3: [{ systemId: 3 }] });
    }
  });
});

describe('administrators see roles of their own system only', () => {
  it('when they change', async () => {
    const { userId } = await personOfBoth();
    const roleList = ['DC', 'PDI', 'Support - DC', 'Admin - NP', 'Super Admin'];
    const proof = { password: testAdmin.password };
    expect((await superAdmin.call(setRoles, { body: { id: userId, roleList, proof } })).status).toBe(200);
    expect(await readBy(userId, 'user.rolesChanged')).toEqual({
      2: [],
      3: [expect.objectContaining({ given: ['support:3'], taken: [] })],
      4: [expect.objectContaining({ given: ['admin:4', 'extraTime:4'], taken: [] })],
    });
    const { reply } = await superAdmin.call(listAuditLines, { query: { pageSize: 20 } });
    const ofNone = reply.lines.find((line) => line.action === 'user.rolesChanged' && line.systemId === null);
    expect(ofNone?.detail).toMatchObject({ given: ['superAdmin'], taken: [] });
  });

  it('when an account is created', async () => {
    const body = {
      ...password,
      userName: 'nouvelle.deux@guichet.test',
      firstName: 'Noé',
      lastName: 'Roy',
      languageId: 'fr' as const,
      roleList: ['Support - DC', 'Admin - PDI'],
      sendEmail: false,
      newsLetter: false,
    };
    const { status, raw } = await ofBoth.call(createUser, { body: body as never });
    expect([status, raw]).toEqual([200, 'true']);
    const told = await readBy(null, 'user.created');
    expect(told[2]?.at(0)).toMatchObject({ systemId: 2, roles: ['admin:2'] });
    expect(told[3]?.at(0)).toMatchObject({ systemId: 3, roles: ['support:3'] });
    expect(told[4]).toEqual([]);
  });
});
