import { randomUUID } from 'node:crypto';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { inviteCandidates } from '@guichet/contract/exams/notices.invitations';
import { listCandidates } from '@guichet/contract/exams/places';
import { takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { importCandidates, type Preview, previewImport } from '@guichet/contract/imports/imports';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { systemTransaction } from '../core/audit/audit.service.ts';

let portal: TestPortal;
let admin: Caller;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  superAdmin = await portal.superAdmin();
});
afterAll(() => portal.close());

const makeExam = async (title: string, examDate: string, systemId = 3) =>
  (await superAdmin.call(createExamSpace, { params: { systemId }, body: { title, examDate } })).reply;
type Exam = Awaited<ReturnType<typeof makeExam>>;

/** Ana and Ann, who reads English, of one exam alone: their addresses have its number. */
const listOf = (exam: Exam, ...more: readonly string[]) => ({
  name: 'liste.csv',
  bytes: ['Prénom;Nom;Courriel;Langue', `Ana;Roy;ana${exam.id}@etu.example.ca;F`, ...more].join('\n'),
});
const annOf = (exam: Exam) => `Ann;Lee;ann${exam.id}@etu.example.ca;E`;
const orderOf = (exam: Exam, sendEmail: boolean) => ({
  systemId: 3,
  languageId: 'fr' as const,
  selectedCourse: exam.courseId,
  sendEmail,
});
const put = async (exam: Exam, file: ReturnType<typeof listOf>, sendEmail = true) =>
  (await admin.call(importCandidates, { body: orderOf(exam, sendEmail), file })).reply;
const preview = async (exam: Exam, file: ReturnType<typeof listOf>) => {
  const body = { ...orderOf(exam, true), compare: true };
  return (await admin.call(previewImport, { body, file })).reply as Preview;
};
const send = (exam: Exam) =>
  systemTransaction(portal.context, (tx) =>
    sql`update outgoing_mails set state = 'sent', sent_at = queued_at
        where exam_id = ${exam.id} and state = 'queued'`.execute(tx),
  );
const candidates = async ({ id: examId }: Exam) =>
  (await admin.call(listCandidates, { params: { systemId: 3, examId } })).reply;
/** Takes everybody out and tells them, as far as a mail had left. */
async function takeOutAll(exam: Exam) {
  const userIds = (await candidates(exam)).map(({ id }) => id);
  const body = { userIds, removalId: randomUUID(), sendEmail: true };
  await admin.call(takeOutCandidates, { params: { systemId: 3, examId: exam.id }, body });
}
const mailsOf = async ({ id }: Exam) =>
  (
    await portal.context.database.read
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select(['o.recipient_name as name', 'o.state', 'm.purpose', 'm.text'])
      .where('o.exam_id', '=', id)
      .orderBy('o.id')
      .execute()
  ).map(({ name, state, purpose, text }) => {
    const isBack = /Votre inscription .* est rétablie|You are registered again/.test(text);
    return `${name.slice(0, 3)} ${purpose} ${state}${isBack ? ', back' : ''}`;
  });

it('who was told not to come and is imported again gets an invitation that takes it back, the others theirs', async () => {
  const exam = await makeExam('Retour', '2027-05-03');
  expect(await put(exam, listOf(exam, annOf(exam)))).toBe(2);
  await send(exam);
  await takeOutAll(exam);
  await send(exam);
  const list = listOf(exam, annOf(exam), `Léa;Roy;lea${exam.id}@etu.example.ca;F`);
  expect((await preview(exam, list)).turnedAway).toEqual({ people: 2, names: ['Ann Lee', 'Ana Roy'] });
  expect(await put(exam, list)).toBe(3);
  expect((await mailsOf(exam)).slice(4)).toEqual([
    'Ana invitation queued, back',
    'Ann invitation queued, back',
    'Léa invitation queued',
  ]);
  expect((await preview(exam, list)).turnedAway).toEqual({ people: 0, names: [] });
});

it('that they have left does not leave after a new import; imported without a mail, they are to be invited', async () => {
  const exam = await makeExam('Sans courriel', '2027-05-04');
  await put(exam, listOf(exam));
  await send(exam);
  await takeOutAll(exam);
  expect((await preview(exam, listOf(exam))).turnedAway?.people).toBe(0);
  await put(exam, listOf(exam), false);
  expect(await mailsOf(exam)).toEqual(['Ana invitation sent', 'Ana examLeft cancelled']);

  await takeOutAll(exam);
  await send(exam);
  await put(exam, listOf(exam), false);
  expect((await candidates(exam)).map(({ isToInvite }) => isToInvite)).toEqual([true]);
  await admin.call(inviteCandidates, { params: { systemId: 3, examId: exam.id }, body: {} });
  expect((await mailsOf(exam)).slice(2)).toEqual(['Ana examLeft sent', 'Ana invitation queued, back']);
});

it('the preview names other coming exams of the system in which people of the list are, and refuses nothing', async () => {
  const first = await makeExam('Chimie', '2027-06-01');
  const second = await makeExam('Physique', '2027-06-02');
  const foreign = await makeExam('Ailleurs', '2027-06-03', 5);
  const list = listOf(first, annOf(first));
  await put(first, list);
  await superAdmin.call(importCandidates, {
    body: { ...orderOf(foreign, false), systemId: 5 },
    file: list,
  });
  const { otherExams } = await preview(second, list);
  expect(otherExams).toEqual([
    {
      ...{ title: 'Chimie', titleEn: '', date: '2027-06-01', startTime: '', endTime: '' },
      ...{ people: 2, names: ['Ann Lee', 'Ana Roy'] },
    },
  ]);
  expect(await put(second, list)).toBe(2);
  expect((await preview(second, list)).otherExams).toEqual([]);
});
