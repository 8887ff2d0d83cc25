import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DateField } from './DateField.tsx';

const field = (locale: 'fr-CA' | 'en-CA') =>
  render(<DateField label="Date" value="2027-04-30" onChange={() => {}} locale={locale} />);

test.each(['fr-CA', 'en-CA'] as const)('S5.17 shows yyyy-mm-dd in %s', (locale) => {
  field(locale);
  expect(screen.getByRole('group').textContent?.replaceAll(/[^\d-]/g, '')).toContain('2027-04-30');
});

test.each([
  ['fr-CA', 'lun.'],
  ['en-CA', 'Mon'],
] as const)('S9.3 weeks begin on Monday in %s', (locale, monday) => {
  field(locale);
  fireEvent.click(screen.getByRole('button'));
  const [firstDay] = document.querySelectorAll('th');
  expect(firstDay?.textContent).toBe(monday);
});

function Form({ onChange }: { onChange: (value: string) => void }) {
  const [value, setValue] = useState('2027-04-30');
  const change = (next: string) => {
    setValue(next);
    onChange(next);
  };
  return <DateField label="Date" value={value} onChange={change} locale="fr-CA" />;
}

test('a date of which a part was taken away counts as none', () => {
  const onChange = vi.fn();
  render(<Form onChange={onChange} />);
  const [, month] = screen.getAllByRole('spinbutton');
  for (let press = 0; press < 3; press += 1) fireEvent.keyDown(month as Element, { key: 'Backspace' });
  fireEvent.blur(month as Element);
  expect(onChange).toHaveBeenLastCalledWith('');
});
