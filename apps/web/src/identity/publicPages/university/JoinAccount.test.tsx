import { login } from '@guichet/contract/identity/sessions';
import { findOffice } from '@guichet/contract/systems/systems.office';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
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

test('a second factor that is due before two accounts are joined names the telephone', async () => {
  const server = fakeServer();
  server.on(findOffice).reply(() => ({ email: null, phone: '613 555-0142', office: null }));
  const needed = { challenge: 'c', hasTotp: true, hasRecoveryCodes: true, passkey: null };
  server.on(login).reply(() => ({ outcome: 'secondFactorNeeded', needed }));
  const ways = { signOut: null, onDone: vi.fn(), onLeave: vi.fn() };
  render(<JoinAccount match="x" accountName="Zoé Côté" email={null} mayMail={false} {...ways} />);
  fireEvent.click(screen.getByRole('button', { name: 'Joindre les deux comptes' }));
  await screen.findByLabelText('Code à six chiffres');
  expect(await screen.findByRole('link', { name: '613 555-0142' })).toBeDefined();
});
