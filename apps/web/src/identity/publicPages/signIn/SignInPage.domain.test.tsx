import { beginFederatedSignIn } from '@guichet/contract/identity/federation';
import { login } from '@guichet/contract/identity/sessions';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { SignInPage } from './SignInPage.tsx';

const provider = {
  id: '00000000-0000-4000-8000-000000000001',
  label: { fr: 'Mon compte', en: 'My account' },
  domains: ['universite.test'],
  systemIds: null,
};

afterEach(() => document.querySelector('meta[name=providers]')?.remove());

test('an address of a provider that does not answer is told so, and no empty password is tried', async () => {
  const meta = Object.assign(document.createElement('meta'), {
    name: 'providers',
    content: JSON.stringify([provider]),
  });
  document.head.append(meta);
  const server = fakeServer();
  server.on(beginFederatedSignIn).reply(() => ({ address: null, why: 'unreachable' }));
  render(<SignInPage />);
  const field = screen.getByLabelText('Adresse courriel');
  fireEvent.change(field, { target: { value: 'zoe.cote@universite.test' } });
  fireEvent.click(screen.getByRole('button', { name: 'Ouvrir la session' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^L’université ne répond pas/);
  expect(server.requestsTo(login)).toEqual([]);
});
