import { changePassword } from '@guichet/contract/identity/account';
import { logout } from '@guichet/contract/identity/sessions';
import { endImpersonation, impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { endUserSessions } from '@guichet/contract/identity/sessions.list';
import { deleteUser, updateUsers } from '@guichet/contract/identity/users.changes';
import { lockUser } from '@guichet/contract/identity/users.locking';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, madePassword, openTestPortal, type TestPortal } from '../../../server/test/portal.ts';
import { testAdmin } from '../../../server/test/testApp.ts';

let portal: TestPortal;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
});
afterAll(() => portal.close());

/** Signs on through the portal; returns a function that requests the front page again. */
async function signOn(who: Caller) {
  const { raw } = await who.call(redirectToPlatform, { params: { systemId: 3 } });
  const entered = await portal.app.inject({ url: raw.replace('http://localhost:3000', '') });
  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] ?? '';
  const look = async () => (await portal.app.inject({ url: '/learning/dc', headers: { cookie } })).statusCode;
  expect(await look()).toBe(200);
  return look;
}

describe('a visit of the built-in platform ends', () => {
  it.each<[string, (who: Caller) => Promise<unknown>]>([
    ['with sign-out', (who) => who.call(logout)],
    [
      'with deactivation',
      ({ userId }) => superAdmin.call(updateUsers, { body: { Ids: [userId], Action: 'deactivate' } }),
    ],
    ['when the account is locked', ({ userId: id }) => superAdmin.call(lockUser, { params: { id } })],
    ['when its sessions are ended', ({ userId: id }) => superAdmin.call(endUserSessions, { params: { id } })],
    [
      'with a new password',
      (who) =>
        who.call(changePassword, {
          body: {
            currentPassword: madePassword,
            newPassword: 'Autre-Cle#2',
            confirmNewPassword: 'Autre-Cle#2',
          },
        }),
    ],
    [
      'when the account is deleted',
      ({ userId: id }) => superAdmin.call(deleteUser, { params: { systemId: 3 }, body: { id } }),
    ],
  ])('%s', async (_how, end) => {
    const who = await portal.as('student', 3);
    const other = await signOn(await portal.as('student', 3));
    const look = await signOn(who);
    await end(who);
    expect(await look()).toBe(403);
    expect(await other()).toBe(200);
  });

  it('not earlier: not when another session of the same person ends, nor when the session’s own time is over', async () => {
    const { email, userId } = await portal.make('student', 3);
    const [one, other] = [await portal.signIn(email, madePassword), await portal.signIn(email, madePassword)];
    const look = await signOn({ ...one, userId });
    await other.call(logout);
    expect(await look()).toBe(200);
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('sessions')
        .set({ expires_at: portal.context.clock.now() })
        .where('user_id', '=', userId)
        .execute(),
    );
    expect(await look()).toBe(200);
  });

  it('with the impersonation from which it was begun', async () => {
    const { userId } = await portal.make('student', 3);
    const { reply } = await superAdmin.call(impersonate, {
      params: { id: userId },
      body: { reason: 'aide', password: testAdmin.password },
    });
    const acting = portal.withToken(reply.outcome === 'started' ? reply.accessToken : '', userId);
    const look = await signOn(acting);
    await acting.call(endImpersonation);
    expect(await look()).toBe(403);
  });
});
