import { randomUUID } from 'node:crypto';
import { cancelExam, copyExam, editExam, getExam } from '@guichet/contract/exams/exams';
import {
  getTimeLine,
  listPlannedReminders,
  planReminder,
  sendReminder,
  stopReminderOrLetter,
} from '@guichet/contract/exams/notices.reminders';
import { unenrol } from '@guichet/contract/exams/places';
import { resetPassword } from '@guichet/contract/identity/account';
import { saveMessage } from '@guichet/contract/mail/messages';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { openQueue } from '../../../core/queue/queue.service.ts';
import { rateLimits } from '../../../core/rateLimit/limits.ts';
import { checkRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { makePerson, makePlainExam } from '../../../identity/users/fixtures/people.ts';
import { reminderHandler } from './reminders.worker.ts';

let portal: TestPortal;
let admin: Caller;
let superAdmin: Caller;
let examId: number;
beforeAll(async () => {
  portal = await openTestPortal();
});
beforeEach(async () => {
  await portal.context.database.transact(async (tx) => {
    for (const table of ['outgoing_mails', 'mailings', 'reminders', 'enrolments', 'audit_lines'] as const)
      await tx.deleteFrom(table).execute();
    await tx.deleteFrom('messages').where('kind', '=', 'reminder').execute();
    await tx.deleteFrom('users').where('email', 'like', '%@etu.example.ca').execute();
  });
  await goTo('2027-01-11T15:00:00Z');
});
afterAll(() => portal.close());

const hour = 60 * 60;
const signedIn = new Date('2027-01-10T12:00:00Z');
const hash = 'x';

/** An exam on 1 February with a candidate in each state. */
async function makeExam(examDate = '2027-02-01') {
  const make = (lastName: string, more: Parameters<typeof makePerson>[1] = {}) =>
    makePerson(portal, { email: `${lastName.toLowerCase()}@etu.example.ca`, lastName, ...more });
  const userIds = [
    await make('Aube', { language: 'fr' }),
    await make('Berg', { language: 'en', row: { password_hash: hash } }),
    await make('Caro', {
      row: { password_hash: hash, must_choose_password_since: signedIn, last_visit_at: signedIn },
    }),
    await make('Dion', { row: { password_hash: hash, last_visit_at: signedIn } }),
    await make('Etoc', { row: { deactivated_at: signedIn } }),
    await make('Fern', { row: { locked_at: signedIn } }),
  ];
  await make('Goth');
  ({ id: examId } = await makePlainExam(portal, { title: 'Hiver', examDate, userIds }));
}

const params = () => ({ systemId: 3, examId });
const timeLine = async (who = admin) => (await who.call(getTimeLine, { params: params() })).reply;
const send = (who = admin, requestId: string = randomUUID()) =>
  who.call(sendReminder, { params: params(), body: { requestId } });
const plan = (daysBefore: number, at: number, who = admin) =>
  who.call(planReminder, { params: params(), body: { daysBefore, hour: at } });
const stop = (reminderId: number) =>
  admin.call(stopReminderOrLetter, { params: { ...params(), reminderId } });
const runQueue = () => openQueue(portal.context, [reminderHandler(portal.context)]).runOnce();
/** Handles a reminder as a worker that has taken it. */
const handle = (id: number) => {
  const job = {
    id,
    systemId: 3,
    examId,
    madeBy: null,
    key: { id },
    attempts: 0,
    version: null,
    destination: 'outbox',
  };
  return reminderHandler(portal.context).handle([job], 0, new AbortController().signal);
};
/** Advances the clock, and signs in again, since sessions have ended. */
async function later(seconds: number) {
  portal.context.clock.advance(seconds);
  admin = await portal.as('admin', 3, { firstName: 'Ada', lastName: 'Roy' });
  superAdmin = await portal.superAdmin();
}
const goTo = (instant: string) => later((Date.parse(instant) - portal.context.clock.now().getTime()) / 1000);

async function mails() {
  const { reply } = await superAdmin.call(listMails, { query: { examId } });
  const read = (mailId: number) => superAdmin.call(getMail, { params: { mailId } });
  const all = await Promise.all(reply.mails.map(async ({ id }) => (await read(id)).reply));
  return all.toSorted((one, other) => one.recipient.localeCompare(other.recipient));
}
const recipients = async () => (await mails()).map(({ recipient }) => recipient.split('@')[0]);

async function lines() {
  const rows = await portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'actor_name', 'system_id', 'subject', 'detail'])
    .where('action', 'like', 'reminder.%')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, detail: row.detail as Record<string, unknown> }));
}

describe('the text of a reminder', () => {
  test('is told where it has no link to a first password and would reach somebody without one', async () => {
    await makeExam();
    const save = (languageId: 'fr' | 'en', body: string) =>
      admin.call(saveMessage, {
        params: { systemId: 3, languageId },
        query: { kind: 'reminder' },
        body: { subject: 'Rappel', body },
      });
    expect((await timeLine()).lacksLink).toEqual([]);
    await save('fr', '<p>Bonjour</p>');
    await save('en', '<p>Hello</p>');
    // The only reader of English has a password already, but has never signed in.
    expect((await timeLine()).lacksLink).toEqual(['fr']);
    await save('fr', '<p>{{setPasswordUrl}}</p>');
    expect((await timeLine()).lacksLink).toEqual([]);
  });
});

describe('a reminder by hand', () => {
  test('reaches exactly those who are listed before: without a password, or never signed in', async () => {
    await makeExam();
    const { people, tooSoon, mailUnderWay } = await timeLine();
    expect(people.map(({ fullName, language, cause }) => [fullName, language, cause])).toEqual([
      ['Zoé Aube', 'fr', 'noPassword'],
      ['Zoé Berg', 'en', 'neverSignedIn'],
      ['Zoé Caro', 'fr', 'noPassword'],
    ]);
    expect([tooSoon, mailUnderWay]).toEqual([0, 0]);
    expect((await send()).reply).toBe(3);
    expect(await recipients()).toEqual(['aube', 'berg', 'caro']);
    expect(await lines()).toEqual([
      {
        action: 'reminder.sent',
        actor_name: 'Ada Roy',
        system_id: 3,
        subject: `exam:${examId}`,
        detail: { name: 'Hiver', mails: 3 },
      },
    ]);
  });

  test('says how many of its mails were refused', async () => {
    await makeExam();
    await send();
    await portal.context.database.transact(async (tx) => {
      await tx.updateTable('outgoing_mails').set({ state: 'sent' }).execute();
      const refused = { state: 'failed', last_error: 'mailboxUnknown: 550 5.1.1 No' } as const;
      await tx
        .updateTable('outgoing_mails')
        .set(refused)
        .where('recipient', '=', 'aube@etu.example.ca')
        .execute();
    });
    const refused = { state: 'sent', mails: 3, failed: 1, filed: 0, leaving: 0 };
    expect(await timeLine()).toMatchObject({ reminders: [refused], people: [{}], tooSoon: 2 });
  });

  test('whose mails were only written to files has reached nobody, and can be sent again', async () => {
    await makeExam();
    await send();
    await portal.context.database.transact((tx) =>
      tx.updateTable('outgoing_mails').set({ state: 'sent', delivery: 'filed' }).execute(),
    );
    const filed = { state: 'sent', mails: 3, failed: 0, filed: 3 };
    expect(await timeLine()).toMatchObject({ reminders: [filed], people: [{}, {}, {}], tooSoon: 0 });
    expect((await send()).reply).toBe(3);
  });

  test('is in the language of each person, with the link to choose a password where one is due', async () => {
    await makeExam();
    await send();
    const [aube, berg, caro] = await mails();
    expect([aube?.language, aube?.subject]).toEqual([
      'fr',
      'Rappel\u00a0: Hiver (Examens DC), le lundi 1er\u00A0février 2027',
    ]);
    expect([berg?.language, berg?.subject]).toEqual([
      'en',
      'Reminder: Hiver (DC Exams) on Monday, February\u00A01, 2027',
    ]);
    const address = (text = '') => /https?:\S*(?:reset|forgot)-password\S*/.exec(text)?.[0] ?? '';
    expect(address(berg?.text)).toMatch(/\/forgot-password\?lang=en/);
    for (const mail of [aube, caro]) {
      const link = new URL(address(mail?.text));
      expect([link.pathname, link.searchParams.get('u')]).toEqual(['/reset-password', mail?.recipient]);
      const body = { token: link.searchParams.get('t') ?? '', userName: mail?.recipient ?? '' };
      const newPassword = 'Choisi#Volet22';
      const { reply } = await portal.nobody.call(resetPassword, {
        body: { ...body, newPassword, confirmNewPassword: newPassword },
      });
      expect(reply).toBe(true);
    }
  });

  test('is sent once by a second click, by two administrators at once, and within a day', async () => {
    await makeExam();
    const requestId = randomUUID();
    const other = await portal.as('admin', 3);
    const clicks = Array.from({ length: 4 }, () => [send(admin, requestId), send(other)]);
    const replies = await Promise.all(clicks.flat());
    expect(await recipients()).toEqual(['aube', 'berg', 'caro']);
    const statuses = replies.map(({ status }) => status).toSorted();
    expect([
      [200, 409, 409, 409, 409, 409, 409, 409],
      [200, 200, 200, 200, 409, 409, 409, 409],
    ]).toContainEqual(statuses);
    expect((await send()).problem).toMatchObject({ status: 409, code: 'reminder.nobody' });
    expect(await timeLine()).toMatchObject({ people: [], tooSoon: 3 });
    await later(23 * hour);
    expect((await send()).problem.code).toBe('reminder.nobody');
    await portal.context.database.transact((tx) =>
      tx.updateTable('outgoing_mails').set({ state: 'sent' }).execute(),
    );
    await later(hour);
    expect((await send()).reply).toBe(3);
    expect(await recipients()).toHaveLength(6);
  });

  test('does not keep back the reminder about another exam of the same people', async () => {
    await makeExam();
    await send();
    const reminded = examId;
    const { people } = await timeLine();
    const userIds = (
      await portal.context.database.read.selectFrom('enrolments').select('user_id').execute()
    ).map(({ user_id }) => user_id);
    ({ id: examId } = await makePlainExam(portal, { title: 'Oral', examDate: '2027-02-02', userIds }));
    expect([people, await timeLine()]).toMatchObject([
      [],
      { people: [{}, {}, {}], tooSoon: 0, mailUnderWay: 0 },
    ]);
    expect((await send()).reply).toBe(3);
    expect(await timeLine()).toMatchObject({ people: [], tooSoon: 3 });
    examId = reminded;
    expect(await timeLine()).toMatchObject({ people: [], tooSoon: 3 });
  });

  test('leaves out whoever still has a mail about the exam on its way, or was taken out', async () => {
    await makeExam();
    await send();
    await later(25 * hour);
    expect(await timeLine()).toMatchObject({ people: [], tooSoon: 0, mailUnderWay: 3 });
    const [place] = await portal.context.database.read
      .selectFrom('enrolments')
      .select('learning_platform_id as learningPlatformId')
      .where('exam_id', '=', examId)
      .orderBy('user_id')
      .execute();
    const support = await portal.as('support', 3);
    const learningPlatformId = place?.learningPlatformId ?? '';
    await support.call(unenrol, { params: { ...params(), learningPlatformId } });
    expect(await timeLine()).toMatchObject({ people: [], tooSoon: 0, mailUnderWay: 2 });
  });

  test('is the text that administrators saved, and needs one in either language', async () => {
    await makeExam();
    const save = (languageId: 'fr' | 'en', subject: string, body: string) =>
      admin.call(saveMessage, {
        params: { systemId: 3, languageId },
        query: { kind: 'reminder' },
        body: { subject, body },
      });
    await save('fr', '', '');
    await save('en', '', '');
    expect((await send()).problem.code).toBe('message.empty');
    await save('fr', 'Vite, {{firstName}}', '<p>{{examTitle}}</p>');
    expect((await send()).reply).toBe(3);
    expect((await mails()).map(({ subject }) => subject)).toEqual(Array(3).fill('Vite, Zoé'));
  });

  test('is refused after the exam and for a cancelled one', async () => {
    await makeExam('2027-01-11');
    await later(24 * hour);
    expect((await send()).problem.code).toBe('reminder.examOver');
    await admin.call(cancelExam, { params: params() });
    expect((await send()).problem.code).toBe('exam.notFound');
    expect(await recipients()).toEqual([]);
  });

  test('reaches 3,000 candidates', async () => {
    await makeExam();
    await portal.context.database.transact(async (tx) => {
      await sql`insert into users (email, email_key, first_name, last_name, sort_name, search_text, language, created_at)
        select concat('n', n, '@x.ca'), concat('n', n, '@x.ca'), 'Zoé', concat('N', n), concat('n', n), '', 'fr', now()
        from generate_series(1, 3000) n`.execute(tx);
      await sql`insert into enrolments (system_id, exam_id, user_id, learning_platform_id, enrolled_at)
        select 3, ${examId}::bigint, id, concat('n', id), now() from users where email like 'n%@x.ca'`.execute(
        tx,
      );
    });
    expect((await send()).reply).toBe(3003);
    expect((await timeLine()).tooSoon).toBe(3003);
  });
});

describe('the right to remind', () => {
  test('is that of an administrator of the system', async () => {
    await makeExam();
    const asks = [
      [getTimeLine, { params: params() }],
      [sendReminder, { params: params(), body: { requestId: randomUUID() } }],
      [planReminder, { params: params(), body: { daysBefore: 1, hour: 9 } }],
      [stopReminderOrLetter, { params: { ...params(), reminderId: 1 } }],
    ] as const;
    const support = await portal.as('support', 3);
    const other = await portal.as('admin', 2);
    for (const [endpoint, input] of asks) {
      expect((await portal.nobody.call(endpoint, input as never)).status).toBe(401);
      for (const who of [support, other])
        expect((await who.call(endpoint, input as never)).problem.code).toBe('access.denied');
      const foreign = { ...input, params: { ...input.params, systemId: 2 } };
      expect((await other.call(endpoint, foreign as never)).status).toBe(404);
    }
    expect(await recipients()).toEqual([]);
  });
});

describe('a planned reminder', () => {
  test('is due at the local hour, also across the change of clocks', async () => {
    await makeExam('2027-03-16');
    const at = async (days: number, when: number) => (await plan(days, when)).reply.at.toISOString();
    expect(await at(3, 9)).toBe('2027-03-13T14:00:00.000Z');
    expect(await at(2, 9)).toBe('2027-03-14T13:00:00.000Z');
    expect(await at(2, 2)).toBe('2027-03-14T07:00:00.000Z');
    expect(await at(0, 23)).toBe('2027-03-17T03:00:00.000Z');
    expect((await timeLine()).reminders.map(({ daysBefore, hour }) => [daysBefore, hour])).toEqual([
      [3, 9],
      [2, 2],
      [2, 9],
      [0, 23],
    ]);
  });

  test('is refused for an hour that is over, a second time at the same hour, and out of range', async () => {
    await makeExam('2027-01-11');
    expect((await plan(0, 10)).problem.errors).toEqual([{ path: 'hour', messageKey: 'hourInPast' }]);
    expect((await plan(1, 23)).problem.errors).toEqual([{ path: 'hour', messageKey: 'hourInPast' }]);
    expect((await plan(0, 11)).status).toBe(200);
    expect((await plan(0, 11)).problem.code).toBe('reminder.alreadyPlanned');
    expect((await plan(61, 11)).problem.errors).toEqual([{ path: 'daysBefore', messageKey: 'daysBefore' }]);
    expect((await plan(0, 24)).problem.errors).toEqual([{ path: 'hour', messageKey: 'hour' }]);
  });

  test('stands in the list of its system, by moment, until it is stopped or its exam cancelled', async () => {
    await makeExam();
    const listed = async (who = admin, systemId = 3) =>
      (await who.call(listPlannedReminders, { params: { systemId } })).reply;
    const { reply: late } = await plan(2, 9);
    await plan(5, 14);
    expect((await listed()).map(({ examId, title, at, isLetter }) => [examId, title, at, isLetter])).toEqual([
      [examId, 'Hiver', new Date('2027-01-27T19:00:00Z'), false],
      [examId, 'Hiver', new Date('2027-01-30T14:00:00Z'), false],
    ]);
    const other = await portal.as('admin', 2);
    expect(await listed(other, 2)).toEqual([]);
    expect((await other.call(listPlannedReminders, { params: { systemId: 3 } })).status).toBe(403);
    await stop(late.id);
    expect(await listed()).toHaveLength(1);
    await admin.call(cancelExam, { params: params() });
    expect(await listed()).toEqual([]);
  });

  test('goes at its hour, once, to those who have yet to sign in by then', async () => {
    await makeExam();
    await plan(7, 9);
    expect(await timeLine()).toMatchObject({
      people: [{}, {}, {}],
      reminders: [{ state: 'planned', mails: null }],
    });
    await goTo('2027-01-25T13:59:59Z');
    expect(await runQueue()).toBeNull();
    await portal.context.database.transact((tx) =>
      tx.updateTable('users').set({ last_visit_at: signedIn }).where('last_name', '=', 'Berg').execute(),
    );
    await goTo('2027-01-25T14:00:00Z');
    expect(await runQueue()).toMatchObject({ results: [{ kind: 'done' }] });
    expect(await runQueue()).toBeNull();
    expect(await recipients()).toEqual(['aube', 'caro']);
    expect(await timeLine()).toMatchObject({
      tooSoon: 2,
      reminders: [{ state: 'sent', mails: 2, at: portal.context.clock.now(), madeBy: 'Ada Roy' }],
    });
    expect(
      (await lines()).map(({ action, actor_name, system_id, detail }) => [
        action,
        actor_name,
        system_id,
        detail,
      ]),
    ).toEqual([
      ['reminder.planned', 'Ada Roy', 3, { name: 'Hiver', plannedFor: '2027-01-25T14:00:00.000Z' }],
      ['reminder.sent', 'reminders', 3, { name: 'Hiver', plannedFor: '2027-01-25T14:00:00.000Z', mails: 2 }],
    ]);
  });

  test('is sent once by two servers that both took it, and after a kill before its result was stored', async () => {
    await makeExam();
    const { id } = (await plan(7, 9)).reply;
    await goTo('2027-01-25T14:00:00Z');
    const outcomes = await Promise.all([handle(id), handle(id)]);
    expect(outcomes.map(({ results }) => results)).toEqual([[{ kind: 'done' }], [{ kind: 'done' }]]);
    expect(await recipients()).toEqual(['aube', 'berg', 'caro']);
    // The mails were queued but the result was lost: the next server finds the reminder unsent.
    await later(30 * hour);
    await portal.context.database.transact((tx) =>
      tx.updateTable('outgoing_mails').set({ state: 'sent' }).execute(),
    );
    expect(await runQueue()).toMatchObject({ results: [{ kind: 'done' }] });
    expect(await recipients()).toHaveLength(3);
    expect((await lines()).filter(({ action }) => action === 'reminder.sent')).toHaveLength(1);
  });

  test('counts for who planned it among the texts of their own, and waits where that is too many', async () => {
    await makeExam();
    await plan(7, 9);
    const planner = admin.userId;
    await goTo('2027-01-25T14:00:00Z');
    for (let used = 0; used < rateLimits.ownMail.max; used++)
      await checkRateLimit(portal.context, 'ownMail', planner);
    await runQueue();
    expect(await recipients()).toEqual([]);
    await later(3700);
    await runQueue();
    expect((await recipients()).length).toBeGreaterThan(0);
    expect(await checkRateLimit(portal.context, 'ownMail', planner)).toMatchObject({ allowed: true });
    const counts = portal.context.database.read.selectFrom('rate_limits').select('count');
    const counted = await counts.where('key', '=', `ownMail|${planner}`).executeTakeFirst();
    expect(counted?.count).toBe(2);
  });

  test('of an hour when no server ran goes when one is back, until the exam is over', async () => {
    await makeExam();
    await plan(7, 9);
    await plan(1, 9);
    await goTo('2027-02-01T23:00:00Z');
    await runQueue();
    expect(await recipients()).toEqual(['aube', 'berg', 'caro']);
    await goTo('2027-02-02T05:00:00Z');
    await runQueue();
    expect((await timeLine()).reminders.map(({ state, unsentBecause }) => [state, unsentBecause])).toEqual([
      ['sent', null],
      ['unsent', 'examOver'],
    ]);
    expect((await lines()).at(-1)).toMatchObject({
      action: 'reminder.unsent',
      detail: { reason: 'examOver', mails: 0 },
    });
    expect(await recipients()).toHaveLength(3);
  });

  test('that was stopped never goes, and one that was sent cannot be stopped', async () => {
    await makeExam();
    const { id } = (await plan(7, 9)).reply;
    expect((await stop(id)).reply).toBe(true);
    expect((await stop(id)).reply).toBe(true);
    await goTo('2027-01-26T14:00:00Z');
    expect(await runQueue()).toBeNull();
    expect((await timeLine()).reminders).toMatchObject([{ state: 'stopped' }]);
    const { id: second } = (await plan(2, 9)).reply;
    await goTo('2027-01-30T14:00:00Z');
    await runQueue();
    expect((await stop(second)).problem.code).toBe('reminder.alreadySent');
    expect((await stop(987654)).problem.code).toBe('reminder.notFound');
    expect(await recipients()).toHaveLength(3);
    expect((await lines()).map(({ action }) => action)).toEqual([
      'reminder.planned',
      'reminder.stopped',
      'reminder.planned',
      'reminder.sent',
    ]);
  });

  test('stopped while a server has it already is not sent', async () => {
    await makeExam();
    const { id } = (await plan(7, 9)).reply;
    await goTo('2027-01-25T14:00:00Z');
    const job = {
      id,
      systemId: 3,
      examId,
      madeBy: null,
      key: { id },
      attempts: 0,
      version: null,
      destination: 'outbox',
    };
    await stop(id);
    const { handle } = reminderHandler(portal.context);
    expect(await handle([job], 0, new AbortController().signal)).toEqual({ results: [{ kind: 'released' }] });
    expect(await recipients()).toEqual([]);
  });

  test('sends nothing for a cancelled exam', async () => {
    await makeExam();
    await plan(7, 9);
    await admin.call(cancelExam, { params: params() });
    await goTo('2027-01-25T14:00:00Z');
    await runQueue();
    expect(await recipients()).toEqual([]);
    expect((await lines()).at(-1)).toMatchObject({
      action: 'reminder.unsent',
      detail: { reason: 'examCancelled' },
    });
  });

  test('moves with its exam', async () => {
    await makeExam();
    await plan(7, 9);
    await plan(1, 20);
    const { reply: exam } = await admin.call(getExam, { params: params() });
    const moved = await admin.call(editExam, {
      params: params(),
      body: { ...exam, examDate: '2027-03-17' },
    });
    expect(moved.status).toBe(200);
    expect((await timeLine()).reminders.map(({ at }) => at.toISOString())).toEqual([
      '2027-03-10T14:00:00.000Z',
      '2027-03-17T00:00:00.000Z',
    ]);
    await goTo('2027-01-31T23:00:00Z');
    expect(await runQueue()).toBeNull();
    await goTo('2027-03-10T14:00:00Z');
    await runQueue();
    expect((await mails())[0]?.subject).toBe(
      'Rappel\u00a0: Hiver (Examens DC), le mercredi 17\u00A0mars 2027',
    );
  });

  test('is planned anew for a copy of its exam, also one that has gone; a stopped one and an hour that is over stay out', async () => {
    await makeExam();
    await plan(20, 8);
    await plan(7, 9);
    await plan(1, 20);
    await stop((await plan(2, 10)).reply.id);
    await goTo('2027-01-25T14:00:00Z');
    while (await runQueue());
    const { reply: exam } = await admin.call(getExam, { params: params() });
    await admin.call(editExam, { params: params(), body: { ...exam, examDate: '2027-02-12' } });
    // The same hour once more, after the first reminder has gone.
    expect((await plan(7, 9)).status).toBe(200);
    await goTo('2027-02-20T15:00:00Z');
    while (await runQueue());
    const states = (await timeLine()).reminders.map(({ state }) => state);
    expect(states.toSorted()).toEqual(['sent', 'sent', 'stopped', 'unsent', 'unsent']);
    const body = { examDate: '2027-03-05', requestId: randomUUID() };
    const copies = [1, 2].map(() => admin.call(copyExam, { params: params(), body }));
    const [first, second] = await Promise.all(copies);
    expect(first?.reply.id).toBe(second?.reply.id);
    examId = first?.reply.id ?? 0;
    const due = ['2027-02-26T14:00:00.000Z', '2027-03-05T01:00:00.000Z'];
    expect(
      (await timeLine()).reminders.map(({ state, madeBy, at }) => [state, madeBy, at.toISOString()]),
    ).toEqual(due.map((at) => ['planned', 'Ada Roy', at]));
    const made = (await lines()).filter(({ subject }) => subject === `exam:${examId}`);
    expect(made.map(({ action, detail }) => [action, detail])).toEqual(
      due.map((plannedFor) => ['reminder.planned', { name: 'Hiver', plannedFor }]),
    );
    await goTo('2027-02-26T14:00:00Z');
    expect(await runQueue()).toMatchObject({ results: [{ kind: 'done' }] });
    expect((await timeLine()).reminders.map(({ state }) => state)).toEqual(['sent', 'planned']);
  });

  test('of a copy is made with it or not at all', async () => {
    await makeExam();
    await plan(1, 20);
    const count = (table: 'exams' | 'reminders') =>
      portal.context.database.read.selectFrom(table).select('id').execute();
    const before = [await count('exams'), await count('reminders')];
    await sql`alter table reminders add constraint no_more check (days_before <> 1) not valid`.execute(
      portal.context.database.read,
    );
    const body = { examDate: '2027-03-18', requestId: randomUUID() };
    expect((await admin.call(copyExam, { params: params(), body })).status).toBe(500);
    expect([await count('exams'), await count('reminders')]).toEqual(before);
    await sql`alter table reminders drop constraint no_more`.execute(portal.context.database.read);
  });

  test('goes at its new hour where a worker had taken it before its exam moved', async () => {
    await makeExam();
    const { id } = (await plan(7, 9)).reply;
    await goTo('2027-01-25T14:00:00Z');
    const { reply: exam } = await admin.call(getExam, { params: params() });
    await admin.call(editExam, { params: params(), body: { ...exam, examDate: '2027-03-17' } });
    expect((await handle(id)).results).toEqual([{ kind: 'released' }]);
    expect(await recipients()).toEqual([]);
    await goTo('2027-03-10T14:00:00Z');
    await runQueue();
    expect(await recipients()).toEqual(['aube', 'berg', 'caro']);
  });
});
