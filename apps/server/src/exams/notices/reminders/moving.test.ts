import { randomUUID } from 'node:crypto';
import { copyExam, type Exam, editExam, getExam } from '@guichet/contract/exams/exams';
import { getTimeLine, planReminder, stopReminderOrLetter } from '@guichet/contract/exams/notices.reminders';
import { listMails } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { openQueue } from '../../../core/queue/queue.service.ts';
import { makePerson, makePlainExam } from '../../../identity/users/fixtures/people.ts';
import { reminderHandler } from './reminders.worker.ts';

let portal: TestPortal;
let admin: Caller;
let examId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

/** It is January 11, 10 a.m. */
beforeEach(async () => {
  const userIds = [await makePerson(portal)];
  ({ id: examId } = await makePlainExam(portal, { title: 'Hiver', examDate: '2027-02-15', userIds }));
});

const params = () => ({ systemId: 3, examId });
const plan = async (daysBefore: number, hour: number) =>
  (await admin.call(planReminder, { params: params(), body: { daysBefore, hour } })).reply;
async function edit(facts: Partial<Exam>, asksFirst = false) {
  const { reply } = await admin.call(getExam, { params: params() });
  const answer = await admin.call(editExam, {
    params: params(),
    body: { ...reply, ...facts, asksFirst },
  });
  return JSON.parse(answer.raw);
}
const reminders = async () =>
  (await admin.call(getTimeLine, { params: params() })).reply.reminders.map(
    ({ state, unsentBecause, at }) => [state, unsentBecause, at.toISOString()],
  );
const run = () => openQueue(portal.context, [reminderHandler(portal.context)]).runOnce();
const mails = async () => (await admin.call(listMails, { query: { examId } })).reply.totalItems;
async function told() {
  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'detail'])
    .where('subject', '=', `exam:${examId}`)
    .where('action', 'like', 'reminder.%')
    .orderBy('id')
    .execute();
  return lines.map(({ action, detail }) => [action, (detail as { reason?: string }).reason]);
}

test('a date by which planned reminders move is asked about, with how many, and when the first leaves', async () => {
  await plan(7, 9);
  await plan(1, 20);
  expect(await edit({ examDate: '2027-01-20' }, true)).toEqual({
    outcome: 'movesMails',
    leaving: 0,
    neverSent: 0,
    reminders: { moved: 2, next: '2027-01-13T14:00:00.000Z', withdrawn: 0 },
  });
  expect(await edit({ examDate: '2027-01-15' }, true)).toMatchObject({
    reminders: { moved: 1, next: '2027-01-15T01:00:00.000Z', withdrawn: 1 },
  });
  expect((await reminders()).map(([, , at]) => at)).toEqual([
    '2027-02-08T14:00:00.000Z',
    '2027-02-15T01:00:00.000Z',
  ]);
  // A new place moves nothing.
  expect(await edit({ placeFr: 'Salle 1' }, true)).toMatchObject({ placeFr: 'Salle 1' });
});

test('a reminder whose new hour is over goes to no one, says so, and is planned again when the date is put right', async () => {
  await plan(7, 9);
  await edit({ examDate: '2027-01-15' });
  expect(await run()).toBeNull();
  expect(await mails()).toBe(0);
  expect(await reminders()).toEqual([['unsent', 'hourPast', '2027-01-08T14:00:00.000Z']]);
  await edit({ examDate: '2027-01-16' });
  expect(await edit({ examDate: '2027-02-16' }, true)).toMatchObject({ reminders: { moved: 1 } });
  await edit({ examDate: '2027-02-16' });
  expect(await reminders()).toEqual([['planned', null, '2027-02-09T14:00:00.000Z']]);
  expect(await told()).toEqual([
    ['reminder.planned', undefined],
    ['reminder.unsent', 'hourPast'],
    ['reminder.planned', undefined],
  ]);
  const body = { examDate: '2027-03-05', requestId: randomUUID() };
  ({ id: examId } = (await admin.call(copyExam, { params: params(), body })).reply);
  expect(await reminders()).toEqual([['planned', null, '2027-02-26T14:00:00.000Z']]);
});

test('one that was stopped by hand stays so, and the same hour is not planned twice', async () => {
  const { id } = await plan(2, 9);
  await admin.call(stopReminderOrLetter, { params: { ...params(), reminderId: id } });
  await plan(7, 9);
  await edit({ examDate: '2027-01-14' });
  expect((await reminders()).map(([state]) => state)).toEqual(['unsent', 'stopped']);
  await edit({ examDate: '2027-02-16' });
  await edit({ examDate: '2027-01-14' });
  await edit({ examDate: '2027-01-14', placeFr: 'Salle 1' });
  expect((await reminders()).map(([state]) => state)).toEqual(['unsent', 'stopped']);
});

test('a reminder that an outage holds up past its hour still goes when the exam changes without moving', async () => {
  await plan(7, 9);
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('reminders')
      .set({ next_try_at: portal.context.clock.now() })
      .where('exam_id', '=', examId)
      .execute(),
  );
  await edit({ startTime: '09:00', endTime: '12:00' });
  expect(await run()).toMatchObject({ results: [{ kind: 'done' }] });
  expect(await mails()).toBe(1);
});

test('a reminder for an hour at which its exam has ended is refused', async () => {
  await edit({ startTime: '09:00', endTime: '12:00' });
  const refused = { errors: [{ path: 'hour', messageKey: 'hourAfterExam' }] };
  for (const hour of [12, 15]) {
    const answer = await admin.call(planReminder, { params: params(), body: { daysBefore: 0, hour } });
    expect(answer.problem).toMatchObject(refused);
  }
  expect((await plan(0, 11)).state).toBe('planned');
  expect((await admin.call(getTimeLine, { params: params() })).reply.endTime).toBe('12:00');
});

test('new hours of an exam withdraw a reminder that could never leave, until others leave it time; a copy has none of those', async () => {
  await plan(0, 15);
  const short = { startTime: '09:00', endTime: '12:00' };
  expect(await edit(short, true)).toMatchObject({ reminders: { moved: 0, next: null, withdrawn: 1 } });
  await edit(short);
  const at = '2027-02-15T20:00:00.000Z';
  expect(await reminders()).toEqual([['unsent', 'afterExam', at]]);
  const body = { examDate: '2027-03-05', requestId: randomUUID() };
  const { id } = (await admin.call(copyExam, { params: params(), body })).reply;
  const copied = await admin.call(getTimeLine, { params: { systemId: 3, examId: id } });
  expect(copied.reply.reminders).toEqual([]);
  await edit({ endTime: '15:30' });
  expect(await reminders()).toEqual([['planned', null, at]]);
});
