import { randomUUID } from 'node:crypto';
import { instantAt } from '@guichet/contract/core/localTime';
import {
  cancelExam,
  createExamSpace,
  editExam,
  getExam,
  reactivateExam,
} from '@guichet/contract/exams/exams';
import { listClosedExams, listExams } from '@guichet/contract/exams/exams.list';
import { announceExam, previewNotice } from '@guichet/contract/exams/notices';
import { addCandidate, listCandidates } from '@guichet/contract/exams/places';
import { takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { importCandidates } from '@guichet/contract/imports/imports';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { saveMessage } from '@guichet/contract/mail/messages';
import { getMail, listMails, retryMail } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drain } from '../../../test/learning.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { openConnector } from '../../learning/learning.service.ts';

let portal: TestPortal;
let admin: Caller;
let student: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  student = await portal.as('student', 3, { email: 'zoe@etu.example.ca' });
  for (const languageId of ['fr', 'en'] as const) {
    const body = { subject: 'Place {{examTitle}}', body: '<p>{{examDate}}</p>' };
    await admin.call(saveMessage, { params: { systemId: 3, languageId }, body });
  }
});
afterAll(() => portal.close());

/** An exam with Zoé, who reads French, and Ann, who reads English, each with a queued invitation. */
async function makeExam(title: string, hours: { startTime?: string; endTime?: string } = {}, people = 2) {
  const body = { title, titleEn: `${title} exam`, examDate: '2027-05-03', placeFr: 'Salle 112', ...hours };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  const lines = ['Zoé;Côté;zoe@etu.example.ca;F', `Ann;Lee;ann${exam.id}@etu.example.ca;E`].slice(0, people);
  const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel;Langue', ...lines].join('\n') };
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: true };
  expect((await admin.call(importCandidates, { body: order, file })).reply).toBe(people);
  await drain(portal.context, openConnector(portal.context));
  return exam;
}

const cancel = (examId: number, sendEmail?: boolean) =>
  admin.call(cancelExam, { params: { systemId: 3, examId }, query: { sendEmail } });
const reactivate = (examId: number, sendEmail = false, who = admin, systemId = 3) =>
  who.call(reactivateExam, { params: { systemId, examId }, body: { sendEmail } });
const closed = async (state: 'past' | 'cancelled') =>
  (await admin.call(listClosedExams, { params: { systemId: 3 }, query: { state } })).reply.map(
    ({ id }) => id,
  );
const active = async () =>
  (await admin.call(listExams, { params: { systemId: 3 }, query: { showAllActive: true } })).reply;
const mailsOf = (examId: number) =>
  portal.context.database.read
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select(['o.id', 'o.state', 'm.purpose', 'm.language', 'm.html', 'm.variables'])
    .where('o.exam_id', '=', examId)
    .orderBy('o.id')
    .execute();
const statesOf = async (examId: number) =>
  (await mailsOf(examId)).map(({ purpose, language, state }) => `${purpose} ${language} ${state}`);
const lineOf = (examId: number, action: string) =>
  portal.context.database.read
    .selectFrom('audit_lines')
    .select('detail')
    .where('subject', '=', `exam:${examId}`)
    .where('action', '=', action)
    .executeTakeFirstOrThrow();
const enter = (orgId: string) =>
  student.call(redirectToPlatform, { params: { systemId: 3 }, query: { orgId } });

/** Marks all mails about the exam as sent. */
const sendMails = (examId: number) =>
  systemTransaction(portal.context, (tx) =>
    tx
      .updateTable('outgoing_mails')
      .set({ state: 'sent', sent_at: new Date() })
      .where('exam_id', '=', examId)
      .execute(),
  );

describe('cancelling an exam', () => {
  it('can be read before: the very mail that would tell, in both languages, and nothing is sent', async () => {
    const { id } = await makeExam('Hiver');
    const params = { systemId: 3, examId: id };
    const before = await mailsOf(id);
    const { reply } = await admin.call(previewNotice, { params, body: { kind: 'examCancelled' } });
    expect(await mailsOf(id)).toEqual(before);
    expect(reply.readers).toEqual(['fr', 'en']);
    expect(reply.fr?.subject).toBe('Examen annulé\u00a0: Hiver (Examens DC)');
    expect(reply.en?.subject).toBe('Exam cancelled: Hiver exam (DC Exams)');
    expect(reply.fr?.html).toContain('prévu le lundi 3\u00A0mai 2027, est annulé');
    expect(reply.fr?.html).toMatch(
      /<p>Si vous avez des questions, adressez-vous à votre programme [^<]+<\/p>\s*<p>Examens DC<\/p>/,
    );
    expect(reply.en?.html).toContain('scheduled for Monday, May\u00A03, 2027, has been cancelled');
    await cancel(id, true);
    const [zoe] = (await admin.call(listMails, { query: { examId: id, search: 'zoe@' } })).reply.mails;
    const sent = (await admin.call(getMail, { params: { mailId: zoe?.id ?? 0 } })).reply;
    const own = (html: string) => html.replaceAll(/\S+@\S+\.(?:test|ca)|(?:Zoé|Alex) \p{L}+/gu, '');
    expect(own(sent.html)).toBe(own(reply.fr?.html ?? ''));
  });

  it('says in which languages its candidates read', async () => {
    const { id: examId } = await makeExam('En français', {}, 1);
    const body = { kind: 'examReactivated' } as const;
    const { reply } = await admin.call(previewNotice, { params: { systemId: 3, examId }, body });
    expect(reply.readers).toEqual(['fr']);
    await cancel(examId);
  });

  it('is read by administrators of the system only', async () => {
    const { id: examId } = await makeExam('Hiver');
    for (const [who, systemId, status] of [
      [portal.nobody, 3, 401],
      [await portal.as('support', 3), 3, 403],
      [await portal.as('admin', 2), 3, 403],
      [await portal.as('admin', 2), 2, 404],
    ] as const)
      expect(
        (await who.call(previewNotice, { params: { systemId, examId }, body: { kind: 'examCancelled' } }))
          .status,
      ).toBe(status);
  });

  it('tells the candidates only when asked, each in their language', async () => {
    const silent = await makeExam('Muet');
    expect((await cancel(silent.id)).reply).toBe(true);
    expect(await statesOf(silent.id)).toEqual(['invitation fr cancelled', 'invitation en cancelled']);
    const told = await makeExam('Dit');
    expect((await cancel(told.id, true)).reply).toBe(2);
    const mails = await mailsOf(told.id);
    expect(mails.map(({ purpose, language, state }) => `${purpose} ${language} ${state}`)).toEqual([
      'invitation fr cancelled',
      'invitation en cancelled',
      'examCancelled fr queued',
      'examCancelled en queued',
    ]);
    expect(mails[3]?.html).toContain('has been cancelled');
    expect(mails[3]?.variables).toMatchObject({
      examTitle: 'Dit exam',
      examDate: 'Monday, May\u00A03, 2027',
    });
    expect(mails[2]?.variables).toMatchObject({ examTitle: 'Dit', examDate: 'lundi 3\u00A0mai 2027' });
    expect((await lineOf(told.id, 'exam.deactivated')).detail).toMatchObject({
      mailsCancelled: 2,
      mails: 2,
    });
  });

  it('stops an invitation that a worker holds already, which looks again before it sends', async () => {
    const { id } = await makeExam('En route');
    const [held] = await mailsOf(id);
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'sending', leased_by: 'a worker', leased_until: portal.context.clock.now() })
        .where('id', '=', held?.id ?? 0)
        .execute(),
    );
    await cancel(id);
    expect(await statesOf(id)).toEqual(['invitation fr cancelled', 'invitation en cancelled']);
  });

  it('leaves alone what tells somebody who left before that they are no longer registered, also when it is reactivated', async () => {
    const exam = await makeExam('Sortie');
    const params = { systemId: 3, examId: exam.id };
    await sendMails(exam.id);
    const [ann] = (await admin.call(listCandidates, { params })).reply.filter(
      ({ lastName }) => lastName === 'Lee',
    );
    const body = { userIds: [ann?.id ?? 0], removalId: randomUUID(), sendEmail: true };
    expect((await admin.call(takeOutCandidates, { params, body })).reply.told).toBe(1);
    await cancel(exam.id);
    const left = async () => (await mailsOf(exam.id)).filter(({ purpose }) => purpose === 'examLeft');
    expect((await left()).map(({ state }) => state)).toEqual(['queued']);
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'failed' })
        .where('exam_id', '=', exam.id)
        .where('state', '=', 'queued')
        .execute(),
    );
    const [{ id: mailId } = { id: 0 }] = await left();
    expect((await admin.call(retryMail, { params: { mailId } })).reply).toBe(true);
    await reactivate(exam.id);
    expect((await left()).map(({ state }) => state)).toEqual(['queued']);
  });

  it('lets a mail that says so be sent again, and no invitation', async () => {
    const exam = await makeExam('Encore');
    await cancel(exam.id, true);
    await systemTransaction(portal.context, (tx) =>
      tx.updateTable('outgoing_mails').set({ state: 'failed' }).where('exam_id', '=', exam.id).execute(),
    );
    const [invitation, , notice] = await mailsOf(exam.id);
    const retry = (mailId = 0) => admin.call(retryMail, { params: { mailId } });
    expect((await retry(notice?.id)).reply).toBe(true);
    expect((await retry(invitation?.id)).problem.code).toBe('exam.cancelled');
  });

  it('S7.31 moves it from the active list to that of cancelled ones, where it can be read and not edited', async () => {
    const exam = await makeExam('Rangé');
    await cancel(exam.id);
    expect((await active()).map(({ id }) => id)).not.toContain(exam.id);
    expect((await closed('cancelled'))[0]).toBe(exam.id);
    expect(await closed('past')).not.toContain(exam.id);
    const { reply } = await admin.call(getExam, { params: { systemId: 3, examId: exam.id } });
    expect(reply).toMatchObject({ isCancelled: true, version: 2, sequence: 1, numberOfCandidates: 2 });
    const { problem } = await admin.call(editExam, {
      params: { systemId: 3, examId: exam.id },
      body: { ...reply, titleFr: 'Non' },
    });
    expect(problem.code).toBe('exam.cancelled');
  });
});

describe('reactivating an exam', () => {
  it('brings back the enrolments, the way in and the invitations that had not left', async () => {
    const exam = await makeExam('Retour');
    const before = await admin.call(listCandidates, { params: { systemId: 3, examId: exam.id } });
    await cancel(exam.id, true);
    await drain(portal.context, openConnector(portal.context));
    expect((await enter(exam.courseId)).problem.code).toBe('exam.cancelled');
    const { reply } = await reactivate(exam.id);
    expect(reply).toMatchObject({ id: exam.id, courseId: exam.courseId, numberOfCandidates: 2 });
    await drain(portal.context, openConnector(portal.context));
    expect((await enter(exam.courseId)).status).toBe(200);
    const course = await portal.context.database.read
      .selectFrom('builtin_courses')
      .select('cancelled_at')
      .where('code', '=', exam.courseId)
      .executeTakeFirstOrThrow();
    expect(course.cancelled_at).toBeNull();
    expect((await active()).map(({ id }) => id)).toContain(exam.id);
    expect(await closed('cancelled')).not.toContain(exam.id);
    const after = await admin.call(listCandidates, { params: { systemId: 3, examId: exam.id } });
    const idsOf = (list: typeof after) =>
      list.reply.map(({ id, learningPlatformId }) => [id, learningPlatformId]);
    expect(idsOf(after)).toEqual(idsOf(before));
    expect(await statesOf(exam.id)).toEqual([
      'invitation fr queued',
      'invitation en queued',
      'examCancelled fr cancelled',
      'examCancelled en cancelled',
    ]);
    expect((await lineOf(exam.id, 'exam.reactivated')).detail).toMatchObject({ mails: 2 });
  });

  it('leaves cancelled what a departure had cancelled, also of who is in the exam again', async () => {
    const exam = await makeExam('Départ');
    const params = { systemId: 3, examId: exam.id };
    await admin.call(takeOutCandidates, {
      params,
      body: { userIds: [student.userId], removalId: randomUUID() },
    });
    await admin.call(addCandidate, { params, body: { email: 'zoe@etu.example.ca', sendEmail: false } });
    await cancel(exam.id);
    await reactivate(exam.id);
    expect(await statesOf(exam.id)).toEqual(['invitation fr cancelled', 'invitation en queued']);
  });

  it('brings back what tells of a change, which the candidates would else never learn', async () => {
    const exam = await makeExam('Nouvelle heure');
    const params = { systemId: 3, examId: exam.id };
    await sendMails(exam.id);
    const { reply } = await admin.call(getExam, { params });
    await admin.call(editExam, { params, body: { ...reply, startTime: '13:00' } });
    expect((await admin.call(announceExam, { params })).reply).toBe(2);
    await cancel(exam.id);
    expect((await statesOf(exam.id)).slice(2)).toEqual([
      'examChanged fr cancelled',
      'examChanged en cancelled',
    ]);
    await reactivate(exam.id);
    expect(await statesOf(exam.id)).toEqual([
      'invitation fr sent',
      'invitation en sent',
      'examChanged fr queued',
      'examChanged en queued',
    ]);
  });

  it('tells the candidates when asked, and does nothing a second time', async () => {
    const exam = await makeExam('Bis');
    await cancel(exam.id);
    const [first, second] = [await reactivate(exam.id, true), await reactivate(exam.id, true)];
    expect([first.status, first.reply.told]).toEqual([200, 2]);
    expect([second.status, second.reply.told]).toEqual([200, undefined]);
    const notices = (await mailsOf(exam.id)).filter(({ purpose }) => purpose === 'examReactivated');
    expect(notices.map(({ language }) => language)).toEqual(['fr', 'en']);
    expect(notices[0]?.html).toMatch(/<strong>\{\{examPlace\}\}<\/strong>/);
    const { reply } = await admin.call(getExam, { params: { systemId: 3, examId: exam.id } });
    expect(reply).toMatchObject({ isCancelled: false, sequence: 2 });
  });

  it('S1.9 is for administrators of this system', async () => {
    const exam = await makeExam('Droits');
    await cancel(exam.id);
    for (const [who, systemId, status] of [
      [portal.nobody, 3, 401],
      [await portal.as('support', 3), 3, 403],
      [await portal.as('admin', 2), 3, 403],
      [await portal.as('admin', 2), 2, 404],
    ] as const)
      expect((await reactivate(exam.id, false, who, systemId)).status).toBe(status);
    expect(await closed('cancelled')).toContain(exam.id);
  });
});

it('past exams are listed with the latest first', async () => {
  const make = async (title: string, examDate: string) =>
    (await admin.call(createExamSpace, { params: { systemId: 3 }, body: { title, examDate } })).reply.id;
  const [first, second] = [await make('Premier', '2027-01-12'), await make('Second', '2027-01-13')];
  portal.context.clock.advance(3 * 24 * 60 * 60);
  admin = await portal.as('admin', 3);
  expect(await closed('past')).toEqual([second, first]);
});

it('says whether a mail about the exam has left to somebody who is still in it', async () => {
  const exam = await makeExam('Convoqué');
  const of = { systemId: 3, examId: exam.id };
  const said = async () => {
    const listed = (await active()).find(({ id }) => id === exam.id);
    const { reply } = await admin.call(getExam, { params: of });
    return [reply.hasBeenMailed, listed?.hasBeenMailed];
  };
  expect(await said()).toEqual([false, false]);
  const [first] = await mailsOf(exam.id);
  await systemTransaction(portal.context, (tx) =>
    tx
      .updateTable('outgoing_mails')
      .set({ state: 'sent', sent_at: new Date() })
      .where('id', '=', first?.id ?? 0)
      .execute(),
  );
  expect(await said()).toEqual([true, true]);
  const { reply: candidates } = await admin.call(listCandidates, { params: of });
  const zoe = candidates.find(({ email }) => email === 'zoe@etu.example.ca');
  const body = { userIds: [zoe?.id ?? 0], removalId: randomUUID() };
  expect((await admin.call(takeOutCandidates, { params: of, body })).reply.userIds).toHaveLength(1);
  expect(await said()).toEqual([false, false]);
});

describe('once an exam is over, at its end hour', () => {
  const atNoon = { startTime: '09:00', endTime: '12:30' };
  /** Moves the clock; sessions end as days pass, so the administrator signs in again. */
  const goTo = async (localTime: string) => {
    const { clock, config } = portal.context;
    const [day = '', time = ''] = localTime.split('T');
    const seconds = (instantAt(day, time, config.timeZone).getTime() - clock.now().getTime()) / 1000;
    clock.advance(seconds);
    admin = await portal.as('admin', 3);
  };

  it('nobody is told of a cancellation, of its end, of a removal or of a change, and no invitation goes out', async () => {
    const exam = await makeExam('Passé', atNoon);
    const params = { systemId: 3, examId: exam.id };
    const [first] = (await admin.call(listCandidates, { params })).reply;
    await cancel(exam.id);
    await goTo(`${exam.date}T12:29`);
    expect((await reactivate(exam.id, true)).reply.told).toBe(2);
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'sent', sent_at: portal.context.clock.now() })
        .where('exam_id', '=', exam.id)
        .execute(),
    );
    const { reply: held } = await admin.call(getExam, { params });
    const { reply: edited } = await admin.call(editExam, { params, body: { ...held, placeFr: 'Salle 9' } });
    expect(edited).toMatchObject({ toTell: 2 });
    await cancel(exam.id);
    await goTo(`${exam.date}T12:30`);
    const sent = await statesOf(exam.id);
    expect((await reactivate(exam.id, true)).reply.told).toBe(0);
    expect((await admin.call(announceExam, { params })).reply).toBe(0);
    const body = { removalId: randomUUID(), userIds: [first?.id ?? 0], sendEmail: true };
    expect((await admin.call(takeOutCandidates, { params, body })).reply.told).toBe(0);
    expect((await cancel(exam.id, true)).reply).toBe(0);
    expect(await statesOf(exam.id)).toEqual(sent);
  });
});
