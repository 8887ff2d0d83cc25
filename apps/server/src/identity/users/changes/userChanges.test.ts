import { isAuthorized } from '@guichet/contract/identity/access';
import { login } from '@guichet/contract/identity/sessions';
import { correctUser, setRoles, updateUsers } from '@guichet/contract/identity/users.changes';
import { listProfessions, searchUsers } from '@guichet/contract/identity/users.search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { linesAbout, makePerson, makePlainExam, readUserRow } from '../fixtures/people.ts';

let portal: TestPortal;
let superAdmin: Caller;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const roleOf = (role: 'student' | 'support' | 'admin', systemId: number) => ({ role, systemId });
const change = (action: 'activate' | 'deactivate', ids: number[], who = admin) =>
  who.call(updateUsers, { body: { Ids: ids, Action: action } });
const isActive = async (id: number) => (await readUserRow(portal, id))?.deactivated_at === null;

describe('activating and deactivating', () => {
  it('S7.11 deactivates all the people given, with one audit line each', async () => {
    const ids = [await makePerson(portal), await makePerson(portal), await makePerson(portal)];
    const { status, raw } = await change('deactivate', ids);
    expect([status, raw]).toEqual([200, 'true']);
    for (const id of ids) {
      expect(await isActive(id)).toBe(false);
      expect(await linesAbout(portal, id)).toMatchObject([
        { action: 'user.created' },
        { action: 'user.deactivated', systemId: 3, actorId: admin.userId },
      ]);
    }
    await change('deactivate', ids);
    expect(await linesAbout(portal, ids[0] ?? 0)).toHaveLength(2);
  });

  it.each(['Ids=%1&Ids=%2&Action=2', 'Ids=%1,%2&Action=2', 'Ids=%1%2C+%2&Action=2'])(
    'S7.11 takes the ids as %s',
    async (form) => {
      const [one, two] = [await makePerson(portal), await makePerson(portal)];
      const response = await portal.app.inject({
        method: 'POST',
        url: '/api/user/batchupdate',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: form.replace('%1', `${one}`).replace(/%2(?!C)/, `${two}`),
      });
      expect(response.body).toBe('true');
      expect([await isActive(one), await isActive(two)]).toEqual([false, false]);
    },
  );

  it('S7.11 takes the same fields as multipart/form-data, and no file among them', async () => {
    const ids = [await makePerson(portal), await makePerson(portal)];
    const send = async (parts: readonly (readonly [string, string])[]) => {
      const lines = parts.map(
        ([head, value]) => `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${value}\r\n`,
      );
      const response = await portal.app.inject({
        method: 'POST',
        url: '/api/user/batchupdate',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': 'multipart/form-data; boundary=x',
        },
        payload: `${lines.join('')}--x--\r\n`,
      });
      return [response.statusCode, response.body];
    };
    const fields = [...ids.map((id) => ['name="Ids"', `${id}`] as const), ['name="Action"', '2'] as const];
    const [status] = await send([...fields, ['name="file"; filename="a.csv"', 'x']]);
    expect(status).toBe(413);
    expect([await isActive(ids[0] ?? 0), await isActive(ids[1] ?? 0)]).toEqual([true, true]);
    expect(await send(fields)).toEqual([200, 'true']);
    expect([await isActive(ids[0] ?? 0), await isActive(ids[1] ?? 0)]).toEqual([false, false]);
  });

  it('S4.29 deactivation ends sessions at once and refuses sign-in; reactivation allows a new session', async () => {
    const zoe = await portal.as('student', 3, { email: 'zoe.active@etu.example.ca' });
    const signIn = () =>
      portal.nobody.call(login, { body: { username: 'zoe.active@etu.example.ca', password: 'Cle-Sure#1' } });
    const isIn = async () =>
      (await portal.app.inject({ url: '/api/home', headers: { authorization: `Bearer ${zoe.token}` } }))
        .statusCode;
    expect(await isIn()).toBe(200);
    portal.context.clock.advance(1);
    await change('deactivate', [zoe.userId]);
    expect(await isIn()).toBe(401);
    expect((await signIn()).reply).toMatchObject({ outcome: 'noAccess' });
    portal.context.clock.advance(1);
    expect((await change('activate', [zoe.userId])).reply).toBe(true);
    expect((await signIn()).reply).toMatchObject({ outcome: 'signedIn' });
    expect(await isIn()).toBe(401);
  });

  it('changes nobody if one is of another system, holds a higher grant, or does not exist', async () => {
    const own = await makePerson(portal);
    const stranger = await makePerson(portal, { roles: [roleOf('student', 2)] });
    const shared = await makePerson(portal, { roles: [roleOf('student', 2), roleOf('student', 3)] });
    const above = await makePerson(portal, {
      roles: [{ role: 'superAdmin', systemId: null }, roleOf('student', 3)],
    });
    for (const [id, code] of [
      [stranger, 'user.notFound'],
      [999_999, 'user.notFound'],
      [shared, 'user.outOfReach'],
      [above, 'user.outOfReach'],
    ] as const) {
      expect((await change('deactivate', [own, id])).problem.code).toBe(code);
      expect([
        await isActive(own),
        await isActive(stranger),
        await isActive(shared),
        await isActive(above),
      ]).toEqual([true, true, true, true]);
    }
    expect(await linesAbout(portal, own)).toHaveLength(1);
  });

  it.each([
    ['no id', { Ids: '', Action: '2' }],
    ['an id that is none', { Ids: '1,x', Action: '2' }],
    ['no action', { Ids: '1' }],
    ['an action that does not exist', { Ids: '1', Action: '3' }],
    [
      'more people than a page holds',
      { Ids: Array.from({ length: 1001 }, (_, n) => n + 1).join(), Action: '2' },
    ],
  ])('refuses %s', async (_what, body) => {
    expect((await superAdmin.call(updateUsers, { body: body as never })).problem.code).toBe(
      'request.invalid',
    );
  });

  it('is not for support, students and people signed out', async () => {
    const id = await makePerson(portal);
    expect((await change('deactivate', [id], portal.nobody)).status).toBe(401);
    for (const role of ['support', 'student'] as const)
      expect((await change('deactivate', [id], await portal.as(role, 3))).status).toBe(403);
    expect((await change('deactivate', [id], await portal.as('admin', 2))).problem.code).toBe(
      'user.notFound',
    );
    expect(await isActive(id)).toBe(true);
  });
});

describe('oneself and the last super admin', () => {
  it('nobody deactivates themselves', async () => {
    expect((await change('deactivate', [admin.userId])).problem.code).toBe('user.yourself');
  });

  it('two super admins who deactivate each other at once do not both succeed', async () => {
    const other = await openTestPortal();
    const one = await other.superAdmin();
    const two = await other.as('superAdmin');
    const { id: oneId } = await other.context.database.read
      .selectFrom('users')
      .select('id')
      .where('id', '<>', two.userId)
      .executeTakeFirstOrThrow();
    const [first, second] = await Promise.all([
      change('deactivate', [two.userId], one),
      change('deactivate', [oneId], two),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 401]);
    const left = await other.context.database.read
      .selectFrom('users')
      .select('id')
      .where('deactivated_at', 'is', null)
      .execute();
    expect(left).toHaveLength(1);
    await other.close();
  });

  it('the last super admin keeps the role', async () => {
    const other = await openTestPortal();
    const first = await other.superAdmin();
    const second = await other.as('superAdmin');
    await change('deactivate', [second.userId], first);
    const third = await other.as('superAdmin');
    const give = (id: number, who: Caller) => who.call(setRoles, { body: { id, roleList: ['DC'] } });
    expect((await give(second.userId, third)).reply).toBe(true);
    const [{ id: firstId } = { id: 0 }] = await other.context.database.read
      .selectFrom('users')
      .select('id')
      .orderBy('id')
      .execute();
    const answers = await Promise.all([give(firstId, third), give(third.userId, first)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { reply } = await (answers[0]?.status === 200 ? third : first).call(searchUsers, {
      body: { filters: [{ role: 'Super Admin' }] },
    });
    expect(reply.totalItems).toBe(1);
    await other.close();
  });
});

describe('correcting the data of a person', () => {
  const correction = {
    firstName: ' Zoë ',
    lastName: 'Côté-Roy',
    languageId: 'en',
    profession: 'Sage-femme',
    newsLetter: true,
  } as const;

  it('changes name, language, profession and newsletter, in lists, search and audit log', async () => {
    const id = await makePerson(portal, { email: 'corrigee@etu.example.ca', profession: 'Avocate' });
    expect((await admin.call(correctUser, { body: { id, ...correction } })).reply.outcome).toBe('corrected');
    expect(await readUserRow(portal, id)).toMatchObject({
      first_name: 'Zoë',
      last_name: 'Côté-Roy',
      language: 'en',
      profession: 'Sage-femme',
      wants_newsletter: true,
      full_name_key: 'zoe cote-roy',
    });
    const { reply } = await admin.call(searchUsers, {
      body: { filters: [{ searchTerm: 'cote-roy corrigee' }] },
    });
    expect(reply.data).toMatchObject([{ id, fullName: 'Zoë Côté-Roy' }]);
    const [, line] = await linesAbout(portal, id);
    expect(line).toMatchObject({
      action: 'user.corrected',
      systemId: 3,
      detail: { firstName: { from: 'Zoé', to: 'Zoë' } },
    });
    await admin.call(correctUser, { body: { id, ...correction, profession: '  ' } });
    expect(await readUserRow(portal, id)).toMatchObject({ profession: null, profession_key: null });
    expect((await admin.call(listProfessions)).reply).not.toContain('');
  });

  it('is refused for people whom the caller may not manage, and with an invalid field', async () => {
    const stranger = await makePerson(portal, { roles: [roleOf('student', 2)] });
    const shared = await makePerson(portal, { roles: [roleOf('student', 2), roleOf('support', 3)] });
    const correct = (id: number, more = {}, who = admin) =>
      who.call(correctUser, { body: { id, ...correction, ...more } });
    expect((await correct(stranger)).problem.code).toBe('user.notFound');
    expect((await correct(shared)).problem.code).toBe('user.outOfReach');
    expect((await correct(shared, {}, await portal.as('support', 3))).status).toBe(403);
    expect(
      (await correct(shared, { firstName: ' ', lastName: ' ', languageId: 2 }, superAdmin)).problem.errors,
    ).toEqual([
      { path: 'firstName', messageKey: 'required' },
      { path: 'lastName', messageKey: 'required' },
    ]);
    // People who have one name alone leave the other empty.
    expect(
      (await correct(shared, { firstName: ' ', lastName: 'a\nb' }, superAdmin)).problem.errors,
    ).toContainEqual({
      path: 'lastName',
      messageKey: 'invalid',
    });
    expect((await readUserRow(portal, shared))?.first_name).toBe('Zoé');
  });
});

/** The address is the person's own: a role of staff needs no mailed link. */
const confirm = (id: number) =>
  portal.context.database.transact((tx) =>
    tx.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', id).execute(),
  );

describe('the roles of a person', () => {
  const give = (id: number, roleList: string[], who = admin) =>
    who.call(setRoles, { body: { id, roleList } });
  const rolesOf = async (id: number) => {
    const held = await portal.context.database.read
      .selectFrom('user_roles')
      .select(['role', 'system_id'])
      .where('user_id', '=', id)
      .execute();
    return held.map(({ role, system_id }) => `${role} ${system_id}`).sort();
  };

  it('S6.14 each "Admin - X" gives admin of exactly the matching system', async () => {
    const names = ['TCL', 'PDI', 'DC', 'NP', 'Telfer', 'Ac', 'ILOB', 'TEP', 'Odell'];
    const noe = await portal.as('student', 1);
    await confirm(noe.userId);
    const systemIds = names.map((_name, at) => at + 1);
    for (const [at, name] of names.entries()) {
      expect((await give(noe.userId, [`Admin - ${name}`], superAdmin)).reply).toBe(true);
      expect(await rolesOf(noe.userId)).toEqual([`admin ${at + 1}`]);
      const isAdmin = await Promise.all(
        systemIds.map((systemId) =>
          noe.call(isAuthorized, { params: { systemId, code: 'admin' } }).then(({ reply }) => reply),
        ),
      );
      expect(systemIds.filter((id) => isAdmin[id - 1])).toEqual([at + 1]);
    }
  });

  it('change only within the roles that the caller may give, at once for open sessions', async () => {
    const support = await portal.as('support', 3);
    await confirm(support.userId);
    await portal.context.database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values({ user_id: support.userId, system_id: 2, role: 'student', granted_at: new Date() })
        .execute(),
    );
    expect((await give(support.userId, ['Admin - DC', 'Admin - DC'])).reply).toBe(true);
    expect(await rolesOf(support.userId)).toEqual(['admin 3', 'student 2']);
    const id = await makePerson(portal);
    expect((await change('deactivate', [id], support)).reply).toBe(true);
    const lines = await linesAbout(portal, support.userId);
    expect(lines.at(-1)).toMatchObject({
      action: 'user.rolesChanged',
      detail: { given: ['admin:3'], taken: ['support:3'] },
    });
  });

  it("stay as they are when one of the names is not the caller's to give", async () => {
    const id = await makePerson(portal);
    for (const name of ['Admin - PDI', 'Super Admin', 'Roi', ''])
      expect((await give(id, ['Support - DC', name])).problem).toMatchObject({
        code: 'role.notYours',
        params: { role: name },
      });
    expect(await rolesOf(id)).toEqual(['student 3']);
  });

  it('of oneself, of a super admin and of a person of another system cannot be changed by an admin', async () => {
    const stranger = await makePerson(portal, { roles: [roleOf('student', 2)] });
    const above = await makePerson(portal, {
      roles: [{ role: 'superAdmin', systemId: null }, roleOf('student', 3)],
    });
    expect((await give(admin.userId, ['DC'])).problem.code).toBe('user.yourself');
    expect((await give(stranger, ['DC'])).problem.code).toBe('user.notFound');
    expect((await give(above, ['Admin - DC'])).problem.code).toBe('user.outOfReach');
  });

  it('are not changed by a form that began before somebody else changed them', async () => {
    const id = await makePerson(portal, { roles: [roleOf('student', 2), roleOf('student', 3)] });
    const save = (roleList: string[], seen: string[]) =>
      admin.call(setRoles, { body: { id, roleList, seen } });
    expect((await save(['DC', 'Support - DC'], ['DC'])).reply).toBe(true);
    expect((await save(['DC', 'Admin - DC'], ['DC'])).problem.code).toBe('user.rolesChanged');
    expect((await save(['Admin - DC'], ['DC', 'Support - DC', 'Admin - DC'])).problem.code).toBe(
      'user.rolesChanged',
    );
    expect(await rolesOf(id)).toEqual(['student 2', 'student 3', 'support 3']);
    expect((await save(['Admin - DC'], ['DC', 'Support - DC'])).reply).toBe(true);
    expect(await rolesOf(id)).toEqual(['admin 3', 'student 2']);
  });

  it('a candidate stays a student until they have left the exam', async () => {
    const id = await makePerson(portal);
    await makePlainExam(portal, { userIds: [id] });
    expect((await give(id, ['Support - DC'])).problem.code).toBe('user.stillEnrolled');
    expect(await rolesOf(id)).toEqual(['student 3']);
    expect((await give(id, ['Support - DC', 'DC'])).reply).toBe(true);
  });
});
