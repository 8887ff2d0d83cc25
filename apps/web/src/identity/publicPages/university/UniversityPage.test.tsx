import { completeFederatedSignIn } from '@guichet/contract/identity/federation';
import { findOffice } from '@guichet/contract/systems/systems.office';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal } from '../../../testing/renderPortal.tsx';

const path = '/account/university/0b6f3c1e-7f54-4a0e-9a0b-2f1f7a4f9f10';
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(findOffice).reply(() => ({ email: null, phone: '613 555-0142', office: null }));
});
afterEach(() => act(() => setLanguage('fr')));

test.each(['state', 'answer'])(
  'a return (%s) to another browser is refused in the language in which it was begun',
  async (name) => {
    server
      .on(completeFederatedSignIn)
      .reply(() => ({ outcome: 'refused', why: 'otherBrowser', reason: null }));
    renderPortal(`${path}?${name}=abc.en`, null);
    expect(await screen.findByText(/^This request comes from another browser/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Back to sign-in' })).toBeDefined();
  },
);

test('a return that the portal cannot answer names the telephone of the university', async () => {
  server.on(completeFederatedSignIn).reply(() => problem(503, 'service.overloaded'));
  renderPortal(`${path}?state=abc.fr`, null);
  expect(await screen.findByRole('link', { name: '613 555-0142' })).toBeDefined();
});

test('a second factor that is due after the university names the telephone', async () => {
  const needed = { challenge: 'c', hasTotp: true, hasRecoveryCodes: true, passkey: null };
  server.on(completeFederatedSignIn).reply(() => ({ outcome: 'secondFactorNeeded', needed }));
  renderPortal(`${path}?state=abc.fr`, null);
  await screen.findByLabelText('Code à six chiffres');
  expect(await screen.findByRole('link', { name: '613 555-0142' })).toBeDefined();
});

test('the link of a mail that has lost its secrets says so, and whom to call', async () => {
  renderPortal('/account/university/confirm-email?lang=fr', null);
  expect(await screen.findByText(/^Le lien du courriel est incomplet/)).toBeDefined();
  expect(await screen.findByRole('link', { name: '613 555-0142' })).toBeDefined();
  expect(server.requestsTo(completeFederatedSignIn)).toEqual([]);
});

test.each([
  ['untrusted', /^Vous veniez d’un cours/],
  ['over', /^Ce passage a expiré.*Retournez au cours/],
] as const)(
  'whoever comes from a course and is refused (%s) is told to go back to it',
  async (why, words) => {
    server.on(completeFederatedSignIn).reply(() => ({ outcome: 'refused', why, reason: null }));
    renderPortal(`${path}?answer=&launch`);
    expect(await screen.findByText(words)).toBeDefined();
  },
);
