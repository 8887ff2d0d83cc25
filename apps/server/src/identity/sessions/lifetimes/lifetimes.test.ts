import { listEntrances } from '@guichet/contract/identity/access';
import { refresh } from '@guichet/contract/identity/sessions';
import type { TokenPair } from '@guichet/contract/identity/sessions.outcomes';
import { setRoles } from '@guichet/contract/identity/users.changes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { testAdmin } from '../../../../test/testApp.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const renew = ({ accessToken, refreshToken }: TokenPair) =>
  portal.nobody.call(refresh, { query: { token: accessToken, refreshToken } });

/** Refreshes every half hour; returns after how many hours a refresh is refused. */
async function hoursOf(first: TokenPair): Promise<number> {
  let pair = first;
  for (let halves = 1; halves <= 60; halves++) {
    portal.context.clock.advance(1800);
    const { status, reply } = await renew(pair);
    if (status !== 200) return halves / 2;
    pair = reply;
  }
  return Number.POSITIVE_INFINITY;
}

describe('a session', () => {
  it.each([
    ['student', 24],
    ['support', 12],
    ['admin', 12],
  ] as const)('of a %s is over %i hours after sign-in, whatever happens', async (role, hours) => {
    const { email } = await portal.make(role, 3);
    expect(await hoursOf(await portal.openPair(email, 'Cle-Sure#1'))).toBe(hours);
  });

  it('of a super admin ends after twelve hours, and so does its access token', async () => {
    let pair = await portal.openPair(testAdmin.email, testAdmin.password);
    for (let half = 0; half < 23; half++) {
      portal.context.clock.advance(1800);
      pair = (await renew(pair)).reply;
    }
    portal.context.clock.advance(1799);
    pair = (await renew(pair)).reply;
    const status = async () => (await portal.withToken(pair.accessToken, 0).call(listEntrances)).status;
    expect(await status()).toBe(200);
    portal.context.clock.advance(1);
    expect(await status()).toBe(401);
  });

  it('of a student who becomes an admin gets the lifetime of an admin', async () => {
    const { email, userId } = await portal.make('student', 3);
    // Else the role would end the session.
    const email_confirmed_at = portal.context.clock.now();
    await portal.context.database.transact((tx) =>
      tx.updateTable('users').set({ email_confirmed_at }).where('id', '=', userId).execute(),
    );
    const pair = await portal.openPair(email, 'Cle-Sure#1');
    const roleList = ['DC', 'Admin - DC'];
    await (await portal.superAdmin()).call(setRoles, { body: { id: userId, roleList } });
    expect(await hoursOf(pair)).toBe(12);
  });

  it('that is unused for an hour ends', async () => {
    const { email } = await portal.make('student', 3);
    const [kept, left] = [
      await portal.openPair(email, 'Cle-Sure#1'),
      await portal.openPair(email, 'Cle-Sure#1'),
    ];
    portal.context.clock.advance(3600);
    expect((await renew(kept)).status).toBe(200);
    portal.context.clock.advance(1);
    expect((await renew(left)).status).toBe(401);
  });
});
