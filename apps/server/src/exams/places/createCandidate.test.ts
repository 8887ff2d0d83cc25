import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { addCandidate, createCandidate, listCandidates } from '@guichet/contract/exams/places';
import { getExtraTime } from '@guichet/contract/exams/results.extraTime';
import { importCandidates, previewImport } from '@guichet/contract/imports/imports';
import { saveMessage } from '@guichet/contract/mail/messages';
import { beforeAll, expect, it } from 'vitest';
import { readEnrolmentJobs } from '../../../test/learning.ts';
import type { Caller } from '../../../test/portal.ts';
import { readLink, usePasswordDesk } from '../../identity/account/fixtures/passwordDesk.ts';
import { linesAbout } from '../../identity/users/fixtures/people.ts';
import { updateExtraTimeRights } from '../../identity/users/users.service.ts';

const desk = usePasswordDesk();
let admin: Caller;
let exams = 0;
beforeAll(async () => {
  admin = await desk.portal.as('admin', 3);
});

async function makeExam(systemId = 3, who = admin) {
  const body = { title: `Automne ${++exams}`, examDate: '2027-05-03' };
  return (await who.call(createExamSpace, { params: { systemId }, body })).reply;
}
const zoe = { firstName: 'Zoé', lastName: 'Côté', languageId: 'en', sendEmail: true } as const;
const create = (examId: number, email: string, more: object = {}, who = admin) =>
  who.call(createCandidate, { params: { systemId: 3, examId }, body: { email, ...zoe, ...more } });
const listed = async (examId: number) =>
  (await admin.call(listCandidates, { params: { systemId: 3, examId } })).reply;
const accountOf = (email: string) =>
  desk.portal.context.database.read
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', email)
    .executeTakeFirst();

it('makes the account without a password, enrols, and invites in their language with a link that chooses one', async () => {
  const exam = await makeExam();
  const { reply } = await create(exam.id, ' Zoe.Neuve@etu.example.ca ', { studentNumber: '0300 123 456' });
  expect(reply).toBe(true);
  const account = await accountOf('zoe.neuve@etu.example.ca');
  const { id = 0 } = account ?? {};
  expect(account).toMatchObject({ password_hash: null, language: 'en', student_number: '0300123456' });
  // As an import does: their panel says that a password is to be chosen.
  expect(account?.must_choose_password_since).not.toBeNull();
  expect(await listed(exam.id)).toMatchObject([
    { id, email: 'Zoe.Neuve@etu.example.ca', role: 'DC', mailState: 'queued', platformState: 'pending' },
  ]);
  expect(await readEnrolmentJobs(desk.portal.context, exam.courseId)).toMatchObject([
    { key: `g${id}`, wanted: 'in', state: 'pending' },
  ]);
  expect(await linesAbout(desk.portal, id)).toMatchObject([
    { action: 'user.created', systemId: 3, detail: { name: 'Zoé Côté', roles: ['student:3'], mailed: true } },
    { action: 'candidate.enrolled', systemId: 3, detail: { examId: exam.id } },
  ]);
  const mails = await desk.mailsTo('zoe.neuve@etu.example.ca');
  expect(mails).toMatchObject([{ language: 'en', systemId: 3 }]);
  const [url] = await desk.linksTo('zoe.neuve@etu.example.ca');
  expect(await desk.reset(readLink(url))).toBe(true);
});

it('gives extra time at once to whoever comes late, with the right to it, and to nobody without', async () => {
  const exam = await makeExam();
  const extraTime = { minutes: 30, factor: null };
  const bob = await desk.portal.as('admin', 3);
  await desk.portal.context.database.transact((tx) =>
    updateExtraTimeRights(tx, admin.userId, { given: [3], taken: [], now: desk.portal.context.clock.now() }),
  );
  const refused = await create(exam.id, 'tard@etu.example.ca', { extraTime }, bob);
  expect(refused.problem.code).toBe('extraTime.denied');
  expect(await accountOf('tard@etu.example.ca')).toBeUndefined();
  expect((await create(exam.id, 'tard@etu.example.ca', { extraTime })).reply).toBe(true);
  const { id: userId = 0 } = (await accountOf('tard@etu.example.ca')) ?? {};
  const { reply } = await admin.call(getExtraTime, { params: { systemId: 3, examId: exam.id, userId } });
  expect(reply).toMatchObject({ extraTime, platform: { state: 'pending' } });
  expect(await desk.mailsTo('tard@etu.example.ca')).toHaveLength(1);
  const other = await makeExam();
  const call = {
    params: { systemId: 3, examId: other.id },
    body: { email: 'tard@etu.example.ca', sendEmail: false, extraTime },
  };
  expect((await bob.call(addCandidate, call)).problem.code).toBe('extraTime.denied');
  expect((await admin.call(addCandidate, call)).reply).toBe(true);
  const again = await admin.call(getExtraTime, { params: { systemId: 3, examId: other.id, userId } });
  expect(again.reply).toMatchObject({ extraTime });
});

it('sends nothing where none is asked for', async () => {
  const exam = await makeExam();
  await create(exam.id, 'muette@etu.example.ca', { sendEmail: false });
  expect(await desk.mailsTo('muette@etu.example.ca')).toEqual([]);
  expect(await listed(exam.id)).toHaveLength(1);
});

it('refuses a taken address and bad fields, and writes nothing', async () => {
  const [exam, other] = [await makeExam(), await makeExam()];
  await create(exam.id, 'prise@etu.example.ca');
  const { problem } = await create(other.id, 'PRISE@etu.example.ca');
  expect([problem.code, problem.detail]).toEqual([
    'user.alreadyExists',
    'User PRISE@etu.example.ca already exist',
  ]);
  const faults = (await create(other.id, 'zoe@', { firstName: ' ', lastName: '', languageId: 2 })).problem
    .errors;
  expect(faults?.map(({ path, messageKey }) => [path, messageKey])).toEqual([
    ['email', 'email'],
    ['firstName', 'required'],
    ['lastName', 'required'],
  ]);
  expect(await listed(other.id)).toEqual([]);
});

it('one form sent twice at once makes one account and one mail', async () => {
  const exam = await makeExam();
  const both = await Promise.all([1, 2].map(() => create(exam.id, 'double@etu.example.ca')));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await desk.mailsTo('double@etu.example.ca')).toHaveLength(1);
});

it('is refused for a cancelled exam, an exam of another system, and to everybody but its administrators', async () => {
  const cancelled = await makeExam();
  await admin.call(cancelExam, { params: { systemId: 3, examId: cancelled.id } });
  const foreign = await makeExam(2, await desk.portal.as('admin', 2));
  const exam = await makeExam();
  for (const { id } of [cancelled, foreign])
    expect((await create(id, 'hors@etu.example.ca')).problem.code).toBe('exam.notFound');
  expect((await create(exam.id, 'hors@etu.example.ca', {}, desk.portal.nobody)).status).toBe(401);
  for (const who of [await desk.portal.as('support', 3), await desk.portal.as('admin', 2)])
    expect((await create(exam.id, 'hors@etu.example.ca', {}, who)).status).toBe(403);
  expect(await accountOf('hors@etu.example.ca')).toBeUndefined();
});

it('is refused as long as the mail that is asked for has a text in no language, as is adding an account', async () => {
  const exam = await makeExam();
  await create(exam.id, 'ajoutee@etu.example.ca', { sendEmail: false });
  const { id = 0 } = (await accountOf('ajoutee@etu.example.ca')) ?? {};
  const save = (languageId: 'fr' | 'en', text: string) =>
    admin.call(saveMessage, {
      params: { systemId: 3, languageId },
      body: { subject: text, body: text && `<p>${text}</p>` },
    });
  for (const language of ['fr', 'en'] as const) await save(language, '');
  const other = await makeExam();
  const add = () =>
    admin.call(addCandidate, {
      params: { systemId: 3, examId: other.id },
      body: { email: 'ajoutee@etu.example.ca', sendEmail: true },
    });
  expect((await create(other.id, 'sans.texte@etu.example.ca')).problem.code).toBe('message.empty');
  expect((await add()).problem.code).toBe('message.empty');
  expect(await accountOf('sans.texte@etu.example.ca')).toBeUndefined();
  expect(await listed(other.id)).toEqual([]);
  await save('en', 'Exam');
  expect((await create(other.id, 'sans.texte@etu.example.ca')).reply).toBe(true);
  expect((await add()).reply).toBe(true);
  expect((await listed(other.id)).map((person) => person.id)).toContain(id);
});

it('takes people into an exam that is over, also from a list, and invites none of them', async () => {
  const exam = await makeExam();
  const hours = { exam_date: '2027-01-11', start_time: '08:00', end_time: '09:59' };
  await desk.portal.context.database.transact((tx) =>
    tx.updateTable('exams').set(hours).where('id', '=', exam.id).execute(),
  );
  await create(exam.id, 'ajoutee.tard@etu.example.ca');
  const [{ id } = { id: 0 }] = await listed(exam.id);
  expect((await linesAbout(desk.portal, id))[0]?.detail).toMatchObject({ mailed: false });
  const known = await makeExam();
  await create(known.id, 'connue@etu.example.ca', { sendEmail: false });
  const params = { systemId: 3, examId: exam.id };
  const body = { email: 'connue@etu.example.ca', sendEmail: true };
  expect((await admin.call(addCandidate, { params, body })).reply).toBe(true);
  const file = { name: 'liste.csv', bytes: 'Prénom;Nom;Courriel\nUne;Autre;autre.tard@etu.example.ca' };
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: true };
  const preview = (await admin.call(previewImport, { body: order, file })).reply;
  expect(preview).toMatchObject({ mails: { fr: 0, en: 0, own: 0 }, forecast: { isExamOver: true } });
  expect((await admin.call(importCandidates, { body: order, file })).reply).toBe(1);
  expect((await listed(exam.id)).map(({ mailState }) => mailState)).toEqual([null, null, null]);
});
