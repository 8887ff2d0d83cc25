import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import { createUser } from '@guichet/contract/identity/account.given';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drain, readEnrolmentJobs } from '../../../../test/learning.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { openConnector } from '../../../learning/learning.service.ts';
import { linesAbout } from '../../users/fixtures/people.ts';

let portal: TestPortal;
let admin: Caller;
let people = 0;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const password = 'Nouveau#Volet1';
async function makeExam(systemId = 3, who = admin) {
  const body = { title: `Hiver ${++people}`, examDate: '2027-05-03' };
  return (await who.call(createExamSpace, { params: { systemId }, body })).reply;
}
const create = (examId: number | null, more: { roleList?: string[]; userName?: string } = {}) =>
  admin.call(createUser, {
    body: {
      userName: `noe${++people}@etu.example.ca`,
      firstName: 'Noé',
      lastName: 'Où',
      roleList: ['DC'],
      newPassword: password,
      confirmNewPassword: password,
      sendEmail: false,
      languageId: 'fr',
      examId,
      ...more,
    },
  });
const listed = async (examId: number) =>
  (await admin.call(listCandidates, { params: { systemId: 3, examId } })).reply;

it('a new user with an exam is enrolled in it, on its course, and audited', async () => {
  const exam = await makeExam();
  expect((await create(exam.id, { userName: 'place@etu.example.ca' })).status).toBe(200);
  const [row] = await listed(exam.id);
  const { id = 0, ...known } = row ?? {};
  expect(known).toMatchObject({
    email: 'place@etu.example.ca',
    role: 'DC',
    learningPlatformId: `g${id}`,
    platformState: 'pending',
  });
  expect(await readEnrolmentJobs(portal.context, exam.courseId)).toMatchObject([
    { key: `g${id}`, wanted: 'in', state: 'pending' },
  ]);
  expect(await linesAbout(portal, id)).toMatchObject([
    { action: 'user.created', systemId: 3, actorId: admin.userId },
    {
      action: 'candidate.enrolled',
      systemId: 3,
      actorId: admin.userId,
      detail: { name: 'Noé Où', exam: exam.title, examId: exam.id },
    },
  ]);
  await drain(portal.context, openConnector(portal.context));
  const noe = await portal.signIn('place@etu.example.ca', password);
  const query = { orgId: exam.courseId };
  expect((await noe.call(redirectToPlatform, { params: { systemId: 3 }, query })).status).toBe(200);
});

it('gives an enrolled person the student role of the system, beside the given roles', async () => {
  const exam = await makeExam();
  await create(exam.id, { roleList: ['Support - DC'] });
  const [row] = await listed(exam.id);
  const roles = await portal.context.database.read
    .selectFrom('user_roles')
    .select(['role', 'system_id'])
    .where('user_id', '=', row?.id ?? 0)
    .orderBy('role')
    .execute();
  expect(roles).toEqual([
    { role: 'student', system_id: 3 },
    { role: 'support', system_id: 3 },
  ]);
});

it('without an exam there is no enrolment, and with a foreign, cancelled or unknown one no account', async () => {
  const exam = await makeExam();
  expect((await create(null)).status).toBe(200);
  const foreign = await makeExam(2, await portal.as('admin', 2));
  const cancelled = await makeExam();
  await admin.call(cancelExam, { params: { systemId: 3, examId: cancelled.id } });
  const count = async () =>
    (await portal.context.database.read.selectFrom('users').select('id').execute()).length;
  const before = await count();
  for (const id of [foreign.id, cancelled.id, 999_999])
    expect((await create(id)).problem).toMatchObject({ status: 404, code: 'exam.notFound' });
  expect(await count()).toBe(before);
  expect(await listed(exam.id)).toEqual([]);
});
