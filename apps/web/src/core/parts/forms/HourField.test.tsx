import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../i18n/languageStore.ts';
import { HourField } from './HourField.tsx';

const changed = vi.fn<(value: string) => void>();

function Form({ time = '', tellsAtOnce = false }: { time?: string; tellsAtOnce?: boolean }) {
  const [value, setValue] = useState(time);
  const change = (next: string) => {
    changed(next);
    setValue(next);
  };
  return <HourField label="Heure" name="hour" value={value} onChange={change} tellsAtOnce={tellsAtOnce} />;
}

const field = () => screen.getByLabelText<HTMLInputElement>('Heure');
const shown = () => field().value.replaceAll('\u00a0', ' ');
const type = (value: string) => fireEvent.change(field(), { target: { value } });

beforeEach(async () => {
  changed.mockClear();
  await setLanguage('fr');
});

test.each(['9 h', '9h00', '9:00 a.m.', '09:00', '9'])('“%s” is 9 h, and shown so once left', (text) => {
  render(<Form />);
  type(text);
  expect(field().value).toBe(text);
  fireEvent.blur(field());
  expect(changed).toHaveBeenLastCalledWith('09:00');
  expect(shown()).toBe('9 h');
});

test('the form is that of the page’s language, and follows it', async () => {
  render(<Form time="13:05" />);
  expect(shown()).toBe('13 h 05');
  await act(() => setLanguage('en'));
  expect(shown()).toBe('1:05 p.m.');
});

test('no hour counts before it is typed whole, except on Enter', () => {
  render(<Form />);
  for (const text of ['1', '13', '13:', '13:3', '13:30']) type(text);
  expect(changed.mock.calls.flat()).toEqual(['1', '13', '13:00', '13:3', '13:30']);
  type('14');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(changed).toHaveBeenLastCalledWith('14:00');
  expect(shown()).toBe('14 h');
});

test('the arrow keys change it by a quarter of an hour, the page keys by an hour, and that is told', () => {
  render(<Form />);
  const press = (key: string) => fireEvent.keyDown(field(), { key });
  press('ArrowUp');
  expect(shown()).toBe('9 h');
  press('ArrowUp');
  press('PageDown');
  expect(shown()).toBe('8 h 15');
  press('ArrowDown');
  expect(changed).toHaveBeenLastCalledWith('08:00');
  expect(screen.getByRole('status').textContent).toBe('8\u00a0h');
});

test('what is no hour stays as typed, and its field says what to type where no submit follows', () => {
  render(<Form tellsAtOnce />);
  type('25 h');
  expect(screen.queryByText(/^Entrez une heure/)).toBeNull();
  fireEvent.blur(field());
  expect(changed).toHaveBeenLastCalledWith('25 h');
  expect(shown()).toBe('25 h');
  expect(screen.getByText(/^Entrez une heure de la journée, par exemple 9.h ou 13.h.30\.$/)).toBeDefined();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  type('');
  fireEvent.blur(field());
  expect(changed).toHaveBeenLastCalledWith('');
  expect(screen.queryByText(/^Entrez une heure/)).toBeNull();
});
