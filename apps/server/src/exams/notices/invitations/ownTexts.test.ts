import { copyExam, createExamSpace } from '@guichet/contract/exams/exams';
import {
  forecastMail,
  giveOwnText,
  listOwnTexts,
  previewInvitation,
  removeOwnText,
  sendEmailTest,
} from '@guichet/contract/exams/notices.invitations';
import { createCandidate } from '@guichet/contract/exams/places';
import { addFile, getFile, getMessage, saveMessage } from '@guichet/contract/mail/messages';
import { listMessageVersions } from '@guichet/contract/mail/messages.versions';
import { inviteAgain } from '@guichet/contract/overview/support';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { longTest } from '../../../../test/longTest.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
let examId = 0;
let exams = 0;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
beforeEach(async () => {
  const body = { title: `Hiver ${++exams}`, examDate: '2027-04-30' };
  ({ id: examId } = (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply);
  portal.context.clock.advance(1);
  await save('fr', 'Du programme');
  await save('en', 'Of the programme');
});
afterAll(() => portal.close());

const french = { systemId: 3, languageId: 'fr' } as const;
const save = (languageId: 'fr' | 'en', subject: string, query: { examId?: number } = {}) =>
  admin.call(saveMessage, {
    params: { systemId: 3, languageId },
    query: { kind: 'invitation', ...query },
    body: { subject, body: '<p>{{setPasswordUrl}}</p>' },
  });
const read = async (of = examId) =>
  (await admin.call(getMessage, { params: french, query: { kind: 'invitation', examId: of } })).reply;
const give = (who = admin, systemId = 3) =>
  who.call(giveOwnText, { params: { systemId, examId }, body: { kind: 'invitation' } });
const remove = () =>
  admin.call(removeOwnText, { params: { systemId: 3, examId }, body: { kind: 'invitation' } });
const subjects = async () =>
  (
    await portal.context.database.read
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select('m.subject')
      .where('o.exam_id', '=', examId)
      .orderBy('o.id')
      .execute()
  ).map(({ subject }) => subject);
const lines = async () =>
  portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'detail'])
    .where('subject', '=', `exam:${examId}`)
    .where('action', 'like', 'message.%')
    .execute();

it('a text of one exam begins as a copy of the system’s, and changes no other text', async () => {
  expect((await save('fr', 'Sans texte propre', { examId })).problem.code).toBe('message.notOwn');
  expect(await read()).not.toHaveProperty('isOwn');
  expect([(await give()).reply, (await give()).reply]).toEqual([true, false]);
  expect(await read()).toMatchObject({ subject: 'Du programme', isOwn: true });
  await save('fr', 'De l’examen', { examId });
  await save('fr', 'Du programme, après');
  expect((await read()).subject).toBe('De l’examen');
  expect(
    (await admin.call(getMessage, { params: french, query: { kind: 'invitation' } })).reply.subject,
  ).toBe('Du programme, après');
  expect(await lines()).toMatchObject([{ action: 'message.ownGiven', detail: { kind: 'invitation' } }]);
  const { reply: own } = await admin.call(listOwnTexts, { params: { systemId: 3 } });
  expect(own.filter((one) => one.examId === examId)).toEqual([
    { examId, kind: 'invitation', title: `Hiver ${exams}`, date: '2027-04-30' },
  ]);
});

longTest(
  'invitation, resend, preview, test and forecast all take it; put back by one press they take the system’s',
  async () => {
    await give();
    // Another person, in whose hand the two languages do not match.
    admin = await portal.as('admin', 3);
    await save('fr', 'De l’examen', { examId });
    const person = { email: `p${exams}@etu.example.ca`, firstName: 'Zoé', lastName: 'Côté' };
    const body = { ...person, languageId: 'fr' as const, sendEmail: true };
    await admin.call(createCandidate, { params: { systemId: 3, examId }, body });
    const [{ user_id: id } = { user_id: 0 }] = await portal.context.database.read
      .selectFrom('enrolments')
      .select('user_id')
      .where('exam_id', '=', examId)
      .execute();
    await portal.context.database.transact((tx) =>
      tx.updateTable('outgoing_mails').set({ state: 'sent' }).where('exam_id', '=', examId).execute(),
    );
    const again = (requestId: string) =>
      admin.call(inviteAgain, { params: { id, examId }, body: { requestId } });
    expect((await again(crypto.randomUUID())).reply).toBe('sent');
    expect(await subjects()).toEqual(['De l’examen', 'De l’examen']);
    const query = { kind: 'invitation', examId } as const;
    await admin.call(sendEmailTest, { params: french, query });
    const [test] = await portal.context.database.read
      .selectFrom('mailings')
      .select('subject')
      .where('purpose', '=', 'invitationTest')
      .orderBy('id', 'desc')
      .execute();
    expect(test?.subject).toBe('[Essai] De l’examen');
    const of = { params: { systemId: 3, examId }, query: { kind: 'invitation' } } as const;
    expect((await admin.call(forecastMail, of)).reply.en.isOlder).toBe(true);
    const { reply: shown } = await admin.call(previewInvitation, {
      params: french,
      query,
      body: { subject: '{{examTitle}}', body: '<p>a</p>' },
    });
    expect([shown.subject, shown.examId]).toEqual([`Hiver ${exams}`, examId]);
    expect([(await remove()).reply, (await remove()).reply]).toEqual([true, false]);
    portal.context.clock.advance(3600);
    await portal.context.database.transact((tx) =>
      tx.updateTable('outgoing_mails').set({ state: 'sent' }).where('exam_id', '=', examId).execute(),
    );
    admin = await portal.as('admin', 3);
    await again(crypto.randomUUID());
    expect((await subjects()).at(-1)).toBe('Du programme');
    expect((await lines()).map(({ action }) => action)).toEqual(['message.ownGiven', 'message.ownRemoved']);
  },
);

it('its versions and its attachment are its own, and a copy of the exam takes the text along', async () => {
  const file = { name: 'plan.pdf', bytes: '%PDF-1.7 plan' };
  const query = { kind: 'invitation', examId } as const;
  await give();
  await admin.call(addFile, { params: french, query, body: {}, file });
  await save('fr', 'De l’examen', { examId });
  const versions = await admin.call(listMessageVersions, { params: french, query });
  expect(versions.reply.map(({ subject, fileName }) => [subject, fileName])).toEqual([
    ['De l’examen', 'plan.pdf'],
    ['Du programme', 'plan.pdf'],
    ['Du programme', null],
  ]);
  const general = await admin.call(getFile, { params: french, query: { kind: 'invitation' } });
  expect(general.problem.code).toBe('attachment.notFound');
  const copied = await admin.call(copyExam, {
    params: { systemId: 3, examId },
    body: { examDate: '2027-05-30', requestId: crypto.randomUUID() },
  });
  expect(await read(copied.reply.id)).toMatchObject({
    subject: 'De l’examen',
    fileName: 'plan.pdf',
    isOwn: true,
  });
  await remove();
  expect((await read(copied.reply.id)).subject).toBe('De l’examen');
  // The versions outlive the text: given again, it can be restored.
  await give();
  const kept = await admin.call(listMessageVersions, { params: french, query });
  expect(kept.reply.map(({ subject }) => subject)).toContain('De l’examen');
});

it('is for the administrators of its system', async () => {
  for (const [who, systemId, status] of [
    [portal.nobody, 3, 401],
    [await portal.as('support', 3), 3, 403],
    [await portal.as('admin', 2), 3, 403],
    [await portal.as('admin', 2), 2, 404],
  ] as const)
    expect((await give(who, systemId)).status).toBe(status);
});
