import { cancelExam } from '@guichet/contract/exams/exams';
import { inviteCandidates } from '@guichet/contract/exams/notices.invitations';
import { listCandidates } from '@guichet/contract/exams/places';
import { takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { saveMessage } from '@guichet/contract/mail/messages';
import { inviteAgain } from '@guichet/contract/overview/support';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makePerson, makePlainExam } from '../../../identity/users/fixtures/people.ts';

let portal: TestPortal;
let admin: Caller;
let examId: number;
let ids: number[];
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
beforeEach(async () => {
  await portal.context.database.transact(async (tx) => {
    for (const table of ['outgoing_mails', 'mailings', 'enrolments', 'audit_lines'] as const)
      await tx.deleteFrom(table).execute();
    await tx.deleteFrom('users').where('email', 'like', '%@etu.example.ca').execute();
  });
  const make = (name: string, more: Parameters<typeof makePerson>[1] = {}) =>
    makePerson(portal, { email: `${name.toLowerCase()}@etu.example.ca`, lastName: name, ...more });
  ids = [
    await make('Aube', { language: 'fr' }),
    await make('Berg', { language: 'en', row: { password_hash: 'x' } }),
    await make('Caro', { language: 'fr' }),
    await make('Dion', { row: { deactivated_at: new Date() } }),
  ];
  ({ id: examId } = await makePlainExam(portal, { title: 'Hiver', examDate: '2027-06-11', userIds: ids }));
});
afterAll(() => portal.close());

const params = () => ({ systemId: 3, examId });
const invite = (userIds?: number[], who = admin) =>
  who.call(inviteCandidates, { params: params(), body: userIds ? { userIds } : {} });
const toInvite = async () =>
  (await admin.call(listCandidates, { params: params() })).reply
    .filter(({ isToInvite }) => isToInvite)
    .map(({ lastName }) => lastName);
const mails = async () =>
  portal.context.database.read
    .selectFrom('outgoing_mails as m')
    .innerJoin('mailings as g', 'g.id', 'm.mailing_id')
    .select(['m.recipient', 'g.language', 'g.purpose', 'g.html'])
    .select(sql<string | null>`m.variables -> 'secretLink' ->> 'purpose'`.as('link'))
    .where('m.exam_id', '=', examId)
    .orderBy('m.id')
    .execute();
const sentTo = async () =>
  (await mails()).filter(({ purpose }) => purpose === 'invitation').map(({ recipient }) => recipient[0]);
const set = (state: 'sent' | 'failed' | 'cancelled' | 'waiting', userId = ids[0] as number) =>
  portal.context.database.transact((tx) =>
    tx
      .updateTable('outgoing_mails')
      .set({ state, sent_at: state === 'sent' ? new Date() : null, leased_until: null })
      .where('user_id', '=', userId)
      .execute(),
  );

test('the active candidates without an invitation get it once, each in their language, with the link that they need', async () => {
  expect(await toInvite()).toEqual(['Aube', 'Berg', 'Caro']);
  expect((await invite()).reply).toBe(3);
  expect((await mails()).map(({ recipient, language, link }) => [recipient[0], language, link])).toEqual([
    ['a', 'fr', 'invitation'],
    ['b', 'en', null],
    ['c', 'fr', 'invitation'],
  ]);
  expect(await toInvite()).toEqual([]);
  expect((await invite()).reply).toBe(0);
  expect(await mails()).toHaveLength(3);
  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'subject', 'system_id', 'actor_id', 'detail'])
    .where('action', '=', 'candidates.invited')
    .execute();
  expect(lines).toEqual([
    {
      action: 'candidates.invited',
      subject: `exam:${examId}`,
      system_id: 3,
      actor_id: admin.userId,
      detail: { name: 'Hiver', mails: 3 },
    },
  ]);
});

test('only those who are named get it, and nobody who is not in the exam', async () => {
  const stranger = await makePerson(portal, { email: 'zed@etu.example.ca' });
  expect((await invite([ids[2] as number, stranger])).reply).toBe(1);
  expect(await sentTo()).toEqual(['c']);
  expect((await invite()).reply).toBe(2);
  expect(await sentTo()).toEqual(['c', 'a', 'b']);
});

test('two windows at once send one mail to each', async () => {
  const second = await portal.as('admin', 3);
  const [one, two] = await Promise.all([invite(), invite(undefined, second)]);
  expect([one.reply, two.reply].toSorted()).toEqual([0, 3]);
  expect(await sentTo()).toEqual(['a', 'b', 'c']);
});

test.each(['sent', 'failed', 'waiting'] as const)(
  'whose invitation is %s has one; a cancelled one is none, unless it may still leave',
  async (state) => {
    await invite([ids[0] as number]);
    await set(state);
    expect(await toInvite()).toEqual(['Berg', 'Caro']);
    expect((await invite([ids[0] as number])).reply).toBe(0);
    await set('cancelled');
    await sql`update outgoing_mails set leased_until = ${new Date(portal.context.clock.now().getTime() + 60_000)}`.execute(
      portal.context.database.read,
    );
    expect((await invite([ids[0] as number])).reply).toBe(0);
    await set('cancelled');
    expect(await toInvite()).toContain('Aube');
    expect((await invite([ids[0] as number])).reply).toBe(1);
  },
);

test('who was invited by hand, or told since that they are no longer registered and is back without a mail', async () => {
  const [id = 0] = ids;
  const body = { requestId: crypto.randomUUID() };
  expect((await admin.call(inviteAgain, { params: { id, examId }, body })).reply).toBe('sent');
  await set('sent');
  expect(await toInvite()).toEqual(['Berg', 'Caro']);
  const { transact, read } = portal.context.database;
  const place = await read
    .selectFrom('enrolments')
    .select(['system_id', 'exam_id', 'user_id', 'learning_platform_id', 'enrolled_at'])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  await admin.call(takeOutCandidates, {
    params: params(),
    body: { userIds: [id], removalId: crypto.randomUUID(), sendEmail: true },
  });
  await set('sent');
  await transact((tx) => tx.insertInto('enrolments').values(place).execute());
  expect(await toInvite()).toEqual(['Aube', 'Berg', 'Caro']);
  expect((await invite()).reply).toBe(3);
});

test('is refused without a text, after the exam, for a cancelled exam, and to everybody but its administrators', async () => {
  const save = (languageId: 'fr' | 'en', subject: string) =>
    admin.call(saveMessage, {
      params: { systemId: 3, languageId },
      body: { subject, body: subject && '<p>Ici</p>' },
    });
  expect((await invite(undefined, portal.nobody)).status).toBe(401);
  for (const who of [await portal.as('support', 3), await portal.as('admin', 2)])
    expect((await invite(undefined, who)).status).toBe(403);
  for (const language of ['fr', 'en'] as const) await save(language, '');
  expect((await invite()).problem.code).toBe('message.empty');
  for (const language of ['fr', 'en'] as const) await save(language, 'Convocation');
  const past = await makePlainExam(portal, {
    title: 'Passé',
    examDate: '2020-01-11',
    userIds: [ids[0] as number],
  });
  examId = past.id;
  expect((await invite()).problem.code).toBe('exam.over');
  await admin.call(cancelExam, { params: params() });
  expect((await invite()).problem.code).toBe('exam.notFound');
  expect(await mails()).toEqual([]);
});
