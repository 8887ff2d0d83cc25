import {
  cancelExam,
  copyExam,
  createExamSpace,
  editExam,
  getExam,
  reactivateExam,
} from '@guichet/contract/exams/exams';
import { listClosedExams } from '@guichet/contract/exams/exams.list';
import { listEntrances } from '@guichet/contract/identity/access';
import { createUser } from '@guichet/contract/identity/account.given';
import { setRoles } from '@guichet/contract/identity/users.changes';
import { listRoles, searchUsers } from '@guichet/contract/identity/users.search';
import { listOpenSteps } from '@guichet/contract/overview/home.setup';
import { listMailFrames, listSystems, setArchived } from '@guichet/contract/systems/systems';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let superAdmin: Caller;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  admin = await portal.as('admin', 4);
});
afterAll(() => portal.close());

const params = { systemId: 4 };
const archive = (isArchived: boolean, who = superAdmin) =>
  who.call(setArchived, { params, body: { isArchived } });
const create = (title: string, examDate: string) =>
  admin.call(createExamSpace, { params, body: { title, examDate } });
const actions = async () =>
  (
    await portal.context.database.read
      .selectFrom('audit_lines')
      .select('action')
      .where('subject', '=', 'system:4')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

test('only a super admin puts a system aside', async () => {
  for (const [who, status] of [
    [portal.nobody, 401],
    [await portal.as('support', 4), 403],
    [admin, 403],
  ] as const)
    expect((await archive(true, who)).status).toBe(status);
});

test('a system in which exams are to come stays, and the answer counts them', async () => {
  const today = portal.context.clock.today();
  const { reply: exam } = await create('Aujourd’hui', today);
  const { status, problem } = await archive(true);
  expect([status, problem.code, problem.params]).toEqual([409, 'system.hasComingExams', { count: 1 }]);
  expect(await actions()).toEqual([]);
  await admin.call(cancelExam, { params: { ...params, examId: exam.id } });
});

test('what is aside is offered nowhere, and takes no exam and no new role', async () => {
  const day = portal.context.clock.today();
  const { reply: past } = await create('Passé', day);
  const { reply: cancelled } = await create('Annulé', day);
  await admin.call(cancelExam, { params: { ...params, examId: cancelled.id } });
  portal.context.clock.advance(2 * 24 * 60 * 60);
  superAdmin = await portal.superAdmin();
  admin = await portal.as('admin', 4);
  const { userId } = await portal.make('support', 3);

  expect((await archive(true)).reply).toMatchObject({ id: 4, isArchived: true });
  expect((await archive(true)).status).toBe(200);
  expect(await actions()).toEqual(['system.archived']);

  const refusals = [
    await create('Nouveau', '2028-06-01'),
    await admin.call(copyExam, {
      params: { ...params, examId: past.id },
      body: { examDate: '2028-06-01', titleFr: 'Copie', titleEn: '' },
    }),
    await admin.call(reactivateExam, { params: { ...params, examId: cancelled.id }, body: {} }),
    await superAdmin.call(setRoles, {
      body: { id: userId, roleList: ['Support - DC', 'Support - NP'], extraTimeRights: [] },
    }),
    await superAdmin.call(createUser, {
      body: {
        userName: 'neuve@nord.example.ca',
        firstName: 'Ève',
        lastName: 'Neuve',
        newPassword: 'Cle-Sure#22',
        confirmNewPassword: 'Cle-Sure#22',
        roleList: ['Admin - NP'],
        sendEmail: false,
        languageId: 'fr',
      },
    }),
  ];
  for (const { problem } of refusals)
    expect([problem?.status, problem?.code]).toEqual([409, 'system.archived']);
  const examParams = { ...params, examId: past.id };
  const { reply: facts } = await admin.call(getExam, { params: examParams });
  const edit = (changed: object) =>
    admin.call(editExam, { params: examParams, body: { ...facts, ...changed } });
  expect((await edit({ examDate: '2028-06-01' })).problem.code).toBe('system.archived');
  expect((await edit({ placeFr: 'Salle 2' })).status).toBe(200);

  const { reply: home } = await admin.call(listEntrances);
  expect(home.entrances).toMatchObject([{ systemId: 4, isAdmin: true, isArchived: true }]);
  expect((await superAdmin.call(listMailFrames)).reply.systems.map(({ id }) => id)).not.toContain(4);
  const roles = (await superAdmin.call(listRoles)).reply;
  expect(roles.filter(({ mayGive }) => !mayGive).map(({ name }) => name)).toEqual([
    'Admin - NP',
    'Support - NP',
    'NP',
  ]);
  const steps = (await superAdmin.call(listOpenSteps)).reply;
  expect(steps).toContainEqual({ step: 'senders', missing: 8, systems: 8 });
});

test('its past exams and its people are found as before, and it comes back as it was', async () => {
  const support = await portal.as('support', 4);
  for (const who of [superAdmin, support]) {
    const { reply } = await who.call(searchUsers, { body: { filters: [{ role: 'Admin - NP' }] } });
    expect(reply.totalItems).toBeGreaterThan(0);
  }
  const past = (await admin.call(listClosedExams, { params, query: { state: 'past' } })).reply;
  expect(past.map(({ title }) => title)).toEqual(['Passé']);
  expect((await superAdmin.call(listSystems)).reply.map(({ id }) => id)).toContain(4);

  expect((await archive(false)).reply).toMatchObject({ id: 4, isArchived: false });
  expect(await actions()).toEqual(['system.archived', 'system.restored']);
  expect((await create('Nouveau', '2028-06-01')).status).toBe(200);
});

test('an exam that is created while its system is put aside is refused, or keeps it in use', async () => {
  const examDate = '2028-09-01';
  const [made, put] = await Promise.all([
    portal
      .as('admin', 5)
      .then((one) => one.call(createExamSpace, { params: { systemId: 5 }, body: { title: 'A', examDate } })),
    superAdmin.call(setArchived, { params: { systemId: 5 }, body: { isArchived: true } }),
  ]);
  expect([made.status, put.status].toSorted()).toEqual([200, 409]);
});
