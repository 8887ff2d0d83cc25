import { describe, expect, it } from 'vitest';
import { daysUntil, distanceInWords, readCalendarLeaf, stateBadge } from './parts.ts';
import type { ToldExam } from './portal.ts';
import type { View } from './view.ts';

describe('days', () => {
  it('counts days across a change of daylight saving time and of year', () => {
    expect(daysUntil('2027-03-15', '2027-03-13')).toBe(2);
    expect(daysUntil('2028-03-01', '2027-03-01')).toBe(366);
    expect(daysUntil('2027-01-31', '2027-02-01')).toBe(-1);
  });

  it('states the distance of a day in words', () => {
    const inFrench = [-3, -1, 0, 1, 12].map((days) => distanceInWords(days, 'fr'));
    expect(inFrench).toEqual(['Il y a 3 jours', 'Hier', 'Aujourd’hui', 'Demain', 'Dans 12 jours']);
    const inEnglish = [-3, -1, 0, 1, 12].map((days) => distanceInWords(days, 'en'));
    expect(inEnglish).toEqual(['3 days ago', 'Yesterday', 'Today', 'Tomorrow', 'In 12 days']);
  });

  it('says of an exam that has begun that it is in progress', () => {
    const view = { language: 'en', today: '2027-04-05' } as View;
    const course = { title: 'Été', titleEn: '', examDate: '2027-04-05', isCancelled: false };
    const badgeOf = (state: 'today' | 'underWay') =>
      String(stateBadge(view, { ...course, exam: { state } as ToldExam }));
    expect([badgeOf('today'), badgeOf('underWay')].map((badge) => badge.replace(/<[^>]*>/g, ''))).toEqual([
      'Today',
      'In progress',
    ]);
  });

  it('formats day and month for the calendar icon', () => {
    expect(readCalendarLeaf('2027-04-05', 'fr')).toEqual({ number: '5', month: 'avr.' });
  });
});
