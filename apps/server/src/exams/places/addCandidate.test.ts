import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { addCandidate, listCandidates } from '@guichet/contract/exams/places';
import { beforeAll, expect, it } from 'vitest';
import { readEnrolmentJobs } from '../../../test/learning.ts';
import type { Caller } from '../../../test/portal.ts';
import { readLink, usePasswordDesk } from '../../identity/account/fixtures/passwordDesk.ts';
import { linesAbout, makePerson, readUserRow } from '../../identity/users/fixtures/people.ts';

const desk = usePasswordDesk();
let admin: Caller;
let exams = 0;
beforeAll(async () => {
  admin = await desk.portal.as('admin', 3);
});

async function makeExam(systemId = 3, who = admin) {
  const body = { title: `Hiver ${++exams}`, examDate: '2027-05-03' };
  return (await who.call(createExamSpace, { params: { systemId }, body })).reply;
}
const add = (
  examId: number,
  email: string,
  more: { insteadOf?: number; sendEmail?: boolean } = {},
  who = admin,
) =>
  who.call(addCandidate, {
    params: { systemId: 3, examId },
    body: { email, sendEmail: true, ...more },
  });
const listed = async (examId: number) =>
  (await admin.call(listCandidates, { params: { systemId: 3, examId } })).reply;
const rolesOf = (id: number) =>
  desk.portal.context.database.read
    .selectFrom('user_roles')
    .select(['role', 'system_id as systemId'])
    .where('user_id', '=', id)
    .orderBy('system_id')
    .execute();

it('places an account of another system, as an import does: role, course, audit line, and the mail in their language', async () => {
  const exam = await makeExam();
  const roles = [{ role: 'student' as const, systemId: 2 }];
  const id = await makePerson(desk.portal, { email: 'ana@etu.example.ca', language: 'en', roles });
  expect((await add(exam.id, ' Ana@ETU.example.ca ')).reply).toBe(true);
  expect(await listed(exam.id)).toMatchObject([
    { id, email: 'ana@etu.example.ca', mailState: 'queued', platformState: 'pending' },
  ]);
  expect(await rolesOf(id)).toEqual([...roles, { role: 'student', systemId: 3 }]);
  expect(await readEnrolmentJobs(desk.portal.context, exam.courseId)).toMatchObject([
    { key: `g${id}`, wanted: 'in', state: 'pending' },
  ]);
  expect((await linesAbout(desk.portal, id)).at(-1)).toMatchObject({
    action: 'candidate.enrolled',
    systemId: 3,
    actorId: admin.userId,
  });
  const [mail] = await desk.mailsTo('ana@etu.example.ca');
  expect(mail?.language).toBe('en');
  // People who belong to another system too have to ask for the link on the portal, since the text is of one
  // system alone.
  expect(mail?.text).toContain('/forgot-password?u=ana%40etu.example.ca&lang=en&systemId=3');
  expect(await desk.linksTo('ana@etu.example.ca')).toEqual([]);
});

it('a candidate of this system alone gets the link to choose a password', async () => {
  const exam = await makeExam();
  await makePerson(desk.portal, { email: 'eva@etu.example.ca', language: 'en' });
  await add(exam.id, 'eva@etu.example.ca');
  const [url] = await desk.linksTo('eva@etu.example.ca');
  expect(url?.searchParams.get('lang')).toBe('en');
  expect(await desk.reset(readLink(url))).toBe(true);
});

it('who is in the exam is neither added nor mailed again; a password that is chosen needs no link', async () => {
  const exam = await makeExam();
  const { email } = await desk.makePerson();
  expect([(await add(exam.id, email)).reply, (await add(exam.id, email)).reply]).toEqual([true, false]);
  const mails = await desk.mailsTo(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).not.toContain('reset-password');
  const quiet = await makeExam();
  await add(quiet.id, email, { sendEmail: false });
  expect(await desk.mailsTo(email)).toHaveLength(1);
});

it('whose password was given and is still to be replaced gets a link to one of their own', async () => {
  const exam = await makeExam();
  const { email } = await desk.makePerson({ mustChoose: true });
  await add(exam.id, email);
  const [url] = await desk.linksTo(email);
  expect(await desk.reset(readLink(url))).toBe(true);
});

it('gives the place of a wrong account to the right one, all of it or nothing', async () => {
  const exam = await makeExam();
  const right = await makePerson(desk.portal, { email: 'juste@etu.example.ca' });
  const wrong = await makePerson(desk.portal, { email: 'fausse@etu.example.ca' });
  await add(exam.id, 'fausse@etu.example.ca');
  expect((await add(exam.id, 'personne@etu.example.ca', { insteadOf: wrong })).problem.code).toBe(
    'user.notFound',
  );
  expect((await listed(exam.id)).map(({ id }) => id)).toEqual([wrong]);
  expect((await add(exam.id, 'juste@etu.example.ca', { insteadOf: wrong })).reply).toBe(true);
  expect((await listed(exam.id)).map(({ id }) => id)).toEqual([right]);
  expect((await desk.mailsTo('fausse@etu.example.ca')).map(({ state }) => state)).toEqual(['cancelled']);
  expect((await linesAbout(desk.portal, wrong)).at(-1)).toMatchObject({ action: 'candidate.unenrolled' });
  expect(await readUserRow(desk.portal, wrong)).toBeDefined();
});

it('is refused for a cancelled exam, an exam of another system, and to everybody but its administrators', async () => {
  const cancelled = await makeExam();
  await admin.call(cancelExam, { params: { systemId: 3, examId: cancelled.id } });
  const foreign = await makeExam(2, await desk.portal.as('admin', 2));
  const exam = await makeExam();
  const { email } = await desk.makePerson();
  for (const { id } of [cancelled, foreign])
    expect((await add(id, email)).problem.code).toBe('exam.notFound');
  expect((await add(exam.id, email, {}, desk.portal.nobody)).status).toBe(401);
  for (const who of [await desk.portal.as('support', 3), await desk.portal.as('admin', 2)])
    expect((await add(exam.id, email, {}, who)).status).toBe(403);
  expect(await listed(exam.id)).toEqual([]);
});
