import { confirmEmail } from '@guichet/contract/account.given';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { hideLinkSecrets } from '../platform/address/linkSecrets.ts';
import { fakeServer, problem } from '../testing/fakeServer.ts';
import ConfirmEmailPage from './ConfirmEmailPage.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(confirmEmail).reply(({ url }) => url.searchParams.get('t') === 'good');
});

function open(query: string, path = '/confirm-email') {
  history.replaceState(null, '', path + query);
  hideLinkSecrets();
  return render(<ConfirmEmailPage />);
}

const good = '?t=good&u=zoe%2Ba%40exemple.ca&lang=fr&systemId=3';
const invalid = 'Ce lien n’est pas valide ou ne l’est plus';
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const signInLink = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test.each(['/confirm-email', '/fr/confirm-email', '/Confirm-Email/'])(
  'a good link to %s confirms the address on load, its secrets gone from the address bar',
  async (path) => {
    open(good, path);
    expect(location.pathname + location.search).toBe(`${path}?lang=fr&systemId=3`);
    expect(screen.getByRole('status').textContent).toContain('Confirmation de votre adresse');
    await heading('Merci, votre adresse est confirmée');
    expect(screen.getByRole('status').textContent).toContain('zoe+a@exemple.ca');
    expect(signInLink('Ouvrir une session')).toBe('/account/login?systemId=3');
    const [asked, ...more] = server.requestsTo(confirmEmail);
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({ t: 'good', u: 'zoe+a@exemple.ca' });
    expect(more).toEqual([]);
  },
);

test('a reload confirms again, with the same result', async () => {
  open(good).unmount();
  hideLinkSecrets();
  render(<ConfirmEmailPage />);
  await heading('Merci, votre adresse est confirmée');
  expect(server.requestsTo(confirmEmail)).toHaveLength(2);
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
  expect(server.requestsTo(confirmEmail)).toEqual([]);
});

test('a server that does not answer can be retried', async () => {
  server.on(confirmEmail).reply(() => problem(503, 'server.busy'));
  open(good);
  await heading('L’adresse n’a pas encore été confirmée');
  expect(screen.getByRole('alert').textContent).toContain('Détail de server.busy.');
  expect(signInLink('Retour à l’ouverture de session')).toBe('/account/login?systemId=3');
  server.on(confirmEmail).reply(() => true);
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await heading('Merci, votre adresse est confirmée');
});
