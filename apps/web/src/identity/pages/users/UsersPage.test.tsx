import { recordExport } from '@guichet/contract/core/audit';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import {
  listProfessions,
  listRoles,
  listSimilarNames,
  searchUsers,
} from '@guichet/contract/identity/users.search';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someFoundUser, someUserInfo } from '../../../testing/samples.ts';

/** Sorted by name, the server's default order. */
const byName = [
  someFoundUser({ id: 1, fullName: 'Anne Œuvrard', createdAt: new Date('2026-09-01T14:00:00Z') }),
  someFoundUser({
    id: 2,
    fullName: 'Bé Roy',
    createdAt: new Date('2026-09-01T13:00:00Z'),
    studentNumber: '0300123',
  }),
  someFoundUser({ id: 3, fullName: 'Carl Roy', createdAt: new Date('2026-09-01T15:00:00Z') }),
];
const names = (...ids: number[]) => ids.map((id) => byName[id - 1]?.fullName);

let server: ReturnType<typeof fakeServer>;
let answer: (reply: Response | { data: typeof byName; totalItems: number }) => void;

beforeEach(() => {
  server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  server.on(listRoles).reply(() => []);
  server.on(listProfessions).reply(() => []);
});

/** Renders the list with its first reply, and holds the next reply back until `answer`. */
async function openList(totalItems = byName.length) {
  server.on(searchUsers).reply(() => ({ data: byName, totalItems }));
  renderPortal('/configuration/users');
  await screen.findByText('Carl Roy');
  server.on(searchUsers).reply(() => new Promise((resolve) => (answer = resolve)));
}

const head = (name: string) => screen.getByRole('columnheader', { name });
const sortBy = (name: string) => fireEvent.click(within(head(name)).getByRole('button'));
const shown = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('rowheader').textContent);

test('an export before the list has followed a filter is of the people of that filter', async () => {
  await openList();
  const before = server.requestsTo(searchUsers).length;
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'roy' } });
  fireEvent.click(screen.getByRole('button', { name: 'Exporter' }));
  fireEvent.click(screen.getByRole('menuitem', { name: /^Excel/ }));
  await waitFor(() => expect(server.requestsTo(searchUsers).length).toBeGreaterThan(before));
  expect(JSON.stringify(server.requestsTo(searchUsers).at(-1))).toContain('roy');
});

test('an export is recorded in the log of the one system that the reader works in, and else in none', async () => {
  const exported = async (visitor: Parameters<typeof welcome>[1]) => {
    cleanup();
    server = fakeServer();
    welcome(server, visitor);
    server.on(listRoles).reply(() => []);
    server.on(listProfessions).reply(() => []);
    server.on(searchUsers).reply(() => ({ data: byName, totalItems: 3 }));
    renderPortal('/configuration/users');
    await screen.findByText('Carl Roy');
    fireEvent.click(screen.getByRole('button', { name: 'Exporter' }));
    fireEvent.click(screen.getByRole('menuitem', { name: /^CSV/ }));
    await waitFor(() => expect(server.requestsTo(recordExport)).toHaveLength(1));
    return server.requestsTo(recordExport)[0]?.body;
  };
  const own = { systemId: 3, isAdmin: true, isSupport: true };
  expect(await exported({ entrances: [own] })).toMatchObject({ rows: 3, systemId: 3 });
  const inTwo = [own, { systemId: 4, isSupport: true }];
  expect(await exported({ entrances: inTwo })).not.toHaveProperty('systemId');
  expect(await exported({ entrances: [own], isSuperAdmin: true })).not.toHaveProperty('systemId');
});

test('counts of exams and attestations open the panel that names them; zero is no button', async () => {
  server.on(getUserInfo).reply(() => new Promise(() => undefined));
  server.on(searchUsers).reply(() => ({
    data: [
      someFoundUser({ id: 4, fullName: 'Dan Roy', numberOfWorkshops: 3, attestation: 1 }),
      someFoundUser({ id: 5, fullName: 'Eve Roy', numberOfWorkshops: 0, attestation: 0 }),
    ],
    totalItems: 2,
  }));
  renderPortal('/configuration/users');
  for (const name of [/^1 attestation.: Dan Roy$/, /^3 examens.: Dan Roy$/]) {
    fireEvent.click(await screen.findByRole('button', { name }));
    const panel = await screen.findByRole('dialog', { name: 'Dan Roy' });
    fireEvent.click(within(panel).getAllByRole('button', { name: 'Fermer' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(screen.queryByRole('button', { name: /(examen|attestation)s?.: Eve/ })).toBeNull();
});

test('the student number has a column, and a person without one is shown as having none', async () => {
  await openList();
  expect(head('No d’étudiant')).toBeTruthy();
  const cells = (name: RegExp) =>
    [...screen.getByRole<HTMLTableRowElement>('row', { name }).cells].map(({ textContent }) => textContent);
  expect(cells(/Bé Roy/)[5]).toBe('0300123');
  expect(cells(/Carl Roy/)[5]).toContain('Non indiqué');
});

test("S5.33 a page that holds all matches is sorted at once, then replaced by the server's reply", async () => {
  await openList();
  sortBy('Compte créé le');
  await waitFor(() => expect(head('Compte créé le').getAttribute('aria-sort')).toBe('ascending'));
  expect(shown()).toEqual(names(2, 1, 3));
  sortBy('Compte créé le');
  await waitFor(() => expect(head('Compte créé le').getAttribute('aria-sort')).toBe('descending'));
  expect(shown()).toEqual(names(3, 1, 2));
  expect(server.requestsTo(searchUsers).at(-1)?.body).toMatchObject({
    sortParams: { sortField: 'subscriptionDate', sortDirection: -1 },
  });
  const gone = byName.filter(({ id }) => id !== 1);
  answer({ data: gone.toReversed(), totalItems: 2 });
  await waitFor(() => expect(shown()).toEqual(names(3, 2)));
});

test('the sorted rows stay when the server fails, and the page says that they may be outdated', async () => {
  await openList();
  sortBy('Compte créé le');
  await waitFor(() => expect(shown()).toEqual(names(2, 1, 3)));
  answer(problem(500, 'internal'));
  expect(await screen.findByText('Ces renseignements ne sont plus à jour')).toBeTruthy();
  expect(shown()).toEqual(names(2, 1, 3));
});

test('a page that holds only some matches waits for the server, and so does another filter', async () => {
  await openList(4);
  sortBy('Compte créé le');
  await waitFor(() => expect(server.requestsTo(searchUsers)).toHaveLength(2));
  expect(shown()).toEqual(names(1, 2, 3));
  answer({ data: byName.toReversed(), totalItems: 3 });
  await waitFor(() => expect(shown()).toEqual(names(3, 2, 1)));
  const search = screen.getByLabelText('Chercher par nom, courriel ou numéro');
  fireEvent.change(search, { target: { value: 'roy' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  await waitFor(() => expect(server.requestsTo(searchUsers)).toHaveLength(3));
  expect(shown()).toEqual(names(3, 2, 1));
});

test('a search that finds nobody says what it covers, offers names written almost like it, and is cleared without the filters', async () => {
  server.on(searchUsers).reply(() => ({ data: [], totalItems: 0 }));
  server.on(listSimilarNames).reply(() => [
    { name: 'Luc Tremblay', person: null },
    { name: 'Océane Tremblay', person: { id: 7, fullName: 'Océane Tremblay', email: 'o.t@exemple.ca' } },
  ]);
  renderPortal('/configuration/users?q=Trembley&status=active');
  await screen.findByText('Aucun résultat pour « Trembley »');
  expect(
    screen.getByText(/toute partie du nom, de l’adresse et du numéro d’étudiant.*aux filtres choisis/),
  ).toBeDefined();
  fireEvent.click(
    await screen.findByRole('button', { name: 'Chercher\u00a0: Océane Tremblay · o.t@exemple.ca' }),
  );
  await screen.findByText('Aucun résultat pour « Océane Tremblay »');
  expect(server.requestsTo(listSimilarNames).map(({ url }) => url.searchParams.get('search'))).toEqual([
    'Trembley',
    'Océane Tremblay',
  ]);
  // Until the list has followed, it says nothing of the words before.
  const search = screen.getByRole('searchbox');
  fireEvent.change(search, { target: { value: 'Roy' } });
  await waitFor(() => expect(screen.queryByText(/^Aucun résultat/)).toBeNull());
  expect(screen.getAllByText('Mise à jour de la liste…').length).toBeGreaterThan(0);
  fireEvent.change(search, { target: { value: 'Océane Tremblay' } });
  await screen.findByText('Aucun résultat pour « Océane Tremblay »');
  fireEvent.click(screen.getByRole('button', { name: 'Effacer la recherche' }));
  await screen.findByText('Aucune personne ne correspond à tous ces filtres.');
  expect(screen.queryByRole('button', { name: /^Chercher.:/ })).toBeNull();
  expect(server.requestsTo(listSimilarNames)).toHaveLength(2);
});

test('where names like a search cannot be had, it is cleared all the same, with the filters or without', async () => {
  server.on(searchUsers).reply(() => ({ data: [], totalItems: 0 }));
  server.on(listSimilarNames).reply(() => problem(503, 'busy'));
  renderPortal('/configuration/users?q=Trembley&status=active');
  fireEvent.click(await screen.findByRole('button', { name: 'Effacer la recherche et les filtres' }));
  await screen.findByText(/^Les personnes s’afficheront ici/);
});

test('the mail of a new account can be read before it leaves: a button where its link will stand, and what the portal adds', async () => {
  await openList();
  fireEvent.click(screen.getByRole('button', { name: 'Nouveau compte' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByDisplayValue(/setPasswordUrl/);
  fireEvent.click(dialog.getByRole('button', { name: 'Lire ce courriel' }));
  expect(dialog.getByText('Choisir mon mot de passe').previousSibling?.textContent).toContain('mot de passe');
  dialog.getByText(/^Le portail ajoute qui a créé le compte, ce que permettent ses rôles/);
});

test('whoever may not give the role of a super admin reads so in place of a form that would be refused', async () => {
  server.on(searchUsers).reply(() => ({ data: [], totalItems: 0 }));
  renderPortal('/configuration/users?new=superAdmin');
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouveau compte' }));
  await dialog.findByText(/^Seule la superadministration peut donner ce rôle\./);
  expect(dialog.queryByRole('textbox')).toBeNull();
});

test('for a second super admin the form begins with that role, and finds who has an account by name', async () => {
  server.on(listRoles).reply(() => [
    { name: 'Admin - DC', role: 'admin', systemId: 3, mayGive: true, isArchived: false },
    { name: 'Super Admin', role: 'superAdmin', systemId: null, mayGive: true, isArchived: false },
  ]);
  server.on(searchUsers).reply(() => ({ data: [someFoundUser()], totalItems: 1 }));
  renderPortal('/configuration/users?new=superAdmin');
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouveau compte' }));
  expect((await dialog.findByLabelText<HTMLSelectElement>('Rôle')).value).toBe('Super Admin');
  fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'côté' } });
  server.on(getUserInfo).reply(() => someUserInfo({ listRole: [], maySetRoles: true }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Donner un rôle à Zoé Côté' }));
  const roles = within(await screen.findByRole('dialog', { name: /^Rôles/ }));
  const box = await roles.findByRole<HTMLInputElement>('checkbox', { name: /super/i });
  expect(box.checked).toBe(true);
});

test.each([
  ['superAdmin', null, 1],
  ['admin', 3, 0],
] as const)('whoever sees every program (%s) filters people in several', async (role, systemId, count) => {
  server.on(listRoles).reply(() => [{ name: 'Rôle', role, systemId, mayGive: true, isArchived: false }]);
  await openList();
  await screen.findByRole('option', { name: systemId ? 'Administration – Rôle' : 'Superadministration' });
  expect(screen.queryAllByRole('option', { name: 'Dans plusieurs programmes' })).toHaveLength(count);
});
