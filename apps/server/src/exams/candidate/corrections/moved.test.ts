import { randomUUID } from 'node:crypto';
import { listAuditLines } from '@guichet/contract/core/audit';
import {
  answerCorrection,
  type CorrectionField,
  listCorrections,
  listCorrectionsOf,
  listOwnCorrections,
  requestCorrection,
  requestCorrectionOf,
} from '@guichet/contract/exams/candidate.corrections';
import { addCandidate } from '@guichet/contract/exams/places';
import { moveCandidates } from '@guichet/contract/exams/places.removals';
import { changeOwnLanguage } from '@guichet/contract/identity/account.own';
import { listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../../../test/portal.ts';
import { type CandidateDesk, noahEmail, openCandidateDesk, zoeEmail } from '../fixtures/candidateDesk.ts';

let desk: CandidateDesk;
beforeAll(async () => {
  desk = await openCandidateDesk();
});
afterAll(() => desk.portal.close());

const ask = (who: Caller, field: CorrectionField, request: string) =>
  who.call(requestCorrection, { body: { systemId: 3, field, request } });
const move = (examId: number, toExamId: number, userIds: number[], removalId = randomUUID()) =>
  desk.admins[3].call(moveCandidates, {
    params: { systemId: 3, examId },
    body: { userIds, removalId, toExamId, sendEmail: false },
  });
const waiting = async () =>
  (await desk.admins[3].call(listCorrections)).reply.map(({ field, person }) => [person.id, field]);

it('a move answers the open requests of the moved people about an exam, once, and tells them; other requests wait on', async () => {
  const { zoe, noah, admins } = desk;
  const from = await desk.makeExam('Matin', '2027-05-03', [zoeEmail, noahEmail]);
  const to = await desk.makeExam('Après-midi', '2027-05-04', [noahEmail]);
  await ask(zoe, 'exam', 'Je devrais être l’après-midi.');
  await ask(zoe, 'name', 'Mon nom s’écrit Côté.');
  await ask(noah, 'exam', 'Je n’ai qu’un examen.');
  const removalId = randomUUID();
  // Noah stays: he is in the other exam already.
  const moved = await move(from, to, [zoe.userId, noah.userId], removalId);
  expect(moved.reply.userIds).toEqual([zoe.userId]);
  expect(await waiting()).toEqual([
    [zoe.userId, 'name'],
    [noah.userId, 'exam'],
  ]);
  await move(from, to, [zoe.userId, noah.userId], removalId);
  expect((await zoe.call(listOwnCorrections)).reply).toMatchObject([
    { field: 'name', outcome: null },
    { field: 'exam', outcome: 'answered', note: '' },
  ]);
  const subjects = async (who: Caller) => (await who.call(listOwnMails)).reply.map(({ subject }) => subject);
  const isTold = (subject: string) => subject.startsWith('Votre demande de correction');
  expect((await subjects(zoe)).filter(isTold)).toHaveLength(1);
  expect((await subjects(noah)).filter(isTold)).toEqual([]);
  const { lines } = (await admins[3].call(listAuditLines, { query: { systemId: 3 } })).reply;
  expect(lines.filter(({ action }) => action === 'correction.answered')).toMatchObject([
    { subject: `user:${zoe.userId}`, systemId: 3 },
  ]);
  for (const { id } of (await admins[3].call(listCorrections)).reply)
    await admins[3].call(answerCorrection, {
      params: { correctionId: id },
      body: { outcome: 'declined', note: '' },
    });
});

it('a move that mails its notice answers the request without a second mail', async () => {
  const { portal, admins } = desk;
  const ida = await portal.as('student', 3, { email: 'ida@etu.example.ca' });
  const from = await desk.makeExam('Hier', '2027-05-03', ['ida@etu.example.ca']);
  const to = await desk.makeExam('Demain', '2027-05-04', []);
  await ask(ida, 'exam', 'Je devrais être demain.');
  const moved = await admins[3].call(moveCandidates, {
    params: { systemId: 3, examId: from },
    body: { userIds: [ida.userId], removalId: randomUUID(), toExamId: to, sendEmail: true },
  });
  expect(moved.status).toBe(200);
  const [mail, ...more] = (await ida.call(listOwnMails)).reply;
  expect(more).toEqual([]);
  const { reply: read } = await ida.call(readOwnMail, { params: { mailId: mail?.id ?? 0 } });
  expect(read.html).toMatch(/déplacée de l’examen «.<strong>Hier<\/strong>.».*<strong>Demain<\/strong>/);
  expect((await ida.call(listOwnCorrections)).reply).toMatchObject([{ field: 'exam', outcome: 'answered' }]);
});

it('a move is told in English with the English titles, where the exams have some', async () => {
  const { portal, admins } = desk;
  const ada = await portal.as('student', 3, { email: 'ada@etu.example.ca' });
  await ada.call(changeOwnLanguage, { body: { languageId: 'en' } });
  const english = (titleEn: string) => [3, { titleEn }] as const;
  const from = await desk.makeExam('Hiver', '2027-05-03', ['ada@etu.example.ca'], ...english('Winter'));
  const to = await desk.makeExam('Printemps', '2027-05-04', [], ...english('Spring'));
  await ask(ada, 'exam', 'I should be in the spring session.');
  await move(from, to, [ada.userId]);
  const inEnglish = 'Your registration was moved from “Winter” to “Spring”.';
  const [mail] = (await ada.call(listOwnMails)).reply;
  const { reply: read } = await ada.call(readOwnMail, { params: { mailId: mail?.id ?? 0 } });
  expect(read.html).toContain(inEnglish);
  const done = { fr: expect.stringContaining('Hiver'), en: inEnglish };
  expect((await ada.call(listOwnCorrections)).reply).toMatchObject([{ done }]);
  const { reply } = await admins[3].call(listCorrectionsOf, { params: { id: ada.userId } });
  expect(reply.corrections).toMatchObject([{ done }]);
});

it('a request keeps the exam where its person should be; who administers that exam may enrol them there, which answers it', async () => {
  const { portal, admins } = desk;
  const eve = await portal.as('student', 3, { email: 'eve@etu.example.ca' });
  const own = await desk.makeExam('Le sien', '2027-05-03', ['eve@etu.example.ca']);
  const wantedExamId = await desk.makeExam('Le bon', '2027-05-04', []);
  const foreign = await desk.makeExam('Étranger', '2027-05-05', [], 2);
  const support = await portal.as('support', 3);
  const write = (exams: { examId?: number; wantedExamId?: number }) =>
    support.call(requestCorrectionOf, {
      params: { id: eve.userId },
      body: { field: 'exam', request: 'Devrait être dans Le bon.', ...exams },
    });
  expect((await write({ wantedExamId: foreign })).problem.code).toBe('exam.notFound');
  expect((await write({ examId: own, wantedExamId })).status).toBe(200);
  const mine = async () =>
    (await admins[3].call(listCorrections)).reply.find(({ person }) => person.id === eve.userId);
  const title = { fr: 'Le bon', en: 'Le bon' };
  const wanted = { examId: wantedExamId, systemId: 3, title, date: '2027-05-04' };
  expect(await mine()).toMatchObject({
    exam: { examId: own, mayMove: true },
    wanted: { ...wanted, mayEnrol: true },
  });
  const point = (to: number) =>
    portal.context.database.transact((tx) =>
      tx
        .updateTable('correction_requests')
        .set({ wanted_exam_id: to })
        .where('user_id', '=', eve.userId)
        .execute(),
    );
  // Rights count in the exam, whatever the system of the request.
  await point(foreign);
  expect(await mine()).toMatchObject({ wanted: { examId: foreign, mayEnrol: false } });
  await point(wantedExamId);
  const requestId = (await mine())?.id ?? 0;
  const enrolled = await admins[3].call(addCandidate, {
    params: { systemId: 3, examId: wantedExamId },
    body: { email: 'eve@etu.example.ca', sendEmail: false, requestId },
  });
  expect(enrolled.reply).toBe(true);
  expect(await mine()).toBeUndefined();
  const [answered] = (await eve.call(listOwnCorrections)).reply;
  expect(answered).toMatchObject({
    outcome: 'answered',
    done: { en: 'You are now registered for “Le bon”.' },
  });
});

it('a move in one program leaves a request to another open', async () => {
  const { portal, admins } = desk;
  const both = await portal.as('student', 3, { email: 'both@etu.example.ca' });
  const from = await desk.makeExam('Lundi', '2027-05-03', ['both@etu.example.ca']);
  const to = await desk.makeExam('Mardi', '2027-05-04', []);
  await desk.makeExam('Ailleurs', '2027-05-05', ['both@etu.example.ca'], 2);
  const asked = await both.call(requestCorrection, {
    body: { systemId: 2, field: 'exam', request: 'Pas le bon examen.' },
  });
  expect(asked.status).toBe(200);
  await move(from, to, [both.userId]);
  const { reply } = await admins[2].call(listCorrections);
  expect(reply).toMatchObject([{ person: { id: both.userId }, field: 'exam', outcome: null }]);
});
