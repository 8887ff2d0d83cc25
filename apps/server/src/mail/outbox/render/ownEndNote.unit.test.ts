import { expect, test } from 'vitest';
import { fillOwnTime, withOwnEndNote } from './ownEndNote.ts';

const none = {
  extraMinutes: null,
  extraFactor: null,
  isHandedOver: false,
  hours: { examDate: '2027-04-30', startTime: '09:00', endTime: '12:00' },
  timeZone: 'America/Toronto',
};

test.each(['Bonjour\n\n{{ownEndNote}}\n\n-- \nUni', '{{ownEndNote}}\n\n-- \nUni'])(
  'who has no extra time reads nothing of it in %j, with words before it or without',
  (text) => {
    expect(fillOwnTime(text, 'fr', none)).toBe(text.replace(/(?:\n\n)?\{\{ownEndNote\}\}/, ''));
    const untimed = { ...none, extraMinutes: 30, hours: { ...none.hours, endTime: '' } };
    expect(fillOwnTime(text, 'fr', untimed)).toContain('temps supplémentaire.');
  },
);

test('nor in HTML', () => {
  for (const body of ['<p>Bonjour</p>', '']) expect(fillOwnTime(withOwnEndNote(body), 'fr', none)).toBe(body);
});

test.each([
  ['<p>Le {{examDate}}</p><p>Heure : {{examTime}}<br>Lieu</p>', '<p>Uni</p>'],
  ['<table><tr><td><strong>{{ examTime }}</strong></td></tr></table>', '<p>Uni</p>'],
  ['<p>Le {{examDate}}</p>', '<p>À bientôt</p><p>Uni</p>'],
])('the sentence stands right beneath the hours, else the day: %s', (told, after) => {
  expect(withOwnEndNote(told + after)).toBe(`${told}\n<p>{{ownEndNote}}</p>${after}`);
});
