import { login } from '@guichet/contract/identity/sessions';
import { answerSecondFactor } from '@guichet/contract/identity/sessions.secondFactor';
import { configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { watchAddress } from '../../../core/address/location.ts';
import { getSession } from '../../../core/session/sessionStore.ts';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { accessToken } from '../../../testing/tokens.ts';
import { SignInPage } from './SignInPage.tsx';

// The second step loads its script, which takes long in a test.
configure({ asyncUtilTimeout: 40_000 });
watchAddress();
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  history.replaceState(null, '', '/login');
  const needed = { challenge: 'challenge-1', hasTotp: true, hasRecoveryCodes: true, passkey: null };
  server.on(login).reply(() => ({ outcome: 'secondFactorNeeded', needed }));
});

async function passTheFirstStep() {
  render(<SignInPage />);
  fireEvent.change(screen.getByLabelText('Adresse courriel'), { target: { value: 'zoe@exemple.ca' } });
  fireEvent.change(screen.getByLabelText('Mot de passe'), { target: { value: 'Tambour2027!' } });
  fireEvent.click(screen.getByRole('button', { name: 'Ouvrir la session' }));
  return screen.findByRole('textbox', { name: 'Code à six chiffres' });
}

function enter(field: HTMLElement, code: string) {
  fireEvent.change(field, { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Ouvrir la session' }));
}

test('the right password asks for the code, and the right code opens the page of the role', async () => {
  const tokens = { accessToken: accessToken({ role: 'Admin - DC' }), refreshToken: 'refresh-1' };
  server.on(answerSecondFactor).reply(() => ({ outcome: 'signedIn', tokens }));
  const field = await passTheFirstStep();
  expect(document.activeElement).toBe(field);
  expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ]);
  expect(getSession().isAuthenticated).toBe(false);
  const lost = screen.getByText(/^Téléphone, application ou clé perdus.*pièce d’identité/).textContent;
  expect(lost).toMatch(/transmet la demande à l’administration.*quelques heures, parfois/);
  enter(field, '123 456');
  await waitFor(() => expect(location.pathname).toBe('/home'));
  expect(server.requestsTo(answerSecondFactor)[0]?.body).toEqual({
    challenge: 'challenge-1',
    answer: { kind: 'totp', code: '123 456' },
  });
  expect(getSession().isAuthenticated).toBe(true);
});

test('a wrong code is reported, and a recovery code is sent as one', async () => {
  server.on(answerSecondFactor).reply(() => ({ outcome: 'refused' }));
  enter(await passTheFirstStep(), '000000');
  expect((await screen.findByRole('alert')).textContent).toContain('Ce code est inexact');
  fireEvent.click(screen.getByRole('button', { name: 'Utiliser un code de récupération' }));
  expect(screen.queryByRole('alert')).toBeNull();
  enter(await screen.findByRole('textbox', { name: 'Code de récupération' }), '7QK2-M4XD-9TRB');
  await waitFor(() => expect(server.requestsTo(answerSecondFactor)).toHaveLength(2));
  expect(server.requestsTo(answerSecondFactor)[1]?.body).toMatchObject({
    answer: { kind: 'recoveryCode', code: '7QK2-M4XD-9TRB' },
  });
});

test('an expired challenge returns to the password, and says why', async () => {
  server.on(answerSecondFactor).reply(() => ({ outcome: 'challengeOver' }));
  enter(await passTheFirstStep(), '000000');
  expect((await screen.findByRole('alert')).textContent).toContain('Recommencez avec votre mot de passe');
  expect(screen.getByLabelText('Mot de passe')).toBeTruthy();
});

test('too many tries show how long to wait, and a lost network is reported', async () => {
  const late = { outcome: 'refused' as const, retryAfter: 130 };
  server.on(answerSecondFactor).reply(() => late);
  const field = await passTheFirstStep();
  enter(field, '000000');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent?.replaceAll('\u00a0', ' ')).toContain('3 minutes'),
  );
  expect(screen.getByRole('alert').textContent).toContain('n’a pas été vérifié');
  expect(screen.getByRole('alert').textContent).not.toContain('inexact');
  server.on(answerSecondFactor).reply(() => Promise.reject(new TypeError('Failed to fetch')));
  enter(field, '000000');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('ne répond pas'));
});
