import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { importCandidates } from '@guichet/contract/imports/imports';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { retryMail } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drain, openFakePlatform } from '../../../test/learning.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { openConnectors } from '../../learning/platforms/connectors.ts';
import { lockExam } from '../facts/facts.service.ts';

let portal: TestPortal;
let admin: Caller;
let student: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  student = await portal.as('student', 3, { email: 'zoe@etu.example.ca' });
});
afterAll(() => portal.close());

/** An exam with Zoé and two other candidates, each with a queued mail and a platform enrolment. */
async function makeExam(title: string, examDate = '2027-05-03') {
  const { reply: exam } = await admin.call(createExamSpace, {
    params: { systemId: 3 },
    body: { title, examDate },
  });
  const lines = ['zoe', `a${exam.id}`, `b${exam.id}`].map((name) => `Zoé;Côté;${name}@etu.example.ca`);
  const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel', ...lines].join('\n') };
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: true };
  expect((await admin.call(importCandidates, { body: order, file })).reply).toBe(3);
  await drain(portal.context, await openConnectors(portal.context).of(null));
  return exam;
}

const cancel = (examId: number) => admin.call(cancelExam, { params: { systemId: 3, examId } });
const mailsOf = (examId: number) =>
  portal.context.database.read
    .selectFrom('outgoing_mails')
    .select(['id', 'state'])
    .where('exam_id', '=', examId)
    .orderBy('id')
    .execute();
const setMail = (id: number, state: 'failed' | 'waiting' | 'sent') =>
  systemTransaction(portal.context, (tx) =>
    tx.updateTable('outgoing_mails').set({ state }).where('id', '=', id).execute(),
  );

async function visit(who: Caller, query: { isAdmin?: boolean; orgId?: string } = {}) {
  const { raw } = await who.call(redirectToPlatform, { params: { systemId: 3 }, query });
  const { pathname, search } = new URL(raw);
  const entered = await portal.app.inject(pathname + search);
  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] ?? '';
  return (url: string) => portal.app.inject({ url, headers: { cookie } });
}

describe('a cancelled exam', () => {
  it('is shown to its candidates on the platform, also in an open visit, and cannot be entered', async () => {
    const exam = await makeExam('Compétence langagière');
    const get = await visit(student);
    const page = `/learning/dc/exams/${exam.courseId}?lang=fr`;
    expect((await get('/learning/dc?lang=fr')).body).toContain('Votre place est confirmée');
    expect((await get(page)).body).toContain('Confirmée');
    await cancel(exam.id);
    await drain(portal.context, await openConnectors(portal.context).of(null));
    const front = (await get('/learning/dc?lang=fr')).body;
    expect(front).toContain('Votre examen est annulé');
    expect(front).toContain('<h3>Compétence langagière</h3>');
    expect(front).not.toMatch(/confirmée|À venir|Dans \d+ jours/);
    const course = (await get(page)).body;
    expect(course).toContain('Cet examen est annulé');
    expect(course).not.toMatch(/[Cc]onfirmée|Dans \d+ jours|À quoi vous attendre/);
    expect((await get(page.replace('=fr', '=en'))).body).toContain('This exam has been cancelled');
    const refused = await student.call(redirectToPlatform, {
      params: { systemId: 3 },
      query: { orgId: exam.courseId },
    });
    expect(refused.problem).toMatchObject({ status: 409, code: 'exam.cancelled' });
  });

  it('is listed as cancelled for staff, on its page and in the person’s details', async () => {
    const exam = await makeExam('Rédaction');
    await cancel(exam.id);
    await drain(portal.context, await openConnectors(portal.context).of(null));
    const get = await visit(admin, { isAdmin: true });
    const list = (await get('/learning/dc?lang=fr')).body;
    expect(list.split('id="cancelled"')[1]).toContain('Rédaction');
    expect(list.split('id="cancelled"')[0]).not.toContain('Rédaction');
    const course = (await get(`/learning/dc/exams/${exam.courseId}?lang=fr`)).body;
    expect(course).toContain('Annulé');
    expect(course).not.toMatch(/Dans \d+ jours/);
    const { reply } = await admin.call(getUserInfo, { body: { id: student.userId } });
    expect(reply.exams.find(({ examId }) => examId === exam.id)).toMatchObject({ isCancelled: true });
    expect(reply.listExamBS).toContain('Rédaction (2027-05-03, annulé)');
  });

  it('cancels its unsent mails, returns their number, and refuses to retry them', async () => {
    const exam = await makeExam('Oral');
    const [sent = 0, failed = 0, queued = 0] = (await mailsOf(exam.id)).map(({ id }) => id);
    await setMail(sent, 'sent');
    await setMail(failed, 'failed');
    await cancel(exam.id);
    expect((await mailsOf(exam.id)).map(({ state }) => state)).toEqual(['sent', 'failed', 'cancelled']);
    for (const mailId of [failed, queued]) {
      const { problem } = await admin.call(retryMail, { params: { mailId } });
      expect(problem.code).toBe('exam.cancelled');
    }
    const line = await portal.context.database.read
      .selectFrom('audit_lines')
      .select('detail')
      .where('action', '=', 'exam.deactivated')
      .where('subject', '=', `exam:${exam.id}`)
      .executeTakeFirstOrThrow();
    expect(line.detail).toMatchObject({ name: 'Oral', mailsCancelled: 1 });
  });

  it('enrols nobody any more, also not from an import under way when it was cancelled', async () => {
    const exam = await makeExam('Écrit');
    await cancel(exam.id);
    const late = systemTransaction(portal.context, (tx) =>
      lockExam(tx, { systemId: 3, examId: exam.id }, 'share'),
    );
    await expect(late).rejects.toMatchObject({ code: 'exam.notFound' });
    expect((await admin.call(listCandidates, { params: { systemId: 3, examId: exam.id } })).status).toBe(404);
  });

  it('keeps its candidates with their mails for whoever asks for cancelled ones too, in its own system', async () => {
    const exam = await makeExam('Gardé');
    await cancel(exam.id);
    const list = (who: Caller, systemId = 3) =>
      who.call(listCandidates, {
        params: { systemId, examId: exam.id },
        query: { alsoCancelled: true },
      });
    const { reply } = await list(admin);
    expect(reply.map(({ mailState }) => mailState)).toEqual(Array(3).fill('cancelled'));
    const stranger = await portal.as('admin', 2);
    expect([(await list(stranger)).status, (await list(stranger, 2)).status]).toEqual([403, 404]);
  });

  it('is cancelled on the platform also when that is down or a call is under way', async () => {
    const exam = await makeExam('Panne');
    const told: boolean[] = [];
    const platform = openFakePlatform();
    const { ensureCourse } = platform;
    platform.ensureCourse = (order, signal) => {
      told.push(order.isCancelled);
      return ensureCourse(order, signal);
    };
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('platform_courses')
        .set({ state: 'pending' })
        .where('course_id', '=', exam.courseId)
        .execute(),
    );
    platform.before = async () => {
      platform.before = () => {};
      await cancel(exam.id);
    };
    await drain(portal.context, platform);
    expect(told).toEqual([false, true]);
  });
});
