import { expect, test } from 'vitest';
import { fillOwnTime, withOwnEndNote } from './ownEndNote.ts';

const none = {
  hasExtraTime: false,
  isHandedOver: false,
  ownEnd: null,
  examDate: '2027-04-30',
  lastDay: '2027-04-30',
  timeZone: 'America/Toronto',
};

test.each(['Bonjour\n\n{{ownEndNote}}\n\n-- \nUni', '{{ownEndNote}}\n\n-- \nUni'])(
  'who has no extra time reads nothing of it in %j, with words before it or without',
  (text) => {
    expect(fillOwnTime(text, 'fr', none)).toBe(text.replace(/(?:\n\n)?\{\{ownEndNote\}\}/, ''));
    expect(fillOwnTime(text, 'fr', { ...none, hasExtraTime: true })).toContain('temps supplémentaire.');
  },
);

test('nor in HTML', () => {
  for (const body of ['<p>Bonjour</p>', '']) expect(fillOwnTime(withOwnEndNote(body), 'fr', none)).toBe(body);
});
