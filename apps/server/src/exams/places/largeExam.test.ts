import { cancelExam, reactivateExam } from '@guichet/contract/exams/exams';
import { sendReminder } from '@guichet/contract/exams/notices.reminders';
import { attestCandidates } from '@guichet/contract/exams/results';
import { setResults } from '@guichet/contract/exams/results.grades';
import { exportResults, previewResults } from '@guichet/contract/imports/imports.results';
import { cancelPlannedMails, sendPlannedMails } from '@guichet/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMovingDesk, uuid } from './fixtures/movingDesk.ts';

let desk: Awaited<ReturnType<typeof openMovingDesk>>;
beforeAll(async () => {
  desk = await openMovingDesk();
});
afterAll(() => desk.portal.close());

const size = 3000;
/** In milliseconds: far above the usual duration, far below the time a person takes for a breakdown. */
const most = 20_000;

it('each action on all 3,000 candidates of an exam is one request, and takes seconds', async () => {
  const { portal, admin } = desk;
  const names = Array.from({ length: size }, (_, n) => `N${n}`);
  const [exam, other] = [await desk.makeExam('Trois mille', names), await desk.makeExam('Autre')];
  const userIds = await desk.idsOf(exam.id);
  const params = { systemId: 3, examId: exam.id };
  const change = (statement: ReturnType<typeof sql>) =>
    portal.context.database.transact((tx) => statement.execute(tx));
  const holdOn = (day: string) => change(sql`update exams set exam_date = ${day} where id = ${exam.id}`);
  const times: Record<string, number> = {};
  const timed = async <T>(name: string, act: () => Promise<{ reply: T; raw: string; status: number }>) => {
    const began = performance.now();
    const { reply, status, raw } = await act();
    times[name] = Math.round(performance.now() - began);
    expect([name, status, status === 200 ? '' : raw]).toEqual([name, 200, '']);
    return reply;
  };
  const countMails = async (state: string) =>
    (await desk.mails(exam.id)).filter((mail) => mail.state === state).length;

  await holdOn('2027-01-11');
  const all = { userIds: [...userIds], isAttested: true };
  expect(await timed('mark', () => admin.call(attestCandidates, { params, body: all }))).toHaveLength(size);
  const none = { ...all, isAttested: false };
  expect(await timed('unmark', () => admin.call(attestCandidates, { params, body: none }))).toHaveLength(
    size,
  );
  const lines = names.map((name) => `${name.toLowerCase()}@etu.example.ca;Oui`);
  const file = { name: 'resultats.csv', bytes: ['Courriel;Réussite', ...lines].join('\n') };
  const read = await timed('check results', () => admin.call(previewResults, { params, body: {}, file }));
  expect(read).toMatchObject({ outcome: 'read', counts: { marked: size }, absent: 0 });
  const marks = { marked: [...userIds], unmarked: [] };
  const set = await timed('set results', () => admin.call(setResults, { params, body: marks }));
  expect(set.marked).toHaveLength(size);
  const undone = { marked: [], unmarked: [...userIds] };
  await timed('undo results', () => admin.call(setResults, { params, body: undone }));
  await timed('export xlsx', () => admin.call(exportResults, { params }));
  await holdOn('2027-05-03');

  const removalId = uuid();
  await timed('move', () => desk.move(exam.id, other.id, userIds, { removalId, sendEmail: true }));
  expect(await desk.idsOf(other.id)).toHaveLength(size);
  await timed('undo move', () => desk.putBack(exam.id, removalId));
  const takenOut = uuid();
  await timed('take out', () => desk.takeOut(exam.id, userIds, { removalId: takenOut }));
  expect(await desk.idsOf(exam.id)).toHaveLength(0);
  await timed('undo take out', () => desk.putBack(exam.id, takenOut));
  expect([(await desk.idsOf(exam.id)).length, await countMails('queued')]).toEqual([size, size]);

  const at = new Date('2027-03-14T13:00:00Z');
  const plan = () =>
    change(sql`update outgoing_mails set planned_for = ${at}, next_try_at = ${at}
      where exam_id = ${exam.id} and state = 'queued'`);
  await plan();
  const planned = { params, body: { at } };
  expect(await timed('send planned', () => admin.call(sendPlannedMails, planned))).toBe(size);
  await plan();
  expect(await timed('cancel planned', () => admin.call(cancelPlannedMails, planned))).toBe(size);
  await change(sql`update outgoing_mails set state = 'sent', sent_at = queued_at where exam_id = ${exam.id}`);
  const body = { requestId: uuid() };
  expect(await timed('remind', () => admin.call(sendReminder, { params, body }))).toBe(size);
  await timed('cancel', () => admin.call(cancelExam, { params, query: { sendEmail: true } }));
  expect(await countMails('queued')).toBe(size);
  await timed('reactivate', () => admin.call(reactivateExam, { params, body: { sendEmail: true } }));
  expect(await countMails('queued')).toBe(size);

  const told = Object.entries(times).map(([name, ms]) => `${name} ${ms} ms`);
  console.info(`3,000 candidates, ${portal.context.database.kind}: ${told.join(', ')}`);
  expect(Object.entries(times).filter(([, ms]) => ms > most)).toEqual([]);
});
