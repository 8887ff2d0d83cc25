import { findLinkState, verifyToken } from '@guichet/contract/identity/account';
import { findProviderSignOut } from '@guichet/contract/identity/federation';
import { logout } from '@guichet/contract/identity/sessions';
import { findOffice } from '@guichet/contract/systems/systems.office';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hideLinkSecrets } from '../../../core/address/hideLinkSecrets.ts';
import { navigate } from '../../../core/address/location.ts';
import { setLanguage, storedLanguage } from '../../../core/i18n/languageStore.ts';
import { getSession, signIn, signOut } from '../../../core/session/sessionStore.ts';
import { Root } from '../../../entry/Root.tsx';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal } from '../../../testing/renderPortal.tsx';
import { accessToken, someClaims } from '../../../testing/tokens.ts';

let server: ReturnType<typeof fakeServer>;
let state: 'good' | 'used' | 'over';
beforeEach(async () => {
  server = fakeServer();
  sessionStorage.clear();
  server.on(findOffice).reply(() => ({ email: null, phone: null, office: null }));
  server.on(verifyToken).reply(() => state === 'good');
  server.on(findLinkState).reply(() => ({ state }));
  server.on(logout).reply(() => true);
});
afterEach(async () => {
  await act(() => setLanguage('fr'));
  signOut();
});

const nora = { name: 'Nora Roy', username: 'Nora@exemple.ca', role: 'PDI' };

/** Opens a link of Zoé's, or of Nora's, in English, where Nora is signed in. */
async function open(of: 'zoe' | 'nora', role: string | string[] = nora.role) {
  await setLanguage('fr');
  const claims = { ...nora, role };
  signIn({ accessToken: accessToken(claims), refreshToken: 'refresh-1' }, { ...someClaims, ...claims });
  history.replaceState(null, '', `/reset-password?t=x&u=${of}%40exemple.ca&lang=en&systemId=3`);
  hideLinkSecrets();
  render(<Root />);
}

const told = 'This link is for another account (zoe@exemple.ca). You are signed in as Nora Roy.';
const linksOf = () =>
  [...(document.querySelector('main') ?? document.body).querySelectorAll('a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);

test('somebody else’s used link says whose it is and who is signed in, offers to go on, and does not say “you”', async () => {
  state = 'used';
  await open('zoe');
  await screen.findByRole('heading', { level: 1, name: 'This link has already been used' });
  expect(screen.getByText(told)).toBeTruthy();
  expect(screen.queryByText(/your email address/)).toBeNull();
  // The way on is in the language of the portal, not of the link.
  expect(linksOf()).toEqual([['Continue as Nora Roy', '/fr/pdi']]);
});

test('an unused link of somebody else says so above its form; signing out leaves the form', async () => {
  state = 'good';
  server.on(findProviderSignOut).reply(() => null);
  await open('zoe');
  await screen.findByText(told);
  expect(screen.getByLabelText('New password')).toBeTruthy();
  fireEvent.click(screen.getAllByRole('button', { name: 'Sign out' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByText(told)).toBeNull());
  expect(getSession().isAuthenticated).toBe(false);
  expect(server.requestsTo(logout)).toHaveLength(1);
  expect(screen.getByLabelText('New password')).toBeTruthy();
  await waitFor(() => expect(storedLanguage()).toBe('en'));
});

test('an expired link of somebody else says so too', async () => {
  state = 'over';
  await open('zoe');
  await screen.findByText(told);
});

test.each([
  ['PDI', ['Continue to My exams', '/my-exams']],
  [
    ['PDI', 'Admin_DC'],
    ['Continue to the home page', '/home'],
  ],
])('one’s own used link, signed in as %o, leads on instead of to sign-in', async (role, way) => {
  state = 'used';
  await open('nora', role);
  await screen.findByRole('heading', { level: 1, name: 'You already have a password' });
  expect(linksOf()).toEqual([way, ['Forgot your password?', '/forgot-password?systemId=3']]);
  expect(screen.queryByText(/another account/)).toBeNull();
});

test('a link lends its language to its page alone, while somebody is signed in', async () => {
  state = 'used';
  await open('zoe');
  await screen.findByText(told);
  expect(storedLanguage()).toBe('fr');
  act(() => navigate('/account/login'));
  await screen.findByLabelText('Mot de passe');
  await waitFor(() => expect(document.documentElement.lang).toBe('fr'));
});

test('signed out, a link’s language is the portal’s from then on', async () => {
  state = 'used';
  await setLanguage('fr');
  renderPortal('/reset-password?lang=en', null);
  await screen.findByRole('heading', { level: 1, name: 'This link is no longer valid' });
  await waitFor(() => expect(storedLanguage()).toBe('en'));
});
