import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BreakableAddress } from './EmailLink.tsx';

test('an address breaks after its at sign and dots alone, and reads as it is', () => {
  const address = 'no-reply@a-b-c.example-ville.ca';
  const { container } = render(<BreakableAddress address={address} />);
  expect(container.textContent).toBe(address);
  expect(container.innerHTML.split('<wbr>').map((part) => part.replace(/<[^>]*>/g, ''))).toEqual([
    'no-reply@',
    'a-b-c.',
    'example-ville.',
    'ca',
  ]);
  const kept = [...container.querySelectorAll('.whitespace-nowrap')].map(({ textContent }) => textContent);
  expect(kept).toEqual(['o-r', 'a-b-c', 'e-v']);
});
