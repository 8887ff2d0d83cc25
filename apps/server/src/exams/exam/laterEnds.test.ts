import { listOwnExams } from '@guichet/contract/exams/candidate';
import { downloadCalendar } from '@guichet/contract/exams/candidate.calendar';
import { copyExam, createExamSpace, editExam, getExam } from '@guichet/contract/exams/exams';
import { listClosedExams, listExams } from '@guichet/contract/exams/exams.list';
import { planReminder } from '@guichet/contract/exams/notices.reminders';
import { importCandidates } from '@guichet/contract/imports/imports';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { isExamOver } from '../facts/facts.service.ts';

let portal: TestPortal;
let admin: Caller;
const ofSystem = { params: { systemId: 3 } };
// The tests' clock begins on January 11, 2027 at 10:00 in Toronto.
const night = { examDate: '2027-01-11', startTime: '22:00', endTime: '02:00', endDate: '2027-01-12' };
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const create = (body: object, title = 'Nuit') =>
  admin.call(createExamSpace, { ...ofSystem, body: { title, examDate: '', ...body } });
const of = (examId: number) => ({ params: { systemId: 3, examId } });

it('an exam ends after midnight where it says so; without, its end has to follow its start', async () => {
  const { status, reply } = await create(night);
  expect(status).toBe(200);
  const exam = await admin.call(getExam, of(reply.id));
  expect(exam.reply).toMatchObject(night);
  expect((await create({ ...night, endDate: '' })).problem.errors).toEqual([
    { path: 'endTime', messageKey: 'endBeforeStart' },
  ]);
  expect((await create({ ...night, endDate: '2027-01-10' })).problem.errors).toEqual([
    { path: 'endDate', messageKey: 'endDayBefore' },
  ]);
  expect((await create({ ...night, endDate: '12 janvier' })).problem.errors).toEqual([
    { path: 'endDate', messageKey: 'date' },
  ]);
});

it('the wire names no day of the end for an exam of one day, and the list of exams keeps its one date', async () => {
  const day = { examDate: '2027-03-01', startTime: '09:00', endTime: '12:00' };
  const { reply: one } = await create({ ...day, endDate: '2027-03-01' }, 'Un jour');
  const { reply: some } = await create({ ...day, endDate: '2027-03-03' }, 'Trois jours');
  const wire = async (id: number) => JSON.parse((await admin.call(getExam, of(id))).raw);
  expect(await wire(one.id)).not.toHaveProperty('endDate');
  expect(await wire(some.id)).toMatchObject({ examDate: '2027-03-01', endDate: '2027-03-03' });
  const list = JSON.parse((await admin.call(listExams, { ...ofSystem, query: {} })).raw) as { id: number }[];
  const row = list.find(({ id }) => id === some.id);
  expect(row).toMatchObject({ date: '2027-03-01' });
  expect(row).not.toHaveProperty('endDate');

  const copied = await admin.call(copyExam, { ...of(some.id), body: { examDate: '2027-04-29' } });
  expect((await admin.call(getExam, of(copied.reply.id))).reply).toMatchObject({
    examDate: '2027-04-29',
    endDate: '2027-05-01',
  });
  const { version, ...facts } = (await admin.call(getExam, of(some.id))).reply;
  const body = { ...facts, version };
  await admin.call(editExam, { ...of(some.id), body: { ...body, endDate: '' } });
  expect(await wire(some.id)).not.toHaveProperty('endDate');
});

it('its mail, its page and its calendar say until when, and it is over only then', async () => {
  const email = 'nuit@etu.example.ca';
  const lea = await portal.as('student', 3, { email });
  const { reply: exam } = await create(night, 'Veille');
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: true };
  const file = { name: 'liste.csv', bytes: `Prénom;Nom;Courriel\nLéa;Roy;${email}` };
  expect((await admin.call(importCandidates, { body: order, file })).status).toBe(200);
  const { reply: mails } = await admin.call(listMails, { query: { search: email } });
  const mail = await admin.call(getMail, { params: { mailId: mails.mails[0]?.id ?? 0 } });
  expect(mail.reply.html.replaceAll('\u00a0', ' ')).toContain(
    '22 h jusqu’au mardi 12 janvier 2027 à 2 h (heure de l’Est)',
  );
  const { raw } = await lea.call(downloadCalendar, { query: { examId: exam.id } });
  expect(raw).toContain('DTEND;TZID=America/Toronto:20270112T020000');

  const plan = (hour: number) => admin.call(planReminder, { ...of(exam.id), body: { daysBefore: 0, hour } });
  expect((await plan(23)).status).toBe(200);
  const isListed = async () =>
    (await admin.call(listExams, { ...ofSystem, query: {} })).reply.some(({ id }) => id === exam.id);
  const [own] = (await lea.call(listOwnExams)).reply;
  expect(own).toMatchObject({ state: 'today', isPast: false, endDate: '2027-01-12' });
  // 15 hours later it is 01:00 of the next day.
  portal.context.clock.advance(15 * 60 * 60);
  admin = await portal.as('admin', 3);
  expect([await isListed(), isExamOver(portal.context, night)]).toEqual([true, false]);
  portal.context.clock.advance(60 * 60);
  expect(isExamOver(portal.context, night)).toBe(true);
  const findPast = async () =>
    (await admin.call(listClosedExams, { ...ofSystem, query: { state: 'past' } })).reply.find(
      ({ id }) => id === exam.id,
    );
  admin = await portal.as('admin', 3);
  // Over since its hour; the list for an import has it for the whole day.
  expect([await isListed(), (await findPast())?.lastDay]).toEqual([true, '2027-01-12']);
  portal.context.clock.advance(24 * 60 * 60);
  admin = await portal.as('admin', 3);
  expect(await isListed()).toBe(false);
  expect(await findPast()).toMatchObject({ lastDay: '2027-01-12' });
});
