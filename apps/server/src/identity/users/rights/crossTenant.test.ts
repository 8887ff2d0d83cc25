import { listCandidates, unenrol } from '@guichet/contract/exams/places';
import { attestCandidates } from '@guichet/contract/exams/results';
import { createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { listSystemUsers } from '@guichet/contract/identity/users';
import {
  correctUser,
  deleteUser,
  getUserInfo,
  listOtherSystems,
  setRoles,
  updateUsers,
} from '@guichet/contract/identity/users.changes';
import { findWorkshop, searchUsers } from '@guichet/contract/identity/users.search';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makePerson, makePlainExam } from '../fixtures/people.ts';

/** Zoé is a candidate of system 3; callers without sufficient rights there try every endpoint with Zoé's ids. */
let portal: TestPortal;
let zoe: number;
let examId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  zoe = await makePerson(portal, { email: 'zoe@etu.example.ca' });
  examId = (await makePlainExam(portal, { examDate: '2027-01-11', userIds: [zoe] })).id;
});
afterAll(() => portal.close());

const password = { newPassword: 'Nouveau#Volet1', confirmNewPassword: 'Nouveau#Volet1' };
const names = { firstName: 'Autre', lastName: 'Nom' };

/** All calls that change Zoé, sent for system 3 or for the caller's own system. */
function changesOf(who: Caller, systemId: number) {
  const corrections = { ...names, languageId: 'en', profession: null, newsLetter: true } as const;
  const account = { ...names, ...password, userName: 'intrus@etu.example.ca', roleList: ['Admin - DC'] };
  return {
    deleteUser: who.call(deleteUser, { params: { systemId }, body: { id: zoe } }),
    deactivate: who.call(updateUsers, { body: { Ids: [zoe], Action: 'deactivate' } }),
    correctUser: who.call(correctUser, { body: { id: zoe, ...corrections } }),
    setRoles: who.call(setRoles, { body: { id: zoe, roleList: [] } }),
    updatePassword: who.call(updatePassword, {
      body: { userId: zoe, sendEmail: true, sendPassword: true, languageId: 'fr', ...password },
    }),
    createUser: who.call(createUser, {
      body: { ...account, sendEmail: true, languageId: 'fr' },
    }),
    attest: who.call(attestCandidates, {
      params: { systemId, examId },
      body: { userIds: [zoe], isAttested: true },
    }),
    impersonate: who.call(impersonate, {
      params: { id: zoe },
      body: { reason: 'Voir', password: 'Cle-Sure#1' },
    }),
  };
}

/** All calls that show Zoé, and the single change that support may make in its own system. */
function looksOf(who: Caller, systemId: number) {
  const place = { systemId, examId, learningPlatformId: `g${zoe}` };
  return {
    getUserInfo: who.call(getUserInfo, { body: { id: zoe } }),
    listOtherSystems: who.call(listOtherSystems, { params: { systemId }, body: { id: zoe } }),
    listSystemUsers: who.call(listSystemUsers, { params: { systemId: 3 } }),
    listCandidates: who.call(listCandidates, { params: { systemId, examId } }),
    findWorkshop: who.call(findWorkshop, { params: { workshopId: examId } }),
    unenrol: who.call(unenrol, { params: place }),
  };
}

async function statusesOf(answers: Record<string, Promise<{ status: number }>>) {
  const known = Object.entries(answers).map(async ([name, answer]) => [name, (await answer).status] as const);
  return Object.fromEntries(await Promise.all(known));
}

/** All rows that these calls could change. */
async function everything() {
  const { read } = portal.context.database;
  return {
    users: await read.selectFrom('users').selectAll().orderBy('id').execute(),
    roles: await read.selectFrom('user_roles').selectAll().orderBy('user_id').execute(),
    enrolments: await read.selectFrom('enrolments').selectAll().execute(),
    mails: await read.selectFrom('outgoing_mails').selectAll().execute(),
    lines: await read.selectFrom('audit_lines').select('id').orderBy('id').execute(),
    sessions: await read.selectFrom('sessions').selectAll().orderBy('id').execute(),
  };
}

it.each([
  ['student', 3],
  ['student', 2],
  ['support', 2],
  ['admin', 2],
] as const)('S1.9 %s of system %i: sees and changes nothing of her', async (role, ownSystem) => {
  const who = await portal.as(role, ownSystem);
  const before = await everything();
  for (const systemId of [3, ownSystem]) {
    const statuses = await statusesOf({ ...looksOf(who, systemId), ...changesOf(who, systemId) });
    for (const [name, status] of Object.entries(statuses)) expect([403, 404], name).toContain(status);
  }
  const { status, reply } = await who.call(searchUsers, { body: { filters: [{ searchTerm: 'zoe@etu' }] } });
  expect(status === 403 || reply.totalItems === 0).toBe(true);
  expect(await everything()).toEqual(before);
});

it('S6.8 S6.9 support of their system can see them and change nothing', async () => {
  const who = await portal.as('support', 3);
  const before = await everything();
  const statuses = await statusesOf(changesOf(who, 3));
  expect(new Set(Object.values(statuses))).toEqual(new Set([403]));
  expect(await everything()).toEqual(before);
  expect((await who.call(getUserInfo, { body: { id: zoe } })).status).toBe(200);
});

it('an admin of their system cannot give anybody a role in another one', async () => {
  const who = await portal.as('admin', 3);
  const before = await everything();
  for (const roleList of [['Admin - PDI'], ['DC', 'Super Admin'], ['Support - DC', 'PDI']]) {
    expect((await who.call(setRoles, { body: { id: zoe, roleList } })).problem.code).toBe('role.notYours');
    const account = { ...names, ...password, userName: 'intrus@etu.example.ca', roleList };
    const { problem } = await who.call(createUser, {
      body: { ...account, sendEmail: true, languageId: 'fr' },
    });
    expect(problem.code).toBe('role.notYours');
  }
  expect(await everything()).toEqual(before);
});
