import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import { getUserInfo, updateUsers } from '@guichet/contract/identity/users.changes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makePerson, makePlainExam } from '../fixtures/people.ts';

let portal: TestPortal;
let superAdmin: Caller;
let admin: Caller;
let zoe: number;
let autumn: number;
let winter: number;
let elsewhere: number;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  admin = await portal.as('admin', 3);
  zoe = await makePerson(portal, {
    email: 'zoe@etu.example.ca',
    language: 'en',
    profession: 'Infirmière',
    wantsNewsletter: true,
    roles: [
      { role: 'student', systemId: 2 },
      { role: 'student', systemId: 3 },
      { role: 'support', systemId: 3 },
    ],
  });
  const enrol = async (title: string, examDate: string, systemId = 3) =>
    (await makePlainExam(portal, { systemId, title, examDate, userIds: [zoe] })).id;
  autumn = await enrol('Automne', '2026-10-01');
  winter = await enrol('Hiver', '2027-02-01');
  elsewhere = await enrol('Ailleurs', '2027-03-01', 2);
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('exams')
      .set({ ...facts, place_fr: 'Salle 12', instructions_en: 'Bring a pen.' })
      .where('id', '=', winter)
      .execute(),
  );
  await portal.context.database.transact((tx) =>
    tx.updateTable('enrolments').set({ attested_at: new Date() }).where('exam_id', '=', autumn).execute(),
  );
});
afterAll(() => portal.close());

const facts = { start_time: '09:00', end_time: '12:00' };
const noFacts = { startTime: '', endTime: '', endDate: '', place: '', instructions: '' };

const ask = (id: number, who = admin) => who.call(getUserInfo, { body: { id } });

it('S3.8 S7.16 answers platform keys, roles and exams, and the person’s other data', async () => {
  const { status, reply } = await ask(zoe, superAdmin);
  expect(status).toBe(200);
  expect(reply).toEqual({
    id: zoe,
    firstName: 'Zoé',
    lastName: 'Côté',
    fullName: 'Zoé Côté',
    email: 'zoe@etu.example.ca',
    hasSecondFactor: false,
    lock: null,
    mayCorrect: true,
    mayLock: true,
    isActive: true,
    isGuest: false,
    language: 'en',
    ...textsAs(personTextNames, () => null),
    profession: 'Infirmière',
    newsLetter: true,
    subscriptionDate: '2027-01-11',
    lastVisitDate: null,
    newEmail: null,
    emailConfirmed: false,
    linkDue: false,
    mayBeStaff: true,
    mustChoosePassword: false,
    externalList: [
      { userId: zoe, systemId: 2, key: `g${zoe}` },
      { userId: zoe, systemId: 3, key: `g${zoe}` },
    ],
    extraTimeRights: [],
    listRole: ['PDI', 'DC', 'Support - DC'],
    listExamBS: ['Ailleurs (2027-03-01)', 'Hiver (2027-02-01)', 'Automne (2026-10-01)'],
    exams: [
      {
        examId: elsewhere,
        systemId: 2,
        title: 'Ailleurs',
        ...noFacts,
        date: '2027-03-01',
        isCancelled: false,
        listValues: null,
        hasExtraTime: false,
        isAttested: false,
      },
      {
        examId: winter,
        systemId: 3,
        title: 'Hiver',
        ...noFacts,
        startTime: '09:00',
        endTime: '12:00',
        // In the other language where the reader's has none.
        place: 'Salle 12',
        instructions: 'Bring a pen.',
        date: '2027-02-01',
        isCancelled: false,
        listValues: null,
        hasExtraTime: false,
        isAttested: false,
      },
      {
        examId: autumn,
        systemId: 3,
        title: 'Automne',
        ...noFacts,
        date: '2026-10-01',
        isCancelled: false,
        listValues: null,
        hasExtraTime: false,
        isAttested: true,
      },
    ],
    mayManage: true,
    elsewhere: [],
    deletableFrom: 2,
    maySetRoles: true,
    mustKeepRole: true,
    soleAdminOf: [],
    byGroups: [],
    undelivered: null,
  });
});

it('says whose roles the caller may change: in their systems, but not their own and not a super admin’s', async () => {
  const maySetRoles = async (id: number, who: Caller) => (await ask(id, who)).reply.maySetRoles;
  const above = await makePerson(portal, {
    roles: [
      { role: 'superAdmin', systemId: null },
      { role: 'student', systemId: 3 },
    ],
  });
  expect(await maySetRoles(zoe, admin)).toBe(true);
  expect(await maySetRoles(above, admin)).toBe(false);
  expect(await maySetRoles(above, superAdmin)).toBe(true);
  expect(await maySetRoles(admin.userId, admin)).toBe(false);
  expect(await maySetRoles(zoe, await portal.as('support', 3))).toBe(false);
});

it('says from which system the caller may delete an account, for another super admin from any', async () => {
  const deletableFrom = async (id: number, who: Caller) => (await ask(id, who)).reply.deletableFrom;
  const mere = await makePerson(portal, { roles: [{ role: 'superAdmin', systemId: null }] });
  expect(await deletableFrom(mere, superAdmin)).toBe(1);
  expect(await deletableFrom(admin.userId, admin)).toBeNull();
  expect(await deletableFrom(zoe, await portal.as('support', 3))).toBeNull();
});

it('says whether a role has to stay: only where the caller administers all systems in which the person has one', async () => {
  const mustKeepRole = async (id: number, who: Caller) => (await ask(id, who)).reply.mustKeepRole;
  const roles = [3, 4].map((systemId) => ({ role: 'student' as const, systemId }));
  const [both, one] = [
    await makePerson(portal, { roles }),
    await makePerson(portal, { roles: roles.slice(0, 1) }),
  ];
  expect(await mustKeepRole(one, admin)).toBe(true);
  expect(await mustKeepRole(both, admin)).toBe(false);
  expect(await mustKeepRole(both, superAdmin)).toBe(true);
  expect(await mustKeepRole(one, await portal.as('support', 3))).toBe(false);
});

it('names the other systems of a person to an administrator of one of them, and not to support', async () => {
  const elsewhereFor = async (who: Caller) => (await ask(zoe, who)).reply.elsewhere;
  expect(await elsewhereFor(admin)).toEqual(['PDI']);
  expect(await elsewhereFor(superAdmin)).toEqual([]);
  expect(await elsewhereFor(await portal.as('support', 3))).toEqual([]);
});

it('names the systems of the caller that lose their only active administrator with the person', async () => {
  const other = await portal.as('admin', 7);
  const roles = [6, 7].map((systemId) => ({ role: 'admin' as const, systemId }));
  const sole = await makePerson(portal, { roles });
  const soleAdminOf = async (id: number, who = superAdmin) => (await ask(id, who)).reply.soleAdminOf;
  expect([await soleAdminOf(sole), await soleAdminOf(other.userId)]).toEqual([[6], []]);
  await superAdmin.call(updateUsers, { body: { Ids: [sole], Action: 'deactivate' } });
  expect(await soleAdminOf(other.userId)).toEqual([7]);
  expect(await soleAdminOf(sole, other)).toEqual([]);
});

it('hides other systems from a caller of one system', async () => {
  for (const who of [admin, await portal.as('support', 3)]) {
    const { reply } = await ask(zoe, who);
    expect(reply).toMatchObject({
      externalList: [{ userId: zoe, systemId: 3, key: `g${zoe}` }],
      listRole: ['DC', 'Support - DC'],
      listExamBS: ['Hiver (2027-02-01)', 'Automne (2026-10-01)'],
      mayManage: false,
    });
  }
});

it('is not found for a person of another system or an unknown id, and is refused to students', async () => {
  const stranger = await makePerson(portal, { roles: [{ role: 'admin', systemId: 2 }] });
  for (const id of [stranger, 999_999]) expect((await ask(id)).problem.code).toBe('user.notFound');
  expect((await ask(zoe, await portal.as('student', 3))).problem.code).toBe('access.denied');
  expect((await ask(zoe, portal.nobody)).status).toBe(401);
});
