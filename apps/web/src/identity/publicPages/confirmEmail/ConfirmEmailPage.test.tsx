import {
  confirmAddress,
  confirmOwnAddress,
  findConfirmation,
} from '@guichet/contract/identity/account.confirmation';
import { refresh } from '@guichet/contract/identity/sessions';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { hideLinkSecrets } from '../../../core/address/hideLinkSecrets.ts';
import { signIn, signOut } from '../../../core/session/sessionStore.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import ConfirmEmailPage from './ConfirmEmailPage.tsx';

let server: ReturnType<typeof fakeServer>;
let state: 'good' | 'done';
beforeEach(() => {
  signOut();
  state = 'good';
  server = fakeServer();
  find(false);
  server.on(confirmAddress).reply(() => {
    state = 'done';
    return { outcome: 'confirmed' };
  });
});

function find(isNewAddress: boolean, needsPassword = isNewAddress) {
  server.on(findConfirmation).reply(({ body }) => {
    const isGood = (body as { token: string }).token === 'good';
    return { state: isGood ? state : 'over', isNewAddress, needsPassword };
  });
}

function open(query: string, path = '/confirm-email') {
  history.replaceState(null, '', path + query);
  hideLinkSecrets();
  return render(<ConfirmEmailPage />);
}

const good = '?t=good&u=zoe%2Ba%40exemple.ca&lang=fr&systemId=3';
const invalid = 'Ce lien n’est pas valide ou ne l’est plus';
const confirmed = 'Merci, votre adresse est confirmée';
const secrets = { token: 'good', userName: 'zoe+a@exemple.ca' };
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const signInLink = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const press = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmer cette adresse' }));
const passwordField = () => screen.queryByLabelText('Mot de passe de votre compte');
const claims = { sub: '1', name: 'Zoé', username: 'zoe@exemple.ca', role: 'DC', exp: 1, iat: 1, jti: 'x' };
const openSession = () => signIn({ accessToken: 'x', refreshToken: 'y' }, claims as never);

test.each(['/confirm-email', '/fr/confirm-email', '/Confirm-Email/'])(
  'a good link to %s says what it confirms and changes nothing until the press, its secrets gone from the address bar',
  async (path) => {
    open(good, path);
    expect(location.pathname + location.search).toBe(`${path}?lang=fr&systemId=3`);
    expect(screen.getByRole('status').textContent).toContain('Vérification du lien');
    expect(await screen.findByText(/^Confirmez l’adresse de votre compte.*zoe\+a@exemple\.ca/)).toBeTruthy();
    expect(server.requestsTo(findConfirmation).map(({ body }) => body)).toEqual([secrets]);
    expect(server.requestsTo(confirmAddress)).toEqual([]);
    expect(passwordField()).toBeNull();
    await press();
    await heading(confirmed);
    expect(screen.getByRole('status').textContent).toContain('zoe+a@exemple.ca');
    expect(signInLink('Ouvrir une session')).toBe('/account/login?systemId=3');
    expect(server.requestsTo(confirmAddress).map(({ body }) => body)).toEqual([secrets]);
  },
);

test('a reload after the press says that the address is confirmed', async () => {
  const page = open(good);
  await press();
  await heading(confirmed);
  page.unmount();
  hideLinkSecrets();
  render(<ConfirmEmailPage />);
  await heading(confirmed);
  expect(server.requestsTo(confirmAddress)).toHaveLength(1);
});

test('a new address says what it replaces and asks for the password, told at its field when it is wrong', async () => {
  find(true);
  open(good);
  expect(await screen.findByText(/deviendra l’adresse de votre compte/)).toBeTruthy();
  await press();
  expect(await screen.findByText('Entrez le mot de passe de votre compte')).toBeTruthy();
  expect(server.requestsTo(confirmAddress)).toEqual([]);
  server.on(confirmAddress).reply(({ body }) => ({
    outcome: (body as { password?: string }).password === 'Cle-Sure#1' ? 'confirmed' : 'wrongPassword',
  }));
  fireEvent.change(passwordField() as Element, { target: { value: 'Faux#Mot1' } });
  await press();
  expect(await screen.findByText('Ce n’est pas le mot de passe de ce compte')).toBeTruthy();
  fireEvent.change(passwordField() as Element, { target: { value: 'Cle-Sure#1' } });
  await press();
  await heading(confirmed);
  expect(server.requestsTo(confirmAddress).at(-1)?.body).toEqual({ ...secrets, password: 'Cle-Sure#1' });
});

test('after too many passwords it says that none was looked at, how long to wait, and that nothing has changed', async () => {
  find(true);
  open(good);
  await screen.findByText(/deviendra l’adresse de votre compte/);
  const refused = problem(429, 'request.tooMany', { detail: 'Trop de requêtes' });
  refused.headers.set('retry-after', '2700');
  server.on(confirmAddress).reply(() => refused);
  fireEvent.change(passwordField() as Element, { target: { value: 'Faux#Mot1' } });
  await press();
  const told = (await screen.findByRole('alert')).textContent;
  expect(told).toMatch(/n’a pas été vérifié et rien n’a été changé/);
  expect(told).toMatch(/dans 45\sminutes/);
  expect(told).toContain('même lien');
  expect(told).not.toContain('Trop de requêtes');
});

test('an open session of the account replaces its password', async () => {
  find(true);
  openSession();
  server.on(confirmOwnAddress).reply(() => ({ outcome: 'confirmed' }));
  open(good);
  await screen.findByText(/deviendra l’adresse de votre compte/);
  expect(passwordField()).toBeNull();
  await press();
  await heading(confirmed);
  expect(server.requestsTo(confirmAddress)).toEqual([]);
});

test.each([
  ['of another account', () => ({ outcome: 'otherAccount' as const })],
  ['that is over', () => problem(401, 'session.missing')],
])('a session %s does not: the password is asked for', async (_what, reply) => {
  find(true);
  openSession();
  server.on(confirmOwnAddress).reply(reply);
  server.on(refresh).reply(() => problem(401, 'session.missing'));
  open(good);
  await press();
  expect(await screen.findByText(/n’est pas celle de ce compte/)).toBeTruthy();
  fireEvent.change(passwordField() as Element, { target: { value: 'Cle-Sure#1' } });
  await press();
  await heading(confirmed);
});

test('an invalid link says what to do, and links to sign-in', async () => {
  open('?t=late&u=zoe%40exemple.ca&systemId=3');
  await heading(invalid);
  expect(screen.getByRole('alert').textContent).toContain('copiez-le en entier');
  expect(screen.getByText(/sept jours/)).toBeTruthy();
  expect(signInLink('Retour à l’ouverture de session')).toBe('/account/login?systemId=3');
});

test.each([
  ['without a token', '?u=zoe%40exemple.ca'],
  ['without an address', '?t=good'],
  ['longer than any token', `?t=${'x'.repeat(501)}&u=zoe%40exemple.ca`],
])('a link %s is not good, and the server is not asked', async (_what, query) => {
  open(query);
  await heading(invalid);
  expect(server.requestsTo(findConfirmation)).toEqual([]);
});

test('a server that does not answer can be retried, before the press and after it', async () => {
  server.on(findConfirmation).reply(() => problem(503, 'server.busy'));
  open(good);
  await heading('L’adresse n’a pas encore été confirmée');
  expect(screen.getByRole('alert').textContent).toContain('Détail de server.busy.');
  expect(signInLink('Retour à l’ouverture de session')).toBe('/account/login?systemId=3');
  find(false);
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  server.on(confirmAddress).reply(() => problem(503, 'server.busy'));
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain('Détail de server.busy.');
  server.on(confirmAddress).reply(() => ({ outcome: 'confirmed' }));
  await press();
  await heading(confirmed);
});
