import { copyExam, createExamSpace, getExam } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { previewInvitation } from '@guichet/contract/exams/notices.invitations';
import { listCandidates } from '@guichet/contract/exams/places';
import { importCandidates } from '@guichet/contract/imports/imports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const params = { systemId: 3 };
const facts = {
  titleEn: 'Language test',
  startTime: '09:00',
  endTime: '12:30',
  placeFr: 'Pavillon Tabaret, salle 112',
  placeEn: 'Tabaret Hall, room 112',
  placeUrl: 'https://plan.example.ca/112',
  instructionsFr: 'Apportez une pièce d’identité.\nArrivez à 8 h 30.',
  instructionsEn: 'Bring identification.\nCome at 8:30 a.m.',
};
const make = (body: object) =>
  admin.call(createExamSpace, {
    params,
    body: { title: 'Examen', examDate: '2027-05-03', ...body } as never,
  });
const read = (who: Caller, examId: number, systemId = 3) =>
  who.call(getExam, { params: { systemId, examId } });

describe('the texts of an exam', () => {
  it('are all optional: title and date alone make an exam whose title is the French one', async () => {
    const { reply } = await make({ title: 'Nu' });
    expect((await read(admin, reply.id)).reply).toEqual({
      id: reply.id,
      title: 'Nu',
      titleFr: 'Nu',
      titleEn: '',
      examDate: '2027-05-03',
      startTime: '',
      endTime: '',
      endDate: '',
      placeFr: '',
      placeEn: '',
      placeUrl: '',
      instructionsFr: '',
      instructionsEn: '',
      courseId: reply.courseId,
      numberOfCandidates: 0,
      isCancelled: false,
      version: 1,
      sequence: 0,
      savedAt: null,
      savedBy: null,
      textsBehind: [],
      toTell: 0,
      hasBeenMailed: false,
    });
  });

  it('are kept as they were given, and the lists show the French title', async () => {
    const { reply } = await make({ title: 'Test de langue', ...facts });
    expect((await read(admin, reply.id)).reply).toMatchObject({ titleFr: 'Test de langue', ...facts });
    const { reply: exams } = await admin.call(listExams, { params, query: {} });
    expect(exams.find(({ id }) => id === reply.id)?.title).toBe('Test de langue');
  });

  it.each([
    [{ startTime: '24:00' }, 'startTime', 'time'],
    [{ startTime: '9:00' }, 'startTime', 'time'],
    [{ startTime: '09:00', endTime: '09:00' }, 'endTime', 'endBeforeStart'],
    [{ startTime: '09:00', endTime: '08:59' }, 'endTime', 'endBeforeStart'],
    [{ endTime: '09:00' }, 'startTime', 'required'],
    [{ placeUrl: 'http://plan.example.ca' }, 'placeUrl', 'httpsUrl'],
    [{ placeUrl: 'javascript:alert(1)' }, 'placeUrl', 'httpsUrl'],
    [{ placeFr: 'x'.repeat(301) }, 'placeFr', 'maxLength'],
  ])('refuses %j', async (given, path, messageKey) => {
    expect((await make(given)).problem.errors).toEqual([{ path, messageKey }]);
  });

  it('S1.9 are read by support of this system, and by nobody of another one', async () => {
    const { reply } = await make({});
    const status = async (who: Caller, systemId = 3) => (await read(who, reply.id, systemId)).status;
    expect(await status(portal.nobody)).toBe(401);
    expect(await status(await portal.as('student', 3))).toBe(403);
    expect(await status(await portal.as('support', 3))).toBe(200);
    expect(await status(await portal.as('admin', 2))).toBe(403);
    expect(await status(await portal.as('admin', 2), 2)).toBe(404);
  });
});

describe('copying an exam', () => {
  const copy = (examId: number, examDate: string, requestId?: string) =>
    admin.call(copyExam, { params: { systemId: 3, examId }, body: { examDate, requestId } });
  const texts = { titleFr: 'Test de langue', ...facts };

  it('takes the texts, hours and place to another day, and nobody; once per form', async () => {
    const { reply: source } = await make({ title: 'Test de langue', ...facts });
    const order = {
      systemId: 3,
      languageId: 'fr' as const,
      selectedCourse: source.courseId,
      sendEmail: false,
    };
    const file = { name: 'liste.csv', bytes: 'Prénom;Nom;Courriel\nZoé;Côté;zoe@etu.example.ca' };
    expect((await admin.call(importCandidates, { body: order, file })).reply).toBe(1);
    const requestId = portal.context.clock.uuid();
    const { reply } = await copy(source.id, '2027-09-01', requestId);
    expect(reply).toMatchObject({ title: 'Test de langue', date: '2027-09-01', numberOfCandidates: 0 });
    expect((await copy(source.id, '2027-09-01', requestId)).reply.id).toBe(reply.id);
    expect((await read(admin, reply.id)).reply).toMatchObject({ ...texts, version: 1, sequence: 0 });
    const of = { params: { systemId: 3, examId: reply.id } };
    expect((await admin.call(listCandidates, of)).reply).toEqual([]);
    const line = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['action', 'detail'])
      .where('subject', '=', `exam:${reply.id}`)
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({ action: 'examSpace.copied', detail: { exam: 'Test de langue' } });
  });

  it('bears the titles that it is given, and refuses to have none', async () => {
    const { reply: source } = await make({ title: 'Hiver', titleEn: 'Winter' });
    const params = { systemId: 3, examId: source.id };
    const copyAs = (titles: { titleFr?: string; titleEn?: string }) =>
      admin.call(copyExam, { params, body: { examDate: '2027-09-01', ...titles } });
    expect((await copyAs({ titleFr: 'Automne' })).reply).toMatchObject({
      title: 'Automne',
      titleEn: 'Winter',
    });
    expect((await copyAs({ titleFr: 'Été', titleEn: '' })).reply).toMatchObject({
      title: 'Été',
      titleEn: '',
    });
    expect((await copyAs({ titleFr: '', titleEn: '' })).problem.errors).toEqual([
      { path: 'titleFr', messageKey: 'required' },
    ]);
  });

  it('refuses a day that is over', async () => {
    const { reply } = await make({ title: 'Nu' });
    expect((await copy(reply.id, '2027-01-10')).problem.errors).toEqual([
      { path: 'examDate', messageKey: 'dateInPast' },
    ]);
  });
});

describe('the placeholders of an exam', () => {
  const preview = async (languageId: 'fr' | 'en', examId: number | null = null) => {
    const body = '<p>{{examTitle}} / {{examTime}} / {{examPlace}}</p><p>{{examInstructions}}</p>';
    const text = { subject: '{{examInstructions}}', body };
    const { reply } = await admin.call(previewInvitation, {
      params: { systemId: 3, languageId },
      body: { ...text, examId },
    });
    return { ...reply, text: reply.text.replaceAll('\u00a0', ' ') };
  };

  it('are filled in the language of the mail, with the lines of the instructions, which no subject has', async () => {
    await make({ title: 'Test de langue', examDate: portal.context.clock.today(), ...facts });
    const french = await preview('fr');
    expect(french.text).toContain(
      'Test de langue / 9 h à 12 h 30 (heure de l’Est) / Pavillon Tabaret, salle 112 (https://plan.example.ca/112)',
    );
    expect(french.text).toContain('Apportez une pièce d’identité.\nArrivez à 8 h 30.');
    expect(french.html).toContain('Apportez une pièce d’identité.<br>\nArrivez à 8 h 30.');
    expect(french.subject).toBe('Apportez une pièce d’identité. Arrivez à 8 h 30.');
    const english = await preview('en');
    expect(english.text).toContain(
      'Language test / 9:00 a.m. to 12:30 p.m. (Eastern Time) / Tabaret Hall, room 112 (',
    );
    expect(english.text).toContain('Bring identification.\nCome at 8:30 a.m.');
  });

  it('are escaped in HTML, and empty where nothing is set', async () => {
    portal.context.clock.advance(24 * 60 * 60);
    admin = await portal.as('admin', 3);
    const examDate = portal.context.clock.today();
    const { reply } = await make({ title: 'Nu', examDate, placeEn: '<b>{{email}}</b> & Co' });
    const english = await preview('en', reply.id);
    expect(english.html).toContain('Nu /  / &#60;b&#62;{{email}}&#60;/b&#62; &#38; Co');
    expect(english.subject).toBe('');
  });
});
