import { listOwnExams } from '@guichet/contract/exams/candidate';
import { listCandidates } from '@guichet/contract/exams/places';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { listPlatformTroubles } from '@guichet/contract/learning/learning.platforms';
import { getUniversity, saveUniversity } from '@guichet/contract/systems/university';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTemplate, settingsOf } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import type { Caller, TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { findStay } from './candidate.service.ts';
import { type CandidateDesk, openCandidateDesk } from './fixtures/candidateDesk.ts';

let moodle: MoodleServer;
let desk: CandidateDesk;
let portal: TestPortal;
let zoe: Caller;
beforeAll(async () => {
  moodle = await openMoodleServer({ copyMilliseconds: 20 });
  addTemplate(moodle);
  desk = await openCandidateDesk(settingsOf(moodle));
  ({ portal, zoe } = desk);
  await systemTransaction(portal.context, (tx) =>
    tx
      .updateTable('systems')
      .set({ reply_to: 'bureau@example.ca', phone: '613 555-0100', office_fr: 'Bureau 12' })
      .where('id', '=', 3)
      .execute(),
  );
});
afterAll(async () => {
  await portal.close();
  await moodle.close();
});

/** An exam of today with Zoé in it, in the state that the platform's answer leaves. */
async function planExam(title: string) {
  const examId = await desk.makeExam(title, portal.context.clock.today());
  const { course_id: courseId } = await portal.context.database.read
    .selectFrom('exams')
    .select('course_id')
    .where('id', '=', examId)
    .executeTakeFirstOrThrow();
  return { examId, courseId };
}

const ownExam = async (examId: number) =>
  (await zoe.call(listOwnExams)).reply.find((exam) => exam.examId === examId);
const stateOf = async (examId: number, admin: Caller) => {
  const { reply } = await admin.call(listCandidates, { params: { systemId: 3, examId } });
  return reply.map(({ platformState }) => platformState);
};
const enter = (orgId: string) => zoe.call(redirectToPlatform, { params: { systemId: 3 }, query: { orgId } });
const contact = { email: 'bureau@example.ca', phone: '613 555-0100' };

describe('a place that the platform refuses', () => {
  it('is told as refused to the candidate, with the office to call, and on home with what the service user lacks', async () => {
    const roles = moodle.site.setup.assignableRoles;
    moodle.site.setup.assignableRoles = [];
    const { examId, courseId } = await planExam('Rédaction');
    expect(await ownExam(examId)).toMatchObject({
      entry: 'refused',
      contact: { ...contact, office: { fr: 'Bureau 12', en: 'Bureau 12' } },
    });
    expect((await enter(courseId)).problem).toMatchObject({
      code: 'learning.placeRefused',
      params: { ...contact, office: 'Bureau 12' },
    });
    const troubles = async (admin: Caller) => (await admin.call(listPlatformTroubles)).reply;
    expect(await troubles(await portal.as('admin', 3))).toMatchObject([
      { platformId: null, remark: { code: 'wsusercannotassign' }, refused: 1 },
    ]);
    expect(await troubles(await portal.as('admin', 4))).toEqual([]);
    moodle.site.setup.assignableRoles = roles;
  });

  it('because of its course has the state of the course, for staff and for the candidate', async () => {
    const { examId, courseId } = await planExam('Oral');
    const admin = await portal.as('admin', 3);
    expect(await stateOf(examId, admin)).toEqual(['done']);
    const setCourse = (state: 'failed' | 'waiting') =>
      systemTransaction(portal.context, async (tx) => {
        const course = tx.updateTable('platform_courses').where('course_id', '=', courseId);
        await course.set({ state, external_id: null }).execute();
        await tx
          .updateTable('platform_enrolments')
          .set({ state: 'pending' })
          .where('course_id', '=', courseId)
          .execute();
      });
    await setCourse('failed');
    expect(await stateOf(examId, admin)).toEqual(['courseFailed']);
    expect(await ownExam(examId)).toMatchObject({ entry: 'refused' });
    expect((await enter(courseId)).problem).toMatchObject({ code: 'learning.placeRefused' });
    await setCourse('waiting');
    expect(await stateOf(examId, admin)).toEqual(['waiting']);
    expect(await ownExam(examId)).toMatchObject({ entry: 'preparing' });
  });
});

describe('a platform that does not answer', () => {
  it('is told so, with the office to call', async () => {
    moodle.before = ({ response }) => void response.destroy();
    const { problem } = await zoe.call(redirectToPlatform, { params: { systemId: 3 }, query: {} });
    moodle.before = () => {};
    expect(problem).toMatchObject({ code: 'learning.refused', params: contact });
  });
});

describe('where the program says nowhere how it is reached', () => {
  it('the university is: on the list of exams, at the way in and in the exam space', async () => {
    const { context } = portal;
    const of = (ways: object) =>
      systemTransaction(context, (tx) => tx.updateTable('systems').set(ways).where('id', '=', 3).execute());
    await of({ reply_to: null, phone: null, office_fr: null, office_en: null });
    const superAdmin = await portal.superAdmin();
    const { reply } = await superAdmin.call(getUniversity);
    const university = { replyTo: 'uni@example.ca', phone: '514 555-0199', officeFr: 'Bureau U-1' };
    const saved = await superAdmin.call(saveUniversity, { body: { ...reply, ...university } });
    expect(saved.reply).toMatchObject(university);
    const { examId } = await planExam('Écrit');
    const ways = { email: university.replyTo, phone: university.phone };
    expect(await ownExam(examId)).toMatchObject({
      contact: { ...ways, office: { fr: 'Bureau U-1', en: 'Bureau U-1' } },
    });
    moodle.before = ({ response }) => void response.destroy();
    const { problem } = await zoe.call(redirectToPlatform, { params: { systemId: 3 }, query: {} });
    moodle.before = () => {};
    expect(problem).toMatchObject({ code: 'learning.refused', params: { ...ways, office: 'Bureau U-1' } });
    const { sessionId } = await context.database.read
      .selectFrom('sessions')
      .select('id as sessionId')
      .where('user_id', '=', zoe.userId)
      .executeTakeFirstOrThrow();
    const stay = await findStay(context, sessionId, { organisation: 3, code: null, language: 'fr' });
    expect(stay?.office).toEqual({ ...ways, office: 'Bureau U-1' });
  });
});
