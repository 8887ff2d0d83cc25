import type { Endpoint } from '@guichet/contract/core/endpoint';
import { answerCorrection, requestCorrectionOf } from '@guichet/contract/exams/candidate.corrections';
import { cancelExam, createExamSpace, reactivateExam } from '@guichet/contract/exams/exams';
import { announceExam } from '@guichet/contract/exams/notices';
import { sendReminder } from '@guichet/contract/exams/notices.reminders';
import { addCandidate, createCandidate, unenrol } from '@guichet/contract/exams/places';
import { moveCandidates, takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { correctUser } from '@guichet/contract/identity/users.changes';
import { importCandidates } from '@guichet/contract/imports/imports';
import { retryMail, retryMails } from '@guichet/contract/mail/outbox';
import { inviteAgain } from '@guichet/contract/overview/support';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { rateLimits } from '../../core/rateLimit/limits.ts';
import { checkRateLimit } from '../../core/rateLimit/rateLimit.ts';

let portal: TestPortal;
let admin: Caller;
let examId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  const space = { title: 'Hiver 2027', examDate: '2027-06-11' };
  examId = (await admin.call(createExamSpace, { params: { systemId: 3 }, body: space })).reply.id;
});
afterAll(() => portal.close());

const place = () => ({ systemId: 3, examId });
const noted = { sendEmail: true, noteFr: 'Une note.' } as const;
const cancel = ({ sendEmail, ...body }: { sendEmail: boolean; noteFr?: string }, who = admin) =>
  who.call(cancelExam, { params: place(), query: { sendEmail }, body });
const reactivate = (body: object, who = admin) =>
  who.call(reactivateExam, { params: place(), body: body as never });
let people = 0;
const create = (sendEmail: boolean, who = admin) =>
  who.call(createCandidate, {
    params: place(),
    body: {
      email: `neuf${++people}@etu.example.ca`,
      firstName: 'A',
      lastName: 'B',
      languageId: 'fr',
      sendEmail,
    } as never,
  });
const countMails = async () =>
  (await portal.context.database.read.selectFrom('outgoing_mails').select('id').execute()).length;

it('texts of one’s own are counted together, a letter to a whole exam once; past the limit nothing is written', async () => {
  const { context } = portal;
  for (let times = 0; times < 2; times++) expect((await create(times === 0)).status).toBe(200);
  expect((await cancel(noted)).reply).toBe(2);
  expect((await reactivate(noted)).status).toBe(200);
  for (let used = 3; used < rateLimits.ownMail.max; used++)
    expect((await checkRateLimit(context, 'ownMail', admin.userId)).allowed).toBe(true);

  const before = await countMails();
  for (const refused of [
    await cancel(noted),
    await create(true),
    await admin.call(announceExam, { params: place() }),
  ]) {
    expect([refused.status, refused.problem.code]).toEqual([429, 'request.tooMany']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await countMails()).toBe(before);
  const accounts = await context.database.read
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', `neuf${people}@etu.example.ca`)
    .execute();
  expect(accounts).toEqual([]);

  // Calls without a note still pass, and so do those of other people.
  expect((await create(false)).status).toBe(200);
  expect((await cancel({ sendEmail: true })).status).toBe(200);
  expect((await reactivate(noted, await portal.as('admin', 3))).status).toBe(200);
  context.clock.advance(3600);
  expect((await cancel(noted, await portal.as('admin', 3))).status).toBe(200);
});

it('no operation that carries a text of one’s own goes around the limit', async () => {
  const { context } = portal;
  const who = await portal.as('admin', 3);
  const { userId: id, email } = await portal.make('student', 3, { email: 'limite@etu.example.ca' });
  const space = { title: 'Été 2027', examDate: '2027-07-11' };
  const exam = (await who.call(createExamSpace, { params: { systemId: 3 }, body: space })).reply;
  const params = { systemId: 3, examId: exam.id };
  await who.call(addCandidate, { params, body: { email, sendEmail: false } });
  const elsewhere = await portal.make('student', 3, { email: 'ailleurs@etu.example.ca' });
  await context.database.transact((tx) =>
    tx
      .insertInto('user_roles')
      .values({ user_id: elsewhere.userId, system_id: 2, role: 'student', granted_at: context.clock.now() })
      .execute(),
  );
  const passedOn = { field: 'password', request: 'Mot de passe perdu' };
  for (let used = 0; used < rateLimits.ownMail.max; used++)
    await checkRateLimit(context, 'ownMail', who.userId);

  const list = { systemId: 3, languageId: 'fr', selectedCourse: exam.courseId };
  const file = { name: 'l.csv', bytes: `Prénom;Nom;Courriel\nA;B;liste@etu.example.ca` };
  const removal = { removalId: context.clock.uuid(), userIds: [id] };
  const requestId = context.clock.uuid();
  const names = { firstName: 'A', lastName: 'B', languageId: 'fr', newsLetter: false };
  const [mail] = await context.database.read.selectFrom('outgoing_mails').select('id').execute();
  const operations: [Endpoint, object][] = [
    [retryMail, { params: { mailId: mail?.id } }],
    [retryMails, { body: { mailIds: [mail?.id], alsoSent: true } }],
    [reactivateExam, { params, body: noted }],
    [addCandidate, { params, body: { email, sendEmail: true } }],
    [moveCandidates, { params, body: { ...removal, toExamId: examId, sendEmail: true } }],
    [takeOutCandidates, { params, body: { ...removal, ...noted } }],
    [
      unenrol,
      { params: { ...params, learningPlatformId: `g${id}` }, query: { sendEmail: true }, body: noted },
    ],
    [importCandidates, { body: { ...list, sendEmail: true }, file }],
    [sendReminder, { params, body: { requestId } }],
    [inviteAgain, { params: { id, examId: exam.id }, body: { requestId } }],
    [answerCorrection, { params: { correctionId: 1 }, body: { outcome: 'declined', note: 'Non.' } }],
    [correctUser, { body: { id, ...names, email: 'autre@etu.example.ca' } }],
    [requestCorrectionOf, { params: { id: elsewhere.userId }, body: passedOn }],
  ];
  const before = await countMails();
  const wentAround: string[] = [];
  for (const [endpoint, request] of operations) {
    const { status } = await who.call(endpoint, request as never);
    if (status !== 429) wentAround.push(`${status} ${endpoint.path}`);
  }
  expect(wentAround).toEqual([]);
  expect(await countMails()).toBe(before);
});
