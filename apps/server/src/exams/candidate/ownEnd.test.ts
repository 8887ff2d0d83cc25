import { listOwnExams } from '@guichet/contract/exams/candidate';
import { downloadCalendar } from '@guichet/contract/exams/candidate.calendar';
import { setExtraTime } from '@guichet/contract/exams/results.extraTime';
import type { ExtraTime } from '@guichet/contract/learning/learning.extraTime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../../test/extraTimeRight.ts';
import { type CandidateDesk, noahEmail, openCandidateDesk, zoeEmail } from './fixtures/candidateDesk.ts';

let desk: CandidateDesk;
beforeAll(async () => {
  desk = await openCandidateDesk();
  await giveExtraTimeRight(desk.portal, desk.admins[3], 3);
});
afterAll(() => desk.portal.close());

const today = () => desk.portal.context.clock.today();
const give = (examId: number, extraTime: ExtraTime | null) =>
  desk.admins[3].call(setExtraTime, {
    params: { systemId: 3, examId, userId: desk.zoe.userId },
    body: { extraTime },
  });
const ownExam = async (who = desk.zoe) => (await who.call(listOwnExams)).reply[0];
const calendar = async (who = desk.zoe) => (await who.call(downloadCalendar)).raw;
const valueIn = (text: string, name: string) => new RegExp(`^${name}[:;](.*)$`, 'm').exec(text)?.[1]?.trim();

it('somebody with extra time reads their own end on their page and in their calendar, and keeps their way in until then', async () => {
  // The tests' clock shows 10:00 in Toronto.
  const hours = { startTime: '08:00', endTime: '09:50' };
  const examId = await desk.makeExam('Matin', today(), [zoeEmail, noahEmail], 3, hours);
  expect(await ownExam()).toMatchObject({ state: 'over', hasExtraTime: false, ownEnd: null });
  const before = await calendar();
  expect((await give(examId, { minutes: 30, factor: null })).status).toBe(200);
  expect(await ownExam()).toMatchObject({
    endTime: '09:50',
    hasExtraTime: true,
    ownEnd: { day: today(), time: '10:20' },
    state: 'underWay',
    isPast: false,
    entry: 'open',
  });
  const after = await calendar();
  expect(valueIn(after, 'DTEND')).toBe(`TZID=America/Toronto:${today().replaceAll('-', '')}T102000`);
  expect(Number(valueIn(after, 'SEQUENCE'))).toBeGreaterThan(Number(valueIn(before, 'SEQUENCE')));
  const others = await calendar(desk.noah);
  expect(valueIn(others, 'DTEND')).toBe(`TZID=America/Toronto:${today().replaceAll('-', '')}T095000`);
  expect(await ownExam(desk.noah)).toMatchObject({ state: 'over', hasExtraTime: false, ownEnd: null });
  await give(examId, null);
  const taken = await calendar();
  expect(valueIn(taken, 'DTEND')).toContain('T095000');
  expect(Number(valueIn(taken, 'SEQUENCE'))).toBeGreaterThan(Number(valueIn(after, 'SEQUENCE')));
});

it('an end beyond midnight has its day, and without an hour it is said that there is more time', async () => {
  const email = 'minuit@etu.example.ca';
  const lea = await desk.portal.as('student', 3, { email });
  const give = (examId: number, extraTime: ExtraTime) =>
    desk.admins[3].call(setExtraTime, {
      params: { systemId: 3, examId, userId: lea.userId },
      body: { extraTime },
    });
  const late = await desk.makeExam('Nuit', '2027-12-31', [email], 3, {
    startTime: '21:00',
    endTime: '23:30',
  });
  await give(late, { minutes: null, factor: 1.25 });
  expect(await ownExam(lea)).toMatchObject({ ownEnd: { day: '2028-01-01', time: '00:08' } });
  const text = await calendar(lea);
  expect(text).toContain('DTEND;TZID=America/Toronto:20280101T000800');
  const open = await desk.makeExam('Sans heure', '2027-06-01', [email]);
  await give(open, { minutes: 45, factor: null });
  expect(await ownExam(lea)).toMatchObject({ hasExtraTime: true, ownEnd: null });
});
