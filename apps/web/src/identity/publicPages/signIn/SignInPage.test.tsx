import { checkAccess } from '@guichet/contract/identity/access';
import { login } from '@guichet/contract/identity/sessions';
import type { LoginOutcome } from '@guichet/contract/identity/sessions.outcomes';
import { type ContentItem, findContent } from '@guichet/contract/systems/content';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { watchAddress } from '../../../core/address/location.ts';
import { keepAddress, typedAddress } from '../../../core/address/typedAddress.ts';
import { findWantedPage } from '../../../core/address/wantedPage.ts';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { focusHeading } from '../../../core/page/usePageTitle.ts';
import { getSession } from '../../../core/session/sessionStore.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { accessToken } from '../../../testing/tokens.ts';
import { SignInPage } from './SignInPage.tsx';

watchAddress();
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  sessionStorage.clear();
  history.replaceState(null, '', '/login');
});

function submit(username = 'zoe.cote@exemple.ca', password = 'Tambour2027!') {
  fireEvent.change(screen.getByLabelText('Adresse courriel'), { target: { value: username } });
  fireEvent.change(screen.getByLabelText('Mot de passe'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Ouvrir la session' }));
}

function acceptAs(role: string | string[]) {
  const tokens = { accessToken: accessToken({ role }), refreshToken: 'refresh-1' };
  server.on(login).reply(() => ({ outcome: 'signedIn', tokens }));
}

test.each([
  [['DC', 'PDI'], '/home'],
  ['Admin - TCL', '/home'],
  ['Super Admin', '/home'],
  ['Support - DC', '/home'],
  ['DC', '/fr/dc'],
  ['CGPP', '/fr/cgpp'],
])('S4.19 S4.20 S4.21 the role %s leads to %s', async (role, path) => {
  acceptAs(role);
  render(<SignInPage />);
  submit();
  await waitFor(() => expect(location.pathname).toBe(path));
  expect(getSession()).toMatchObject({ isAuthenticated: true, role, refreshToken: 'refresh-1' });
});

test('an address whose password was just chosen is filled in, the password is focused, and the address is forgotten after use', async () => {
  keepAddress('zoe.cote@exemple.ca');
  acceptAs('Admin - DC');
  focusHeading('/reset-password');
  render(
    <main>
      <SignInPage />
    </main>,
  );
  expect(screen.getByLabelText<HTMLInputElement>('Adresse courriel').value).toBe('zoe.cote@exemple.ca');
  const password = screen.getByLabelText('Mot de passe');
  expect(document.activeElement).toBe(password);
  fireEvent.change(password, { target: { value: 'Tambour2027!' } });
  fireEvent.click(screen.getByRole('button', { name: 'Ouvrir la session' }));
  await waitFor(() => expect(location.pathname).toBe('/home'));
  expect(server.requestsTo(login)[0]?.body).toMatchObject({ username: 'zoe.cote@exemple.ca' });
  expect(typedAddress()).toBe('');
});

const wanted = (address: string, systemId: number | null, level: string) =>
  history.replaceState({ 'guichet.wanted': { address, systemId, level } }, '', '/login');

test('S1.6 where a system has its own picture at the top, the second one is absent on a phone, where it would push the button down', () => {
  for (const [search, isHidden] of [
    ['?systemId=3', true],
    ['?systemId=4', false],
    ['', false],
  ] as const) {
    history.replaceState(null, '', `/login${search}`);
    const { container, unmount } = render(<SignInPage />);
    expect(container.querySelector('.evening')?.classList.contains('max-sm:hidden')).toBe(isHidden);
    unmount();
  }
});

test('S2.2 the requested page follows with its whole query, if the person may enter it', async () => {
  wanted('/en/pdi?orgId=1', 2, 'participant');
  acceptAs('PDI');
  server.on(checkAccess).reply(() => true);
  render(<SignInPage />);
  submit();
  await waitFor(() => expect(location.pathname + location.search).toBe('/fr/pdi?orgId=1'));
  expect(server.requestsTo(checkAccess)[0]?.body).toEqual({ systemId: 2, accessLevel: 0 });
});

test('S2.2 S4.19 S4.21 if the person may not enter it, or the check fails, the role decides', async () => {
  for (const [role, path] of [
    ['DC', '/fr/dc'],
    ['Admin - TCL', '/home'],
  ] as const) {
    for (const answer of [() => false, () => problem(500, 'internal')]) {
      wanted('/pdi/configuration?tab=cohorts', 2, 'support');
      acceptAs(role);
      server.on(checkAccess).reply(answer);
      const { unmount } = render(<SignInPage />);
      submit();
      await waitFor(() => expect(location.pathname).toBe(path));
      unmount();
    }
  }
});

test.each(['factor.due', 'account.passwordDue'])(
  'S2.2 what is due first (%s) leads there, and remembers the page that follows',
  async (code) => {
    wanted('/pdi/configuration?tab=cohorts', 2, 'support');
    acceptAs('Support - PDI');
    server.on(checkAccess).reply(() => problem(403, code));
    render(<SignInPage />);
    submit();
    await waitFor(() => expect(location.pathname).toBe('/home'));
    expect(findWantedPage()).toEqual({
      address: '/pdi/configuration?tab=cohorts',
      systemId: 2,
      level: 'support',
    });
  },
);

test('a person with a role but an unconfirmed address reads that a link was mailed, and what to do with it', async () => {
  server.on(login).reply(() => ({ outcome: 'linkDue' }));
  render(<SignInPage />);
  submit();
  const told = await screen.findByRole('alert');
  expect(told.textContent).toMatch(/Un lien vient de vous être envoyé par courriel.: suivez-le pour choisir/);
  await act(() => setLanguage('en'));
  expect(told.textContent).toMatch(/A link has just been emailed to you: follow it to choose/);
  expect(getSession().isAuthenticated).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('zoe.cote@exemple.ca');
});

test('S5.26 empty fields are sent to the server', async () => {
  server.on(login).reply(() => ({ outcome: 'refused' }));
  render(<SignInPage />);
  submit('', '');
  await screen.findByRole('alert');
  expect(server.requestsTo(login)[0]?.body).toEqual({ username: '', password: '' });
});

test.each([
  ['', 'Tambour#27', 'Adresse courriel', 'Entrez votre adresse courriel.'],
  ['zoe.cote@exemple.ca', '', 'Mot de passe', 'Entrez votre mot de passe.'],
])(
  'S5.26 the refusal of “%s” and “%s” leads to the field %s and names it',
  async (email, password, field, words) => {
    server.on(login).reply(() => ({ outcome: 'refused' }));
    render(<SignInPage />);
    submit(email, password);
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(document.activeElement).toBe(screen.getByLabelText(field));
  },
);

test('blanks around a rejected password are told, and one press takes them off and tries again', async () => {
  server.on(login).reply(() => ({ outcome: 'refused' }));
  render(<SignInPage />);
  submit('zoe.cote@exemple.ca', ' Tambour#27 ');
  fireEvent.click(await screen.findByRole('button', { name: 'Retirer l’espace et réessayer' }));
  await waitFor(() => expect(server.requestsTo(login)).toHaveLength(2));
  expect(server.requestsTo(login).map(({ body }) => (body as { password: string }).password)).toEqual([
    ' Tambour#27 ',
    'Tambour#27',
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Retirer l’espace/ })).toBeNull());
});

test('S8.3 4403 has its own text, with the reason and the office to call', async () => {
  const contact = { email: null, phone: '613 555-0103', office: { fr: 'Pavillon A', en: 'Hall A' } };
  server.on(login).reply(() => ({ outcome: 'noAccess', reason: 'locked', contact }));
  render(<SignInPage />);
  submit();
  const alert = within(await screen.findByRole('alert'));
  alert.getByText(/ce compte ne permet pas d’ouvrir de session/);
  alert.getByText('Le compte est verrouillé par mesure de sécurité.');
  expect(alert.getByRole('link', { name: '613 555-0103' }).getAttribute('href')).toBe('tel:6135550103');
  alert.getByText('Pavillon A');
  expect(getSession().isAuthenticated).toBe(false);
});

test('a temporary password that has expired links to the form for a new one', async () => {
  server.on(login).reply(() => ({ outcome: 'passwordLapsed' }));
  render(<SignInPage />);
  submit();
  const link = screen.getByRole('link', { name: /oublié/ }).textContent;
  expect((await screen.findByRole('alert')).textContent).toContain(`«\u00a0${link}\u00a0»`);
});

test.each([
  ['a broken server', () => new Response('down', { status: 500 })],
  ['a lost network', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'a token that cannot be read',
    () => Response.json({ success: true, statusCode: 200, payload: { accessToken: 'x', refreshToken: 'y' } }),
  ],
])('S8.4 %s is told like a wrong password', async (_case, answer) => {
  server.on(login).reply(answer);
  render(<SignInPage />);
  submit();
  expect((await screen.findByRole('alert')).textContent).toContain('La session n’a pas pu s’ouvrir.');
});

test('a bug of the server is told with its number, under which it stands in the log', async () => {
  const detail = 'Numéro à nous donner : 0197.';
  server.on(login).reply(() => problem(500, 'internal', { detail }));
  render(<SignInPage />);
  submit();
  expect((await screen.findByRole('alert')).textContent).toContain(detail);
});

test('S8.4 during a wait nobody is told to check a password that was not looked at, but how long to wait', async () => {
  server.on(login).reply(() => ({ outcome: 'refused', retryAfter: 130 }));
  render(<SignInPage />);
  submit();
  const told = (await screen.findByRole('alert')).textContent?.replaceAll('\u00a0', ' ');
  expect(told).toContain('La session n’a pas pu s’ouvrir.');
  expect(told).toContain('votre mot de passe n’a pas été vérifié');
  expect(told).toContain('3 minutes');
  expect(told).not.toContain('Vérifiez votre');
});

test('S8.4 a wrong password is to be checked', async () => {
  server.on(login).reply(() => ({ outcome: 'refused' }));
  render(<SignInPage />);
  submit();
  const told = (await screen.findByRole('alert')).textContent;
  expect(told).toContain('Vérifiez votre adresse courriel et votre mot de passe');
  expect(told).not.toContain('n’a pas été vérifié');
});

test('S4.14 the button is busy during the call, and sends once', async () => {
  const answer = Promise.withResolvers<LoginOutcome>();
  server.on(login).reply(() => answer.promise);
  render(<SignInPage />);
  submit();
  fireEvent.click(await screen.findByRole('button', { name: 'Ouverture de la session…' }));
  await waitFor(() => expect(server.requestsTo(login)).toHaveLength(1));
  answer.resolve({ outcome: 'refused' });
  await screen.findByRole('button', { name: 'Ouvrir la session' });
  expect(server.requestsTo(login)).toHaveLength(1);
});

test('S2.15 S2.4 with a system its three texts show, except empty ones', async () => {
  history.replaceState(null, '', '/login?systemId=3');
  const texts: Record<string, string> = {
    Title: 'Deuxième chance',
    WelcomeMessage: 'Ayez votre numéro en main.',
    TechDiff: '  ',
  };
  server.on(findContent).reply(({ url }) => {
    const label = url.pathname.split('/').at(-1) ?? '';
    return [{ systemId: 3, label, languageId: 'fr', content: texts[label] ?? '' }];
  });
  render(<SignInPage />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Deuxième chance' })).toBeTruthy();
  expect(await screen.findByText('Ayez votre numéro en main.')).toBeTruthy();
  expect(screen.queryByText('Difficultés techniques')).toBeNull();
  expect(document.title).toBe('Université – Ouvrir une session');
});

test('S4.31 changing the language fetches the texts anew, and meanwhile shows none of the other', async () => {
  history.replaceState(null, '', '/login?systemId=3');
  const english = Promise.withResolvers<ContentItem[]>();
  const title = (languageId: 'fr' | 'en', content: string) => [
    { systemId: 3, label: 'Title', languageId, content },
  ];
  server
    .on(findContent)
    .reply(({ url }) => (url.pathname.includes('/3/0/') ? title('fr', 'Chance') : english.promise));
  render(<SignInPage />);
  await screen.findByRole('heading', { level: 1, name: 'Chance' });
  await act(() => setLanguage('en'));
  expect(screen.getByRole('heading', { level: 1 }).textContent?.trim()).toBe('');
  english.resolve(title('en', 'Second Chance'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Second Chance' })).toBeTruthy();
});

test('S7.37 a list of two is not used', async () => {
  history.replaceState(null, '', '/login?systemId=3');
  const item = { systemId: 3, label: 'Title', languageId: 'fr' as const, content: 'Un de trop' };
  server.on(findContent).reply(() => [item, item]);
  render(<SignInPage />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Bienvenue' })).toBeTruthy();
});

test('S2.16 without a system nothing is fetched, and the home title shows', () => {
  render(<SignInPage />);
  expect(screen.getByRole('heading', { level: 1, name: 'Bienvenue' })).toBeTruthy();
  expect(server.requestsTo(findContent)).toHaveLength(0);
});

test('S2.14 forgot-password keeps the system', () => {
  history.replaceState(null, '', '/login?systemId=4');
  render(<SignInPage />);
  const link = screen.getByRole('link', { name: 'Mot de passe oublié?' });
  expect(link.getAttribute('href')).toBe('/forgot-password?systemId=4');
});

test('S2.17 four questions, each with its answer', () => {
  render(<SignInPage />);
  const faq = within(screen.getByRole('region', { name: 'Questions fréquentes' }));
  expect(faq.getAllByRole('group')).toHaveLength(4);
});

test('the password can be shown and hidden again', () => {
  render(<SignInPage />);
  const input = screen.getByLabelText<HTMLInputElement>('Mot de passe');
  fireEvent.click(screen.getByRole('button', { name: 'Afficher le mot de passe' }));
  expect(input.type).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Masquer le mot de passe' }));
  expect(input.type).toBe('password');
});

test('the third refusal in a row, with whatever addresses, names the way to a new password', async () => {
  const hint = /^Vous ne le retrouvez pas\?/;
  server.on(login).reply(() => ({ outcome: 'refused' }));
  render(<SignInPage />);
  for (const [index, address] of ['zoe.cote@exemple.ca', 'personne@exemple.ca', 'x'].entries()) {
    submit(address);
    await waitFor(() => expect(server.requestsTo(login)).toHaveLength(index + 1));
    await screen.findByRole('alert');
    await screen.findByText(/^Vérifiez votre adresse/);
    expect(screen.queryAllByText(hint)).toHaveLength(index < 2 ? 0 : 1);
  }
  const link = within(screen.getByRole('alert')).getByRole('link', { name: 'Mot de passe oublié?' });
  expect(link.getAttribute('href')).toBe('/forgot-password');
  // Another cause starts the count anew.
  server.on(login).reply(() => problem(500, 'internal'));
  submit();
  await screen.findByText(/^Votre mot de passe n’est peut-être pas en cause/);
  expect(screen.queryByText(hint)).toBeNull();
});
