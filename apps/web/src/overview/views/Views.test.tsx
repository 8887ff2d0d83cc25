import { listMails } from '@guichet/contract/mail/outbox';
import { deleteView, listViews, type SavedView, saveView } from '@guichet/contract/overview/views';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../testing/renderPortal.tsx';

let server: ReturnType<typeof fakeServer>;
let views: SavedView[];
beforeEach(() => {
  server = fakeServer();
  views = [
    { id: 1, name: 'En attente', query: 'state=waiting' },
    { id: 2, name: 'Échecs', query: 'q=roy&state=failed' },
  ];
  welcome(server, { isSuperAdmin: true, entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listMails).reply(() => ({ mails: [], totalItems: 0, states: {}, transport: 'smtp' }));
  server.on(listViews).reply(() => views);
});

async function open(address: string) {
  renderPortal(address);
  fireEvent.click(await screen.findByRole('button', { name: 'Vues' }));
  return within(await screen.findByRole('dialog', { name: 'Vues enregistrées' }));
}

test('a view is chosen: its parameters take the place of the list’s, from the first page', async () => {
  const dialog = await open('/outbox?system=3&state=failed&page=4&other=1');
  const names = (await dialog.findAllByRole('listitem')).map((item) => item.textContent);
  expect(names).toEqual(['Échecs', 'En attente']);
  fireEvent.click(dialog.getByRole('button', { name: 'En attente' }));
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      state: 'waiting',
      other: '1',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the list as it is now is saved under a name; what is open and the page are not', async () => {
  server.on(saveView).reply(() => {
    views = [...views, { id: 3, name: 'Roy', query: 'q=roy&state=failed' }];
    return views;
  });
  const dialog = await open('/outbox?state=failed&q=roy&page=2&size=50');
  const present = await dialog.findByRole('button', { name: 'Échecs' });
  expect(present.getAttribute('aria-current')).toBe('true');
  fireEvent.change(dialog.getByLabelText('Nom de la nouvelle vue'), { target: { value: ' Roy ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer la vue' }));
  expect(await dialog.findByText(/^Vue «.Roy.» enregistrée\.$/)).toBeDefined();
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(3));
  const sent = server.requestsTo(saveView).map(({ body }) => body);
  // Only requests with a body count, since the list has the same address.
  expect(sent.filter(Boolean)).toEqual([{ name: 'Roy', query: 'q=roy&state=failed' }]);
});

test('a name is needed, and a refusal is told', async () => {
  server.on(saveView).reply(() => problem(409, 'view.tooMany', { detail: 'Vous avez déjà 30 vues.' }));
  const dialog = await open('/outbox');
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer la vue' }));
  expect(await dialog.findByText('Entrez un nom.')).toBeDefined();
  fireEvent.change(dialog.getByLabelText('Nom de la nouvelle vue'), { target: { value: 'Roy' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer la vue' }));
  expect(await dialog.findByText(/Vous avez déjà 30 vues/)).toBeDefined();
});

test('a view is deleted, and without any the dialog says so', async () => {
  views = views.slice(0, 1);
  server.on(deleteView).reply(() => {
    views = [];
    return views;
  });
  const dialog = await open('/outbox');
  fireEvent.click(await dialog.findByRole('button', { name: 'Supprimer la vue «\u00a0En attente\u00a0»' }));
  expect(await dialog.findByText('Vous n’avez pas encore de vue de cette liste.')).toBeDefined();
  expect(server.requestsTo(deleteView)[0]?.url.pathname).toBe('/api/views/outbox/1');
});

test('a page size that somebody chose is kept for their next visit, and not for somebody else', async () => {
  server.on(listMails).reply(() => ({
    mails: [],
    totalItems: 60,
    states: { sent: 60 },
    transport: 'smtp',
  }));
  const size = () => server.requestsTo(listMails).at(-1)?.url.searchParams.get('pageSize');
  const first = renderPortal('/outbox');
  fireEvent.change(await screen.findByLabelText(/Par page/), { target: { value: '50' } });
  await waitFor(() => expect(size()).toBe('50'));
  first.unmount();
  const second = renderPortal('/outbox', { sub: '99' });
  await screen.findByLabelText(/Par page/);
  expect(size()).toBe('25');
  second.unmount();
  renderPortal('/outbox');
  await waitFor(() => expect(size()).toBe('50'));
});
