import { randomUUID } from 'node:crypto';
import { cancelExam } from '@guichet/contract/exams/exams';
import { takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { listMails, listRetryable, retryMail, retryMails } from '@guichet/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { queueMails } from './fixtures/mails.ts';
import { people } from './fixtures/outboxTestbed.ts';
import { makeSentExam } from './fixtures/sentExam.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
beforeEach(async () => {
  await change(sql`delete from outgoing_mails`);
  await change(sql`delete from enrolments`);
  await change(sql`delete from user_roles where role = 'student'`);
  await change(sql`delete from users where email like 'zoe%'`);
});
afterAll(() => portal.close());

const change = (statement: ReturnType<typeof sql>) =>
  portal.context.database.transact((tx) => statement.execute(tx));
const ofSent = async (query: object = {}, who = admin) =>
  (await who.call(listRetryable, { query: { ...query, sent: true } })).reply;
const again = (mailIds: number[], body: object = { alsoSent: true }, who = admin) =>
  who.call(retryMails, { body: { mailIds, ...body } });
const states = async () => (await admin.call(listMails, { query: { pageSize: 1 } })).reply.states;

test('those that have arrived are named by a request of their own, and the list says of each whether it may', async () => {
  const { mailIds } = await makeSentExam(portal, 5);
  const [first, second, third, fourth, fifth] = mailIds as [number, number, number, number, number];
  await change(sql`update outgoing_mails set state = 'failed' where id = ${first}`);
  await change(sql`update outgoing_mails set delivery = 'failed' where id = ${second}`);
  await change(sql`update outgoing_mails set delivery = 'delayed' where id = ${third}`);
  const [aboutNone = 0] = await queueMails(portal.context, people(1));
  await change(sql`update outgoing_mails set state = 'sent' where id = ${aboutNone}`);
  expect(await ofSent()).toEqual([fifth, fourth]);
  expect(await ofSent({ state: 'sent' })).toEqual([fifth, fourth]);
  expect(await ofSent({ state: 'failed' })).toEqual([]);
  expect(await ofSent({ search: 'zoe4@' })).toEqual([fifth]);
  expect(await ofSent({}, await portal.as('admin', 2))).toEqual([]);
  expect((await (await portal.as('support', 3)).call(listRetryable)).status).toBe(403);
  const { mails } = (await admin.call(listMails)).reply;
  expect(mails.filter(({ maySendAgain }) => maySendAgain).map(({ id }) => id)).toEqual([fifth, fourth]);
  // Only once: the copy can be sent again, the original cannot.
  await admin.call(retryMail, { params: { mailId: fifth } });
  expect(await ofSent()).toEqual([fourth]);
});

test('nobody gets a mail twice unless it was asked for, and nobody a third time by asking again', async () => {
  const { mailIds } = await makeSentExam(portal, 3);
  expect((await again(mailIds, {})).reply).toEqual({ again: 0, left: 3 });
  expect((await again(mailIds, { alsoSent: false })).reply).toEqual({ again: 0, left: 3 });
  expect((await again(mailIds)).reply).toEqual({ again: 3, left: 0 });
  expect((await again(mailIds)).reply).toEqual({ again: 0, left: 3 });
  expect(await states()).toEqual({ sent: 3, queued: 3 });
  const foreign = await again(mailIds, { alsoSent: true }, await portal.as('admin', 2));
  expect(foreign.problem.code).toBe('mail.notFound');
});

test('of a cancelled exam the mail that says so is sent again, its convocations are not', async () => {
  const { exam, mailIds, recipients } = await makeSentExam(portal, 2);
  const told = await queueMails(portal.context, recipients, { purpose: 'examCancelled' }, exam.id);
  await change(sql`update outgoing_mails set state = 'sent', sent_at = now()`);
  await admin.call(cancelExam, { params: { systemId: 3, examId: exam.id } });
  await change(sql`update outgoing_mails set state = 'failed' where id = ${told[0] as number}`);
  expect((await again([...mailIds, ...told])).reply).toEqual({ again: 2, left: 2 });
  // The failed mail itself is queued again; the other mail gets a copy.
  expect(await states()).toEqual({ sent: 3, queued: 2 });
});

test.each(['sent', 'bounced', 'at another address', 'failed'])(
  'of a mail that was %s, whoever has left the exam gets no convocation again, nor does anybody after the exam',
  async (case_) => {
    const { exam, mailIds, recipients } = await makeSentExam(portal, 2);
    const told = await queueMails(portal.context, recipients.slice(0, 1), { purpose: 'examLeft' }, exam.id);
    await change(sql`update outgoing_mails set state = 'sent', sent_at = now()`);
    if (case_ === 'bounced') await change(sql`update outgoing_mails set delivery = 'failed'`);
    if (case_ === 'failed') await change(sql`update outgoing_mails set state = 'failed', sent_at = null`);
    if (case_ === 'at another address')
      await change(sql`update outgoing_mails set recipient = concat('x', recipient)`);
    const [left = 0, other = 0] = mailIds;
    const body = { userIds: [recipients[0]?.userId ?? 0], removalId: randomUUID() };
    await admin.call(takeOutCandidates, { params: { systemId: 3, examId: exam.id }, body });
    await change(sql`update outgoing_mails set state = 'failed' where state = 'cancelled'`);
    const offered = async () =>
      (await admin.call(listMails)).reply.mails
        .filter(({ maySendAgain }) => maySendAgain)
        .map(({ id }) => id);
    expect(await offered()).not.toContain(left);
    expect((await admin.call(retryMail, { params: { mailId: left } })).problem.code).toBe(
      'mail.notOfCandidate',
    );
    expect((await again([left])).reply).toEqual({ again: 0, left: 1 });
    // Whoever had been told of leaving may be told so again.
    expect((await again(told)).reply).toEqual({ again: 1, left: 0 });
    await change(sql`update exams set exam_date = '2020-02-01' where id = ${exam.id}`);
    expect(await offered()).not.toContain(other);
    expect((await admin.call(retryMail, { params: { mailId: other } })).problem.code).toBe('exam.over');
    expect((await again([other])).reply).toEqual({ again: 0, left: 1 });
    // An exam of several days is over after its last one.
    await change(sql`update exams set end_date = '2027-02-02' where id = ${exam.id}`);
    expect((await again([other])).reply).toEqual({ again: 1, left: 0 });
  },
);

test('a letter may be sent again after the exam, to whoever was in it', async () => {
  const { exam, recipients } = await makeSentExam(portal, 1);
  const letters = await queueMails(portal.context, recipients, { purpose: 'letter' }, exam.id);
  await change(sql`update outgoing_mails set state = 'failed' where id = ${letters[0] as number}`);
  await change(sql`update exams set exam_date = '2020-02-01' where id = ${exam.id}`);
  expect((await again(letters)).reply).toEqual({ again: 1, left: 0 });
});
