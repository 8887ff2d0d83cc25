import { randomUUID } from 'node:crypto';
import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { getTimeLine } from '@guichet/contract/exams/notices.reminders';
import { listCandidates } from '@guichet/contract/exams/places';
import { putBackCandidates, takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { importCandidates, previewImport } from '@guichet/contract/imports/imports';
import { previewUndo, undoImport } from '@guichet/contract/imports/imports.past';
import { cancelPlannedMails, listMails, retryMail, sendPlannedMails } from '@guichet/contract/mail/outbox';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { type MailServer, startMailServer } from '../mail/outbox/fixtures/mailServer.ts';
import { selectOwnMails } from '../mail/outbox/outbox.queries.ts';
import { startOutbox } from '../mail/outbox/sending/outbox.worker.ts';

let portal: TestPortal;
let admin: Caller;
let exam: { id: number; courseId: string };
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.context.database.transact((tx) => tx.deleteFrom('outgoing_mails').execute());
  await goTo('2027-01-11T15:00:00Z');
  const body = {
    title: `Session ${randomUUID()}`,
    examDate: '2027-03-15',
    startTime: '09:00',
    endTime: '12:00',
  };
  ({ reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body }));
});

async function goTo(instant: string) {
  portal.context.clock.advance((Date.parse(instant) - portal.context.clock.now().getTime()) / 1000);
  admin = await portal.as('admin', 3);
}

const names = ['Ana', 'Bea', 'Cleo'];
const list = () => ({
  name: 'liste.csv',
  bytes: ['Prénom;Nom;Courriel', ...names.map((name) => `${name};Essai;${name}.${exam.id}@x.ca`)].join('\n'),
});
const form = (more: object) => ({
  systemId: 3,
  languageId: 'fr' as const,
  selectedCourse: exam.courseId,
  sendEmail: true,
  ...more,
});
const place = (more: object) => admin.call(importCandidates, { body: form(more), file: list() });
const params = () => ({ systemId: 3, examId: exam.id });
const rows = () =>
  portal.context.database.read
    .selectFrom('outgoing_mails')
    .selectAll()
    .where('exam_id', '=', exam.id)
    .orderBy('id')
    .execute();
const plannedMails = async () => (await admin.call(getTimeLine, { params: params() })).reply.plannedMails;

/** Runs the worker against a mail server; returns the recipients of `count` mails. */
async function send(count: number): Promise<string[]> {
  const server: MailServer = await startMailServer();
  const config = { ...portal.context.config, smtpUrl: server.url };
  const worker = startOutbox({ ...portal.context, config }, 20);
  try {
    await server.waitFor(count);
    return server.received.map(({ to }) => to).toSorted();
  } finally {
    await worker.stop();
    await server.stop();
  }
}

const hour = new Date('2027-03-14T13:00:00Z');

describe('mails of an import that are planned for an hour', () => {
  test('stand as planned with that hour of the university, across the change of clocks, in the outbox and with the exam', async () => {
    expect((await place({ mailsAt: '2027-03-14T09:00' })).reply).toBe(3);
    expect(await rows()).toMatchObject(
      names.map(() => ({ state: 'queued', planned_for: hour, next_try_at: hour, queued_at: hour })),
    );
    const { reply } = await admin.call(listMails, { query: { examId: exam.id, state: 'planned' } });
    expect(reply.states).toEqual({ planned: 3 });
    expect(reply.mails.map(({ state, queuedAt }) => [state, queuedAt])).toEqual(
      names.map(() => ['planned', hour]),
    );
    const exams = await admin.call(listExams, { params: { systemId: 3 } });
    expect(exams.reply.find(({ id }) => id === exam.id)?.mails).toEqual({ planned: 3 });
    const candidates = await admin.call(listCandidates, { params: params() });
    expect(candidates.reply.map(({ mailState }) => mailState)).toEqual(names.map(() => 'planned'));
    expect(await plannedMails()).toEqual([{ at: hour, mails: 3 }]);
    const userId = (await rows())[0]?.user_id ?? 0;
    expect(await selectOwnMails(portal.context.database.read, userId)).toEqual([]);
    const { detail } = await portal.context.database.read
      .selectFrom('audit_lines')
      .select('detail')
      .where('action', '=', 'candidates.imported')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ mails: 3, plannedFor: hour.toISOString() });
  });

  test('leave at that hour, after mails that were due before, with its date', async () => {
    await place({ mailsAt: '2027-03-14T09:00' });
    const own = list();
    const other = { ...own, bytes: own.bytes.replaceAll(`.${exam.id}@`, `.now${exam.id}@`) };
    await admin.call(importCandidates, { body: form({}), file: other });
    const now = names.map((name) => `${name.toLowerCase()}.now${exam.id}@x.ca`);
    expect((await send(3)).map((to) => to.toLowerCase())).toEqual(now);
    await goTo('2027-03-14T12:59:59Z');
    expect((await plannedMails()).map(({ mails }) => mails)).toEqual([3]);
    await goTo('2027-03-14T13:00:00Z');
    expect(await send(3)).toHaveLength(3);
    expect((await rows()).map(({ state }) => state)).toEqual(Array(6).fill('sent'));
  });

  test('are sent at once, all or one, and then bear that moment', async () => {
    await place({ mailsAt: '2027-03-14T09:00' });
    const [first] = await rows();
    expect((await admin.call(retryMail, { params: { mailId: first?.id ?? 0 } })).reply).toBe(true);
    expect(await plannedMails()).toEqual([{ at: hour, mails: 2 }]);
    const all = { params: params(), body: { at: hour } };
    expect((await admin.call(sendPlannedMails, all)).reply).toBe(2);
    expect((await admin.call(sendPlannedMails, all)).reply).toBe(0);
    const now = portal.context.clock.now();
    expect(await rows()).toMatchObject(
      names.map(() => ({ planned_for: null, next_try_at: now, queued_at: now })),
    );
    expect(await send(3)).toHaveLength(3);
  });

  test('are taken back with the import, those that have not left: none leaves at its hour', async () => {
    const importId = randomUUID();
    await place({ mailsAt: '2027-03-14T09:00', importId });
    const [first] = await rows();
    await admin.call(retryMail, { params: { mailId: first?.id ?? 0 } });
    expect(await send(1)).toHaveLength(1);
    const of = { params: { systemId: 3, importId } };
    await goTo('2027-01-12T15:00:00Z');
    const { reply: preview } = await admin.call(previewUndo, of);
    const fingerprint = preview.outcome === 'preview' ? preview.fingerprint : '';
    expect(preview).toMatchObject({ counts: { mails: 2, enrolments: 3 } });
    expect((await admin.call(undoImport, { ...of, body: { fingerprint } })).reply.outcome).toBe('undone');
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'cancelled', 'cancelled']);
    expect(await plannedMails()).toEqual([]);
    await goTo('2027-03-14T13:00:00Z');
    const own = { ...list(), bytes: `Prénom;Nom;Courriel\nZoé;Essai;apres.${exam.id}@x.ca` };
    await admin.call(importCandidates, { body: form({}), file: own });
    expect(await send(1)).toEqual([`apres.${exam.id}@x.ca`]);
  });

  test('are taken out with their candidate, and put back for the same hour', async () => {
    await place({ mailsAt: '2027-03-14T09:00' });
    const userIds = (await rows()).flatMap(({ user_id }) => user_id ?? []);
    const body = { userIds, removalId: randomUUID() };
    await admin.call(takeOutCandidates, { params: params(), body });
    expect(await plannedMails()).toEqual([]);
    await admin.call(putBackCandidates, { params: params(), body: { removalId: body.removalId } });
    expect(await plannedMails()).toEqual([{ at: hour, mails: 3 }]);
  });

  test('are cancelled until then, and with their exam', async () => {
    await place({ mailsAt: '2027-03-14T09:00' });
    const at = { params: params(), body: { at: hour } };
    expect(
      (await admin.call(cancelPlannedMails, { ...at, body: { at: new Date(hour.getTime() + 1) } })).reply,
    ).toBe(0);
    expect((await admin.call(cancelPlannedMails, at)).reply).toBe(3);
    expect((await admin.call(cancelPlannedMails, at)).reply).toBe(0);
    expect((await rows()).map(({ state }) => state)).toEqual(names.map(() => 'cancelled'));
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['action', 'detail'])
      .where('subject', '=', `exam:${exam.id}`)
      .where('action', 'like', 'mails.%')
      .execute();
    expect(lines).toEqual([
      { action: 'mails.plannedCancelled', detail: { mails: 3, plannedFor: hour.toISOString() } },
    ]);
  });

  test('are not sent for an exam that was cancelled', async () => {
    await place({ mailsAt: '2027-03-14T09:00' });
    await admin.call(cancelExam, { params: params() });
    expect((await rows()).map(({ state }) => state)).toEqual(names.map(() => 'cancelled'));
  });

  test.each([
    ['2027-01-11T10:00', 'hourInPast'],
    ['2026-12-31T23:59', 'hourInPast'],
    ['2027-03-15T12:00', 'afterExam'],
    ['2027-03-16T08:00', 'afterExam'],
    ['2027-02-30T09:00', 'localTime'],
    ['2027-02-20T24:00', 'localTime'],
    ['2027-02-20T09:60', 'localTime'],
    ['demain', 'localTime'],
    ['2027-02-20T09:00Z', 'localTime'],
  ])('are refused for %s, by the preview too, and nobody is imported', async (mailsAt, messageKey) => {
    const fault = { code: 'request.invalid', errors: [{ path: 'mailsAt', messageKey }] };
    expect((await place({ mailsAt })).problem).toMatchObject(fault);
    const preview = await admin.call(previewImport, { body: form({ mailsAt }), file: list() });
    expect(preview.problem).toMatchObject(fault);
    expect(await rows()).toEqual([]);
  });

  test('leave at once where nobody named an hour, and an import sent again after the hour changes nothing', async () => {
    const importId = randomUUID();
    await place({ mailsAt: '2027-01-11T11:00', importId });
    await goTo('2027-01-11T17:00:00Z');
    expect((await place({ mailsAt: '2027-01-11T11:00', importId })).reply).toBe(3);
    expect(await rows()).toHaveLength(3);
    const again = list();
    const other = { ...again, bytes: again.bytes.replaceAll('@x.ca', '@y.ca') };
    await admin.call(importCandidates, { body: form({ mailsAt: '' }), file: other });
    expect((await rows()).slice(3)).toMatchObject(names.map(() => ({ planned_for: null })));
  });
});

test('a cancelled mail says by whom, and may go after all while its person is in the exam', async () => {
  await place({ mailsAt: '2027-01-20T09:00' });
  const at = (await rows())[0]?.planned_for ?? new Date(0);
  await admin.call(cancelPlannedMails, { params: params(), body: { at } });
  const [ana, bea] = await rows();
  const removal = { userIds: [Number(ana?.user_id)], removalId: randomUUID() };
  await admin.call(takeOutCandidates, { params: params(), body: removal });
  const listed = async () =>
    (await admin.call(listMails, { query: { examId: exam.id } })).reply.mails.toSorted(
      (one, other) => one.id - other.id,
    );
  const { fullName } = (await portal.context.database.read
    .selectFrom('users')
    .select(sql<string>`concat(first_name, ' ', last_name)`.as('fullName'))
    .where('id', '=', admin.userId)
    .executeTakeFirst()) as { fullName: string };
  expect(
    (await listed()).map(({ state, lastError, maySendAgain }) => [state, lastError, maySendAgain]),
  ).toEqual(
    [false, true, true].map((may) => ['cancelled', `Quelqu’un a annulé cet envoi. (${fullName})`, may]),
  );
  const again = (mailId: number | undefined) => admin.call(retryMail, { params: { mailId: mailId ?? 0 } });
  expect((await again(ana?.id)).problem.code).toBe('mail.notOfCandidate');
  expect((await again(bea?.id)).reply).toBe(true);
  expect((await rows()).map(({ state, last_error }) => [state, last_error === null])).toEqual([
    ['cancelled', false],
    ['queued', true],
    ['cancelled', false],
  ]);
  await admin.call(cancelExam, { params: params() });
  expect((await again(bea?.id)).problem.code).toBe('exam.cancelled');
});

test('a mail that left late keeps why, in the history of its person', async () => {
  await place({});
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('outgoing_mails')
      .set({ last_error: 'deferred: 451 4.7.1 Greylisted' })
      .where('exam_id', '=', exam.id)
      .execute(),
  );
  await send(3);
  const [ana] = await rows();
  const { reply } = await admin.call(getPersonHistory, { params: { id: Number(ana?.user_id) } });
  expect(reply.entries.find(({ event }) => event === 'mailed')?.mail).toMatchObject({
    state: 'sent',
    problem: null,
    delay: expect.stringContaining('(451 4.7.1 Greylisted)'),
  });
});
