import { checkAccess, listEntrances } from '@guichet/contract/identity/access';
import { login, logout, refresh } from '@guichet/contract/identity/sessions';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { changeSystem } from '@guichet/contract/systems/systems';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madePassword, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { testAdmin } from '../../../test/testApp.ts';
import { makePerson } from '../users/fixtures/people.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const signIn = (username: string, password: string, from = '10.1.1.1') =>
  portal.nobody.call(login, { body: { username, password }, headers: { 'x-forwarded-for': from } });

async function openPair() {
  const { reply } = await signIn(testAdmin.email, testAdmin.password);
  if (reply.outcome !== 'signedIn') throw new Error('sign-in refused');
  return reply.tokens;
}

const renew = (pair: { accessToken: string; refreshToken: string }) =>
  portal.nobody.call(refresh, { query: { token: pair.accessToken, refreshToken: pair.refreshToken } });

async function isWelcome(token: string) {
  const response = await portal.app.inject({
    url: '/api/home',
    headers: { authorization: `Bearer ${token}` },
  });
  return response.statusCode === 200;
}

describe('signing in', () => {
  it('S7.3 S3.13 returns both tokens for the right password; case and blanks around the address are ignored', async () => {
    const { status, raw } = await signIn(`  ${testAdmin.email.toUpperCase()} `, testAdmin.password);
    expect(status).toBe(200);
    expect(JSON.parse(raw)).toEqual({
      success: true,
      statusCode: 200,
      payload: { accessToken: expect.stringMatching(/./), refreshToken: expect.stringMatching(/./) },
    });
  });

  it('S7.3 returns 4401 for a wrong password and for an unknown name alike', async () => {
    const wrong = await signIn(testAdmin.email, 'Autre#Passe1', '10.1.1.2');
    const unknown = await signIn('personne@guichet.test', 'Autre#Passe1', '10.1.1.2');
    expect(wrong.status).toBe(401);
    expect(wrong.raw).toBe('{"success":false,"statusCode":4401,"payload":null}');
    expect([unknown.status, unknown.raw]).toEqual([wrong.status, wrong.raw]);
  });

  it('S5.26 treats empty fields as a wrong password', async () => {
    expect((await signIn('', '', '10.1.1.3')).reply).toMatchObject({ outcome: 'refused' });
  });

  it('S3.14 puts one role as a string into the token, with an expiry', async () => {
    const one = await portal.as('admin', 3);
    expect(decodeJwt(one.token ?? '')).toMatchObject({ role: 'Admin - DC', exp: expect.any(Number) });
    const { accessToken } = await openPair();
    expect(decodeJwt(accessToken).role).toBe('Super Admin');
  });

  it('S1.8 S3.14 gives a person with roles in two systems access to both, and no third, with one token', async () => {
    const [email, password] = ['deux.portes@etu.example.ca', 'Cle-Sure#1'];
    const passwordHash = await portal.context.hashing.hash(password);
    const roles = [
      { role: 'student' as const, systemId: 4 },
      { role: 'admin' as const, systemId: 6 },
    ];
    await makePerson(portal, { email, roles, row: { password_hash: passwordHash } });
    const person = await portal.signIn(email, password);
    expect(decodeJwt(person.token ?? '').role).toEqual(['NP', 'Admin - Ac']);
    const reaches = async (systemId: number) => {
      const access = await person.call(checkAccess, { body: { systemId, accessLevel: 'participant' } });
      const address = await person.call(redirectToPlatform, { params: { systemId } });
      return [access.reply, address.status];
    };
    expect(await reaches(4)).toEqual([true, 200]);
    expect(await reaches(6)).toEqual([true, 200]);
    expect(await reaches(3)).toEqual([false, 403]);
  });

  it('returns 4403 for the right password of an account that is shut or without a role, with the reason and the office to call', async () => {
    const { context } = portal;
    const phone = '613 555-0102';
    const superAdmin = await portal.superAdmin();
    await superAdmin.call(changeSystem, { params: { systemId: 2 }, body: { name: 'PDI', phone } });
    const sets = {
      deactivated: { deactivated_at: context.clock.now() },
      locked: { locked_at: context.clock.now() },
    };
    for (const reason of ['deactivated', 'locked', 'noRole'] as const) {
      const { userId, email } = await portal.make('student', 2);
      await context.database.transact<unknown>((tx) =>
        reason === 'noRole'
          ? tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
          : tx.updateTable('users').set(sets[reason]).where('id', '=', userId).execute(),
      );
      const { status, reply } = await signIn(email, 'Cle-Sure#1', '10.1.1.4');
      expect([status, reply]).toEqual([
        403,
        {
          outcome: 'noAccess',
          reason,
          contact: expect.objectContaining({ phone: reason === 'noRole' ? null : phone }),
        },
      ]);
      // Without the right password the answer is that to an address without an account.
      const wrong = await signIn(email, 'Faux#Passe1', '10.1.1.4');
      const unknown = await signIn(`sans.compte.${reason}@guichet.test`, 'Faux#Passe1', '10.1.1.4');
      expect([wrong.status, wrong.raw]).toEqual([unknown.status, unknown.raw]);
      expect(wrong.reply).toEqual({ outcome: 'refused' });
    }
  });

  it('allows five failures, then requires a wait, and accepts the right password after it', async () => {
    const person = await portal.as('student', 2, { email: 'oublieuse@guichet.test' });
    const from = '10.1.1.5';
    for (let n = 0; n < 5; n++)
      expect((await signIn('oublieuse@guichet.test', 'Faux#Passe1', from)).status).toBe(401);
    const refused = await signIn('oublieuse@guichet.test', 'Cle-Sure#1', from);
    expect(refused.status).toBe(429);
    expect(refused.reply).toMatchObject({ outcome: 'refused', retryAfter: 1 });
    expect(refused.headers['retry-after']).toBe('1');
    expect((await signIn('oublieuse@guichet.test', 'Cle-Sure#1', '10.9.9.9')).status).toBe(200);
    portal.context.clock.advance(2);
    expect((await signIn('oublieuse@guichet.test', 'Cle-Sure#1', from)).status).toBe(200);
    expect(person.userId).toBeGreaterThan(0);
  });
});

describe('keeping a session', () => {
  it('S7.4 exchanges a pair for a new one, and the new token works', async () => {
    const first = await openPair();
    const { status, reply } = await renew(first);
    expect(status).toBe(200);
    expect(reply.refreshToken).not.toBe(first.refreshToken);
    expect(reply.accessToken).not.toBe(first.accessToken);
    expect(await isWelcome(reply.accessToken)).toBe(true);
  });

  it('gives a second tab the same successor within ten seconds', async () => {
    const first = await openPair();
    const [one, two] = [await renew(first), await renew(first)];
    expect(two.reply.refreshToken).toBe(one.reply.refreshToken);
  });

  it('ends the session when a token spent long ago is used again', async () => {
    const first = await openPair();
    const second = (await renew(first)).reply;
    portal.context.clock.advance(11);
    expect((await renew(first)).problem).toMatchObject({ status: 401, code: 'session.refreshRefused' });
    expect(await isWelcome(second.accessToken)).toBe(false);
    expect((await renew(second)).status).toBe(401);
  });

  it('says why a session is over: a shut account, an end from elsewhere, and neither for its own time', async () => {
    const codeAfter = async (change: (now: Date) => object) => {
      const { email, userId } = await portal.make('student', 3);
      const { reply } = await signIn(email, madePassword);
      if (reply.outcome !== 'signedIn') throw new Error('sign-in refused');
      const set = change(portal.context.clock.now());
      await portal.context.database.transact((tx) =>
        tx.updateTable('users').set(set).where('id', '=', userId).execute(),
      );
      return (await renew(reply.tokens)).problem.code;
    };
    expect(await codeAfter((now) => ({ deactivated_at: now }))).toBe('session.accountShut');
    expect(await codeAfter((now) => ({ locked_at: now }))).toBe('session.accountShut');
    expect(await codeAfter((now) => ({ sessions_ended_at: now }))).toBe('session.endedEarly');
    const old = await openPair();
    portal.context.clock.advance(400 * 24 * 60 * 60);
    expect((await renew(old)).problem.code).toBe('session.refreshRefused');
    portal.context.clock.advance(-400 * 24 * 60 * 60);
  });

  it('refuses a refresh token with the access token of another session', async () => {
    const [mine, other] = [await openPair(), await openPair()];
    const mixed = { accessToken: other.accessToken, refreshToken: mine.refreshToken };
    expect((await renew(mixed)).status).toBe(401);
  });

  it('S9.11 refuses an access token exactly at its expiry', async () => {
    const { accessToken } = await openPair();
    portal.context.clock.advance(299);
    expect(await isWelcome(accessToken)).toBe(true);
    portal.context.clock.advance(1);
    expect(await isWelcome(accessToken)).toBe(false);
  });

  it('refuses the token of an ended session before it expires', async () => {
    const admin = await portal.superAdmin();
    expect((await admin.call(logout)).reply).toBe(true);
    const { status, problem } = await admin.call(listEntrances);
    expect([status, problem.code]).toEqual([401, 'session.missing']);
  });

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'])(
    'refuses the forged token %j',
    async (token) => {
      expect(await isWelcome(token)).toBe(false);
    },
  );
});
