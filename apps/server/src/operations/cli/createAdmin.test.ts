import { login } from '@guichet/contract/identity/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { takeSnapshot } from '../../../test/rights/snapshot.ts';
import { createAdmin } from './createAdmin.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const lines = async () =>
  (
    await sql<{ action: string; actor_name: string }>`
      select action, actor_name from audit_lines where actor_name like 'guichet %' order by id`.execute(
      portal.context.database.read,
    )
  ).rows.map(({ action, actor_name }) => `${actor_name}: ${action}`);

const isIn = async (token: string | null) =>
  (await portal.app.inject({ url: '/api/home', headers: { authorization: `Bearer ${token}` } })).statusCode;

describe('guichet admin create', () => {
  it('creates a super admin whose generated password works, and the audit log names the machine', async () => {
    const { drawnPassword: drawn, done } = await createAdmin(portal.context, {
      email: 'new@guichet.test',
      password: null,
      isReset: false,
    });
    const { reply } = await portal.nobody.call(login, {
      body: { username: 'new@guichet.test', password: drawn ?? '' },
    });
    expect([done, reply.outcome]).toEqual(['created', 'signedIn']);
    expect(await lines()).toEqual([
      'guichet admin create: user.created',
      'guichet admin create: role.superAdminGiven',
    ]);
    const again = createAdmin(portal.context, { email: ' NEW@guichet.test', password: null, isReset: false });
    await expect(again).rejects.toMatchObject({ code: 'user.addressKnown' });
  });

  it('restores access: active, with their rights, without old sessions, factors, linked accounts and failed attempts', async () => {
    const { userId, email } = await portal.make('superAdmin');
    const before = await portal.signIn(email, 'Cle-Sure#1');
    await portal.context.database.transact(async (tx) => {
      await sql`update users set deactivated_at = now() where id = ${userId}`.execute(tx);
      await sql`delete from user_roles where user_id = ${userId}`.execute(tx);
    });
    await portal.context.database.transact((tx) =>
      sql`insert into linked_identities (id, issuer, subject, user_id, account_name, proof, linked_at)
          values (gen_random_uuid(), 'https://id.universite.test', 'x', ${userId}, 'x', 'signIn', now())`.execute(
        tx,
      ),
    );
    for (let n = 0; n < 6; n++) await portal.nobody.call(login, { body: { username: email, password: 'x' } });
    portal.context.clock.advance(1);
    const order = { email, password: 'Nouvelle#Cle1', isReset: true };
    expect(await createAdmin(portal.context, order)).toEqual({
      done: 'regained',
      fullName: expect.any(String),
      isActivated: true,
      drawnPassword: null,
    });
    expect(await isIn(before.token)).toBe(401);
    portal.context.clock.advance(1);
    expect(await isIn((await portal.signIn(email, 'Nouvelle#Cle1')).token)).toBe(200);
    expect((await lines()).slice(2)).toEqual([
      'guichet admin create: identity.unlinked',
      'guichet admin create: user.passwordSet',
      'guichet admin create: user.rolesChanged',
      'guichet admin create: role.superAdminGiven',
    ]);
    expect(await createAdmin(portal.context, order)).toMatchObject({ done: 'restored', isActivated: false });
  });

  it.each(['Soleil2027!', 'Guichet2026!', 'Qwerty123!', 'aaaaAAAA11!!', 'P@ssw0rd1'])(
    'S5.2 refuses %s, for a new account and for one that is restored',
    async (password) => {
      const { email } = await portal.make('superAdmin');
      const fault = { code: 'request.invalid' };
      const made = createAdmin(portal.context, { email: 'weak@guichet.test', password, isReset: false });
      await expect(made).rejects.toMatchObject(fault);
      const named = { firstName: 'Zoé', lastName: 'Wrzoskowiak', email: 'z@guichet.test', isReset: false };
      const own = createAdmin(portal.context, { ...named, password: 'Wrzoskowiak2027!' });
      await expect(own).rejects.toMatchObject(fault);
      await expect(createAdmin(portal.context, { email, password, isReset: true })).rejects.toMatchObject(
        fault,
      );
    },
  );

  it('refuses an account that never was a super admin, and changes nothing of it; says so where it is promoted', async () => {
    const { email } = await portal.make('student', 3);
    const session = await portal.signIn(email, 'Cle-Sure#1');
    const other = await portal.make('superAdmin');
    const before = await takeSnapshot(portal.context.database.read);
    const order = { email, password: 'Nouvelle#Cle1', isReset: true };
    await expect(createAdmin(portal.context, order)).rejects.toMatchObject({ code: 'user.neverSuperAdmin' });
    expect(await takeSnapshot(portal.context.database.read)).toEqual(before);
    expect(await isIn(session.token)).toBe(200);
    expect(await createAdmin(portal.context, { ...order, mayPromote: true })).toMatchObject({
      done: 'promoted',
    });
    portal.context.clock.advance(1);
    expect(await isIn((await portal.signIn(email, 'Nouvelle#Cle1')).token)).toBe(200);
    const { rows } = await sql<{ subject: string }>`
      select g.subject from outgoing_mails m join mailings g on g.id = m.mailing_id
      where m.user_id = ${other.userId} order by m.id desc limit 1`.execute(portal.context.database.read);
    expect(rows).toEqual([{ subject: 'Une autre personne a reçu le rôle de superadministration' }]);
  });

  it('gives a new account the names that are typed', async () => {
    const order = { email: 'zoe@guichet.test', password: null, isReset: false };
    const named = { ...order, firstName: 'Zoé', lastName: 'Côté' };
    expect((await createAdmin(portal.context, named)).fullName).toBe('Zoé Côté');
  });

  it('creates no account for a reset', async () => {
    const order = { email: 'nobody@guichet.test', password: null, isReset: true };
    await expect(createAdmin(portal.context, order)).rejects.toMatchObject({ code: 'user.notFound' });
  });
});
