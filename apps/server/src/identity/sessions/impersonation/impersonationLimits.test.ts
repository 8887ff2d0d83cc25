import { handOff } from '@guichet/contract/identity/sessions.handOff';
import { endImpersonation, impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { testAdmin } from '../../../../test/testApp.ts';

let portal: TestPortal;
let admin: Caller;
let student: Caller;
let acting: Caller;
beforeAll(async () => {
  portal = await openTestPortal({ REDIRECT_URIS: 'https://outil.example.ca/entree' });
  admin = await portal.as('admin', 3, { firstName: 'Odile', lastName: 'Roy' });
  student = await portal.as('student', 3, { firstName: 'Zoé', lastName: 'Côté' });
  acting = await actAs(await portal.superAdmin(), admin);
});
afterAll(() => portal.close());

async function actAs(who: Caller, person: Caller): Promise<Caller> {
  const body = { reason: 'Demande 4711', password: testAdmin.password };
  const { reply, raw } = await who.call(impersonate, { params: { id: person.userId }, body });
  if (reply?.outcome !== 'started') throw new Error(raw);
  return portal.withToken(reply.accessToken, person.userId);
}

const newPassword = { newPassword: 'Autre#Passe1', confirmNewPassword: 'Autre#Passe1' };

/** Every call that touches passwords, roles or accounts, with a valid body. */
function forbidden(): [method: string, url: string, body: object | string][] {
  const id = student.userId;
  return [
    ['POST', '/api/account/changepassword', { currentPassword: 'Cle-Sure#1', ...newPassword }],
    ['POST', '/api/account/changePasswordWithoutExisting', newPassword],
    ['POST', '/api/user/updatePassword', { userId: id, ...newPassword }],
    [
      'POST',
      '/api/user/newUser',
      {
        ...{ userName: 'neuve@guichet.test', firstName: 'Rose', lastName: 'Roy', roleList: ['Admin - DC'] },
        ...newPassword,
      },
    ],
    ['POST', '/api/user/roles', { id, roleList: ['Support - DC'] }],
    [
      'POST',
      '/api/user/correct',
      { id, firstName: 'Zoé', lastName: 'Roy', languageId: 1, profession: null, newsLetter: false },
    ],
    ['POST', '/api/user/batchupdate', `Ids=${id}&Action=2`],
    ['POST', '/api/user/delete/3', `id=${id}`],
    ['POST', `/api/user/${id}/impersonate`, { reason: 'x', password: testAdmin.password }],
    ['POST', '/api/auth/handofftoken', { redirectUri: 'https://outil.example.ca/entree' }],
  ];
}

async function send(who: Caller, [method, url, body]: ReturnType<typeof forbidden>[number]) {
  const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
  const answer = await portal.app.inject({
    method: method as 'POST',
    url,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': type },
    payload: body,
  });
  return { url, status: answer.statusCode, code: answer.json().code };
}

const accounts = () =>
  portal.context.database.read
    .selectFrom('users as u')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .select([
      'u.id',
      'u.email',
      'u.last_name',
      'u.deactivated_at',
      'u.password_hash',
      'u.sessions_ended_at',
      'r.role',
      'r.system_id',
    ])
    .orderBy('u.id')
    .orderBy('r.role')
    .execute();

const lines = () =>
  portal.context.database.read.selectFrom('audit_lines').select(['id', 'action']).orderBy('id').execute();

describe('S4.25 while a super admin acts as an administrator', () => {
  it('passwords, roles, accounts and further impersonations are refused, and nothing changes', async () => {
    const [before, told] = [await accounts(), await lines()];
    for (const call of forbidden()) {
      expect(await send(acting, call)).toEqual({
        url: call[1],
        status: 403,
        code: 'session.impersonating',
      });
    }
    expect([await accounts(), await lines()]).toEqual([before, told]);
  });

  it('the same calls are open to that administrator, in person', async () => {
    const refusedForOthers = forbidden().slice(2, 8);
    for (const call of refusedForOthers) {
      expect((await send(admin, call)).code).not.toBe('session.impersonating');
    }
    expect(await accounts()).not.toContainEqual(expect.objectContaining({ id: student.userId }));
    student = await portal.as('student', 3, { firstName: 'Zoé', lastName: 'Côté' });
  });

  it('letter case and trailing slashes of a path do not bypass this', async () => {
    const [, , , , roles] = forbidden();
    for (const url of ['/API/User/Roles', '/api/user/roles/', '/api/user/roles?x=1'])
      expect((await send(acting, ['POST', url, roles?.[2] ?? {}])).status, url).not.toBe(200);
    const held = await portal.context.database.read
      .selectFrom('user_roles')
      .select('role')
      .where('user_id', '=', student.userId)
      .execute();
    expect(held).toEqual([{ role: 'student' }]);
  });

  it('hand-offs to other sites are refused', async () => {
    const { problem } = await acting.call(handOff, {
      body: { redirectUri: 'https://outil.example.ca/entree' },
    });
    expect(problem).toMatchObject({ status: 403, code: 'session.impersonating' });
  });

  it('the learning platform is open, and audited under both names', async () => {
    const before = await lines();
    expect((await student.call(redirectToPlatform, { params: { systemId: 3 } })).status).toBe(200);
    expect(await lines()).toEqual(before);

    const asStudent = await actAs(await portal.superAdmin(), student);
    const enter = async (step: 'first' | 'second') =>
      (await asStudent.call(redirectToPlatform, { params: { systemId: 3 }, query: { step } })).status;
    // A second step without a first step is audited; the second step of an audited entry is not.
    expect(await enter('second')).toBe(200);
    expect(await enter('second')).toBe(200);
    await asStudent.call(endImpersonation);
    const auditLog = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['action', 'actor_id', 'impersonated_id', 'impersonated_name', 'system_id', 'subject'])
      .where('action', '=', 'session.enteredPlatform')
      .execute();
    const own = await portal.context.database.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', testAdmin.email)
      .executeTakeFirstOrThrow();
    expect(auditLog).toEqual([
      {
        action: 'session.enteredPlatform',
        actor_id: own.id,
        impersonated_id: student.userId,
        impersonated_name: 'Zoé Côté',
        system_id: 3,
        subject: `user:${student.userId}`,
      },
    ]);
    const { entries } = (await admin.call(getPersonHistory, { params: { id: student.userId } })).reply;
    const entered = entries.filter(({ event }) => event === 'session.enteredPlatform');
    expect(entered).toMatchObject([{ systemId: 3, exam: null, by: expect.stringMatching(/\S/) }]);
  });
});
