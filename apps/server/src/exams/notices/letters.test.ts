import { randomUUID } from 'node:crypto';
import { cancelExam, copyExam, editExam, getExam } from '@guichet/contract/exams/exams';
import {
  changePlannedLetter,
  getPlannedLetter,
  type Letter,
  listReadyLetters,
  previewLetter,
  sendLetter,
  testLetter,
} from '@guichet/contract/exams/letters';
import { announceExam } from '@guichet/contract/exams/notices';
import {
  getTimeLine,
  planReminder,
  readReminder,
  resumeLetter,
  sendReminder,
  stopReminderOrLetter,
} from '@guichet/contract/exams/notices.reminders';
import { listCandidates } from '@guichet/contract/exams/places';
import { takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { claimJobs, renewLeases } from '../../core/queue/leases.queries.ts';
import { openQueue } from '../../core/queue/queue.service.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { makePerson, makePlainExam } from '../../identity/users/fixtures/people.ts';
import { wordDocument } from '../../mail/messages/fixtures/documents.ts';
import { mailJobs } from '../../mail/outbox/sending/mailJobs.queries.ts';
import { reminderHandler } from './reminders/reminders.worker.ts';

let portal: TestPortal;
let admin: Caller;
let examId: number;
let ids: Readonly<Record<'aube' | 'berg' | 'caro' | 'dion' | 'etoc', number>>;
beforeAll(async () => {
  portal = await openTestPortal();
});
beforeEach(async () => {
  await portal.context.database.transact(async (tx) => {
    for (const table of ['outgoing_mails', 'mailings', 'reminders', 'enrolments', 'rate_limits'] as const)
      await tx.deleteFrom(table).execute();
    await tx.deleteFrom('users').where('email', 'like', '%@etu.example.ca').execute();
  });
  await goTo('2027-01-11T15:00:00Z');
  const make = (lastName: string, more: Parameters<typeof makePerson>[1] = {}) =>
    makePerson(portal, {
      email: `${lastName.toLowerCase()}@etu.example.ca`,
      firstName: 'Zoé',
      lastName,
      ...more,
    });
  const signedIn = { password_hash: 'x', last_visit_at: new Date('2027-01-10T12:00:00Z') };
  ids = {
    aube: await make('Aube', { language: 'fr' }),
    berg: await make('Berg', { language: 'en' }),
    caro: await make('Caro', { language: 'fr', row: signedIn }),
    dion: await make('Dion', { language: 'en', row: signedIn }),
    etoc: await make('Etoc', { row: { deactivated_at: new Date('2027-01-10T12:00:00Z') } }),
  };
  const exam = { title: 'Hiver', examDate: '2027-02-01', userIds: Object.values(ids) };
  ({ id: examId } = await makePlainExam(portal, exam));
});
afterAll(() => portal.close());

/** Advances the clock, and signs in again, since sessions have ended. */
async function goTo(instant: string) {
  portal.context.clock.advance((Date.parse(instant) - portal.context.clock.now().getTime()) / 1000);
  admin = await portal.as('admin', 3, { firstName: 'Ada', lastName: 'Roy' });
}

const texts = {
  subjectFr: 'Salle changée : {{examTitle}}',
  bodyFr: '<p>Bonjour {{firstName}} {{lastName}}, apportez le document joint.</p>',
  subjectEn: 'Another room: {{examTitle}}',
  bodyEn: '<p>Hello {{firstName}}, bring the document. <a href="{{setPasswordUrl}}">Choose</a></p>',
};
const params = () => ({ systemId: 3, examId });
type Sent = Partial<Letter> & { requestId?: string; daysBefore?: number; hour?: number };
const send = (
  more: Sent = {},
  { file, who = admin }: { file?: { name: string; bytes: Buffer }; who?: Caller } = {},
) =>
  who.call(sendLetter, {
    params: params(),
    body: { ...texts, audience: 'all', requestId: randomUUID(), ...more },
    ...(file && { file }),
  });
const preview = async (more: Partial<Letter> = {}) =>
  admin.call(previewLetter, { params: params(), body: { ...texts, audience: 'all', ...more } });
const timeLine = async () => (await admin.call(getTimeLine, { params: params() })).reply.reminders;
const stop = async () =>
  admin.call(stopReminderOrLetter, { params: { ...params(), reminderId: (await timeLine())[0]?.id ?? 0 } });
const runQueue = () => openQueue(portal.context, [reminderHandler(portal.context)]).runOnce();

async function mails() {
  const reader = await portal.superAdmin();
  const { reply } = await reader.call(listMails, { query: { examId } });
  const read = (mailId: number) => reader.call(getMail, { params: { mailId } });
  const all = await Promise.all(reply.mails.map(async ({ id }) => (await read(id)).reply));
  return all.toSorted((one, other) => one.recipient.localeCompare(other.recipient));
}
const recipients = async () => (await mails()).map(({ recipient }) => recipient.split('@')[0]);
async function lastLine() {
  const line = portal.context.database.read.selectFrom('audit_lines').select(['action', 'subject', 'detail']);
  return line.where('action', 'like', 'letter.%').orderBy('id', 'desc').executeTakeFirst();
}
const documentFile = { name: 'salle.docx', bytes: wordDocument() };

test('a letter goes to all candidates in their language, with its attachment, once for each request', async () => {
  const requestId = randomUUID();
  expect((await send({ requestId }, { file: documentFile })).reply).toBe(4);
  expect((await send({ requestId }, { file: documentFile })).reply).toBe(4);
  const all = await mails();
  expect(all.map(({ recipient, subject }) => [recipient.split('@')[0], subject])).toEqual([
    ['aube', 'Salle changée : Hiver'],
    ['berg', 'Another room: Hiver'],
    ['caro', 'Salle changée : Hiver'],
    ['dion', 'Another room: Hiver'],
  ]);
  expect(all.map(({ attachments }) => attachments)).toEqual(all.map(() => ['salle.docx']));
  expect(all[0]?.text).toContain('Bonjour Zoé Aube, apportez');
  expect(await lastLine()).toMatchObject({
    action: 'letter.sent',
    subject: `exam:${examId}`,
    detail: { name: 'Hiver', mailSubject: texts.subjectFr, mails: 4 },
  });
  expect(await timeLine()).toMatchObject([
    {
      state: 'sent',
      mails: 4,
      leaving: 4,
      madeBy: 'Ada Roy',
      letter: { audience: 'all', subjectFr: 'Salle changée : Hiver', subjectEn: 'Another room: Hiver' },
    },
  ]);
  expect((await timeLine())[0]?.letter).not.toHaveProperty('bodyFr');
});

test('stands in the history of each reader', async () => {
  await send({ audience: 'chosen', userIds: [ids.berg] });
  const history = async (userId: number) =>
    JSON.stringify((await admin.call(getPersonHistory, { params: { id: userId } })).reply);
  expect(await history(ids.berg)).toContain('Another room: Hiver');
  expect(await history(ids.aube)).not.toContain('Salle changée');
});

test('goes to those who were present, or who have the attestation, when it leaves, and later to those who joined them', async () => {
  const set = (userId: number, values: { presence?: 'present' | 'absent'; attested_at?: Date }) =>
    portal.context.database.transact((tx) =>
      tx.updateTable('enrolments').set(values).where('user_id', '=', userId).execute(),
    );
  const attested_at = portal.context.clock.now();
  await set(ids.aube, { presence: 'present', attested_at });
  await set(ids.berg, { presence: 'present' });
  await set(ids.caro, { presence: 'absent' });
  expect((await preview({ audience: 'present' })).reply.people).toEqual({ fr: 1, en: 1 });
  expect((await send({ audience: 'attested' })).reply).toBe(1);
  expect(await recipients()).toEqual(['aube']);
  expect((await send({ audience: 'present', subjectFr: 'Merci' })).reply).toBe(2);
  expect(await recipients()).toEqual(['aube', 'aube', 'berg']);
  await set(ids.dion, { presence: 'present', attested_at });
  expect((await timeLine()).map(({ letter }) => [letter?.audience, letter?.missing])).toEqual([
    ['attested', 1],
    ['present', 1],
  ]);
});

test('goes to the chosen people of the exam alone, or to those who have not signed in', async () => {
  const stranger = await makePerson(portal, { email: 'goth@etu.example.ca', lastName: 'Goth' });
  expect((await send({ audience: 'chosen', userIds: [ids.dion, ids.etoc, stranger] })).reply).toBe(1);
  expect(await recipients()).toEqual(['dion']);
  expect((await send({ audience: 'notSignedIn' })).reply).toBe(2);
  expect(await recipients()).toEqual(['aube', 'berg', 'dion']);
  expect((await send({ audience: 'chosen', userIds: [stranger] })).problem.code).toBe('letter.nobody');
  expect((await send({ audience: 'chosen' })).problem.code).toBe('letter.nobody');
});

test('its preview says who gets which language, and what is missing', async () => {
  const bodyFr = '<p>Lieu : {{examPlace}}, à {{examTime}}</p>';
  const { reply } = await preview({ bodyFr, subjectEn: '', audience: 'notSignedIn' });
  expect(reply).toMatchObject({ people: { fr: 1, en: 1 }, withoutPassword: { fr: 1, en: 1 } });
  const lacking = { language: 'fr', facts: ['examTime', 'examPlace'], lacksLink: true };
  expect(reply.forecast).toMatchObject({ fr: lacking, en: lacking, isExamOver: false });
  expect([reply.mails.fr?.subject, reply.mails.en?.subject]).toEqual([
    'Salle changée : Hiver',
    'Salle changée : Hiver',
  ]);
  const whole = (await preview()).reply;
  expect(whole).toMatchObject({ people: { fr: 2, en: 2 }, withoutPassword: { fr: 1, en: 1 } });
  // The exam has a French title alone.
  expect(whole.forecast.en).toMatchObject({
    language: 'en',
    lacksLink: false,
    facts: [],
    inOtherLanguage: ['examTitle'],
  });
  const none = (await preview({ subjectFr: '', subjectEn: '' })).reply;
  expect(none).toMatchObject({ forecast: { fr: { language: null } }, mails: { fr: null, en: null } });
  expect(await recipients()).toEqual([]);
});

test('its preview tells who got a letter or a reminder about the exam in the last week', async () => {
  await send({ audience: 'chosen', userIds: [ids.aube, ids.dion] });
  await admin.call(sendReminder, { params: params(), body: { requestId: randomUUID() } });
  const of = async (more: Partial<Letter>) => (await preview(more)).reply.recent;
  expect(await of({})).toMatchObject([
    { letter: null, people: 1, names: ['Zoé Berg'] },
    { letter: { subjectFr: 'Salle changée : Hiver' }, people: 2, names: ['Zoé Aube', 'Zoé Dion'] },
  ]);
  expect(await of({ audience: 'chosen', userIds: [ids.aube, ids.caro] })).toMatchObject([
    { people: 1, names: ['Zoé Aube'] },
  ]);
  expect(await of({ audience: 'chosen', userIds: [ids.caro] })).toEqual([]);
  portal.context.clock.advance(60);
  const { reply: exam } = await admin.call(getExam, { params: params() });
  await admin.call(editExam, { params: params(), body: { ...exam, examDate: '2027-02-02' } });
  const told = (await admin.call(announceExam, { params: params() })).reply;
  expect(told).toBeGreaterThan(0);
  expect((await of({}))[0]).toMatchObject({ letter: null, isNotice: true, people: told });
  await goTo('2027-01-19T15:00:00Z');
  expect(await of({})).toEqual([]);
});

test('leaves out on request whose address is known not to exist, and names them before', async () => {
  await send({ audience: 'chosen', userIds: [ids.aube, ids.berg, ids.caro] });
  const report = (userId: number, reason: string) =>
    portal.context.database.transact((tx) =>
      sql`update outgoing_mails set state = 'sent', sent_at = now(), delivery = 'failed',
        delivery_reason = ${reason} where user_id = ${userId}`.execute(tx),
    );
  await report(ids.aube, 'mailboxUnknown: 550 5.1.1 No such user');
  await report(ids.berg, 'mailboxFull: 552 5.2.2 Over quota');
  await report(ids.caro, 'domainUnknown: 550 5.1.2 Bad domain');
  await portal.context.database.transact((tx) =>
    tx.updateTable('users').set({ email: 'caro.neuve@etu.example.ca' }).where('id', '=', ids.caro).execute(),
  );
  const found = (await preview()).reply;
  expect(found.unknown).toEqual({ people: 1, samples: [{ name: 'Zoé Aube', email: 'aube@etu.example.ca' }] });
  expect(found.people).toEqual({ fr: 2, en: 2 });
  expect((await preview({ withoutUnknown: true })).reply).toMatchObject({
    people: { fr: 1, en: 2 },
    unknown: { people: 1 },
  });
  expect((await send({ subjectFr: 'Autre', subjectEn: 'Other', withoutUnknown: true })).reply).toBe(3);
  const others = (await mails()).filter(({ subject }) => subject === 'Autre' || subject === 'Other');
  expect(others.map(({ recipient }) => recipient.split('@')[0])).toEqual(['berg', 'caro.neuve', 'dion']);
});

test('says which text is at fault', async () => {
  const bodyEn = '<p>{{roomNumber}}</p>';
  for (const refused of [await send({ bodyEn }), await preview({ bodyEn })])
    expect(refused.problem).toMatchObject({
      code: 'message.unknownPlaceholder',
      errors: [{ path: 'bodyEn', messageKey: 'unknownPlaceholder' }],
    });
  expect((await send({ subjectFr: '', bodyEn: '' })).problem.code).toBe('message.empty');
  const file = { name: 'salle.pdf', bytes: Buffer.from('no document') };
  expect((await send({}, { file })).problem.code).toBe('attachment.wrongKind');
  expect((await send({ daysBefore: 2 })).problem.code).toBe('request.invalid');
  expect((await send({ daysBefore: 2, hour: 24 })).problem.code).toBe('request.invalid');
  expect(await timeLine()).toEqual([]);
});

test('a planned one is changed before it leaves: texts, people, document and hour; not over a change that was not read', async () => {
  await send({ audience: 'chosen', userIds: [ids.caro], daysBefore: 1, hour: 14 }, { file: documentFile });
  const reminderId = (await timeLine())[0]?.id ?? 0;
  const of = { params: { ...params(), reminderId } };
  const read = async (who = admin) => who.call(getPlannedLetter, of);
  const letter = (await read()).reply;
  expect(letter).toMatchObject({
    ...{
      ...texts,
      audience: 'chosen',
      withoutUnknown: false,
      daysBefore: 1,
      hour: 14,
      fileName: 'salle.docx',
    },
    people: [{ id: ids.caro, fullName: 'Zoé Caro', email: 'caro@etu.example.ca' }],
  });
  const body = { ...texts, audience: 'all' as const, daysBefore: 2, hour: 9, version: letter.version };
  const change = (more: object = {}, who = admin) =>
    who.call(changePlannedLetter, { ...of, body: { ...body, ...more } });
  for (const who of [await portal.as('support', 3), await portal.as('admin', 2)])
    expect([(await read(who)).status, (await change({}, who)).status]).toEqual([403, 403]);
  expect((await change({}, portal.nobody)).status).toBe(401);
  expect((await change({ bodyEn: '<p>{{roomNumber}}</p>' })).problem.code).toBe('message.unknownPlaceholder');
  expect((await change({ daysBefore: 60 })).problem.errors).toEqual([
    { path: 'hour', messageKey: 'hourInPast' },
  ]);
  expect((await change({ hour: 24 })).problem.code).toBe('request.invalid');

  expect((await change({ subjectFr: 'Autre salle', keepsFile: true })).reply).toBe(true);
  expect(await lastLine()).toMatchObject({
    action: 'letter.changed',
    subject: `exam:${examId}`,
    detail: { name: 'Hiver', mailSubject: 'Autre salle', plannedFor: '2027-01-30T14:00:00.000Z' },
  });
  expect((await change({ subjectFr: 'Écrasée' })).problem.code).toBe('letter.changedMeanwhile');
  await goTo('2027-01-30T14:00:00Z');
  while (await runQueue());
  const all = await mails();
  expect(
    all.map(({ recipient, subject, attachments }) => [recipient.split('@')[0], subject, attachments]),
  ).toEqual([
    ['aube', 'Autre salle', ['salle.docx']],
    ['berg', 'Another room: Hiver', ['salle.docx']],
    ['caro', 'Autre salle', ['salle.docx']],
    ['dion', 'Another room: Hiver', ['salle.docx']],
  ]);
  expect([(await read()).problem.code, (await change()).problem.code]).toEqual([
    'reminder.alreadySent',
    'reminder.alreadySent',
  ]);
});

test('planned for an hour, it reaches those whom it concerns then, and takes its attachment along', async () => {
  expect(
    (await send({ audience: 'notSignedIn', daysBefore: 1, hour: 14 }, { file: documentFile })).reply,
  ).toBeNull();
  // A reminder and a second letter may go at the same hour.
  expect(
    (await admin.call(planReminder, { params: params(), body: { daysBefore: 1, hour: 14 } })).status,
  ).toBe(200);
  expect((await send({ audience: 'chosen', userIds: [ids.caro], daysBefore: 1, hour: 14 })).status).toBe(200);
  expect((await lastLine())?.action).toBe('letter.planned');
  expect(await recipients()).toEqual([]);
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('users')
      .set({ password_hash: 'x', last_visit_at: new Date() })
      .where('id', '=', ids.aube)
      .execute(),
  );
  const removal = { userIds: [ids.caro], removalId: randomUUID() };
  const gone = await admin.call(takeOutCandidates, { params: params(), body: removal });
  expect(gone.status).toBe(200);
  await goTo('2027-01-31T19:00:00Z');
  await runQueue();
  expect(await recipients()).toEqual(['berg']);
  expect((await mails())[0]?.attachments).toEqual(['salle.docx']);
  while (await runQueue());
  expect((await timeLine()).map(({ letter, mails: sent }) => [letter?.audience ?? null, sent])).toEqual([
    ['notSignedIn', 1],
    [null, 0],
    ['chosen', 0],
  ]);
});

test('moves with its exam, may be for a day after it, and stays with it when it is copied', async () => {
  await send({ daysBefore: 1, hour: 14 });
  await send({ daysBefore: -2, hour: 9 });
  expect((await send({ daysBefore: 30, hour: 9 })).problem.errors).toEqual([
    { path: 'hour', messageKey: 'hourInPast' },
  ]);
  const { reply: exam } = await admin.call(getExam, { params: params() });
  await admin.call(editExam, { params: params(), body: { ...exam, examDate: '2027-03-17' } });
  expect((await timeLine()).map(({ at }) => at.toISOString())).toEqual([
    '2027-03-16T18:00:00.000Z',
    '2027-03-19T13:00:00.000Z',
  ]);
  const copy = { examDate: '2027-05-05', requestId: randomUUID() };
  const { reply: copied } = await admin.call(copyExam, { params: params(), body: copy });
  const of = { systemId: 3, examId: copied.id };
  expect((await admin.call(getTimeLine, { params: of })).reply.reminders).toEqual([]);
  await goTo('2027-03-19T13:00:00Z');
  while (await runQueue());
  expect((await timeLine()).map(({ state, unsentBecause }) => [state, unsentBecause])).toEqual([
    ['unsent', 'examOver'],
    ['sent', null],
  ]);
});

test('stopped before its hour it mails nobody, stopped while it leaves no more', async () => {
  await send({ daysBefore: 1, hour: 14 });
  expect((await stop()).reply).toBe(true);
  await goTo('2027-01-31T19:00:00Z');
  expect(await runQueue()).toBeNull();
  expect(await lastLine()).toMatchObject({
    action: 'letter.stopped',
    detail: { mailSubject: texts.subjectFr },
  });

  await portal.context.database.transact((tx) => tx.deleteFrom('reminders').execute());
  await send();
  const others = await send({ subjectFr: 'Autre' });
  expect(others.reply).toBe(4);
  const gone = sql`update outgoing_mails set state = 'sent', sent_at = now() where user_id = ${ids.aube}`;
  await portal.context.database.transact((tx) => gone.execute(tx));
  expect((await stop()).reply).toBe(true);
  expect((await stop()).reply).toBe(true);
  const states = (await mails()).map(({ recipient, subject, state }) => [
    recipient.split('@')[0],
    subject,
    state,
  ]);
  expect(states.filter(([, subject]) => subject === 'Salle changée : Hiver')).toEqual([
    ['aube', 'Salle changée : Hiver', 'sent'],
    ['caro', 'Salle changée : Hiver', 'cancelled'],
  ]);
  // The other letter goes on.
  expect(states.filter(([, , state]) => state === 'queued')).toHaveLength(3);
  expect(await timeLine()).toMatchObject([
    { state: 'stopped', mails: 1, leaving: 0 },
    { state: 'sent', mails: 4, leaving: 3 },
  ]);
  expect(await lastLine()).toMatchObject({ action: 'letter.stopped', detail: { mailsCancelled: 3 } });
});

const resume = (reminderId: number, requestId: string = randomUUID()) =>
  admin.call(resumeLetter, { params: { ...params(), reminderId }, body: { requestId } });
const mark = (userId: number, set: Record<string, unknown>) =>
  portal.context.database.transact((tx) =>
    tx.updateTable('outgoing_mails').set(set).where('user_id', '=', userId).execute(),
  );

test('stopped the moment its worker has queued it, it stays stopped', async () => {
  await send({ daysBefore: 1, hour: 9 });
  await goTo('2027-01-31T14:00:00Z');
  const handler = reminderHandler(portal.context);
  const handle: typeof handler.handle = async (...job) => {
    const outcome = await handler.handle(...job);
    expect((await stop()).status).toBe(200);
    return outcome;
  };
  await openQueue(portal.context, [{ ...handler, handle }]).runOnce();
  expect((await mails()).map(({ state }) => state)).toEqual(Array(4).fill('cancelled'));
  expect(await timeLine()).toMatchObject([{ state: 'stopped', mails: 0, letter: { missing: 4 } }]);
});

test('stopped before its hour, it is planned again for that hour, once, and no longer once the hour is over', async () => {
  await send({ daysBefore: 1, hour: 9 });
  await stop();
  const at = '2027-01-31T14:00:00.000Z';
  const [stopped] = await timeLine();
  expect(stopped).toMatchObject({ state: 'stopped', letter: { plannedAt: new Date(at) } });
  const planAgain = () =>
    admin.call(resumeLetter, {
      params: { ...params(), reminderId: stopped?.id ?? 0 },
      body: { requestId: randomUUID(), atItsHour: true },
    });
  const replies = await Promise.all([planAgain(), planAgain()]);
  expect(replies.map(({ reply }) => reply)).toEqual([0, 0]);
  expect(await lastLine()).toMatchObject({ action: 'letter.planned', detail: { plannedFor: at } });
  expect(await timeLine()).toMatchObject([
    { id: stopped?.id, state: 'planned', at: new Date(at), letter: { plannedAt: null } },
  ]);
  expect(await mails()).toEqual([]);
  await stop();
  await goTo('2027-01-31T14:00:01Z');
  expect(await timeLine()).toMatchObject([{ state: 'stopped', letter: { plannedAt: null, missing: 4 } }]);
  expect((await planAgain()).problem.code).toBe('reminder.alreadySent');
});

test('stopped before its hour, it is planned for another hour, and reaches whom it concerns then', async () => {
  await send({ daysBefore: 1, hour: 9 }, { file: documentFile });
  await stop();
  const reminderId = (await timeLine())[0]?.id ?? 0;
  const planFor = (daysBefore: number, hour: number) =>
    admin.call(resumeLetter, {
      params: { ...params(), reminderId },
      body: { requestId: randomUUID(), plan: { daysBefore, hour } },
    });
  for (const [daysBefore, messageKey] of [
    [21, 'hourInPast'],
    [400, 'daysBefore'],
  ] as const)
    expect((await planFor(daysBefore, 9)).problem.errors).toMatchObject([{ messageKey }]);
  await goTo('2027-01-31T14:00:01Z');
  expect(await timeLine()).toMatchObject([{ letter: { isPlannable: true, plannedAt: null } }]);
  const at = '2027-02-02T22:00:00.000Z';
  expect((await planFor(-1, 16)).reply).toBe(0);
  expect((await planFor(-1, 17)).reply).toBe(0);
  expect(await lastLine()).toMatchObject({ action: 'letter.planned', detail: { plannedFor: at } });
  expect(await timeLine()).toMatchObject([
    {
      id: reminderId,
      state: 'planned',
      daysBefore: -1,
      hour: 17,
      at: new Date(at),
      letter: { isPlannable: false },
    },
  ]);
  await portal.context.database.transact((tx) =>
    tx.deleteFrom('enrolments').where('user_id', '=', ids.caro).execute(),
  );
  await goTo(at);
  await runQueue();
  expect(await recipients()).toEqual(['aube', 'berg', 'dion']);
  expect((await mails())[0]?.attachments).toEqual(['salle.docx']);
  expect((await planFor(-2, 9)).problem.code).toBe('reminder.alreadySent');
});

test('withdrawn since its exam moved, it is planned for another hour; not once somebody has its text', async () => {
  await send({ daysBefore: 10, hour: 9 });
  const { reply: exam } = await admin.call(getExam, { params: params() });
  await admin.call(editExam, { params: params(), body: { ...exam, examDate: '2027-01-15' } });
  const [withdrawn] = await timeLine();
  expect(withdrawn).toMatchObject({ state: 'unsent', letter: { isPlannable: true, missing: 4 } });
  const planAgain = () =>
    admin.call(resumeLetter, {
      params: { ...params(), reminderId: withdrawn?.id ?? 0 },
      body: { requestId: randomUUID(), plan: { daysBefore: 1, hour: 9 } },
    });
  expect((await planAgain()).reply).toBe(0);
  expect(await timeLine()).toMatchObject([{ state: 'planned', unsentBecause: null }]);
  await stop();
  expect((await resume(withdrawn?.id ?? 0)).reply).toBe(4);
  await portal.context.database.transact((tx) =>
    tx.updateTable('outgoing_mails').set({ state: 'failed' }).where('user_id', '=', ids.dion).execute(),
  );
  const [stopped] = await timeLine();
  expect(stopped).toMatchObject({ letter: { isPlannable: false, plannedAt: null, missing: 1 } });
  expect((await planAgain()).problem.code).toBe('reminder.alreadySent');
});

test('withdrawn and sent by hand since, it is not planned again when the date is put right', async () => {
  await send({ daysBefore: 10, hour: 9 });
  const { reply: exam } = await admin.call(getExam, { params: params() });
  await admin.call(editExam, { params: params(), body: { ...exam, examDate: '2027-01-15' } });
  const [withdrawn] = await timeLine();
  expect((await resume(withdrawn?.id ?? 0)).reply).toBe(4);
  const { reply: moved } = await admin.call(getExam, { params: params() });
  const body = { ...moved, examDate: '2027-02-01', asksFirst: true };
  expect((await admin.call(editExam, { params: params(), body })).reply).toMatchObject({
    examDate: body.examDate,
  });
  await goTo('2027-01-22T14:00:00Z');
  while (await runQueue());
  expect(await recipients()).toEqual(['aube', 'berg', 'caro', 'dion']);
});

test('while it is planned again, the copy that was stopped is not sent beside it', async () => {
  await send({ daysBefore: 1, hour: 9 });
  await stop();
  const [letter] = await timeLine();
  await resume(letter?.id ?? 0);
  const [copy] = (await timeLine()).filter(({ id }) => id !== letter?.id);
  await admin.call(stopReminderOrLetter, { params: { ...params(), reminderId: copy?.id ?? 0 } });
  const body = { requestId: randomUUID(), atItsHour: true };
  const of = { ...params(), reminderId: letter?.id ?? 0 };
  expect((await admin.call(resumeLetter, { params: of, body })).reply).toBe(0);
  expect((await timeLine()).find(({ id }) => id === copy?.id)).toMatchObject({ letter: { missing: 0 } });
  expect((await resume(copy?.id ?? 0)).problem.code).toBe('letter.nobody');
  await goTo('2027-01-31T14:00:00Z');
  while (await runQueue());
  expect((await mails()).filter(({ state }) => state !== 'cancelled')).toHaveLength(4);
});

test('stopped while it leaves, it can be read, and goes on to those who did not get it, once', async () => {
  await send({}, { file: documentFile });
  await mark(ids.aube, { state: 'sent', sent_at: new Date() });
  await stop();
  const [stopped] = await timeLine();
  expect(stopped).toMatchObject({
    state: 'stopped',
    mails: 1,
    letter: { fileName: 'salle.docx', missing: 3, leftOut: 0 },
  });
  const reminderId = stopped?.id ?? 0;
  const { reply: read } = await admin.call(readReminder, { params: { ...params(), reminderId } });
  expect([read.fr?.subject, read.en?.subject]).toEqual(['Salle changée : Hiver', 'Another room: Hiver']);

  const requestId = randomUUID();
  expect((await resume(reminderId, requestId)).reply).toBe(3);
  expect((await resume(reminderId, requestId)).reply).toBe(3);
  expect((await resume(reminderId)).problem.code).toBe('letter.nobody');
  const queued = (await mails()).filter(({ state }) => state === 'queued');
  expect(queued.map(({ recipient, attachments }) => [recipient.split('@')[0], attachments])).toEqual(
    ['berg', 'caro', 'dion'].map((name) => [name, ['salle.docx']]),
  );
  expect(await timeLine()).toMatchObject([
    { state: 'stopped', letter: { missing: 0 } },
    { state: 'sent', mails: 3, letter: { audience: 'chosen', fileName: 'salle.docx', missing: 0 } },
  ]);
  expect(await lastLine()).toMatchObject({ action: 'letter.sent', detail: { mails: 3 } });
});

test('what a worker has taken when it is stopped is neither held nor missing until the worker is done with it', async () => {
  await send();
  await mark(ids.aube, { state: 'sent', sent_at: new Date() });
  const taken = { state: 'sending', leased_by: 'w', leased_until: new Date('2027-01-11T15:00:30Z') };
  await mark(ids.berg, taken);
  await mark(ids.caro, taken);
  await stop();
  expect(await lastLine()).toMatchObject({ detail: { mailsCancelled: 1, mailsUnderWay: 2 } });
  expect(await timeLine()).toMatchObject([{ mails: 1, leaving: 2, letter: { missing: 1 } }]);

  await mark(ids.berg, { state: 'sent', sent_at: new Date(), leased_by: null, leased_until: null });
  expect(await timeLine()).toMatchObject([{ mails: 2, leaving: 1, letter: { missing: 1 } }]);
  portal.context.clock.advance(31);
  const [settled] = await timeLine();
  expect(settled).toMatchObject({ state: 'stopped', mails: 2, leaving: 0, letter: { missing: 2 } });
  expect((await resume(settled?.id ?? 0)).reply).toBe(2);
});

test('a mail that a slow mail server is still taking when its letter was stopped is not sent a second time', async () => {
  await send();
  const { context } = portal;
  const lease = () => ({ by: 'w', until: secondsAfter(context.clock.now(), 30) });
  const [job] = await systemTransaction(context, (tx) =>
    claimJobs(tx, mailJobs, lease(), { now: context.clock.now(), most: 1, shutOff: [] }),
  );
  await stop();
  for (let looks = 0; looks < 9; looks++) {
    portal.context.clock.advance(10);
    const held = await systemTransaction(context, (tx) =>
      renewLeases(tx, mailJobs, lease(), job ? [job.key] : []),
    );
    expect(held).toEqual([]);
  }
  const [stopped] = await timeLine();
  expect(stopped).toMatchObject({ leaving: 1, letter: { missing: 3 } });
  expect((await resume(stopped?.id ?? 0)).reply).toBe(3);
});

test('two who take it up at once send it once', async () => {
  await send();
  await stop();
  const reminderId = (await timeLine())[0]?.id ?? 0;
  const [one, other] = await Promise.all([resume(reminderId), resume(reminderId)]);
  expect([one.status, other.status].toSorted()).toEqual([200, 409]);
  expect((await mails()).filter(({ state }) => state === 'queued')).toHaveLength(4);
});

test('an address that was left out is offered again once it is corrected', async () => {
  await send({ audience: 'chosen', userIds: [ids.aube] });
  await mark(ids.aube, {
    state: 'sent',
    sent_at: new Date(),
    delivery: 'failed',
    delivery_reason: 'mailboxUnknown: 550 5.1.1 No such user',
  });
  await send({ subjectFr: 'Autre', subjectEn: 'Other', withoutUnknown: true });
  const other = async () => (await timeLine()).find(({ letter }) => letter?.subjectFr === 'Autre');
  expect(await other()).toMatchObject({ mails: 3, letter: { missing: 0, leftOut: 1 } });
  await portal.context.database.transact((tx) =>
    tx.updateTable('users').set({ email: 'aube.neuve@etu.example.ca' }).where('id', '=', ids.aube).execute(),
  );
  expect(await other()).toMatchObject({ letter: { missing: 1, leftOut: 0 } });
  expect((await resume((await other())?.id ?? 0)).reply).toBe(1);
  const last = (await mails()).find(({ subject, state }) => subject === 'Autre' && state === 'queued');
  expect(last?.recipient).toBe('aube.neuve@etu.example.ca');
});

test('a planned one is not taken up: it would reach everybody twice', async () => {
  await send({ daysBefore: 1, hour: 14 });
  const reminderId = (await timeLine())[0]?.id ?? 0;
  expect((await resume(reminderId)).problem.code).toBe('letter.nobody');
  expect(await mails()).toEqual([]);
});

test('the same text with another file is another letter', async () => {
  await send({ audience: 'chosen', userIds: [ids.aube, ids.berg] }, { file: documentFile });
  await stop();
  await send({ audience: 'chosen', userIds: [ids.aube] }, { file: { ...documentFile, name: 'plan.docx' } });
  const [stopped] = await timeLine();
  expect(stopped).toMatchObject({ state: 'stopped', letter: { fileName: 'salle.docx', missing: 2 } });
});

test('a reminder without a text of its own is not taken up', async () => {
  const body = { requestId: randomUUID() };
  await admin.call(sendReminder, { params: params(), body });
  const reminderId = (await timeLine())[0]?.id ?? 0;
  expect((await resume(reminderId)).problem.code).toBe('letter.nobody');
  expect((await resume(reminderId + 1000)).problem.code).toBe('reminder.notFound');
});

test('one that has left wholly cannot be stopped', async () => {
  await send();
  await portal.context.database.transact((tx) =>
    tx.updateTable('outgoing_mails').set({ state: 'sent', sent_at: new Date() }).execute(),
  );
  expect((await stop()).problem.code).toBe('reminder.alreadySent');
});

test('of a cancelled exam is neither sent nor planned', async () => {
  await send({ daysBefore: 1, hour: 14 });
  await admin.call(cancelExam, { params: params() });
  expect((await send()).problem.code).toBe('exam.notFound');
  await goTo('2027-01-31T19:00:00Z');
  await runQueue();
  expect(await recipients()).toEqual([]);
  expect(await lastLine()).toMatchObject({ action: 'letter.unsent', detail: { reason: 'examCancelled' } });
});

test('is tried in one language on its author alone, with the attachment', async () => {
  const languageId = 'en' as const;
  const asked = { params: { ...params(), languageId }, body: texts, file: documentFile };
  const { reply } = await admin.call(testLetter, asked);
  expect(reply.state).toBe('queued');
  const reader = await portal.superAdmin();
  const { reply: listed } = await reader.call(listMails, { query: { systemId: 3 } });
  expect(listed.mails).toHaveLength(1);
  const { reply: mail } = await reader.call(getMail, { params: { mailId: listed.mails[0]?.id ?? 0 } });
  expect(mail.subject).toContain('Another room: Hiver');
  expect(mail.attachments).toEqual(['salle.docx']);
  expect(mail.text).toContain('Hello Alex');
  expect((await timeLine())[0]).toBeUndefined();
  const empty = await admin.call(testLetter, { ...asked, body: { ...texts, bodyEn: '' } });
  expect(empty.problem.code).toBe('message.empty');
});

test('counts once among the texts of its own, whatever the number of people', async () => {
  await send();
  const counted = await portal.context.database.read
    .selectFrom('rate_limits')
    .select(['key', 'count'])
    .execute();
  expect(counted.filter(({ key }) => key.startsWith('ownMail'))).toEqual([
    { key: `ownMail|${admin.userId}`, count: 1 },
  ]);
});

test('may begin with a ready text in both languages', async () => {
  const { reply } = await admin.call(listReadyLetters, { params: { systemId: 3 } });
  expect(reply.map(({ name, audience }) => [name, audience])).toEqual([
    ['tomorrow', 'all'],
    ['signIn', 'notSignedIn'],
  ]);
  for (const { name: _, audience, ...ready } of reply) {
    const { fr, en } = (await preview({ ...ready, audience })).reply.forecast;
    expect([fr.language, en.language, fr.lacksLink, en.lacksLink]).toEqual(['fr', 'en', false, false]);
  }
});

test('is for administrators of its system', async () => {
  const stranger = await portal.as('admin', 4);
  const support = await portal.as('support', 3);
  expect((await send({}, { who: stranger })).status).toBe(403);
  expect((await send({}, { who: support })).status).toBe(403);
  expect(await recipients()).toEqual([]);
});

test('a letter is no invitation: whoever got nothing else still lacks one', async () => {
  await send();
  await portal.context.database.transact((tx) =>
    tx.updateTable('outgoing_mails').set({ state: 'sent', sent_at: portal.context.clock.now() }).execute(),
  );
  const { reply } = await admin.call(listCandidates, { params: params() });
  const aube = reply.find(({ id }) => id === ids.aube);
  expect([aube?.isMailed, aube?.isInvited]).toEqual([true, false]);
});
