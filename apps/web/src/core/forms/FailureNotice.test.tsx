import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CallFailed } from '../call/CallFailed.ts';
import { FailureNotice } from './formFaults.tsx';

test('each failure is brought into view where it is told, and nothing is without one', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const failure = () => new CallFailed({ status: 0, code: 'network' });
  const { rerender } = render(<FailureNotice failure={null} />);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(scrolled).not.toHaveBeenCalled();
  rerender(<FailureNotice failure={failure()} />);
  const notice = screen.getByRole('alert');
  expect(scrolled.mock.contexts.map((place) => (place as Element).contains(notice))).toEqual([true]);
  rerender(<FailureNotice failure={null} />);
  rerender(<FailureNotice failure={failure()} />);
  expect(scrolled).toHaveBeenCalledTimes(2);
});
