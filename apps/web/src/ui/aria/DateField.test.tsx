import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DateField } from './DateField.tsx';

function Form({ day = '', locale = 'fr-CA' }: { day?: string; locale?: 'fr-CA' | 'en-CA' }) {
  const [value, setValue] = useState(day);
  return (
    <DateField
      label="Date"
      name="day"
      value={value}
      onChange={setValue}
      min="2027-04-10"
      placeholder="aaaa-mm-jj"
      openLabel="Ouvrir le calendrier"
      locale={locale}
    />
  );
}

const openCalendar = () => fireEvent.click(screen.getByRole('button', { name: 'Ouvrir le calendrier' }));

test.each([
  ['fr-CA', 'lun.'],
  ['en-CA', 'Mon'],
] as const)('S9.3 weeks begin on Monday in %s', (locale, monday) => {
  render(<Form locale={locale} />);
  openCalendar();
  const [firstDay] = document.querySelectorAll('th');
  expect(firstDay?.textContent).toBe(monday);
});

test('S5.17 a day picked in the calendar is written yyyy-mm-dd, and the calendar closes', async () => {
  render(<Form day="2027-04-20" />);
  openCalendar();
  fireEvent.click(screen.getByRole('button', { name: /\b30 avril 2027/ }));
  expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('2027-04-30');
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
});

test('S5.16 the calendar offers no day before the first one', () => {
  render(<Form day="2027-04-20" />);
  openCalendar();
  const yesterday = screen.getByRole('button', { name: /\b9 avril 2027/ });
  expect(yesterday.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(yesterday);
  expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('2027-04-20');
});

test('an invalid day stays as typed, and the calendar still opens', () => {
  render(<Form day="31/12/2027" />);
  openCalendar();
  expect(screen.getByRole('grid')).toBeDefined();
  expect(document.querySelector('input')?.value).toBe('31/12/2027');
});
