import { createCandidate, deactivateCohort } from '@guichet/contract/cohorts';
import { announceExam, createExamSpace, reactivateExam } from '@guichet/contract/exams';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { rateLimits } from '../platform/rateLimit/limits.ts';
import { checkRateLimit } from '../platform/rateLimit/rateLimit.ts';

let portal: TestPortal;
let admin: Caller;
let cohortId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  const space = { title: 'Hiver 2027', examDate: '2027-06-11' };
  cohortId = (await admin.call(createExamSpace, { params: { systemId: 3 }, body: space })).reply.id;
});
afterAll(() => portal.close());

const place = () => ({ systemId: 3, cohortId });
const noted = { sendEmail: true, noteFr: 'Une note.' } as const;
const cancel = (query: object, who = admin) =>
  who.call(deactivateCohort, { params: place(), query: query as never });
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

  // What carries no text of one's own goes on, and so does everybody else.
  expect((await create(false)).status).toBe(200);
  expect((await cancel({ sendEmail: true })).status).toBe(200);
  expect((await reactivate(noted, await portal.as('admin', 3))).status).toBe(200);
  context.clock.advance(3600);
  expect((await cancel(noted, await portal.as('admin', 3))).status).toBe(200);
});
