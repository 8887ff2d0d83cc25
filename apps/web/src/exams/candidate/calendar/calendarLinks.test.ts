import { expect, test } from 'vitest';
import { someOwnExam } from '../../../testing/candidatePage.ts';
import { calendarLinks } from './calendarLinks.ts';

const zone = 'America/Toronto';
const paramsOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

test('both calendars get title, place, instructions and the hours of the university, with the own end', () => {
  const { google, outlook } = calendarLinks(
    someOwnExam({ ownEnd: { day: '2027-02-12', time: '13:15' } }),
    'en',
    zone,
  );
  expect(paramsOf(google)).toEqual({
    action: 'TEMPLATE',
    text: 'Winter 2027 (DC Exams)',
    dates: '20270212T090000/20270212T131500',
    ctz: zone,
    location: 'Room 204',
    details: 'DC Exams\n\nBring your card.',
  });
  expect(paramsOf(outlook)).toMatchObject({
    subject: 'Winter 2027 (DC Exams)',
    startdt: '2027-02-12T14:00:00.000Z',
    enddt: '2027-02-12T18:15:00.000Z',
    location: 'Room 204',
  });
});

test('an exam without an hour takes its days, and one without an end the rest of its day', () => {
  const days = calendarLinks(someOwnExam({ startTime: '', endTime: '', endDate: '2027-02-13' }), 'fr', zone);
  expect(paramsOf(days.google).dates).toBe('20270212/20270214');
  expect(paramsOf(days.outlook)).toMatchObject({
    startdt: '2027-02-12',
    enddt: '2027-02-14',
    allday: 'true',
  });
  const open = calendarLinks(someOwnExam({ endTime: '' }), 'fr', zone);
  expect(paramsOf(open.google).dates).toBe('20270212T090000/20270212T235959');
  expect(paramsOf(open.outlook).enddt).toBe('2027-02-13T04:59:00.000Z');
});
