import { deactivateCohort } from '@guichet/contract/cohorts';
import { listMails, listRetryable, retryMail, retryMails, retryMaxMails } from '@guichet/contract/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MailCatcher, openMailCatcher } from '../../test/mailCatcher.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { makeCohort } from '../users/fixtures/people.ts';
import { queueMails } from './fixtures/mails.ts';
import { people } from './fixtures/outboxTestbed.ts';
import { startOutbox } from './sending/outbox.worker.ts';

let catcher: MailCatcher;
let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  catcher = await openMailCatcher();
  portal = await openTestPortal({ SMTP_URL: catcher.url });
  admin = await portal.as('admin', 3);
});
beforeEach(async () => {
  await change(sql`delete from outgoing_mails`);
  await change(sql`delete from enrolments`);
  await change(sql`delete from user_roles where role = 'student'`);
  await change(sql`delete from users where email like 'zoe%'`);
});
afterAll(async () => {
  await portal.close();
  await catcher.close();
});

const change = (statement: ReturnType<typeof sql>) =>
  portal.context.database.transact((tx) => statement.execute(tx));
const ofSent = async (query: object = {}, who = admin) =>
  (await who.call(listRetryable, { query: { ...query, sent: true } })).reply;
const again = (mailIds: number[], body: object = { alsoSent: true }, who = admin) =>
  who.call(retryMails, { body: { mailIds, ...body } });
const states = async () => (await admin.call(listMails, { query: { pageSize: 1 } })).reply.states;

/** An exam with so many candidates, and a mail to each that has left. */
async function sentExam(count: number, mailing: { purpose?: string } = {}) {
  await change(sql`
    insert into users (email, email_key, first_name, last_name, sort_name, search_text, language, created_at)
    select concat('zoe', n, '@etu.example.ca'), concat('zoe', n, '@etu.example.ca'), 'Zoé', concat('Côté ', n), '', '', 'fr', now()
    from generate_series(0, ${count - 1}::integer) n`);
  const { rows } = await sql<{ id: number }>`
    select id from users where email like 'zoe%' order by id`.execute(portal.context.database.read);
  const userIds = rows.map(({ id }) => id);
  const cohort = await makeCohort(portal, { examDate: '2027-02-01', userIds });
  const recipients = people(count).map((one, n) => ({ ...one, userId: userIds[n] as number }));
  const mailIds = await queueMails(portal.context, recipients, mailing, cohort.id);
  await change(sql`update outgoing_mails set state = 'sent', sent_at = now()`);
  return { cohort, mailIds, recipients };
}

test('issue 14: those that have arrived are named by a request of their own, and the list says of each whether it may', async () => {
  const { mailIds } = await sentExam(5);
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
  // Once: the copy can be sent again, the first one cannot.
  await admin.call(retryMail, { params: { mailId: fifth } });
  expect(await ofSent()).toEqual([fourth]);
});

test('issue 14: nobody gets a mail twice unless it was asked for, and nobody a third time by asking again', async () => {
  const { mailIds } = await sentExam(3);
  expect((await again(mailIds, {})).reply).toEqual({ again: 0, left: 3 });
  expect((await again(mailIds, { alsoSent: false })).reply).toEqual({ again: 0, left: 3 });
  expect((await again(mailIds)).reply).toEqual({ again: 3, left: 0 });
  expect((await again(mailIds)).reply).toEqual({ again: 0, left: 3 });
  expect(await states()).toEqual({ sent: 3, queued: 3 });
  const foreign = await again(mailIds, { alsoSent: true }, await portal.as('admin', 2));
  expect(foreign.problem.code).toBe('mail.notFound');
});

test('issue 14: of a cancelled exam the mail that says so is sent again, its convocations are not', async () => {
  const { cohort, mailIds, recipients } = await sentExam(2);
  const told = await queueMails(portal.context, recipients, { purpose: 'examCancelled' }, cohort.id);
  await change(sql`update outgoing_mails set state = 'sent', sent_at = now()`);
  await admin.call(deactivateCohort, { params: { systemId: 3, cohortId: cohort.id } });
  await change(sql`update outgoing_mails set state = 'failed' where id = ${told[0] as number}`);
  expect((await again([...mailIds, ...told])).reply).toEqual({ again: 2, left: 2 });
  // The failed one goes again itself, the other as a copy.
  expect(await states()).toEqual({ sent: 3, queued: 2 });
});

test('issue 14: an exam of 3,000 is sent again, each mail once, whoever else does the same, and a password link goes before', async () => {
  const size = 3000;
  const { cohort, recipients } = await sentExam(size);
  const mailIds = await ofSent({ cohortId: cohort.id, state: 'sent' });
  expect(mailIds).toHaveLength(size);
  const other = await portal.as('admin', 3);
  const sum = { again: 0, left: 0 };
  let slowest = 0;
  for (let first = 0; first < size; first += retryMaxMails) {
    const part = mailIds.slice(first, first + retryMaxMails);
    const callers = first < size / 3 ? [admin, other] : [admin];
    const began = performance.now();
    for (const { reply } of await Promise.all(callers.map((who) => again(part, { alsoSent: true }, who)))) {
      sum.again += reply.again;
      sum.left += reply.left;
    }
    slowest = Math.max(slowest, performance.now() - began);
  }
  expect(sum).toEqual({ again: size, left: size / 3 });
  await queueMails(portal.context, [{ email: 'urgent@etu.example.ca', urgent: true }]);
  const outbox = startOutbox(portal.context);
  await catcher.waitFor(size + 1, 60_000);
  await outbox.stop();
  const to = catcher.received.map((mail) => mail.to);
  expect(to.toSorted()).toEqual(
    [...recipients.map(({ email }) => email), 'urgent@etu.example.ca'].toSorted(),
  );
  expect(to.indexOf('urgent@etu.example.ca')).toBeLessThan(100);
  console.info(
    `${size} sent again, ${portal.context.database.kind}: ${Math.round(slowest)} ms the slowest request`,
  );
  expect(slowest).toBeLessThan(5000);
});
