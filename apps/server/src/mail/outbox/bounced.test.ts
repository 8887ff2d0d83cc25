import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates } from '@guichet/contract/exams/places';
import { correctUser, deleteUser, getUserInfo } from '@guichet/contract/identity/users.changes';
import { getMail, listMails, listRetryable, retryMail, retryMails } from '@guichet/contract/mail/outbox';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { getPersonHistory, inviteAgain } from '@guichet/contract/overview/support';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { makePerson, makePlainExam } from '../../identity/users/fixtures/people.ts';
import { mailRow, queueMails } from './fixtures/mails.ts';
import { storeAnswer, storeReport } from './returnPath/returnPath.queries.ts';

let portal: TestPortal;
let admin: Caller;
let examId: number;
let zoe: number;
let mailId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
beforeEach(async () => {
  await portal.context.database.transact((tx) => tx.deleteFrom('outgoing_mails').execute());
  const email = `zoe${portal.context.clock.uuid()}@etu.example.ca`;
  zoe = await makePerson(portal, { email, roles: [{ role: 'student', systemId: 3 }] });
  examId = (await makePlainExam(portal, { systemId: 3, examDate: '2027-02-01', userIds: [zoe] })).id;
  mailId = await sentMail(email, examId);
});
afterAll(() => portal.close());

async function sentMail(email: string, aboutExam?: number, systemId: number | null = 3): Promise<number> {
  const variables = { linkSystemId: systemId, systemTitle: 'DC', examTitle: 'Hiver 2027' };
  const [id = 0] = await queueMails(
    portal.context,
    [{ email, userId: zoe }],
    { systemId, variables },
    aboutExam,
  );
  const sent = { state: 'sent', sent_at: portal.context.clock.now() } as const;
  await portal.context.database.transact((tx) =>
    tx.updateTable('outgoing_mails').set(sent).where('id', '=', id).execute(),
  );
  return id;
}

const report = (delivery: 'failed' | 'delayed' | 'delivered', reason: string) =>
  portal.context.database.transact((tx) =>
    storeReport(tx, mailId, { delivery, reason }, portal.context.clock.now()),
  );
const unknown = 'mailboxUnknown: 550 5.1.1 No such user';
const english = { 'accept-language': 'en' };
const unresolved = async () =>
  (await admin.call(listMails, { query: { unresolved: true } })).reply.mails.map(({ id }) => id);
const panel = async (who = admin, headers = {}) =>
  (await who.call(getUserInfo, { body: { id: zoe }, headers })).reply;

test('a mail that came back stands in the outbox, with its exam and with its person, with its cause', async () => {
  await report('failed', unknown);
  const { reply } = await admin.call(listMails, { query: { state: 'bounced' }, headers: english });
  expect(reply).toMatchObject({ totalItems: 1, states: { bounced: 1 } });
  const cause = 'This address does not exist. Check it with the person. (550 5.1.1 No such user)';
  expect(reply.mails[0]).toMatchObject({ id: mailId, userId: zoe, state: 'bounced', lastError: cause });
  expect((await admin.call(getMail, { params: { mailId } })).reply.lastError).toMatch(
    /^Cette adresse n’existe pas/,
  );
  const params = { systemId: 3, examId };
  expect((await admin.call(listCandidates, { params })).reply[0]).toMatchObject({ mailState: 'bounced' });
  for (const who of [admin, await portal.as('support', 3)])
    expect((await panel(who, english)).undelivered).toMatchObject({
      mailId,
      state: 'bounced',
      subject: 'Convocation : Hiver 2027',
      reason: cause,
    });
  const elsewhere = await portal.as('admin', 2);
  expect((await elsewhere.call(getUserInfo, { body: { id: zoe } })).problem.code).toBe('user.notFound');
  expect(await unresolved()).toEqual([mailId]);
});

test('a mail is told to be to an unknown address until its person has another one', async () => {
  const first = async () => (await admin.call(listMails)).reply.mails.find(({ id }) => id === mailId);
  expect((await first())?.isToUnknownAddress).toBe(false);
  await report('failed', unknown);
  expect((await first())?.isToUnknownAddress).toBe(true);
  await portal.context.database.transact((tx) =>
    tx.updateTable('users').set({ email: 'zoe.cote@etu.example.ca' }).where('id', '=', zoe).execute(),
  );
  expect((await first())?.isToUnknownAddress).toBe(false);
});

test('a mail that came back for another cause is not', async () => {
  await report('failed', 'mailboxFull: 552 5.2.2 Full');
  expect((await admin.call(getMail, { params: { mailId } })).reply.isToUnknownAddress).toBe(false);
});

test('a delayed mail is told as delayed, and neither failed nor to be sent again', async () => {
  await report('delayed', 'deliveryDelayed: 421 4.4.1 Later');
  const { reply } = await admin.call(listMails);
  expect(reply.mails[0]).toMatchObject({
    state: 'delayed',
    lastError: expect.stringContaining('essais continuent'),
  });
  expect((await panel()).undelivered).toMatchObject({ mailId, state: 'delayed' });
  expect(await unresolved()).toEqual([]);
  expect((await admin.call(retryMail, { params: { mailId } })).problem.code).toBe('mail.notRetryable');
  expect((await admin.call(getMail, { params: { mailId } })).reply.maySendAgain).toBe(false);
});

test('one that came back is sent again as a mail of its own, once, and is settled by it', async () => {
  await report('failed', 'mailboxFull: 552 5.2.2 Full');
  expect((await admin.call(retryMail, { params: { mailId } })).reply).toBe(true);
  expect((await admin.call(retryMail, { params: { mailId } })).problem.code).toBe('mail.notRetryable');
  const { mails } = (await admin.call(listMails)).reply;
  expect(mails.map(({ id, state }) => [id === mailId, state])).toEqual([
    [false, 'queued'],
    [true, 'bounced'],
  ]);
  expect(await unresolved()).toEqual([]);
  expect((await panel()).undelivered).toBeNull();
});

test('one that arrived is sent once more when somebody asks for it alone', async () => {
  const open = async () => (await admin.call(getMail, { params: { mailId } })).reply.maySendAgain;
  expect(await open()).toBe(true);
  expect((await admin.call(retryMails, { body: { mailIds: [mailId] } })).reply).toEqual({
    again: 0,
    left: 1,
  });
  expect((await admin.call(retryMail, { params: { mailId } })).reply).toBe(true);
  const { mails } = (await admin.call(listMails)).reply;
  const [copy, first] = mails;
  expect([copy?.state, first?.state, first?.id]).toEqual(['queued', 'sent', mailId]);
  expect([copy?.recipient, copy?.subject]).toEqual([first?.recipient, first?.subject]);
  expect(await open()).toBe(false);
  expect((await admin.call(retryMail, { params: { mailId } })).problem.code).toBe('mail.notRetryable');
});

test('among several it is sent again as well, once', async () => {
  await report('failed', unknown);
  const again = () => admin.call(retryMails, { body: { mailIds: [mailId] } });
  expect((await again()).reply).toEqual({ again: 1, left: 0 });
  expect((await again()).reply).toEqual({ again: 0, left: 1 });
  expect((await admin.call(listMails)).reply.mails.map(({ state }) => state)).toEqual(['queued', 'bounced']);
});

test('so is one about no exam', async () => {
  const { email } = await panel();
  mailId = await sentMail(email);
  await report('failed', unknown);
  expect(await unresolved()).toEqual([mailId]);
  expect((await admin.call(retryMail, { params: { mailId } })).reply).toBe(true);
  expect(await unresolved()).toEqual([mailId]);
});

test('a mail sent again to an address that does not exist settles nothing until it arrives, and asks once when it comes back too', async () => {
  const since = async () =>
    (await admin.call(getPersonHistory, { params: { id: zoe } })).reply.unknownSince?.getTime() ?? null;
  expect(await since()).toBeNull();
  const first = mailId;
  await report('failed', unknown);
  const reportedAt = portal.context.clock.now().getTime();
  expect(await since()).toBe(reportedAt);
  await inviteOnceMore();
  expect(await unresolved()).toEqual([first]);
  expect((await panel()).undelivered).toMatchObject({ mailId: first });
  expect(await since()).toBe(reportedAt);
  await report('failed', unknown);
  expect(await unresolved()).toEqual([mailId]);
  await inviteOnceMore();
  await report('delivered', '250 2.1.5 Delivered');
  expect([await unresolved(), await since(), (await panel()).undelivered]).toEqual([[], null, null]);
});

async function inviteOnceMore() {
  portal.context.clock.advance(60);
  const body = { requestId: portal.context.clock.uuid() };
  expect((await admin.call(inviteAgain, { params: { id: zoe, examId }, body })).reply).toBe('sent');
  const [again] = (await admin.call(listMails)).reply.mails;
  mailId = again?.id ?? 0;
  await portal.context.database.transact((tx) =>
    tx.updateTable('outgoing_mails').set({ state: 'sent' }).where('id', '=', mailId).execute(),
  );
}

test('one about no exam needs no attention once its person is deleted', async () => {
  mailId = await sentMail((await panel()).email);
  await report('failed', unknown);
  expect(await unresolved()).toEqual([mailId]);
  expect((await admin.call(deleteUser, { params: { systemId: 3 }, body: { id: zoe } })).reply).toBe(true);
  expect(await unresolved()).toEqual([]);
});

test('once the address is corrected, it goes to the new one', async () => {
  await report('failed', unknown);
  const corrected = `corrected${zoe}@etu.example.ca`;
  const names = { firstName: 'Zoé', lastName: 'Côté', languageId: 'fr', newsLetter: false } as const;
  const { reply } = await admin.call(correctUser, { body: { id: zoe, ...names, email: corrected } });
  expect(reply).toMatchObject({ outcome: 'corrected', mailIds: [mailId] });
  expect((await admin.call(retryMail, { params: { mailId } })).reply).toBe(true);
  const [again] = (await admin.call(listMails)).reply.mails;
  expect(await mailRow(portal.context, again?.id ?? 0)).toMatchObject({
    recipient: corrected,
    state: 'queued',
  });
});

test('it counts as sent again once the copy has left, and not as failed: in the outbox, with its exam; until the copy comes back', async () => {
  const count = async () => [
    (await admin.call(listMails)).reply.states,
    (await admin.call(listExams, { params: { systemId: 3 }, query: { showAllActive: true } })).reply.find(
      ({ id }) => id === examId,
    )?.mails,
  ];
  await report('failed', unknown);
  const corrected = `corrected${zoe}@etu.example.ca`;
  const names = { firstName: 'Zoé', lastName: 'Côté', languageId: 'fr', newsLetter: false } as const;
  await admin.call(correctUser, { body: { id: zoe, ...names, email: corrected } });
  await admin.call(retryMail, { params: { mailId } });
  expect(await count()).toEqual(Array(2).fill({ bounced: 1, queued: 1 }));
  const [copy] = (await admin.call(listMails)).reply.mails;
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('outgoing_mails')
      .set({ state: 'sent' })
      .where('id', '=', copy?.id ?? 0)
      .execute(),
  );
  expect(await count()).toEqual(Array(2).fill({ resent: 1, sent: 1 }));
  const { mails } = (await admin.call(listMails, { query: { state: 'resent' } })).reply;
  expect(mails).toMatchObject([{ id: mailId, resentTo: corrected, maySendAgain: false }]);
  expect((await admin.call(listRetryable)).reply).toEqual([]);
  mailId = copy?.id ?? 0;
  await report('failed', unknown);
  expect(await count()).toEqual(Array(2).fill({ bounced: 2 }));
});

test('a mail that came back because of the portal is the matter of super admins, who send all such mails again', async () => {
  await report('failed', 'senderUnproven: 550 5.7.26 No SPF');
  const waits = await sentMail('lea@etu.example.ca');
  const failed = await sentMail('noe@etu.example.ca');
  await portal.context.database.transact(async (tx) => {
    const late = { state: 'waiting', last_error: 'sendingTooFast: 451 4.7.1 Limit', sent_at: null } as const;
    await tx.updateTable('outgoing_mails').set(late).where('id', '=', waits).execute();
    const lost = { state: 'failed', last_error: unknown, sent_at: null } as const;
    await tx.updateTable('outgoing_mails').set(lost).where('id', '=', failed).execute();
  });
  const superAdmin = await portal.as('superAdmin');
  const status = async (who: Caller) =>
    (await who.call(findOutgoingStatus, { headers: english })).reply.refused;
  expect(await status(superAdmin)).toMatchObject({
    mails: 2,
    reason: expect.stringMatching(/^This person’s mail server could not verify .*\(550 5\.7\.26 No SPF\)$/),
  });
  expect(await status(admin)).toBeNull();
  const ofSender = { query: { senderFault: true } };
  const { mails } = (await superAdmin.call(listMails, ofSender)).reply;
  expect(mails.map(({ id, isSenderFault }) => [id, isSenderFault])).toEqual([
    [waits, true],
    [mailId, true],
  ]);
  expect((await panel()).undelivered).toMatchObject({ mailId: failed, isSenderFault: false });
  const { reply: mailIds } = await superAdmin.call(listRetryable, ofSender);
  expect((await superAdmin.call(retryMails, { body: { mailIds } })).reply).toEqual({ again: 2, left: 0 });
  expect(await status(superAdmin)).toBeNull();
});

test('what else was answered stands with the mail, for those who may read it', async () => {
  const at = portal.context.clock.now();
  await portal.context.database.transact(async (tx) => {
    await storeAnswer(tx, mailId, { kind: 'unclear', text: 'Please confirm: https://x.ca/c' }, at);
    await storeAnswer(tx, mailId, { kind: 'complaint', text: 'Spam!' }, at);
  });
  const { reply } = await admin.call(getMail, { params: { mailId } });
  expect(reply).toMatchObject({
    state: 'sent',
    answered: 'complaint',
    answers: [
      { kind: 'unclear', at, text: 'Please confirm: «…»' },
      { kind: 'complaint', at, text: 'Spam!' },
    ],
  });
  expect((await admin.call(listMails)).reply.mails[0]).toMatchObject({ id: mailId, answered: 'complaint' });
});
