import { createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { login } from '@guichet/contract/identity/sessions';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { correctUser, getUserInfo, setRoles, updateUsers } from '@guichet/contract/identity/users.changes';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { linesAbout, makePerson, readUserRow } from '../fixtures/people.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const password = { newPassword: 'Nouveau#Volet1', confirmNewPassword: 'Nouveau#Volet1' };
const account = {
  firstName: 'Noé',
  lastName: 'Où',
  roleList: ['DC'],
  sendEmail: false,
  languageId: 1,
} as const;
const create = (more: object, who = admin) =>
  who.call(createUser, { body: { ...account, ...password, ...more } as never });

describe('ids', () => {
  it.each([0, -1, 1.5, 1e21, '0', '-1', '1e3', '007', '٣', 'x', '', null, [], {}, true, '9'.repeat(30)])(
    '%j is no id: told so, and nothing done',
    async (id) => {
      const answers = await Promise.all([
        admin.call(getUserInfo, { body: { id } as never }),
        admin.call(setRoles, { body: { id, roleList: [] } as never }),
        admin.call(updatePassword, { body: { userId: id, ...password } as never }),
        admin.call(updateUsers, { body: { Ids: id, Action: '2' } as never }),
      ]);
      expect(answers.map(({ problem }) => problem.code)).toEqual(Array(4).fill('request.invalid'));
    },
  );

  it('of the largest value are not found', async () => {
    const superAdmin = await portal.superAdmin();
    for (const id of [2 ** 31, 999_999_999_999_999]) {
      for (const who of [admin, superAdmin])
        expect((await who.call(getUserInfo, { body: { id } })).problem.code).toBe('user.notFound');
      const all = await superAdmin.call(updateUsers, {
        body: { Ids: [admin.userId, id], Action: 'deactivate' },
      });
      expect(all.problem.code).toBe('user.notFound');
    }
    expect((await superAdmin.call(listSystemUsers, { params: { systemId: 2 ** 31 } })).status).toBe(400);
    const far = { pageSize: 100_000, pageIndex: 999_999_999_999_999 };
    expect((await superAdmin.call(searchUsers, { body: { filters: [far] } })).reply.data).toEqual([]);
  });

  it('given twice count once', async () => {
    const id = await makePerson(portal);
    await admin.call(updateUsers, { body: { Ids: [id, id, id], Action: 'deactivate' } });
    const lines = await linesAbout(portal, id);
    expect(lines.filter(({ action }) => action === 'user.deactivated')).toHaveLength(1);
  });
});

describe('a field that is given twice', () => {
  const send = (method: 'GET' | 'POST', url: string, payload = '') =>
    portal.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${admin.token}`,
        ...(payload && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(payload && { payload }),
    });

  it.each([
    ['POST', '/api/user/delete/3', 'id=%1&id=%2'],
    ['POST', '/api/user/getuserinfo', 'id=%1&id=%2'],
    ['POST', '/api/user/batchupdate', 'Ids=%1&Action=1&Action=2'],
    ['GET', '/api/user/CheckIfEmailAvailable?email=a@etu.example.ca&email=b@etu.example.ca', ''],
  ] as const)('is refused by %s %s rather than guessed', async (method, url, form) => {
    const ids = [await makePerson(portal), await makePerson(portal)];
    const answer = await send(method, url, form.replace('%1', `${ids[0]}`).replace('%2', `${ids[1]}`));
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid']);
    for (const id of ids) expect(await readUserRow(portal, id)).toMatchObject({ deactivated_at: null });
  });
});

describe('names', () => {
  it.each([
    ['the character 0', 'Zo\0é', 'invalid'],
    ['half a pair of surrogates', 'Zo\ud83d', 'invalid'],
    ['two lines', 'Zoé\nCôté', 'invalid'],
    ['only blanks of any kind', '\u00a0\u2003 ', 'required'],
    ['only signs without width', '\u200b\u2060\u00ad', 'required'],
    ['101 letters', 'é'.repeat(101), 'maxLength'],
  ])('that are %s are refused, and no account is created', async (_what, firstName, messageKey) => {
    const { status, problem } = await create({ userName: 'etrange@etu.example.ca', firstName });
    expect([status, problem.errors]).toEqual([400, [{ path: 'firstName', messageKey }]]);
  });

  it.each(['Zoé', '李', 'محمد', "D’Astous-O'Brien", 'Nguyễn', '<b>Léa</b>', 'Zoë 😀', 'İpek'])(
    '« %s » is kept as it is, found and corrected',
    async (firstName) => {
      const id = await makePerson(portal);
      const body = {
        id,
        firstName,
        lastName: 'Unique',
        languageId: 'fr',
        profession: null,
        newsLetter: false,
      } as const;
      expect((await admin.call(correctUser, { body })).reply.outcome).toBe('corrected');
      expect((await readUserRow(portal, id))?.first_name).toBe(firstName);
      for (const searchTerm of [firstName, firstName.toUpperCase()]) {
        const { reply } = await admin.call(searchUsers, { body: { filters: [{ searchTerm }] } });
        expect(
          reply.data.map((row) => row.id),
          searchTerm,
        ).toContain(id);
      }
      await admin.call(correctUser, { body: { ...body, firstName: 'Autre' } });
    },
  );

  it('are rejected as filter and as sign-in if no column could hold them', async () => {
    const { problem } = await admin.call(searchUsers, { body: { filters: [{ searchTerm: '\0' }] } });
    expect(problem.errors).toEqual([{ path: 'filters.0.searchTerm', messageKey: 'invalid' }]);
    const answer = await portal.nobody.call(login, { body: { username: 'zoe\0', password: 'x' } });
    expect(answer.status).toBe(400);
  });
});

describe('the same form twice at once', () => {
  const isThere = (email: string) =>
    portal.context.database.read.selectFrom('users').select('id').where('email_key', '=', email).execute();

  it('S8.5 creates one account and one refusal, with one mail, whatever the case of the address', async () => {
    const userName = 'deux.fois@etu.example.ca';
    const spellings = [userName, userName.toUpperCase(), ` ${userName}`, 'Deux.Fois@ETU.example.ca'];
    const answers = await Promise.all(
      spellings.map((spelling) => create({ userName: spelling, sendEmail: true })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    for (const [at, { status, problem }] of answers.entries())
      if (status === 400) expect(problem.detail).toBe(`User ${spellings[at]?.trim()} already exist`);
    const made = await isThere(userName);
    expect(made).toHaveLength(1);
    const mails = await portal.context.database.read
      .selectFrom('outgoing_mails')
      .select('id')
      .where('user_id', '=', made[0]?.id ?? 0)
      .execute();
    expect(mails).toHaveLength(1);
  });

  it('sets roles and passwords as if it had been sent once or in sequence', async () => {
    const id = await makePerson(portal);
    const give = () => admin.call(setRoles, { body: { id, roleList: ['Support - DC', 'DC'] } });
    expect((await Promise.all([give(), give(), give()])).map(({ raw }) => raw)).toEqual(
      Array(3).fill('true'),
    );
    const lines = await linesAbout(portal, id);
    expect(lines.filter(({ action }) => action === 'user.rolesChanged')).toHaveLength(1);
    const set = () => admin.call(updatePassword, { body: { userId: id, ...password } as never });
    expect((await Promise.all([set(), set()])).map(({ raw }) => raw)).toEqual(['true', 'true']);
  });
});

describe('a person of two systems', () => {
  it('loses the roles of one system and keeps those of the other', async () => {
    const roles = [3, 5].map((systemId) => ({ role: 'student' as const, systemId }));
    const id = await makePerson(portal, { roles });
    expect((await admin.call(setRoles, { body: { id, roleList: [] } })).reply).toBe(true);
    const other = await portal.as('admin', 5);
    const listed = async (who: Caller, systemId: number) =>
      (await who.call(listSystemUsers, { params: { systemId } })).reply.some((user) => user.id === id);
    expect([await listed(admin, 3), await listed(other, 5)]).toEqual([false, true]);
    expect((await admin.call(getUserInfo, { body: { id } })).problem.code).toBe('user.notFound');
  });

  it('keeps their last role, without which no search would find them', async () => {
    const id = await makePerson(portal);
    const { problem } = await admin.call(setRoles, { body: { id, roleList: [] } });
    expect([problem.status, problem.errors]).toEqual([400, [{ path: 'roleList', messageKey: 'required' }]]);
  });
});
