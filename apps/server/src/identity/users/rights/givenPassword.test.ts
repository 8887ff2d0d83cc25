import { createExamSpace } from '@guichet/contract/exams/exams';
import { getExtraTime, setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { login } from '@guichet/contract/identity/sessions';
import { correctUser, getUserInfo, setRoles, updateUsers } from '@guichet/contract/identity/users.changes';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { importCandidates } from '@guichet/contract/imports/imports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../../../test/extraTimeRight.ts';
import { type Caller, madePassword, openTestPortal, type TestPortal } from '../../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
let superAdmin: Caller;
let entitled: Caller;
let examId: number;
let candidate: number;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  superAdmin = await portal.superAdmin();
  entitled = await portal.as('admin', 3);
  await giveExtraTimeRight(portal, entitled, 3);
  const body = { title: 'Examen', examDate: '2027-04-30' };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  const file = { name: 'l.csv', bytes: 'Prénom;Nom;Courriel\nLéa;Roy;lea@etu.example.ca' };
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: false };
  await admin.call(importCandidates, { body: order, file });
  examId = exam.id;
  candidate = await idOf('lea@etu.example.ca');
  const params = { systemId: 3, examId, userId: candidate };
  await entitled.call(setExtraTime, { params, body: { extraTime: { minutes: 137, factor: null } } });
});
afterAll(() => portal.close());

const newPassword = 'Ficelle-Rouge#7';
const password = { newPassword, confirmNewPassword: newPassword };
let made = 0;

const idOf = async (email: string) =>
  (
    await portal.context.database.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id;

/** A staff account with a password set by its maker. */
async function make(who: Caller, ...roleList: string[]) {
  const userName = `marionnette${++made}@guichet.test`;
  const names = { firstName: 'Jean', lastName: 'Tissé', languageId: 'fr' as const };
  const body = { userName, ...names, roleList, ...password, sendEmail: false };
  expect((await who.call(createUser, { body: body as never })).status).toBe(200);
  return { email: userName, userId: await idOf(userName) };
}

const give = async ({ userId }: { userId: number }, roles: string[], rights: number[], who: Caller) =>
  who.call(setRoles, { body: { id: userId, roleList: roles, extraTimeRights: rights } });
const signIn = async ({ email }: { email: string }, secret = newPassword) => {
  portal.context.clock.advance(1);
  return (await portal.nobody.call(login, { body: { username: email, password: secret } })).reply.outcome;
};
const read = async (who: Caller) =>
  (await who.call(getExtraTime, { params: { systemId: 3, examId, userId: candidate } })).status;
const rightsOf = async ({ userId }: { userId: number }) =>
  (await superAdmin.call(getUserInfo, { body: { id: userId } })).reply.extraTimeRights;

describe('nobody gives a right that they do not hold', () => {
  it('to an account of their own making, to a colleague, or with the role of an administrator', async () => {
    const puppet = await make(admin, 'Support - DC');
    expect(await read(admin)).toBe(403);
    const refused = await give(puppet, ['Support - DC'], [3], admin);
    expect(refused.problem).toMatchObject({ status: 403, code: 'extraTime.notYours' });
    expect((await give(entitled, ['Admin - DC'], [3], admin)).status).toBe(200);
    const colleague = await make(admin, 'Admin - DC');
    expect(await rightsOf(colleague)).toEqual([]);
    expect(
      (await admin.call(setRoles, { body: { id: puppet.userId, roleList: ['Admin - DC'] } })).status,
    ).toBe(200);
    expect(await rightsOf(puppet)).toEqual([]);
    expect((await give(puppet, ['Support - DC'], [3], entitled)).status).toBe(200);
  });

  it('but a new administrator has it from the start, from whoever holds it, and it can be left out or taken', async () => {
    const [first, second] = [
      await make(entitled, 'Admin - DC'),
      await make(superAdmin, 'Admin - DC', 'Admin - PDI'),
    ];
    expect([await rightsOf(first), await rightsOf(second)]).toEqual([[3], [2, 3]]);
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select('detail')
      .where('subject', '=', `user:${first.userId}`)
      .execute();
    expect(lines).toMatchObject([{ detail: { roles: ['admin:3', 'extraTime:3'] } }]);
    const support = await make(entitled, 'Support - DC');
    expect(await rightsOf(support)).toEqual([]);
    await entitled.call(setRoles, { body: { id: support.userId, roleList: ['Admin - DC'] } });
    expect(await rightsOf(support)).toEqual([3]);
    await give(support, ['Admin - DC'], [], admin);
    expect(await rightsOf(support)).toEqual([]);
    const left = await make(entitled, 'Support - DC');
    await give(left, ['Admin - DC'], [], entitled);
    expect(await rightsOf(left)).toEqual([]);
  });
});

describe('a password that somebody else set opens no more than that person may', () => {
  it('not the right that another gave later; a mailed link does', async () => {
    const puppet = await make(admin, 'Support - DC');
    expect(await signIn(puppet)).toBe('signedIn');
    const open = await portal.signIn(puppet.email, newPassword);
    const isLinkDue = async () => {
      const filters = [{ searchTerm: puppet.email }];
      const { reply } = await admin.call(searchUsers, { body: { filters } as never });
      const info = (await admin.call(getUserInfo, { body: { id: puppet.userId } })).reply;
      return [info.linkDue, ...reply.data.map(({ linkDue }) => linkDue)];
    };
    expect(await isLinkDue()).toEqual([false, false]);
    await give(puppet, ['Support - DC'], [3], superAdmin);
    expect(await read(open)).toBe(401);
    expect(await signIn(puppet)).toBe('linkDue');
    expect(await isLinkDue()).toEqual([true, true]);
  });

  it('nor of somebody who has the right already, nor by their address', async () => {
    const email = 'tenante@guichet.test';
    const holder = await portal.as('support', 3, { email });
    await giveExtraTimeRight(portal, holder, 3);
    expect(await signIn({ email }, madePassword)).toBe('signedIn');
    const body = {
      userId: holder.userId,
      ...password,
      sendEmail: false,
      sendPassword: false,
      languageId: 'fr' as const,
    };
    expect((await admin.call(updatePassword, { body })).status).toBe(200);
    expect(await signIn({ email })).toBe('linkDue');
    const person = {
      id: holder.userId,
      firstName: 'Zoé',
      lastName: 'Côté',
      languageId: 'fr' as const,
      newsLetter: false,
    };
    const moved = await admin.call(correctUser, { body: { ...person, email: 'a.moi@guichet.test' } });
    expect(moved.problem).toMatchObject({ status: 403, code: 'user.outOfReach' });
    expect((await admin.call(correctUser, { body: { ...person, lastName: 'Coté' } })).status).toBe(200);
    // A caller who holds the right sets a password as before.
    expect(
      (
        await entitled.call(updatePassword, {
          body: { ...body, newPassword: 'Ficelle-Rouge#8', confirmNewPassword: 'Ficelle-Rouge#8' },
        })
      ).status,
    ).toBe(200);
    expect(await signIn({ email }, 'Ficelle-Rouge#8')).toBe('signedIn');
  });

  it('nor once its maker has lost a role, the right or the account', async () => {
    const losses: ((maker: Caller) => Promise<{ status: number }>)[] = [
      ({ userId }) => superAdmin.call(setRoles, { body: { id: userId, roleList: ['Support - DC'] } }),
      ({ userId }) => superAdmin.call(updateUsers, { body: { Ids: [userId], Action: 'deactivate' } }),
    ];
    for (const lose of losses) {
      const maker = await portal.as('admin', 3);
      const puppet = await make(maker, 'Admin - DC');
      const open = await portal.signIn(puppet.email, newPassword);
      expect((await open.call(getUserInfo, { body: { id: candidate } })).status).not.toBe(401);
      expect((await lose(maker)).status).toBe(200);
      expect((await open.call(getUserInfo, { body: { id: candidate } })).status).toBe(401);
      expect(await signIn(puppet)).toBe('linkDue');
    }
  });

  it('nor a role of another system that a super admin gave later', async () => {
    const puppet = await make(admin, 'Support - DC');
    await superAdmin.call(setRoles, {
      body: { id: puppet.userId, roleList: ['Support - DC', 'Admin - PDI'] },
    });
    expect(await signIn(puppet)).toBe('linkDue');
  });

  it('and of who holds all of it, opens the account at once, as do those of a super admin', async () => {
    expect(await signIn(await make(admin, 'Support - DC', 'Admin - DC', 'DC'))).toBe('signedIn');
    expect(await signIn(await make(entitled, 'Admin - DC'))).toBe('signedIn');
    expect(await signIn(await make(superAdmin, 'Admin - DC', 'Admin - PDI'))).toBe('signedIn');
  });
});
