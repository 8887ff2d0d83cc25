import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { noTexts } from '../examFacts.ts';
import { ExamHours } from './ExamFields.tsx';

function Form({ startTime, endTime }: { startTime: string; endTime: string }) {
  const [texts, setTexts] = useState({ ...noTexts, startTime, endTime });
  return (
    <ExamHours
      texts={texts}
      onChange={(patch) => setTexts({ ...texts, ...patch })}
      faultsAt={() => undefined}
    />
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const hours = () =>
  ['Heure de début', 'Heure de fin'].map((label) => field(label).value.replaceAll('\u00a0', ' '));

/** Types into the field key by key. */
function type(label: string, text: string) {
  for (let length = 1; length <= text.length; length++)
    fireEvent.change(field(label), { target: { value: text.slice(0, length) } });
  fireEvent.blur(field(label));
}

beforeEach(() => setLanguage('fr'));

test.each([
  ['14 h 30', '14 h 30', '17 h 30'],
  ['14:00', '14 h', '17 h'],
  ['12 h', '12 h', '15 h'],
  ['20:59', '20 h 59', '23 h 59'],
])('a start at %s, after the end, keeps how long the exam lasts', (text, start, end) => {
  render(<Form startTime="09:00" endTime="12:00" />);
  type('Heure de début', text);
  expect(hours()).toEqual([start, end]);
});

test.each([
  ['before the end', '10:15', '09:00', '12:00', ['10 h 15', '12 h']],
  ['so late that it would end on the next day', '21:00', '09:00', '12:00', ['21 h', '12 h']],
  ['where none was', '14:00', '', '12:00', ['14 h', '12 h']],
  ['before an end that came too early already', '14:00', '13:00', '12:00', ['14 h', '12 h']],
])('the end stays with a start %s', (_, text, startTime, endTime, expected) => {
  render(<Form startTime={startTime} endTime={endTime} />);
  type('Heure de début', text);
  expect(hours()).toEqual(expected);
});

test('each change counts from the hours that stood before it, by the arrow keys as well', () => {
  render(<Form startTime="09:00" endTime="12:00" />);
  for (const _ of [1, 2, 3, 4]) fireEvent.keyDown(field('Heure de début'), { key: 'PageUp' });
  expect(hours()).toEqual(['13 h', '16 h']);
  for (const _ of [1, 2]) fireEvent.keyDown(field('Heure de début'), { key: 'PageDown' });
  expect(hours()).toEqual(['11 h', '12 h']);
  fireEvent.blur(field('Heure de début'));
  fireEvent.keyDown(field('Heure de début'), { key: 'PageUp' });
  expect(hours()).toEqual(['12 h', '13 h']);
});

test('an end that has moved is told, until the field is left', () => {
  render(<Form startTime="09:00" endTime="12:00" />);
  fireEvent.change(field('Heure de début'), { target: { value: '14:00' } });
  expect(screen.getByText(/^La fin de l’examen passe à 17 h\.$/).getAttribute('role')).toBe('status');
  fireEvent.blur(field('Heure de début'));
  expect(screen.queryByText(/^La fin de l’examen/)).toBeNull();
});
