import { findLinkState, resetPassword, verifyToken } from '@guichet/contract/identity/account';
import { login } from '@guichet/contract/identity/sessions';
import { findOffice } from '@guichet/contract/systems/systems.office';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { hideLinkSecrets } from '../../../core/address/hideLinkSecrets.ts';
import { typedAddress } from '../../../core/address/typedAddress.ts';
import { getSession, signOut } from '../../../core/session/sessionStore.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { accessToken, someClaims } from '../../../testing/tokens.ts';
import { Toasts } from '../../../ui/toasts/Toasts.tsx';
import ResetPasswordPage from './ResetPasswordPage.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  sessionStorage.clear();
  server.on(verifyToken).reply(({ body }) => (body as { token: string }).token === 'good');
  server.on(findLinkState).reply(() => ({ state: 'over' }));
});

function open(query: string) {
  history.replaceState(null, '', `/reset-password${query}`);
  hideLinkSecrets();
  render(
    <>
      <ResetPasswordPage />
      <Toasts closeLabel="Fermer" />
    </>,
  );
}

async function choose(password: string, confirmation = password) {
  fireEvent.change(await screen.findByLabelText('Nouveau mot de passe'), { target: { value: password } });
  fireEvent.change(screen.getByLabelText('Confirmez le mot de passe'), { target: { value: confirmation } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer le mot de passe' }));
}

const good = '?t=good&u=zoe%40exemple.ca&lang=fr&systemId=3';

test('S2.21 S4.15 a valid link is checked on load and shows the form; its token leaves the address', async () => {
  open(good);
  expect(location.search).toBe('?lang=fr&systemId=3');
  expect(await screen.findByText('Pour le compte zoe@exemple.ca')).toBeTruthy();
  expect(server.requestsTo(verifyToken)[0]?.body).toEqual({ token: 'good', userName: 'zoe@exemple.ca' });
});

test.each([
  [
    { until: new Date('2027-01-11T15:42:00Z') },
    /^Ce lien fonctionne jusqu’au 11.janvier 2027 à 10.h.42 \(heure de l’Est\)\.$/,
  ],
  [{ lastDay: '2027-02-10' }, /^Ce lien fonctionne jusqu’au 10.février 2027 inclus\.$/],
])('the page says until when the link works: %o', async (term, words) => {
  server.on(findLinkState).reply(() => ({ state: 'good', ...term }));
  open(good);
  expect(await screen.findByText(words)).toBeTruthy();
});

test.each([['?t=used&u=zoe%40exemple.ca&systemId=3'], ['?systemId=3']])(
  'S2.22 S2.23 a bad link (%s) shows the way to a new one and no form',
  async (query) => {
    open(query);
    const link = await screen.findByRole('link', { name: 'Demander un nouveau lien' });
    expect(link.getAttribute('href')).toBe('/forgot-password?systemId=3');
    expect(screen.queryByLabelText('Nouveau mot de passe')).toBeNull();
  },
);

test('S2.22 S2.23 a link that was used says that the password is chosen: sign-in first, then the way to a new link, no form', async () => {
  server.on(findLinkState).reply(() => ({ state: 'used' }));
  open('?t=used&u=zoe%40exemple.ca&lang=fr&systemId=3');
  await screen.findByRole('heading', { level: 1, name: 'Vous avez déjà un mot de passe' });
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ouvrir une session', '/account/login?systemId=3'],
    ['Mot de passe oublié?', '/forgot-password?systemId=3'],
  ]);
  expect(screen.getByText(/^Ce lien n’est plus valide/)).toBeTruthy();
  expect(screen.getByText(/^Pour le compte zoe@exemple\.ca/)).toBeTruthy();
  expect(screen.queryByLabelText('Nouveau mot de passe')).toBeNull();
  // The address is filled in at sign-in and in the form for a new link.
  expect(typedAddress()).toBe('zoe@exemple.ca');
});

test('a link that a newer one has replaced leads to the latest email, not to yet another link', async () => {
  server.on(findLinkState).reply(() => ({ state: 'over', newerAt: new Date('2027-01-12T10:39:00Z') }));
  open('?t=over&u=zoe%40exemple.ca&lang=fr&systemId=3');
  await screen.findByText(/ouvrez le dernier courriel, envoyé le 12.janvier 2027 à 5.h.39/);
  expect(screen.queryByText(/^Il a déjà été utilisé/)).toBeNull();
});

test('S2.22 S2.23 a link that is over shows the expired view, with the way to a new one first', async () => {
  open('?t=over&u=zoe%40exemple.ca&lang=fr&systemId=3');
  await screen.findByRole('heading', { level: 1, name: 'Ce lien n’est plus valide' });
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Demander un nouveau lien', '/forgot-password?systemId=3'],
    ['Retour à l’ouverture de session', '/account/login?systemId=3'],
  ]);
  expect(typedAddress()).toBe('zoe@exemple.ca');
});

test('the rules are ticked off while typing', async () => {
  open(good);
  const field = await screen.findByLabelText('Nouveau mot de passe');
  const met = () =>
    screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('(respecté)')).length;
  for (const [password, count] of [
    ['', 0],
    ['a', 2],
    ['aB', 3],
    ['aB3', 4],
    ['aB3!', 5],
    ['aB3!efgh', 6],
    ['Zoe#2027', 5],
  ] as const) {
    fireEvent.change(field, { target: { value: password } });
    expect(met()).toBe(count);
  }
});

test('S5.1 S5.2 S5.8 errors show after the first try only, and nothing invalid is sent', async () => {
  open(good);
  await screen.findByLabelText('Nouveau mot de passe');
  expect(
    screen.queryByText(/^Entrez le (?:nouveau mot de passe|mot de passe une seconde fois)\.$/),
  ).toBeNull();
  await choose('', '');
  expect(
    await screen.findAllByText(/^Entrez le (?:nouveau mot de passe|mot de passe une seconde fois)\.$/),
  ).toHaveLength(2);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nouveau mot de passe')));
  await choose('Tambour2027!', 'Tambour2028!');
  expect(
    await screen.findByText('Les deux mots de passe ne sont pas identiques. Entrez le même deux fois.'),
  ).toBeTruthy();
  expect(server.requestsTo(resetPassword)).toHaveLength(0);
});

test('an error disappears as soon as what it asks for is typed, and not before', async () => {
  open(good);
  const words = /^Les deux mots de passe ne sont pas identiques/;
  await choose('Tambour2027!', 'Tambour2028!');
  await screen.findByText(words);
  const second = screen.getByLabelText('Confirmez le mot de passe');
  fireEvent.change(second, { target: { value: 'Tambour2029!' } });
  expect(screen.getByText(words)).toBeDefined();
  fireEvent.change(second, { target: { value: 'Tambour2027!' } });
  expect(screen.queryByText(words)).toBeNull();
});

test.each([
  ['Aa1!567', /^Le mot de passe doit compter de 8 à 25/],
  ['Tambour!!', 'Ajoutez au moins un chiffre.'],
  ['tambour27!', 'Ajoutez au moins une lettre majuscule.'],
  ['TAMBOUR27!', 'Ajoutez au moins une lettre minuscule.'],
  ['Tambour2027', /^Ajoutez au moins un de ces caractères/],
])('S5.3–S5.7 %s is refused: %s', async (password, words) => {
  open(good);
  await choose(password);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByLabelText('Nouveau mot de passe').getAttribute('aria-invalid')).toBe('true');
});

test('S4.16 S2.23 a new password shows the success view, then sign-in', async () => {
  server.on(resetPassword).reply(() => true);
  open(good);
  await choose('Tambour2027!');
  const link = await screen.findByRole('link', { name: 'Ouvrir une session' });
  expect(link.getAttribute('href')).toBe('/account/login?systemId=3');
  expect(server.requestsTo(resetPassword)[0]?.body).toEqual({
    token: 'good',
    userName: 'zoe@exemple.ca',
    newPassword: 'Tambour2027!',
    confirmNewPassword: 'Tambour2027!',
  });
  expect(history.state).toBeNull();
  // The address is filled in at sign-in.
  expect(typedAddress()).toBe('zoe@exemple.ca');
});

test('one press then signs in with the chosen password, and opens the page of the role', async () => {
  server.on(resetPassword).reply(() => true);
  const tokens = {
    accessToken: accessToken({ ...someClaims, role: 'Admin - DC' }),
    refreshToken: 'refresh-1',
  };
  server.on(login).reply(() => ({ outcome: 'signedIn', tokens }));
  open(good);
  await choose('Tambour2027!');
  fireEvent.click(await screen.findByRole('button', { name: 'Continuer' }));
  await waitFor(() => expect(location.pathname).toBe('/home'));
  expect(server.requestsTo(login)[0]?.body).toEqual({ username: 'zoe@exemple.ca', password: 'Tambour2027!' });
  signOut();
});

test('a second factor is still due, with the office to call, and a refusal is told beside the way to sign-in', async () => {
  server.on(findOffice).reply(() => ({ email: null, phone: '613 555-0103', office: null }));
  server.on(resetPassword).reply(() => true);
  const needed = { challenge: 'c', hasTotp: true, hasRecoveryCodes: true, passkey: null };
  server.on(login).reply(() => ({ outcome: 'secondFactorNeeded', needed }));
  open(good);
  await choose('Tambour2027!');
  const goOn = await screen.findByRole('button', { name: 'Continuer' });
  // Most people have none: nobody is told of it before it is asked for.
  expect(screen.queryByText(/vérification|code/)).toBeNull();
  fireEvent.click(goOn);
  await screen.findByLabelText('Code à six chiffres');
  await screen.findByRole('link', { name: '613 555-0103' });
  expect(server.requestsTo(findOffice)[0]?.url.search).toBe('?systemId=3');
  expect(getSession().isAuthenticated).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Revenir au mot de passe' }));
  server.on(login).reply(() => ({ outcome: 'noAccess' }));
  fireEvent.click(screen.getByRole('button', { name: 'Continuer' }));
  await screen.findByText(/ce compte ne permet pas d’ouvrir/);
  screen.getByRole('link', { name: 'Ouvrir une session' });
});

test('S8.14 a link that expired meanwhile shows a toast and the expired view', async () => {
  server.on(resetPassword).reply(() => false);
  open(good);
  await choose('Tambour2027!');
  expect(await screen.findByText('Token Expired')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Demander un nouveau lien' })).toBeTruthy();
});

test('S8.15 a failed reset shows Error! and keeps what was typed', async () => {
  server.on(resetPassword).reply(() => problem(500, 'internal'));
  open(good);
  await choose('Tambour2027!');
  expect(await screen.findByText('Error!')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Nouveau mot de passe').value).toBe('Tambour2027!');
});

test('S8.15 a failed check shows Error 2, and can be tried again', async () => {
  server.on(verifyToken).reply(() => problem(500, 'internal'));
  open(good);
  expect(await screen.findByText('Error 2')).toBeTruthy();
  server.on(verifyToken).reply(() => true);
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByLabelText('Nouveau mot de passe')).toBeTruthy();
});
