import { createExamSpace } from '@guichet/contract/exams/exams';
import { importCandidates } from '@guichet/contract/imports/imports';
import { getPlatformHealth, retryPlatform } from '@guichet/contract/learning/learning.health';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';

let portal: TestPortal;
let admin: Caller;
let neighbour: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  neighbour = await portal.as('admin', 2);
});
afterAll(() => portal.close());

/** An exam of system 3 with Ana (failed), Bob (waiting) and Cléo (done). */
const silence = { code: 'noAnswer', params: { seconds: '30' }, text: 'no waiting' } as const;

async function makeStuckExam(title: string) {
  const body = { title, examDate: '2027-05-03' };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  const lines = ['Ana', 'Bob', 'Cléo'].map((name, n) => `${name};Essai;${n}.${exam.id}@etu.example.ca`);
  const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel', ...lines].join('\n') };
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: false };
  await admin.call(importCandidates, { body: order, file });
  const people = await rowsOf(exam.courseId);
  const states = ['failed', 'waiting', 'done'] as const;
  await systemTransaction(portal.context, async (tx) => {
    for (const [place, { platform_user_id }] of people.entries()) {
      const state = states[place] ?? 'done';
      await tx
        .updateTable('platform_enrolments')
        .set({
          state,
          attempts: 4,
          last_error: state === 'done' ? null : `no ${state}`,
          last_remark: state === 'waiting' ? JSON.stringify(silence) : null,
        })
        .where('system_id', '=', 3)
        .where('course_id', '=', exam.courseId)
        .where('platform_user_id', '=', platform_user_id)
        .execute();
    }
    await tx
      .updateTable('platform_courses')
      .set({ state: 'done' })
      .where('system_id', '=', 3)
      .where('course_id', '=', exam.courseId)
      .execute();
  });
  return exam;
}

const rowsOf = (courseId: string) =>
  portal.context.database.read
    .selectFrom('platform_enrolments')
    .selectAll()
    .where('system_id', '=', 3)
    .where('course_id', '=', courseId)
    .orderBy('user_id')
    .execute();
const auditLog = () =>
  portal.context.database.read
    .selectFrom('audit_lines')
    .select(['subject', 'system_id', 'detail'])
    .where('action', '=', 'exam.platformRetried')
    .orderBy('id')
    .execute();

const at = (examId: number, systemId = 3) => ({ params: { systemId, examId } });

describe('an exam on the learning platform', () => {
  it('lists stuck enrolments with reason and next attempt, failed ones first', async () => {
    const exam = await makeStuckExam('Bloquée');
    const { reply } = await admin.call(getPlatformHealth, at(exam.id));
    expect(reply.course).toMatchObject({ state: 'done', nextTryAt: null, reason: null });
    expect(reply.states).toEqual({ failed: 1, waiting: 1, done: 1 });
    expect(reply.stuck).toEqual([
      {
        key: expect.stringMatching(/^g\d+$/),
        name: 'Ana Essai',
        email: `0.${exam.id}@etu.example.ca`,
        wanted: 'in',
        state: 'failed',
        attempts: 4,
        nextTryAt: null,
        reason: { code: null, params: {}, text: 'no failed' },
      },
      expect.objectContaining({ name: 'Bob Essai', nextTryAt: expect.any(Date), reason: silence }),
    ]);
  });

  it('retries failed and waiting jobs at once, not done ones, with an audit line', async () => {
    const exam = await makeStuckExam('Reprise');
    const before = await rowsOf(exam.courseId);
    expect((await admin.call(retryPlatform, at(exam.id))).reply).toBe(2);
    const after = await rowsOf(exam.courseId);
    expect(after.map(({ state, attempts, last_error }) => [state, attempts, last_error])).toEqual([
      ['pending', 0, null],
      ['pending', 0, null],
      ['done', 4, null],
    ]);
    // The version increases, so that the result of a call in flight for the old job is dropped.
    expect(after.map(({ version }, place) => version - (before[place]?.version ?? 0))).toEqual([1, 1, 0]);
    expect((await auditLog()).at(-1)).toEqual({
      subject: `exam:${exam.id}`,
      system_id: 3,
      detail: { name: 'Reprise', courseId: exam.courseId, retried: 2 },
    });
    const lines = (await auditLog()).length;
    expect((await admin.call(retryPlatform, at(exam.id))).reply).toBe(0);
    expect(await auditLog()).toHaveLength(lines);
  });

  it('retries a failed course together with its enrolments', async () => {
    const exam = await makeStuckExam('Cours refusé');
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('platform_courses')
        .set({ state: 'failed', last_error: 'no such template' })
        .where('system_id', '=', 3)
        .where('course_id', '=', exam.courseId)
        .execute(),
    );
    const { reply } = await admin.call(getPlatformHealth, at(exam.id));
    expect(reply.course).toMatchObject({
      state: 'failed',
      nextTryAt: null,
      reason: { text: 'no such template' },
    });
    expect((await admin.call(retryPlatform, at(exam.id))).reply).toBe(3);
  });

  it('is refused to support, and to an admin of another system whatever ids are sent', async () => {
    const exam = await makeStuckExam('Ailleurs');
    const support = await portal.as('support', 3);
    for (const endpoint of [getPlatformHealth, retryPlatform]) {
      expect((await portal.nobody.call(endpoint, at(exam.id))).status).toBe(401);
      expect((await support.call(endpoint, at(exam.id))).status).toBe(403);
      expect((await neighbour.call(endpoint, at(exam.id))).status).toBe(403);
      expect((await neighbour.call(endpoint, at(exam.id, 2))).status).toBe(404);
    }
    expect((await rowsOf(exam.courseId)).map(({ state }) => state)).toEqual(['failed', 'waiting', 'done']);
  });
});
