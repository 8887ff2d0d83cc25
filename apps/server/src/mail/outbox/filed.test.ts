import { listCandidates } from '@guichet/contract/exams/places';
import { listMails, listRetryable, retryMail, retryMails } from '@guichet/contract/mail/outbox';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { mailRow, queueMails } from './fixtures/mails.ts';
import { people } from './fixtures/outboxTestbed.ts';
import { makeSentExam } from './fixtures/sentExam.ts';

let portal: TestPortal;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal({ SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://guichet.example.ca' });
  superAdmin = await portal.superAdmin();
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
const useful = async (who = superAdmin) => (await who.call(listRetryable, { query: { unsent: true } })).reply;
const stated = async (who = superAdmin) => (await who.call(findOutgoingStatus)).reply.unsent;

/** An exam whose mails were only filed. */
async function makeFiledExam(count: number) {
  const made = await makeSentExam(portal, count);
  await change(sql`update outgoing_mails set delivery = 'filed'`);
  return made;
}

test('a mail that was only filed says so for ever, and nobody counts as invited by it', async () => {
  const { exam, mailIds } = await makeFiledExam(2);
  const admin = await portal.as('admin', 3);
  const { reply } = await admin.call(listMails, { query: { state: 'filed' } });
  expect([reply.states, reply.totalItems]).toEqual([{ filed: 2 }, 2]);
  expect(reply.mails.map(({ id }) => id).sort()).toEqual(mailIds.toSorted());
  const of = { params: { systemId: 3, examId: exam.id } };
  const candidates = (await admin.call(listCandidates, of)).reply;
  expect(candidates.map(({ mailState, isInvited }) => [mailState, isInvited])).toEqual(
    Array(2).fill(['filed', false]),
  );
});

test('once a mail server is set, those of use still are sent in one press, in place, as what they are', async () => {
  const { mailIds } = await makeFiledExam(3);
  expect(await useful()).toEqual(mailIds.toReversed());
  expect([await stated(), await stated(await portal.as('admin', 3))]).toEqual([3, 0]);
  const { reply } = await superAdmin.call(retryMails, { body: { mailIds } });
  expect(reply).toEqual({ again: 3, left: 0 });
  expect(await mailRow(portal.context, mailIds[0] as number)).toMatchObject({
    state: 'queued',
    delivery: null,
    sent_at: null,
  });
  expect([await useful(), await stated()]).toEqual([[], 0]);
});

test('none goes of an exam that is over, cancelled or left, nor with a link that works once', async () => {
  const { exam, mailIds } = await makeFiledExam(1);
  const [mailId] = mailIds as [number];
  const ofNone = await queueMails(portal.context, people(1));
  await change(sql`update outgoing_mails set state = 'sent', delivery = 'filed', sent_at = now(),
    user_id = (select id from users where email = 'zoe0@etu.example.ca'), queued_at = ${portal.context.clock.now()}`);
  expect(await useful()).toEqual([...ofNone, mailId]);
  await change(
    sql`update outgoing_mails set variables = variables || '{"secretLink": {}}' where id = ${ofNone[0]}`,
  );
  expect(await useful()).toEqual([mailId]);
  await change(sql`update exams set exam_date = '2026-12-01', end_date = '2026-12-01' where id = ${exam.id}`);
  expect(await useful()).toEqual([]);
  expect((await superAdmin.call(retryMail, { params: { mailId } })).problem.code).toBe('exam.over');
  await change(sql`update exams set exam_date = '2027-02-01', end_date = '2027-02-01' where id = ${exam.id}`);
  expect(await useful()).toEqual([mailId]);
  await change(sql`delete from enrolments`);
  expect(await useful()).toEqual([]);
});

test('without a mail server none is offered: it would only be filed again', async () => {
  const { context } = portal;
  const { smtpUrl } = context.config;
  await makeFiledExam(1);
  Object.assign(context.config, { smtpUrl: null });
  expect([await stated(), (await superAdmin.call(listMails)).reply.mails[0]?.maySendAgain]).toEqual([
    0,
    false,
  ]);
  Object.assign(context.config, { smtpUrl });
});
