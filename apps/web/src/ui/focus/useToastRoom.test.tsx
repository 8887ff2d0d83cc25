import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Toasts } from '../toasts/Toasts.tsx';
import { showToast } from '../toasts/toastStore.ts';
import { passToastRoom, useToastRoom } from './useToastRoom.ts';

function Frame() {
  useToastRoom();
  return null;
}

function Shell({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div>
      {isSignedIn && <Frame />}
      <Toasts closeLabel="Fermer" />
    </div>
  );
}

test('whoever signs out while a toast is up leaves no room of it above the pages that follow', () => {
  const { rerender, container } = render(<Shell isSignedIn />);
  const room = () => document.documentElement.style.getPropertyValue('--toast-room');
  act(() => void showToast({ tone: 'success', text: 'La demande est envoyée.' }));
  expect(room()).toBe('24px');
  rerender(<Shell isSignedIn={false} />);
  expect(room()).toBe('0px');
  expect(container.querySelector<HTMLElement>('[data-toasts]')?.parentElement?.style.minHeight).toBe('');
});

test('the room lies above a notice to everyone, which stands above the page', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockReturnValue(40);
  const { container } = render(<Shell isSignedIn />);
  act(() => void showToast({ tone: 'success', text: 'La demande est envoyée.' }));
  const page = container.querySelector<HTMLElement>('[data-toasts]')?.parentElement;
  expect(page?.style.getPropertyValue('--above-page')).toBe('40px');
});

test('a page that is left for another while a toast is up shows no room in between', () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockReturnValue();
  render(<Shell isSignedIn />);
  passToastRoom();
  act(() => void showToast({ tone: 'success', text: 'L’examen est créé.' }));
  scroll.mockClear();
  dispatchEvent(new Event('scroll'));
  expect(scroll).not.toHaveBeenCalled();
  history.pushState(null, '', '/another');
  dispatchEvent(new Event('scroll'));
  expect(scroll.mock.calls).toEqual([[{ top: 24, behavior: 'instant' }]]);
});
