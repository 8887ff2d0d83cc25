import { listExams } from '@guichet/contract/exams/exams.list';
import { checkAccess } from '@guichet/contract/identity/access';
import { chooseFirstPassword } from '@guichet/contract/identity/account';
import { login } from '@guichet/contract/identity/sessions';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { findContent, listContent } from '@guichet/contract/systems/content';
import { reservedSlugs, seedSystems } from '@guichet/contract/systems/landings';
import { findSystemBySlug } from '@guichet/contract/systems/systems';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '../core/session/sessionStore.ts';
import { fakeServer, problem } from '../testing/fakeServer.ts';
import { renderPortal, welcome } from '../testing/renderPortal.tsx';
import { accessToken } from '../testing/tokens.ts';
import { routes } from './routes.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(listExams).reply(() => []);
  server.on(listContent).reply(() => []);
  server.on(findContent).reply(() => []);
});

test.each(['/nowhere', '/nowhere/at/all', '/en/nowhere/at/all', '/'])(
  'S2.1 the unknown path %s ends on home',
  async (path) => {
    welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
    renderPortal(path);
    await waitFor(() => expect(location.pathname).toBe('/home'));
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(
      /^(Bonjour|Hello), Zoé Côté$/,
    );
  },
);

test.each(['/fr/nowhere', '/en/NoWhere'])(
  'S2.1 S2.31 %s, where a landing might be, says that no system was found and ends on home',
  async (path) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    welcome(server, {});
    server.on(findSystemBySlug).reply(() => null);
    renderPortal(path);
    await waitFor(() => expect(location.pathname).toBe('/home'));
    expect(log).toHaveBeenCalledExactlyOnceWith('No system found.');
    expect(server.requestsTo(redirectToPlatform)).toEqual([]);
  },
);

test('no slug of a system can be the address of a page', () => {
  for (const { path } of routes) {
    const [, first = ''] = path.split('/');
    const isOfSystem = first === '$slug' || seedSystems.some(({ slug }) => slug === first);
    expect(isOfSystem || reservedSlugs.has(first), path).toBe(true);
  }
});

test('a language before the path of a page redirects to that page', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  renderPortal('/en/dc/configuration?tab=cohorts');
  await waitFor(() => expect(location.pathname + location.search).toBe('/dc/configuration?tab=cohorts'));
});

test.each([
  ['/home', '/login'],
  ['/home?systemId=3', '/login?systemId=3'],
  ['/configuration/users?workshopId=7&systemId=4', '/login?systemId=4'],
  ['/dc/configuration', '/login?systemId=3'],
  ['/dc/configuration?systemId=4', '/login?systemId=3'],
])('S2.2 signed out, %s goes to %s and asks the server nothing', async (path, login) => {
  renderPortal(path, null);
  await waitFor(() => expect(location.pathname + location.search).toBe(login));
  expect(server.requestsTo(checkAccess)).toEqual([]);
});

test('S2.1 S2.2 sign-in remembers the requested page, but not home after an unknown address', async () => {
  const remembered = () => history.state?.['guichet.wanted'];
  const { unmount } = renderPortal('/en/outbox?page=2', null);
  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(remembered()).toEqual({ address: '/outbox?page=2', systemId: null, level: 'admin' });
  unmount();
  for (const path of ['/', '/nowhere']) {
    const { unmount } = renderPortal(path, null);
    await waitFor(() => expect(location.pathname).toBe('/login'));
    expect(remembered()).toBeUndefined();
    unmount();
  }
});

test('S2.2 signing out leaves the page at once', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  renderPortal('/dc/configuration');
  await screen.findByRole('heading', { name: 'Examens DC' });
  act(signOut);
  await waitFor(() => expect(location.pathname + location.search).toBe('/login?systemId=3'));
  expect(screen.queryByRole('heading', { name: 'Examens DC' })).toBeNull();
});

/** Signs in for a page while a password change is due, and changes the password. */
async function chooseDuePassword(mayEnter: boolean | Promise<boolean>) {
  welcome(server, { entrances: [{ systemId: 3, isSupport: true }] });
  server.on(checkAccess).reply(() => problem(403, 'account.passwordDue'));
  server.on(chooseFirstPassword).reply(() => true);
  const tokens = { accessToken: accessToken({ jti: 'token-2' }), refreshToken: 'refresh-2' };
  server.on(login).reply(() => ({ outcome: 'signedIn', tokens }));
  const wanted = { address: '/dc/configuration?tab=users', systemId: 3, level: 'support' };
  renderPortal('/home');
  history.replaceState({ 'guichet.wanted': wanted }, '', '/home');
  for (const label of ['Nouveau mot de passe', 'Confirmez le mot de passe'])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'Tambour2027!' } });
  server.on(checkAccess).reply(({ body }) => (body as { systemId: number }).systemId === 0 || mayEnter);
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer le mot de passe' }));
}

test('S2.2 the requested page follows after a required step', async () => {
  server.on(listSystemUsers).reply(() => []);
  await chooseDuePassword(true);
  await waitFor(() => expect(location.pathname + location.search).toBe('/dc/configuration?tab=users'));
  expect(history.state?.['guichet.wanted']).toBeUndefined();
});

test('the page says that it loads while the server is asked about the requested one', async () => {
  await chooseDuePassword(new Promise(() => {}));
  await waitFor(() => expect(screen.queryByLabelText('Nouveau mot de passe')).toBeNull());
  await screen.findByText('Chargement…');
});

test('S2.2 home follows after a required step when the requested page is forbidden', async () => {
  await chooseDuePassword(false);
  await screen.findByRole('heading', { level: 1, name: /Bonjour/ });
  expect(location.pathname).toBe('/home');
});

test('S6.4 a denied page leads to forbidden with its system', async () => {
  // The forbidden page may still ask for its data.
  welcome(server, {});
  server.on(checkAccess).reply(() => false);
  renderPortal('/telfer/configuration');
  await waitFor(() => expect(location.pathname + location.search).toBe('/forbidden?systemId=5'));
});

test('S6.4 a denied page without a system keeps the one in its query', async () => {
  // The forbidden page may still ask for its data.
  welcome(server, {});
  server.on(checkAccess).reply(() => false);
  renderPortal('/configuration?systemId=4');
  await waitFor(() => expect(location.pathname + location.search).toBe('/forbidden?systemId=4'));
});

test.each([
  ['system.notFound', 404, 'Page introuvable', null],
  ['internal', 500, 'Impossible de charger ces données', 'Réessayer'],
])(
  'S2.4 a page that %s keeps away has a heading, a title and a way home',
  async (code, status, title, retry) => {
    server.on(checkAccess).reply(() => problem(status, code));
    renderPortal('/configuration/content/99');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
    expect(document.title).toMatch(new RegExp(`– ${title}$`));
    expect(screen.getByText(`Détail de ${code}.`).getAttribute('role')).toBe('alert');
    expect(screen.getByRole('link', { name: 'Aller à l’accueil' })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Réessayer' }) !== null).toBe(retry !== null);
  },
);

test.each([
  ['/home', { systemId: 0, accessLevel: 0 }],
  ['/account', { systemId: 0, accessLevel: 0 }],
  ['/outbox', { systemId: 0, accessLevel: 2 }],
  ['/audit', { systemId: 0, accessLevel: 2 }],
  ['/configuration', { systemId: 0, accessLevel: 3 }],
  ['/pdi/configuration', { systemId: 2, accessLevel: 1 }],
])('S6 %s asks for its level', async (path, asked) => {
  welcome(server, {});
  server.on(checkAccess).reply(() => false);
  renderPortal(path);
  await waitFor(() => expect(server.requestsTo(checkAccess)[0]?.body).toEqual(asked));
});

test.each(seedSystems)('S2.38 S2.39 /$slug/configuration acts on system $id', async ({ id, slug }) => {
  welcome(server, { entrances: [{ systemId: id, isAdmin: true }] });
  renderPortal(`/${slug}/configuration`);
  await waitFor(() => expect(server.requestsTo(listExams)[0]?.url.pathname).toBe(`/api/cohort/${id}`));
  expect(server.requestsTo(checkAccess)[0]?.body).toEqual({ systemId: id, accessLevel: 1 });
});

test('the configuration of a system created later is found by its slug', async () => {
  welcome(server, {});
  server.on(findSystemBySlug).reply(() => ({ systemId: 12, slug: 'droit', landing: 'byLanguage' }));
  server.on(checkAccess).reply(() => false);
  renderPortal('/droit/configuration');
  await waitFor(() => expect(location.search).toBe('?systemId=12'));
});

test('an unknown slug leads home', async () => {
  welcome(server, {});
  server.on(findSystemBySlug).reply(() => null);
  renderPortal('/personne/configuration');
  await waitFor(() => expect(location.pathname).toBe('/home'));
});

test('S2.4 the document title begins with the university, then the route’s title', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  renderPortal('/dc/configuration');
  await waitFor(() => expect(document.title).toBe('Université – Configuration – Examens DC'));
});

test('a page whose access check fails says so and offers a retry', async () => {
  server.on(checkAccess).reply(() => new Response('{}', { status: 500 }));
  renderPortal('/home');
  expect(await screen.findByText('Impossible de charger ces données')).toBeDefined();
  welcome(server, {});
  act(() => screen.getByRole('button', { name: 'Réessayer' }).click());
  await screen.findByText('Aucun programme pour l’instant');
});
