import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FullScreenSpinner } from './FullScreenSpinner.tsx';

test('S9.10 covers the page, fades in 300 ms and out 200', () => {
  vi.useFakeTimers();
  const { rerender } = render(<FullScreenSpinner open label="Chargement" />);
  const veil = screen.getByRole('status');
  expect(veil.className).toContain('z-[99999]');
  expect(veil.className).toContain('duration-300');
  rerender(<FullScreenSpinner open={false} label="Chargement" />);
  expect(veil.className).toContain('duration-200');
  act(() => vi.advanceTimersByTime(199));
  expect(screen.queryByRole('status')).not.toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByRole('status')).toBeNull();
});
