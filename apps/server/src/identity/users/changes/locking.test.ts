import { listAuditLines } from '@guichet/contract/core/audit';
import { withoutBreaks } from '@guichet/contract/core/telephone';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { listEntrances } from '@guichet/contract/identity/access';
import { forgotPassword } from '@guichet/contract/identity/account';
import { updatePassword } from '@guichet/contract/identity/account.given';
import { login, refresh } from '@guichet/contract/identity/sessions';
import { endUserSessions } from '@guichet/contract/identity/sessions.list';
import {
  correctUser,
  deleteUser,
  getUserInfo,
  setRoles,
  updateUsers,
} from '@guichet/contract/identity/users.changes';
import { lockUser, unlockUser } from '@guichet/contract/identity/users.locking';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { importCandidates } from '@guichet/contract/imports/imports';
import { changeSystem } from '@guichet/contract/systems/systems';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, madePassword, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { testAdmin } from '../../../../test/testApp.ts';

let portal: TestPortal;
let superAdmin: Caller;
let ours: Caller;
let theirs: Caller;
let exam: { courseId: string };
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  ours = await portal.as('admin', 3, { firstName: 'Aurélie', lastName: 'D’Amours' });
  theirs = await portal.as('admin', 2);
  const body = { title: 'Hiver', examDate: '2027-03-01' };
  exam = (await theirs.call(createExamSpace, { params: { systemId: 2 }, body })).reply;
});
afterAll(() => portal.close());

/** The administrator of system 2 imports the address of a person of another system. */
async function importAbroad(email: string) {
  portal.context.clock.advance(1);
  const { status } = await theirs.call(importCandidates, {
    body: { systemId: 2, languageId: 'fr', selectedCourse: exam.courseId, sendEmail: false } as never,
    file: { name: 'liste.csv', bytes: `Prénom;Nom;Courriel\nZoé;Côté;${email}` },
  });
  expect(status).toBe(200);
}

const named = (id: number) => ({ params: { id } });
const signIn = (email: string) =>
  portal.nobody.call(login, { body: { username: email, password: madePassword } });
const infoOf = async (who: Caller, id: number) => (await who.call(getUserInfo, { body: { id } })).reply;

describe('a person whose address an administrator of another system has imported', () => {
  it.each(['student', 'support', 'admin'] as const)(
    'of ours, a %s, can be signed out and locked by us',
    async (role) => {
      const { userId, email } = await portal.make(role, 3);
      await importAbroad(email);
      const session = await portal.openPair(email, madePassword);
      expect((await ours.call(endUserSessions, named(userId))).reply).toBe(1);
      expect((await infoOf(ours, userId)).mayLock).toBe(true);
      const open = await portal.openPair(email, madePassword);
      expect((await ours.call(lockUser, named(userId))).raw).toBe('true');
      for (const { accessToken, refreshToken } of [session, open]) {
        expect((await portal.withToken(accessToken, 0).call(listEntrances)).status).toBe(401);
        const renewed = await portal.nobody.call(refresh, { query: { token: accessToken, refreshToken } });
        expect(renewed.status).toBe(401);
      }
      const { status, reply } = await signIn(email);
      expect([status, reply]).toEqual([403, expect.objectContaining({ reason: 'locked' })]);
    },
  );

  it('cannot be managed by the importing administrator, nor locked by one without a role for them', async () => {
    const { userId, email } = await portal.make('support', 3);
    await importAbroad(email);
    const password = { newPassword: 'Autre-Cle#2', confirmNewPassword: 'Autre-Cle#2' };
    const correction = {
      firstName: 'X',
      lastName: 'Y',
      languageId: 'fr',
      profession: null,
      newsLetter: false,
    } as const;
    const refusals = [
      await theirs.call(updatePassword, { body: { userId, ...password } as never }),
      await theirs.call(correctUser, { body: { id: userId, ...correction } }),
      await theirs.call(updateUsers, { body: { Ids: [userId], Action: 'deactivate' } }),
      await theirs.call(lockUser, named(userId)),
      await theirs.call(endUserSessions, named(userId)),
    ];
    for (const { problem } of refusals)
      expect(problem).toMatchObject({ status: 403, code: 'user.outOfReach' });
    const deleted = await ours.call(deleteUser, { params: { systemId: 3 }, body: { id: userId } });
    expect(deleted.problem.code).toBe('user.inOtherSystems');
    expect((await infoOf(theirs, userId)).mayLock).toBe(false);
    expect((await signIn(email)).status).toBe(200);
  });

  it('may be locked there once a super admin has given them a staff role, if they have none elsewhere', async () => {
    const { userId, email } = await portal.make('student', 3);
    await importAbroad(email);
    expect((await theirs.call(lockUser, named(userId))).status).toBe(403);
    const roleList = ['PDI', 'Support - PDI'];
    // Else an administrator could lock any candidate by two calls: give a staff role, then lock the account.
    expect((await theirs.call(setRoles, { body: { id: userId, roleList } })).problem.code).toBe(
      'role.ofGuest',
    );
    const all = { id: userId, roleList: ['DC', ...roleList] };
    expect((await (await portal.superAdmin()).call(setRoles, { body: all })).status).toBe(200);
    expect((await theirs.call(lockUser, named(userId))).status).toBe(200);
  });
});

describe('nobody locks', () => {
  it('themselves, a super admin, somebody of other systems only, or an unknown id', async () => {
    const { userId: chief } = await portal.make('superAdmin');
    await portal.context.database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values({ user_id: chief, system_id: 3, role: 'admin', granted_at: new Date(0) })
        .execute(),
    );
    const { userId: stranger } = await portal.make('student', 4);
    const codes = [];
    for (const id of [ours.userId, chief, stranger, 999_999])
      for (const endpoint of [lockUser, endUserSessions])
        codes.push((await ours.call(endpoint, named(id))).problem.code);
    expect(codes).toEqual([
      ...['user.yourself', 'user.yourself', 'user.outOfReach', 'user.outOfReach'],
      ...['user.notFound', 'user.notFound', 'user.notFound', 'user.notFound'],
    ]);
  });

  it('the last super admin who can sign in', async () => {
    const alone = await openTestPortal();
    const chief = await alone.superAdmin();
    const { userId } = await alone.make('superAdmin', null, { email: 'deux@guichet.test' });
    const second = await alone.signIn('deux@guichet.test', madePassword);
    const [{ id = 0 } = {}] = (
      await chief.call(searchUsers, { body: { filters: [{ searchTerm: testAdmin.email }] } })
    ).reply.data;
    expect((await second.call(lockUser, named(id))).status).toBe(200);
    expect((await second.call(unlockUser, named(userId))).status).toBe(200);
    // The other super admin is locked, so this account is the last active one.
    const third = await alone.as('superAdmin');
    expect((await third.call(updateUsers, { body: { Ids: [userId], Action: 'deactivate' } })).status).toBe(
      200,
    );
    expect((await second.call(listEntrances)).status).toBe(401);
    await alone.close();
  });

  it('without the level', async () => {
    const { userId } = await portal.make('student', 3);
    expect((await portal.nobody.call(lockUser, named(userId))).status).toBe(401);
    for (const role of ['student', 'support'] as const)
      expect((await (await portal.as(role, 3)).call(lockUser, named(userId))).status).toBe(403);
    expect((await ours.call(unlockUser, named(userId))).problem.code).toBe('access.denied');
  });
});

describe('a lock', () => {
  it('is shown with its author and time, until a super admin removes it', async () => {
    const { userId, email } = await portal.make('student', 3);
    await importAbroad(email);
    expect((await infoOf(ours, userId)).lock).toBeNull();
    const since = portal.context.clock.now();
    await ours.call(lockUser, named(userId));
    portal.context.clock.advance(1);
    await ours.call(lockUser, named(userId));
    for (const who of [ours, superAdmin])
      expect((await infoOf(who, userId)).lock).toEqual({ by: 'Aurélie D’Amours', since });
    // In system 2 the person is a guest.
    expect((await infoOf(theirs, userId)).lock).toBeNull();
    const body = { filters: [{ searchTerm: email }] };
    expect((await superAdmin.call(searchUsers, { body })).reply.data[0]).toMatchObject({ isLocked: true });
    expect((await superAdmin.call(unlockUser, named(userId))).raw).toBe('true');
    expect((await infoOf(superAdmin, userId)).lock).toBeNull();
    expect((await signIn(email)).status).toBe(200);
  });

  it('is told to the person by one mail with the office of their program, which no administrator sees, and so is its end', async () => {
    const phone = '613 555-0103';
    await superAdmin.call(changeSystem, { params: { systemId: 3 }, body: { name: 'DC', phone } });
    const { userId } = await portal.make('student', 3);
    for (let times = 0; times < 2; times++) await ours.call(lockUser, named(userId));
    const mails = await portal.context.database.read
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select(['m.subject', 'm.text', 'o.system_id'])
      .where('o.user_id', '=', userId)
      .execute();
    expect(mails).toMatchObject([{ subject: 'Votre compte est verrouillé', system_id: null }]);
    expect(mails[0]?.text).toContain(withoutBreaks(phone));
    for (let times = 0; times < 2; times++) await superAdmin.call(unlockUser, named(userId));
    const after = await portal.context.database.read
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select(['m.purpose', 'm.text', 'o.system_id'])
      .where('o.user_id', '=', userId)
      .where('m.subject', '=', 'Votre compte est déverrouillé')
      .execute();
    expect(after).toMatchObject([{ purpose: 'accountUnlocked', system_id: null }]);
    expect(after[0]?.text).toContain(withoutBreaks(phone));
  });

  it('is in the audit log of both systems, and so is its removal', async () => {
    const { userId, email } = await portal.make('student', 3);
    await importAbroad(email);
    await ours.call(lockUser, named(userId));
    await superAdmin.call(unlockUser, named(userId));
    for (const [who, systemId] of [
      [ours, 3],
      [theirs, 2],
    ] as const) {
      const { lines } = (await who.call(listAuditLines, { query: { pageSize: 10 } })).reply;
      const about = lines.filter(({ subject }) => subject === `user:${userId}`);
      const locks = about.filter(({ action }) => /locked$/.test(action));
      expect(locks.map((line) => [line.action, line.systemId, line.actor])).toEqual([
        ['user.unlocked', systemId, expect.any(String)],
        ['user.locked', systemId, 'Aurélie D’Amours'],
      ]);
    }
  });

  it('is not removed by activating the account or by a password link', async () => {
    const { userId, email } = await portal.make('student', 3);
    await ours.call(lockUser, named(userId));
    await ours.call(updateUsers, { body: { Ids: [userId], Action: 'deactivate' } });
    await ours.call(updateUsers, { body: { Ids: [userId], Action: 'activate' } });
    const asked = await portal.nobody.call(forgotPassword, {
      body: { email, systemId: 3, languageId: 'fr' },
    });
    expect(asked.raw).toBe('0');
    const mails = await portal.context.database.read
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select('m.purpose')
      .where('o.user_id', '=', userId)
      .execute();
    expect(mails).toEqual([{ purpose: 'accountLocked' }]);
    expect((await signIn(email)).status).toBe(403);
  });
});

describe('of a super admin who also holds a role in a system, its administrators see', () => {
  it('neither the last visit nor the second factor, in their panel and in the search, nor by its order', async () => {
    const { userId, email } = await portal.make('superAdmin', null, { email: 'chef@guichet.test' });
    await portal.context.database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values({ user_id: userId, system_id: 3, role: 'student', granted_at: new Date() })
        .execute(),
    );
    await portal.signIn(email, madePassword);
    expect(await infoOf(ours, userId)).toMatchObject({ lastVisitDate: null, hasSecondFactor: null });
    expect(await infoOf(superAdmin, userId)).toMatchObject({
      lastVisitDate: portal.context.clock.now(),
      hasSecondFactor: false,
    });
    const sortParams = { sortField: 'lastVisitDate', sortDirection: -1 } as const;
    const body = { filters: [{ pageSize: 1000 }], sortParams };
    const seen = (await ours.call(searchUsers, { body })).reply.data;
    const row = seen.find(({ id }) => id === userId);
    expect(row).toMatchObject({ lastVisitDate: null, isVisitHidden: true });
    const after = seen.slice(seen.findIndex(({ id }) => id === userId));
    expect(after.every(({ lastVisitDate }) => lastVisitDate === null)).toBe(true);
    const all = (await superAdmin.call(searchUsers, { body })).reply.data;
    expect(all.find(({ id }) => id === userId)).toMatchObject({ isVisitHidden: false });
    expect(all.find(({ id }) => id === userId)?.lastVisitDate).not.toBeNull();
  });
});
