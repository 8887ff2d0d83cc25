import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { endImpersonation, signOut, startImpersonation } from '../../core/session/sessionStore.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../testing/renderPortal.tsx';
import { accessToken } from '../../testing/tokens.ts';

afterEach(() => act(signOut));

test('while acting as somebody the header has their name and role, and the band says whose session it is', async () => {
  const server = fakeServer();
  welcome(server, { fullName: 'Hélène Super', entrances: [{ systemId: 3, isAdmin: true }] });
  renderPortal('/home', { name: 'Hélène Super', role: 'Super Admin' });
  await screen.findByRole('link', { name: /^Mon compte\s: Hélène Super, superadministration$/ });
  const actor = { sub: '1', name: 'Hélène Super' };
  const exp = Math.ceil(Date.now() / 1000) + 600;
  startImpersonation(accessToken({ name: 'Ida Roy', role: 'DC', act: actor, exp }));
  await screen.findByRole('link', { name: /^Mon compte\s: Ida Roy$/ });
  expect(screen.queryByText('Superadministration')).toBeNull();
  await screen.findByText('Vous agissez pour Ida Roy (session de Hélène Super)');
  endImpersonation();
  await screen.findByRole('link', { name: /^Mon compte\s: Hélène Super, superadministration$/ });
});
