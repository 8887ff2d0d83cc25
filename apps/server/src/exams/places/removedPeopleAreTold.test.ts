import { randomUUID } from 'node:crypto';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { previewNotice } from '@guichet/contract/exams/notices';
import { addCandidate, listCandidates, unenrol } from '@guichet/contract/exams/places';
import { putBackCandidates, takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { importCandidates } from '@guichet/contract/imports/imports';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const markSent = (examId: number, where: ReturnType<typeof sql>) =>
  systemTransaction(portal.context, (tx) =>
    sql`update outgoing_mails set state = 'sent', sent_at = queued_at where exam_id = ${examId} and ${where}`.execute(
      tx,
    ),
  );

/** An exam with Zoé, who reads French, Ann, who reads English, and Bob, whose mail alone has not left. */
async function makeExam(title: string) {
  const body = { title, titleEn: `${title} exam`, examDate: '2027-05-03' };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  const lines = ['Zoé;Côté;zoe;F', 'Ann;Lee;ann;E', 'Bob;Roy;bob;F'].map((line) =>
    line.replace(/;(zoe|ann|bob);/, `;$1${exam.id}@etu.example.ca;`),
  );
  const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel;Langue', ...lines].join('\n') };
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: true };
  expect((await admin.call(importCandidates, { body: order, file })).reply).toBe(3);
  await markSent(exam.id, sql`recipient_name not like 'Bob%'`);
  return exam;
}

const params = (examId: number) => ({ systemId: 3, examId });
const candidates = async (examId: number) =>
  (await admin.call(listCandidates, { params: params(examId) })).reply;
const takeOut = async (examId: number, userIds: number[], sendEmail: boolean, removalId = randomUUID()) => {
  const body = { userIds, removalId, sendEmail };
  return { removalId, ...(await admin.call(takeOutCandidates, { params: params(examId), body })).reply };
};
const mailsOf = async (examId: number) =>
  (
    await portal.context.database.read
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select(['o.recipient_name as name', 'o.state', 'm.purpose', 'm.language'])
      .where('o.exam_id', '=', examId)
      .orderBy('m.purpose', 'desc')
      .orderBy('o.recipient_name')
      .execute()
  ).map(({ name, state, purpose, language }) => `${purpose} ${name} ${language} ${state}`);
const linesOf = async (examId: number, action: string) =>
  (
    await portal.context.database.read
      .selectFrom('audit_lines')
      .select('detail')
      .where('subject', '=', `exam:${examId}`)
      .where('action', '=', action)
      .execute()
  ).map(({ detail }) => detail);

it('who leaves an exam is told in their language if a mail about it had left to them, once, and the undo withdraws the mail', async () => {
  const { id } = await makeExam('Départ');
  const listed = await candidates(id);
  expect(listed.map(({ firstName, isMailed }) => [firstName, isMailed])).toEqual([
    ['Zoé', true],
    ['Ann', true],
    ['Bob', false],
  ]);
  const userIds = listed.map((one) => one.id);
  const { removalId, told, userIds: gone } = await takeOut(id, userIds, true);
  expect([told, gone.toSorted()]).toEqual([2, userIds.toSorted()]);
  const invitations = [
    'invitation Ann Lee en sent',
    'invitation Bob Roy fr cancelled',
    'invitation Zoé Côté fr sent',
  ];
  expect(await mailsOf(id)).toEqual([
    ...invitations,
    'examLeft Ann Lee en queued',
    'examLeft Zoé Côté fr queued',
  ]);
  expect(await linesOf(id, 'candidates.unenrolled')).toMatchObject([{ candidates: 3, mails: 2, removalId }]);
  await takeOut(id, userIds, true, removalId);
  expect(await mailsOf(id)).toHaveLength(5);

  await admin.call(putBackCandidates, { params: params(id), body: { removalId } });
  expect(await mailsOf(id)).toEqual([
    'invitation Ann Lee en sent',
    'invitation Bob Roy fr queued',
    'invitation Zoé Côté fr sent',
    'examLeft Ann Lee en cancelled',
    'examLeft Zoé Côté fr cancelled',
  ]);
  expect((await candidates(id)).map(({ id: userId }) => userId)).toEqual(userIds);
});

it('who was told that they left is told after the undo that they are back, once, and nobody else; a later removal tells again', async () => {
  const { id } = await makeExam('Parti');
  const [zoe, ann] = await candidates(id);
  const userIds = [zoe?.id as number, ann?.id as number];
  const { removalId } = await takeOut(id, userIds, true);
  await markSent(id, sql`recipient_name like 'Zoé%'`);
  const putBack = { params: params(id), body: { removalId } };
  expect((await admin.call(putBackCandidates, putBack)).reply.told).toBe(1);
  expect((await admin.call(putBackCandidates, putBack)).reply).toEqual({ userIds: [], others: [] });
  const told = ['examLeft Ann Lee en cancelled', 'examLeft Zoé Côté fr sent', 'examBack Zoé Côté fr queued'];
  expect((await mailsOf(id)).slice(3)).toEqual(told);
  expect(await linesOf(id, 'candidates.putBack')).toMatchObject([{ candidates: 2, mails: 1 }]);
  const second = await takeOut(id, userIds, true);
  expect(second.told).toBe(2);
  expect((await mailsOf(id)).toSorted().slice(0, 5)).toEqual([
    'examBack Zoé Côté fr cancelled',
    'examLeft Ann Lee en cancelled',
    'examLeft Ann Lee en queued',
    'examLeft Zoé Côté fr queued',
    'examLeft Zoé Côté fr sent',
  ]);
  // The last mail that reached Zoé is about the first removal, so the mail about the return is due again.
  const { reply } = await admin.call(putBackCandidates, {
    params: params(id),
    body: { removalId: second.removalId },
  });
  expect([reply.told, (await mailsOf(id)).includes('examBack Zoé Côté fr queued')]).toEqual([
    undefined,
    true,
  ]);
});

it('one person who is taken out by support is told as well, if a mail had left to them', async () => {
  const { id } = await makeExam('Seule');
  const support = await portal.as('support', 3);
  const listed = await candidates(id);
  for (const { learningPlatformId } of listed.slice(1))
    await support.call(unenrol, {
      params: { ...params(id), learningPlatformId: learningPlatformId ?? '' },
      query: { removalId: randomUUID(), sendEmail: true },
    });
  expect((await mailsOf(id)).filter((mail) => mail.startsWith('examLeft'))).toEqual([
    'examLeft Ann Lee en queued',
  ]);
  const subjects = listed.slice(1).map((one) => `user:${one.id}`);
  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select('detail')
    .where('subject', 'in', subjects)
    .where('action', '=', 'candidate.unenrolled')
    .orderBy('id')
    .execute();
  expect(lines.map(({ detail }) => detail)).toMatchObject([{ mails: 1 }, { mails: 0 }]);
});

it('without the box nobody is told', async () => {
  const { id } = await makeExam('Silence');
  const removed = await takeOut(
    id,
    (await candidates(id)).map((one) => one.id),
    false,
  );
  expect(removed).not.toHaveProperty('told');
  expect((await mailsOf(id)).filter((mail) => mail.startsWith('examLeft'))).toEqual([]);
  expect((await linesOf(id, 'candidates.unenrolled'))[0]).not.toHaveProperty('mails');
});

it('the mail of a return gives day and place again, and leads to the exam', async () => {
  const { id } = await makeExam('Retour');
  const { reply } = await admin.call(previewNotice, { params: params(id), body: { kind: 'examBack' } });
  expect(reply.en?.subject).toBe('Registered again: Retour exam (DC Exams)');
  expect(reply.en?.html).toContain('disregard our email that said otherwise');
  expect(reply.en?.html).toContain('Monday, May\u00A03, 2027');
  expect(reply.en?.html).toContain('>Sign in<');
});

it('the mail says of which exam, and whom to ask, and leads nowhere', async () => {
  const { id } = await makeExam('Lettre');
  const { reply } = await admin.call(previewNotice, { params: params(id), body: { kind: 'examLeft' } });
  expect(reply.fr?.subject).toBe('Inscription retirée\u00a0: Lettre (Examens DC)');
  expect(reply.fr?.html).toMatch(
    /Votre inscription à l’examen «.<strong>Lettre<\/strong>.» \(Examens DC\), prévu le lundi 3\u00A0mai 2027/,
  );
  expect(reply.fr?.html).toContain('adressez-vous à votre programme');
  expect(reply.en?.subject).toBe('No longer registered: Lettre exam (DC Exams)');
  expect(reply.en?.html).toContain('please contact your program (');
  for (const mail of [reply.fr, reply.en]) expect(mail?.html).not.toContain('href=');
});

it('who was told to stay away and is added again reads first, in their language, that this no longer holds; a notice that has not left goes no more', async () => {
  const { id } = await makeExam('Ajout');
  const [zoe, ann, bob] = await candidates(id);
  const add = (email = '') =>
    admin.call(addCandidate, { params: params(id), body: { email, sendEmail: true } });
  await takeOut(id, [zoe?.id ?? 0, ann?.id ?? 0, bob?.id ?? 0], true);
  await markSent(id, sql`recipient_name like 'Ann%' and state = 'queued'`);
  for (const one of [zoe, ann, bob]) expect((await add(one?.email)).reply).toBe(true);
  expect((await mailsOf(id)).filter((mail) => mail.startsWith('examLeft'))).toEqual([
    'examLeft Ann Lee en sent',
    'examLeft Zoé Côté fr cancelled',
  ]);
  const texts = await portal.context.database.read
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select(['m.html', 'm.text', 'm.language'])
    .where('o.exam_id', '=', id)
    .where('o.key', 'like', 'added:%')
    .orderBy('o.recipient_name')
    .execute();
  const taken = {
    en: /back in the exam|disregard|restored|ignore/i,
    fr: /ne tenez pas compte de notre courriel/,
  };
  expect(
    texts.map(({ html, text, language }) => [
      language,
      taken[language].test(html),
      taken[language].test(text),
    ]),
  ).toEqual([
    ['en', true, true],
    ['fr', false, false],
    ['fr', false, false],
  ]);
  // The second time there is nothing to take back.
  await markSent(id, sql`state = 'queued'`);
  const removalId = randomUUID();
  await takeOut(id, [ann?.id ?? 0], false, removalId);
  await add(ann?.email);
  expect((await mailsOf(id)).filter((mail) => mail.startsWith('invitation Ann'))).toHaveLength(3);
  const { text = '' } =
    (await portal.context.database.read
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select('m.text')
      .where('o.exam_id', '=', id)
      .where('o.recipient_name', 'like', 'Ann%')
      .orderBy('o.id', 'desc')
      .executeTakeFirst()) ?? {};
  expect(text).not.toMatch(taken.en);
});
