import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Toasts } from './Toasts.tsx';
import { removeUndoToasts, showToast } from './toastStore.ts';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toasts closeLabel="Fermer" />);
});

const show = (text: string, tone: 'success' | 'danger' = 'success') =>
  act(() => void showToast({ tone, text, lang: 'fr' }));
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const card = (text: string) => screen.getByText(text).closest('li') as HTMLElement;
const isFading = (text: string) => card(text).className.includes('opacity-0');

test('S9.9 a toast stays five seconds, fades for 300 ms, and is removed', () => {
  show('Sauvegarde OK');
  pass(4999);
  expect(isFading('Sauvegarde OK')).toBe(false);
  pass(1);
  expect(isFading('Sauvegarde OK')).toBe(true);
  pass(299);
  expect(screen.queryByText('Sauvegarde OK')).not.toBeNull();
  pass(1);
  expect(screen.queryByText('Sauvegarde OK')).toBeNull();
});

test('S9.9 it stays while hovered, and one more second after that', () => {
  show('Sauvegarde OK');
  pass(4000);
  fireEvent.pointerEnter(card('Sauvegarde OK'));
  pass(50_000);
  expect(isFading('Sauvegarde OK')).toBe(false);
  fireEvent.pointerLeave(card('Sauvegarde OK'));
  pass(999);
  expect(isFading('Sauvegarde OK')).toBe(false);
  pass(1);
  expect(isFading('Sauvegarde OK')).toBe(true);
});

test('a toast that stays is shown until it is closed', () => {
  act(() => {
    showToast({ tone: 'danger', text: 'Rien ne confirme', stays: true });
  });
  fireEvent.pointerEnter(card('Rien ne confirme'));
  fireEvent.pointerLeave(card('Rien ne confirme'));
  pass(3_600_000);
  expect(isFading('Rien ne confirme')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  pass(300);
  expect(screen.queryByText('Rien ne confirme')).toBeNull();
});

test('only a failure stays over a minute, whatever holds it', () => {
  act(() => {
    showToast({ tone: 'info', text: 'De retour', stays: true });
    showToast({ tone: 'danger', text: 'Refusé', stays: true });
  });
  fireEvent.pointerOver(card('De retour'));
  pass(59_999);
  expect([isFading('De retour'), isFading('Refusé')]).toEqual([false, false]);
  pass(1);
  expect([isFading('De retour'), isFading('Refusé')]).toEqual([true, false]);
});

test('the focus keeps it too, and the pointer leaving does not remove a focused one', () => {
  show('Sauvegarde OK');
  act(() => screen.getByRole('button', { name: 'Fermer' }).focus());
  fireEvent.pointerEnter(card('Sauvegarde OK'));
  fireEvent.pointerLeave(card('Sauvegarde OK'));
  pass(60_000);
  expect(isFading('Sauvegarde OK')).toBe(false);
  act(() => screen.getByRole('button', { name: 'Fermer' }).blur());
  pass(1000);
  expect(isFading('Sauvegarde OK')).toBe(true);
});

test('S9.9 a click dismisses at once', () => {
  show('Sauvegarde OK');
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  pass(300);
  expect(screen.queryByText('Sauvegarde OK')).toBeNull();
});

test('S9.9 the newest is on top, whichever kind it is', () => {
  show('Premier');
  show('Deuxième', 'danger');
  show('Troisième');
  const order = (text: string) => Number(card(text).style.order);
  expect(order('Troisième')).toBeLessThan(order('Deuxième'));
  expect(order('Deuxième')).toBeLessThan(order('Premier'));
});

test('failures are announced as alerts, the rest as status, in the language they are written in', () => {
  show('Erreur', 'danger');
  show('Sauvegarde OK');
  expect(screen.getByRole('alert').textContent).toContain('Erreur');
  expect(screen.getByRole('status').textContent).toContain('Sauvegarde OK');
  expect(card('Erreur').lang).toBe('fr');
});

test('an undo names what it undoes, and gives way to the next one and when its page is left', () => {
  const offer = (text: string, of?: string) =>
    act(() => {
      showToast({
        tone: 'success',
        text,
        stays: true,
        undo: { label: 'Annuler', run: vi.fn(), ...(of && { of }) },
      });
    });
  const undos = () =>
    screen.queryAllByRole('button', { name: /^Annuler/ }).map((one) => one.getAttribute('aria-label'));
  show('Sauvegarde OK');
  offer('2 personnes désinscrites.');
  expect(undos()).toEqual(['Annuler – 2 personnes désinscrites.']);
  offer('OK', 'Désinscrire Zoé Côté');
  expect(undos()).toEqual(['Annuler – Désinscrire Zoé Côté']);
  act(() => removeUndoToasts());
  expect(undos()).toEqual([]);
  expect(screen.queryByText('Sauvegarde OK')).not.toBeNull();
});
