import { cancelExam, editExam } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { importCandidates } from '@guichet/contract/imports/imports';
import { listSystemWork } from '@guichet/contract/overview/home';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsOf as brightspaceSettings } from '../../../test/brightspace/brightspaceConnector.ts';
import { openBrightspaceServer } from '../../../test/brightspace/brightspaceServer.ts';
import { addQuiz, ids } from '../../../test/brightspace/site.ts';
import { giveExtraTimeRight } from '../../../test/extraTimeRight.ts';
import { addTemplate, settingsOf, templateId } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { accessOf } from '../../../test/moodle/quizzes.ts';
import type { Caller } from '../../../test/portal.ts';
import { type DriftDesk, type DriftingExam, openDriftDesk } from './fixtures/desk.ts';

let moodle: MoodleServer;
let desk: DriftDesk;
let entitled: Caller;
beforeAll(async () => {
  moodle = await openMoodleServer();
  addTemplate(moodle);
  const quiz = [...moodle.site.quizzes.values()].find(({ course }) => course === templateId);
  Object.assign(quiz ?? {}, { timeopen: at('2026-05-04T13:00:00Z'), timeclose: at('2026-05-04T16:00:00Z') });
  desk = await openDriftDesk(settingsOf(moodle));
  entitled = await desk.portal.as('admin', 3);
  await giveExtraTimeRight(desk.portal, entitled, 3);
});
afterAll(async () => {
  await desk.portal.close();
  await moodle.close();
});

function at(text: string): number {
  return Date.parse(text) / 1000;
}

/** An exam of three hours; the quiz of its template has the dates of last year. */
async function openExam(hours = { startTime: '09:00', endTime: '12:00' }): Promise<DriftingExam> {
  const exam = await desk.open({ examDate: '2027-05-03' });
  if (hours.startTime) await edit(exam, hours);
  return exam;
}

let version = new Map<number, number>();
async function edit({ params }: DriftingExam, change: object, { admin, work } = desk): Promise<void> {
  const known = version.get(params.examId) ?? 1;
  const texts = { titleFr: 'Oral', titleEn: '', placeFr: '', placeEn: '', placeUrl: '' };
  const more = { instructionsFr: '', instructionsEn: '', examDate: '2027-05-03', startTime: '', endTime: '' };
  const body = { ...texts, ...more, ...change, version: known };
  const { reply, status } = await admin.call(editExam, { params, body });
  expect(status).toBe(200);
  version = version.set(params.examId, (reply as { version: number }).version);
  await work();
}

/** When the quiz of the course opens and closes for each of these people, as ISO texts. */
function datesFor({ courseId }: DriftingExam, keys: readonly string[]) {
  const course = [...moodle.site.courses.values()].findLast(({ idnumber }) => idnumber === courseId)?.id;
  const quiz = [...moodle.site.quizzes.values()].find((one) => one.course === course);
  return keys.map((key) => {
    const user = [...moodle.site.users.values()].find(({ idnumber }) => idnumber === key);
    const { timeopen, timeclose } = accessOf(moodle.site, quiz?.id ?? 0, user?.id ?? 0);
    return [timeopen, timeclose].map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 16));
  });
}

const nine = ['2027-05-03T13:00', '2027-05-03T16:00'];

async function shown({ params }: DriftingExam) {
  const { reply } = await desk.admin.call(listExams, { params: { systemId: 3 }, query: {} });
  return reply.find(({ id }) => id === params.examId)?.shutQuizzes;
}

describe('a quiz that has the dates of last year', () => {
  it('is told, and is set to the hours of the exam for everybody, extra time and later candidates included', async () => {
    const exam = await openExam();
    const { course } = await exam.read();
    expect(course).toEqual([
      {
        fact: 'shut',
        wanted: '2027-05-03T13:00:00.000Z/2027-05-03T16:00:00.000Z',
        found: '2026-05-04T13:00:00.000Z/2026-05-04T16:00:00.000Z',
        isRepairable: true,
        quiz: { name: 'Examen', kind: 'quiz', people: 3 },
      },
    ]);
    expect(await shown(exam)).toBe(1);
    const [userId = 0] = exam.userIds;
    const params = { ...exam.params, userId };
    await entitled.call(setExtraTime, { params, body: { extraTime: { minutes: 45, factor: null } } });
    await desk.work();
    // Extra time alone opens the quiz to the first candidate, with an end of their own.
    expect(datesFor(exam, exam.keys)[0]).toEqual(['2027-05-03T13:00', '2027-05-03T16:45']);
    expect(datesFor(exam, exam.keys)[1]).toEqual(['2026-05-04T13:00', '2026-05-04T16:00']);
    expect(await exam.repair({ what: 'dates' })).toBe(1);
    expect(datesFor(exam, exam.keys)).toEqual([['2027-05-03T13:00', '2027-05-03T16:45'], nine, nine]);
    const limits = () => [...moodle.site.overrides.values()].filter(({ timelimit }) => timelimit !== null);
    expect(limits()).toHaveLength(1);
    await entitled.call(setExtraTime, { params, body: { extraTime: null } });
    await desk.work();
    expect(datesFor(exam, exam.keys)).toEqual([nine, nine, nine]);
    expect(limits()).toEqual([]);
    // The repair ended with a reading.
    expect((await exam.last()).course).toEqual([]);
    expect(await shown(exam)).toBe(0);
    const file = {
      name: 'liste.csv',
      bytes: `Prénom;Nom;Courriel\nAda;Tard;tard.${exam.courseId}@etu.example.ca`,
    };
    const body = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: false };
    expect((await desk.admin.call(importCandidates, { body, file })).reply).toBe(1);
    await desk.work();
    expect((await exam.read()).course).toEqual([]);
    const added = [...moodle.site.users.values()].find(({ lastname }) => lastname === 'Tard');
    expect(datesFor(exam, [added?.idnumber ?? ''])).toEqual([nine]);
  });

  it('follows the exam to other hours, and to another day', async () => {
    const exam = await openExam();
    await exam.read();
    await exam.repair({ what: 'dates' });
    await edit(exam, { startTime: '10:00', endTime: '12:00' });
    const ten = ['2027-05-03T14:00', '2027-05-03T16:00'];
    expect(datesFor(exam, exam.keys)).toEqual([ten, ten, ten]);
    await edit(exam, { examDate: '2027-05-10', startTime: '13:30', endTime: '16:30' });
    const moved = ['2027-05-10T17:30', '2027-05-10T20:30'];
    expect(datesFor(exam, exam.keys)).toEqual([moved, moved, moved]);
    expect((await exam.read()).course).toEqual([]);
  });

  it('leaves alone what the staff gave somebody that does not shut them out', async () => {
    const exam = await openExam();
    const course = [...moodle.site.courses.values()].findLast(
      ({ idnumber }) => idnumber === exam.courseId,
    )?.id;
    const quiz = [...moodle.site.quizzes.values()].find((one) => one.course === course)?.id ?? 0;
    const user = [...moodle.site.users.values()].find(({ idnumber }) => idnumber === exam.keys[2])?.id ?? 0;
    const id = moodle.site.next.override++;
    const dates = { timeopen: at('2027-05-03T12:00:00Z'), timeclose: at('2027-05-03T18:00:00Z') };
    const rest = { timelimit: 14_400, attempts: 2, password: null };
    moodle.site.overrides.set(id, { id, quiz, userid: user, groupid: null, ...dates, ...rest });
    expect((await exam.read()).course).toMatchObject([{ quiz: { people: 2 } }]);
    await exam.repair();
    expect(datesFor(exam, exam.keys)).toEqual([nine, nine, ['2027-05-03T12:00', '2027-05-03T18:00']]);
    expect(moodle.site.overrides.get(id)).toMatchObject({ attempts: 2, timelimit: 14_400 });
  });

  it('is told of an exam without hours when it is shut on its day, and not once the exam is cancelled', async () => {
    const exam = await openExam({ startTime: '', endTime: '' });
    expect((await exam.read()).course).toMatchObject([{ fact: 'shut' }]);
    await exam.repair({ what: 'dates' });
    const day = ['2027-05-03T04:00', '2027-05-04T04:00'];
    expect(datesFor(exam, exam.keys)).toEqual([day, day, day]);
    const other = await openExam();
    await desk.admin.call(cancelExam, { params: other.params, query: {} });
    await desk.work();
    expect((await other.read()).course).toEqual([]);
  });

  it('is told on home', async () => {
    const examsShut = async () => {
      const { reply } = await desk.admin.call(listSystemWork);
      return reply.find(({ systemId }) => systemId === 3)?.examsShut;
    };
    const before = (await examsShut()) ?? 0;
    const exam = await openExam();
    await exam.read();
    expect(await examsShut()).toBe(before + 1);
  });

  it('is told beside other activities, which the button leaves to the staff of the site', async () => {
    const dates = { allowsubmissionsfromdate: at('2026-05-04T13:00:00Z') };
    const customdata = { cutoffdate: String(at('2026-05-04T16:00:00Z')) };
    const assignment = { course: templateId, modname: 'assign', name: 'Devoir', dates, customdata };
    moodle.site.activities.push(assignment);
    const exam = await openExam();
    moodle.site.activities.splice(moodle.site.activities.indexOf(assignment), 1);
    const left = {
      fact: 'shut',
      found: '2026-05-04T13:00:00.000Z/2026-05-04T16:00:00.000Z',
      isRepairable: false,
      quiz: { name: 'Devoir', kind: 'activity', people: 3 },
    };
    expect((await exam.read()).course).toMatchObject([{ quiz: { name: 'Examen' } }, left]);
    expect(await shown(exam)).toBe(2);
    expect(await exam.repair({ what: 'dates' })).toBe(1);
    expect((await exam.last()).course).toMatchObject([left]);
    expect(await exam.repair({ what: 'dates' })).toBe(0);
    const empty = await desk.open({ examDate: '2027-05-03', candidates: 0 });
    await edit(empty, { startTime: '09:00', endTime: '12:00' });
    await empty.read();
    await empty.repair({ what: 'dates' });
    const course = [...moodle.site.courses.values()].findLast(({ idnumber }) => idnumber === empty.courseId);
    moodle.site.activities.push({ ...assignment, course: course?.id ?? 0 });
    expect((await empty.read()).course).toMatchObject([{ quiz: { name: 'Devoir', people: 0 } }]);
  });

  it.each([
    ['closes before the end', { timeopen: 0, timeclose: at('2027-05-03T15:30:00Z') }, 1],
    ['opens after the beginning', { timeopen: at('2027-05-03T14:00:00Z'), timeclose: 0 }, 1],
    ['has no dates', { timeopen: 0, timeclose: 0 }, 0],
    [
      'is open exactly in its hours',
      { timeopen: at('2027-05-03T13:00:00Z'), timeclose: at('2027-05-03T16:00:00Z') },
      0,
    ],
  ])('is found by its dates: %s', async (_, dates, count) => {
    const exam = await openExam();
    const course = [...moodle.site.courses.values()].findLast(
      ({ idnumber }) => idnumber === exam.courseId,
    )?.id;
    for (const quiz of moodle.site.quizzes.values()) if (quiz.course === course) Object.assign(quiz, dates);
    expect((await exam.read()).course).toHaveLength(count);
    await exam.repair();
    expect((await exam.last()).course).toEqual([]);
    for (const [, closes = ''] of datesFor(exam, exam.keys))
      expect(closes === '1970-01-01T00:00' || closes >= '2027-05-03T16:00').toBe(true);
  });
});

describe.each(['Moodle', 'Brightspace'])('with the keys of records, on %s', (platform) => {
  it('sets the dates of quizzes', async () => {
    const server = platform === 'Moodle' ? moodle : await openBrightspaceServer({ copyMilliseconds: 5 });
    if ('openIdSignOn' in server) addTemplate(server);
    else
      addQuiz(server.site, {
        course: ids.template,
        startDate: '2026-05-04T13:00:00.000Z',
        endDate: '2026-05-04T16:00:00.000Z',
      });
    const settings = 'openIdSignOn' in server ? settingsOf(server) : brightspaceSettings(server);
    const own = await openDriftDesk(settings, { isRecorded: true });
    const exam = await own.open({ examDate: '2027-05-03' });
    expect((await exam.read()).course).toMatchObject([
      { fact: 'shut', isRepairable: true, quiz: { people: 3 } },
    ]);
    expect(await exam.repair({ what: 'dates' })).toBe(1);
    expect((await exam.last()).course).toEqual([]);
    await own.portal.close();
    if (server !== moodle) await server.close();
  });
});

it('keep the extra time in the one end of a quiz for all when only the end of the exam has changed', async () => {
  const brightspace = await openBrightspaceServer({ copyMilliseconds: 5 });
  addQuiz(brightspace.site, {
    course: ids.template,
    startDate: '2027-05-03T13:00:00.000Z',
    endDate: '2027-05-03T15:00:00.000Z',
  });
  const own = await openDriftDesk(brightspaceSettings(brightspace));
  version = new Map();
  const exam = await own.open({ examDate: '2027-05-03' });
  await edit(exam, { startTime: '09:00', endTime: '12:00' }, own);
  const giver = await own.portal.as('admin', 3);
  await giveExtraTimeRight(own.portal, giver, 3);
  const params = { ...exam.params, userId: exam.userIds[0] ?? 0 };
  await giver.call(setExtraTime, { params, body: { extraTime: { minutes: 45, factor: null } } });
  await own.work();
  await exam.read();
  await exam.repair({ what: 'dates' });
  await edit(exam, { startTime: '09:00', endTime: '12:30' }, own);
  const ends = () => [...brightspace.site.quizzes.values()].map(({ endDate }) => endDate);
  expect(ends()).toContain('2027-05-03T17:15:00.000Z');
  const file = { name: 'liste.csv', bytes: 'Prénom;Nom;Courriel\nAda;Tard;ada.tard@etu.example.ca' };
  const body = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: false };
  expect((await own.admin.call(importCandidates, { body, file })).reply).toBe(1);
  await own.work();
  expect(ends()).toContain('2027-05-03T17:15:00.000Z');
  await own.portal.close();
  await brightspace.close();
});
