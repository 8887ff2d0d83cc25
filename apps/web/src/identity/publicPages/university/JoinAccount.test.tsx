import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { JoinAccount } from './JoinAccount.tsx';

test.each([
  ['zoe.cote@universite.test', /^Aucun compte du portail n’a cette adresse/],
  [null, /^L’université ne donne pas votre adresse/],
])('somebody whose address at the university is %s reads why no account is proposed', (email, words) => {
  const ways = { signOut: 'https://idp.example/fin', onDone: vi.fn(), onLeave: vi.fn() };
  render(<JoinAccount match="x" accountName="Zoé Côté" email={email} mayMail={false} {...ways} />);
  expect(screen.getByText(words)).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Avez-vous un compte du portail?' })).toBeDefined();
  expect(screen.queryByText(/^Ou /)).toBeNull();
  const out = screen.getByRole('link', { name: 'Fermer la session de l’université' });
  expect(out.getAttribute('href')).toBe(ways.signOut);
});
