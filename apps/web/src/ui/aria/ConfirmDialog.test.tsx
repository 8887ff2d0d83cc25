import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';

function open(props: Partial<ConfirmDialogProps> = {}) {
  const acts = { onConfirm: vi.fn(), onClose: vi.fn() };
  const words = { title: 'Désactiver', confirmLabel: 'Oui', cancelLabel: 'Non', closeLabel: 'Fermer' };
  render(
    <ConfirmDialog open messages={['Désactiver la cohorte?', 'Vraiment?']} {...words} {...acts} {...props} />,
  );
  return acts;
}
const yes = () => screen.getByRole('button', { name: 'Oui' });

test('S4.7 asks twice, and only the second Yes confirms', () => {
  const { onConfirm } = open();
  expect(screen.getByRole('alertdialog', { name: 'Désactiver' })).toBeTruthy();
  expect(screen.getByText('Désactiver la cohorte?')).toBeTruthy();
  fireEvent.click(yes());
  expect(screen.getByText('Vraiment?')).toBeTruthy();
  expect(onConfirm).not.toHaveBeenCalled();
  fireEvent.click(yes());
  expect(onConfirm).toHaveBeenCalledOnce();
});

test('each question focuses No, so that Enter alone confirms nothing', async () => {
  open();
  const no = screen.getByRole('button', { name: 'Non' });
  await waitFor(() => expect(document.activeElement).toBe(no));
  // A real press focuses the pressed button, and `fireEvent.click` does not.
  yes().focus();
  fireEvent.click(yes());
  expect(screen.getByRole('alertdialog', { description: 'Vraiment?' })).toBeTruthy();
  expect(document.activeElement).toBe(no);
});

test('a long question opens at its top: the focus on No does not scroll', async () => {
  const focus = vi.spyOn(HTMLButtonElement.prototype, 'focus');
  open();
  await waitFor(() => expect(focus).toHaveBeenCalled());
  expect(focus.mock.calls).toEqual(focus.mock.calls.map(() => [{ preventScroll: true }]));
});

test('the second half of a double click does not answer', () => {
  const { onConfirm } = open();
  fireEvent.click(yes(), { detail: 1 });
  fireEvent.click(yes(), { detail: 2 });
  expect(onConfirm).not.toHaveBeenCalled();
});

test('S4.8 No closes and confirms nothing', () => {
  const { onConfirm, onClose } = open();
  fireEvent.click(yes());
  fireEvent.click(screen.getByRole('button', { name: 'Non' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('while busy nothing can be pressed', () => {
  const { onConfirm, onClose } = open({ messages: ['Supprimer?'], busy: true });
  fireEvent.click(yes());
  fireEvent.click(screen.getByRole('button', { name: 'Non' }));
  fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
  expect(onConfirm).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test('each Yes says what it leads to: on to the next message, or to what is confirmed', () => {
  open({ nextLabel: 'Oui, continuer', confirmLabel: 'Oui, désactiver' });
  expect(screen.queryByRole('button', { name: 'Oui, désactiver' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Oui, continuer' }));
  expect(screen.queryByRole('button', { name: 'Oui, continuer' })).toBeNull();
  screen.getByRole('button', { name: 'Oui, désactiver' });
});
