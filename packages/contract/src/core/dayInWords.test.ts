import { describe, expect, it } from 'vitest';
import { dayInWords, daysInWords, shortDay } from './inWords.ts';

describe('dayInWords', () => {
  it('formats a day in each language', () => {
    expect(dayInWords('2027-04-30', 'fr')).toBe('vendredi 30\u00A0avril 2027');
    expect(dayInWords('2027-04-30', 'en')).toBe('Friday, April\u00A030, 2027');
  });

  it('formats the first of a month as an ordinal in French only', () => {
    expect(dayInWords('2027-05-01', 'fr')).toBe('samedi 1er\u00A0mai 2027');
    expect(dayInWords('2027-05-21', 'fr')).toBe('vendredi 21\u00A0mai 2027');
    expect(dayInWords('2027-05-01', 'en')).toBe('Saturday, May\u00A01, 2027');
  });
});

describe('shortDay', () => {
  it('puts the day first in French only', () => {
    expect(shortDay('2027-04-30', 'fr')).toBe('30/04/2027');
    expect(shortDay('2027-04-30', 'en')).toBe('2027-04-30');
  });
});

it('an exam of several days names the last one, unless the hour of its end does', () => {
  const days = { endDate: '2027-05-01', endTime: '' };
  expect(daysInWords('2027-04-30', days, 'fr')).toBe(
    'vendredi 30\u00A0avril 2027 (jusqu’au samedi 1er\u00A0mai 2027)',
  );
  expect(daysInWords('2027-04-30', days, 'en')).toBe(
    'Friday, April\u00A030, 2027 (until Saturday, May\u00A01, 2027)',
  );
  expect(daysInWords('2027-04-30', { ...days, endTime: '02:00' }, 'en')).toBe('Friday, April\u00A030, 2027');
});
