import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DebouncedSearch } from './DebouncedSearch.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two lists with a field each, which share the search in the address. */
function Lists() {
  const [list, choose] = useState(1);
  const [search, setSearch] = useState('');
  return (
    <>
      <DebouncedSearch key={list} label="Chercher" value={search} onSearch={setSearch} />
      <button type="button" onClick={() => choose(2)}>
        Autre liste
      </button>
      <output>{search}</output>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Chercher' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const sought = () => screen.getByRole('status').textContent;

test('S9.7 a text is sought after 200 ms without a key, an emptied field at once, also before another list is chosen', () => {
  render(<Lists />);
  type('zo');
  pass(150);
  type('zoe');
  pass(150);
  expect(sought()).toBe('');
  pass(50);
  expect(sought()).toBe('zoe');
  type('');
  fireEvent.click(screen.getByRole('button'));
  expect([field().value, sought()]).toEqual(['', '']);
  pass(1000);
  expect([field().value, sought()]).toEqual(['', '']);
});
