import { signInToApplication } from '@guichet/contract/identity/provider';
import { logout } from '@guichet/contract/identity/sessions';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const request = 'HABHmuhx8HID-I1GwLarnZd6';
const address = `/account/application?request=${request}`;

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, {});
});

test('somebody who may not enter reads why, and can go back to the application', async () => {
  server.on(signInToApplication).reply(() => ({
    outcome: 'refused',
    application: 'Wiki',
    why: 'role',
    program: 'DC',
    address: '/oidc/auth/retour',
  }));
  renderPortal(address);
  expect(await screen.findByText('Votre compte ne donne pas accès à Wiki')).toBeDefined();
  expect(screen.getByText(/d’un seul programme\s: DC\./)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Retourner à Wiki' })).toBeDefined();
  expect(server.requestsTo(signInToApplication)[0]?.url.pathname).toContain(request);
});

test('somebody without a second factor reads where to get one', async () => {
  server.on(signInToApplication).reply(() => ({
    outcome: 'refused',
    application: 'Wiki',
    why: 'factor',
    program: null,
    address: '/retour',
  }));
  renderPortal(address);
  expect(await screen.findByText('Wiki demande un second facteur')).toBeDefined();
  expect(screen.getByText(/Ajoutez-en un dans/)).toBeDefined();
});

test('an application that wants a fresh sign-in gets one: the portal signs out, and comes back here', async () => {
  server.on(signInToApplication).reply(() => ({ outcome: 'signInAgain', application: 'Wiki' }));
  server.on(logout).reply(() => true);
  renderPortal(address);
  fireEvent.click(await screen.findByRole('button', { name: 'Ouvrir la session de nouveau' }));
  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(history.state?.['guichet.wanted']?.address).toBe(address);
});

test('a request that is over says to begin again at the application', async () => {
  server.on(signInToApplication).reply(() => problem(410, 'openid.requestOver'));
  renderPortal(address);
  expect(await screen.findByText(/Détail de openid.requestOver/)).toBeDefined();
});
