import { createExamSpace, editExam, getExam } from '@guichet/contract/exams/exams';
import { forecastMail, previewInvitation } from '@guichet/contract/exams/notices.invitations';
import { addFile, type MessageKind, saveMessage } from '@guichet/contract/mail/messages';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { timeIn } from '../../../core/runtime/clock.ts';
import { wordDocument } from '../../../mail/messages/fixtures/documents.ts';

let portal: TestPortal;
let admin: Caller;
let examId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
beforeEach(async () => {
  // A form with the same title within ten seconds would be the same form.
  portal.context.clock.advance(11);
  const body = { title: 'Hiver', examDate: '2027-04-30', placeEn: 'Room 12' };
  ({ id: examId } = (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply);
});
afterAll(() => portal.close());

const write = (languageId: 'fr' | 'en', text: { subject: string; body: string; preheader?: string }) =>
  admin.call(saveMessage, { params: { systemId: 3, languageId }, body: text as never });
const forecast = async (kind: MessageKind = 'invitation', who = admin, systemId = 3) =>
  (await who.call(forecastMail, { params: { systemId, examId }, query: { kind } })).reply;
const missing = async (kind?: MessageKind) => {
  const { fr, en } = await forecast(kind);
  return { fr: fr.facts, en: en.facts };
};

test('what a text tells of an exam that has no value for it is named, by the language of readers', async () => {
  await write('fr', { subject: 'À {{examTime}}', body: '<p>Lieu : {{ examPlace }}, {{examDate}}</p>' });
  await write('en', { subject: 'Exam', body: '<p>{{examPlace}}</p>', preheader: '{{examInstructions}}' });
  // A location in one language replaces the missing location in the other.
  expect(await missing()).toEqual({ fr: ['examTime'], en: ['examInstructions'] });
});

test('instructions in a paragraph of their own are not missed, as in the text with which a system begins', async () => {
  await write('fr', { subject: 'Examen', body: '<p>{{examTime}}</p><p>{{examInstructions}}</p>' });
  await write('en', { subject: 'Exam', body: '<p>Please note: {{examInstructions}}</p>' });
  expect(await missing()).toEqual({ fr: ['examTime'], en: ['examInstructions'] });
});

test('readers of a language without a text are told about by the one that they would get; without any, by none', async () => {
  await write('fr', { subject: 'Examen', body: '<p>{{examTime}} {{examInstructions}}</p>' });
  await write('en', { subject: '', body: '' });
  const both = ['examTime', 'examInstructions'];
  expect(await missing()).toEqual({ fr: both, en: both });
  await write('fr', { subject: '', body: '' });
  expect(await missing()).toEqual({ fr: [], en: [] });
});

test('an exam that was completed lacks nothing; the reminder is another text', async () => {
  await write('fr', { subject: 'Examen', body: '<p>{{examTime}}</p>' });
  expect([(await missing()).fr, (await missing('reminder')).fr]).toEqual([['examTime'], ['examTime']]);
  const params = { systemId: 3, examId };
  const { version, ...exam } = (await admin.call(getExam, { params })).reply;
  const body = { ...exam, version, startTime: '09:00', placeEn: '' };
  await admin.call(editExam, { params, body: body as never });
  expect([(await missing()).fr, (await missing('reminder')).fr]).toEqual([[], ['examPlace']]);
});

test('says which text readers of each language get, what stands in the other language, and what is out of step', async () => {
  await write('fr', { subject: '{{examTitle}}', body: '<p>{{examPlace}}</p>' });
  portal.context.clock.advance(1);
  // By another person, who has not compared the two.
  admin = await portal.as('admin', 3);
  const body = '<p>{{setPasswordUrl}} {{examPlace}}</p>';
  await write('en', { subject: '{{examTitle}}', body, preheader: '' });
  const { fr, en, isExamOver } = await forecast();
  // Title in French alone, place in English alone; the French text was saved before the English one.
  expect([fr, en, isExamOver]).toEqual([
    {
      language: 'fr',
      isOlder: true,
      lacksLink: true,
      lacksFile: false,
      facts: [],
      inOtherLanguage: ['examPlace'],
      withoutValue: [],
    },
    {
      language: 'en',
      isOlder: false,
      lacksLink: false,
      lacksFile: false,
      facts: [],
      inOtherLanguage: ['examTitle'],
      withoutValue: [],
    },
    false,
  ]);
  await write('fr', { subject: '', body: '' });
  expect((await forecast()).fr).toEqual({ ...en, isOlder: false });
  await write('en', { subject: '', body: '' });
  expect((await forecast()).fr.language).toBeNull();
});

test('says which text alone has no attachment, and in which language the preview of a mail tells a fact', async () => {
  for (const language of ['fr', 'en'] as const)
    await write(language, { subject: '{{examTitle}}', body: '<p>{{examPlace}}</p>' });
  const lacking = async () => {
    const { fr, en } = await forecast();
    return [fr.lacksFile, en.lacksFile];
  };
  const attach = (languageId: 'fr' | 'en') =>
    admin.call(addFile, {
      params: { systemId: 3, languageId },
      body: {},
      file: { name: 'plan.docx', bytes: wordDocument() },
    });
  expect(await lacking()).toEqual([false, false]);
  await attach('fr');
  expect(await lacking()).toEqual([false, true]);
  await attach('en');
  expect(await lacking()).toEqual([false, false]);
  const preview = async (languageId: 'fr' | 'en') => {
    const body = { subject: '{{examTitle}}', body: '<p>{{examPlace}}</p>', examId };
    const { reply } = await admin.call(previewInvitation, { params: { systemId: 3, languageId }, body });
    return reply.inOtherLanguage;
  };
  // Title in French alone, place in English alone.
  expect([await preview('fr'), await preview('en')]).toEqual([['examPlace'], ['examTitle']]);
});

test('says that the exam is over from the minute when it ends', async () => {
  const params = { systemId: 3, examId };
  const { reply: exam } = await admin.call(getExam, { params });
  const { config, clock } = portal.context;
  const [examDate, hour] = [clock.today(), timeIn(config.timeZone)(clock.now())];
  const end = async (endTime: string) => {
    const { version } = (await admin.call(getExam, { params })).reply;
    await admin.call(editExam, {
      params,
      body: { ...exam, version, examDate, startTime: '00:00', endTime } as never,
    });
    return (await forecast()).isExamOver;
  };
  expect([await end('23:59'), await end(hour)]).toEqual([false, true]);
});

test('support of the system reads it, and nobody of another one', async () => {
  const support = await portal.as('support', 3);
  expect(await forecast('invitation', support)).toEqual(await forecast());
  const other = await portal.as('admin', 4);
  const params = { systemId: 3, examId };
  expect((await other.call(forecastMail, { params, query: { kind: 'invitation' } })).status).toBe(403);
  expect((await portal.nobody.call(forecastMail, { params, query: { kind: 'invitation' } })).status).toBe(
    401,
  );
});
