import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';

function open(closeLabel?: string) {
  const onClose = vi.fn();
  const words = closeLabel === undefined ? {} : { closeLabel };
  const dialog = (
    <Dialog open onClose={onClose} title="Léonie Aubé" {...words}>
      <button type="button">Inside</button>
    </Dialog>
  );
  return { dialog, onClose };
}

test('Escape closes it before the focus has come into it, and does nothing where it may not', () => {
  const { dialog, onClose } = open('Fermer');
  const { rerender } = render(dialog);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
  const locked = open();
  rerender(locked.dialog);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(locked.onClose).not.toHaveBeenCalled();
});

test('of two, the upper one closes, also from a button of the lower one', () => {
  const lower = open('Fermer');
  const upper = open('Fermer');
  render(lower.dialog);
  const behind = screen.getByRole('button', { name: 'Inside' });
  render(upper.dialog);
  fireEvent.keyDown(behind, { key: 'Escape' });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(upper.onClose).toHaveBeenCalledTimes(2);
  expect(lower.onClose).not.toHaveBeenCalled();
});
