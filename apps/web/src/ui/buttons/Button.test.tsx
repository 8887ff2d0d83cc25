import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';

test('S4.14 a busy button is announced, keeps the focus, and neither presses nor submits', () => {
  const press = vi.fn();
  const submit = vi.fn((event) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <Button type="submit" onClick={press} busy={busy} busyLabel="Enregistrement…">
        Enregistrer
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole('button', { name: 'Enregistrer' });
  button.focus();
  fireEvent.click(button);
  rerender(form(true));
  fireEvent.click(button);
  expect(button.textContent).toBe('Enregistrement…');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button);
  expect(press).toHaveBeenCalledOnce();
  expect(submit).toHaveBeenCalledOnce();
});

test('the second half of a double click submits nothing', () => {
  const submit = vi.fn((event) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button type="submit">Enregistrer</Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Enregistrer' });
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
  expect(submit).toHaveBeenCalledOnce();
});
