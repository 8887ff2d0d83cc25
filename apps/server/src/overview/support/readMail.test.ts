import { setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { login } from '@guichet/contract/identity/sessions';
import { listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { getPersonHistory, readMailOf } from '@guichet/contract/overview/support';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../../test/extraTimeRight.ts';
import { type Caller, madePassword } from '../../../test/portal.ts';
import { record, write } from '../../core/audit/audit.service.ts';
import {
  type CandidateDesk,
  openCandidateDesk,
  zoeEmail,
} from '../../exams/candidate/fixtures/candidateDesk.ts';
import { machineGrant } from '../../identity/access/access.service.ts';
import { queueFactorMail } from '../../identity/factors/factors.service.ts';
import { type Account, findAccount } from '../../identity/users/users.service.ts';

let desk: CandidateDesk;
let agent: Caller;
let mailId: number;
beforeAll(async () => {
  desk = await openCandidateDesk();
  agent = await desk.portal.as('support', 3);
  const hours = { startTime: '09:00', endTime: '12:00' };
  const examId = await desk.makeExam('Hiver', '2027-02-15', [zoeEmail], 3, hours);
  await giveExtraTimeRight(desk.portal, desk.admins[3], 3);
  const candidate = { systemId: 3, examId, userId: desk.zoe.userId };
  await desk.admins[3].call(setExtraTime, {
    params: candidate,
    body: { extraTime: { minutes: 45, factor: null } },
  });
  const { entries } = (await agent.call(getPersonHistory, { params: { id: desk.zoe.userId } })).reply;
  mailId = entries.find(({ event }) => event === 'mailed')?.mail?.id ?? 0;
});
afterAll(() => desk.portal.close());

const read = (who: Caller, id = desk.zoe.userId, mail = mailId) =>
  who.call(readMailOf, { params: { id, mailId: mail } });

it('support reads a mail as the person got it, without links that work once and without their own end', async () => {
  const own = (await desk.zoe.call(readOwnMail, { params: { mailId } })).reply;
  expect(own.html).toContain('12\u00a0h\u00a045');
  const { status, reply } = await read(agent);
  expect(status).toBe(200);
  expect(reply).toMatchObject({ subject: own.subject, recipient: zoeEmail });
  expect(reply.html).toContain('Hiver');
  expect(reply.html).not.toContain('12\u00a0h\u00a045');
  expect(reply.html).not.toMatch(/reset-password\?t=/);
});

it('is refused to support of another system, for a mail to somebody else, and to candidates', async () => {
  expect((await read(await desk.portal.as('support', 2))).problem.code).toBe('user.notFound');
  expect((await read(agent, desk.noah.userId)).problem.code).toBe('mail.notFound');
  expect((await read(desk.zoe)).status).toBe(403);
});

it('says how often a person failed to sign in, and until when tries are refused, to whoever supports them', async () => {
  const triesOf = async (who: Caller) =>
    (await who.call(getPersonHistory, { params: { id: desk.zoe.userId } })).reply.wrongTries;
  expect(await triesOf(agent)).toBeNull();
  const fail = () => desk.portal.nobody.call(login, { body: { username: zoeEmail, password: 'Faux-Mot#1' } });
  await fail();
  expect(await triesOf(agent)).toEqual({ count: 1, waitUntil: null });
  for (let tries = 0; tries < 5; tries++) await fail();
  const told = await triesOf(agent);
  expect(told?.count).toBeGreaterThanOrEqual(5);
  expect(told?.waitUntil?.getTime()).toBeGreaterThan(desk.portal.context.clock.now().getTime());
  desk.portal.context.clock.advance(60);
  expect((await triesOf(agent))?.waitUntil).toBeNull();
  await desk.portal.signIn(zoeEmail, madePassword);
  expect(await triesOf(agent)).toBeNull();
});

it('shows in the history the mails about the account that the person reads, to whoever is told of it', async () => {
  const account = await findAccount(desk.portal.context.database.read, desk.zoe.userId);
  await write(desk.portal.context, machineGrant('test'), async (tx) => {
    for (const purpose of ['totpAdded', 'passwordChanged', 'factorsReset'] as const)
      await queueFactorMail(desk.portal.context, tx, account as Account, purpose);
    return record(null, { action: 'account.totpAdded', subject: `user:${desk.zoe.userId}` });
  });
  const own = (await desk.zoe.call(listOwnMails)).reply.map(({ subject }) => subject);
  for (const who of [agent, await desk.portal.superAdmin()]) {
    const { entries } = (await who.call(getPersonHistory, { params: { id: desk.zoe.userId } })).reply;
    const mails = entries.flatMap(({ mail }) => mail ?? []);
    expect(mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining(own));
    const mailId = mails.find(({ subject }) => subject === own[0])?.id ?? 0;
    const params = { id: desk.zoe.userId, mailId };
    expect((await who.call(readMailOf, { params })).status).toBe(200);
  }
  expect(own).toHaveLength(4);
});

it('tells in the history that a second factor was added, lost and reset', async () => {
  const line = { subject: `user:${desk.zoe.userId}` };
  for (const action of ['account.totpAdded', 'user.factorsReset', 'account.resetAsked'] as const)
    await write(desk.portal.context, machineGrant('test'), async () => record(null, { ...line, action }));
  const { entries } = (await agent.call(getPersonHistory, { params: { id: desk.zoe.userId } })).reply;
  const told = entries.map(({ event }) => event);
  expect(told).toEqual(
    expect.arrayContaining(['account.totpAdded', 'user.factorsReset', 'account.resetAsked']),
  );
});
