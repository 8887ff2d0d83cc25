import { listOwnIdentities } from '@guichet/contract/identity/federation';
import {
  endOtherSessions,
  endOwnSession,
  type ListedSession,
  listOwnSessions,
} from '@guichet/contract/identity/sessions.list';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const some = (given: Partial<ListedSession>): ListedSession => ({
  id: '00000000-0000-4000-8000-000000000001',
  startedAt: new Date('2027-01-11T15:00:00Z'),
  lastUsedAt: new Date('2027-01-11T15:05:00Z'),
  device: 'Firefox, Windows',
  address: '132.205.7.8',
  isCurrent: false,
  impersonator: null,
  ...given,
});

const own = some({ isCurrent: true });
const phone = some({ id: '00000000-0000-4000-8000-000000000002', device: 'Safari, iOS' });
const acted = some({
  id: '00000000-0000-4000-8000-000000000003',
  device: null,
  impersonator: 'Solange Bélanger',
});

let server: ReturnType<typeof fakeServer>;
let open: ListedSession[];
beforeEach(() => {
  server = fakeServer();
  welcome(server, {});
  open = [own, phone, acted];
  server.on(listOwnSessions).reply(() => open);
  server.on(listOwnIdentities).reply(() => []);
});

async function rows() {
  renderPortal('/account');
  const table = await screen.findByRole('table', { name: 'Sessions' });
  return within(table).getAllByRole('row').slice(1);
}

test('each session shows its device and address, whether it is this one, and who impersonates', async () => {
  const [first, second, third] = (await rows()).map((row) => row.textContent);
  expect(first).toMatch(/Firefox, Windows.*Cette session.*132\.205\.7\.8/);
  expect(second).toContain('Safari, iOS');
  expect(third).toContain('Appareil inconnu');
  expect(third).toContain('Ouverte en votre nom par Solange Bélanger');
});

test('any other session can be ended and disappears from the list', async () => {
  const [first] = await rows();
  expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
  server.on(endOwnSession).reply(() => {
    open = [own, acted];
    return true;
  });
  fireEvent.click(
    screen.getByRole('button', { name: 'Terminer la session\u00A0: Safari, iOS, 132.205.7.8' }),
  );
  await waitFor(() => expect(screen.queryByText('Safari, iOS')).toBeNull());
  expect(server.requestsTo(endOwnSession)[0]?.url.pathname).toBe(`/api/account/sessions/${phone.id}`);
});

test("ending a session that was over already shows the server's text", async () => {
  await rows();
  server.on(endOwnSession).reply(() => problem(404, 'session.notFound'));
  fireEvent.click(screen.getByRole('button', { name: /Safari/ }));
  await screen.findByText('Détail de session.notFound.');
});

test('all other sessions end together after a confirmation, and alone there is nothing to end', async () => {
  await rows();
  server.on(endOtherSessions).reply(() => {
    open = [own];
    return 2;
  });
  fireEvent.click(screen.getByRole('button', { name: 'Terminer toutes les autres' }));
  expect(server.requestsTo(endOtherSessions)).toEqual([]);
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', {
      name: 'Terminer toutes les autres',
    }),
  );
  await screen.findByText('2 sessions ont pris fin.');
  await waitFor(() => expect(screen.queryByText('Safari, iOS')).toBeNull());
  expect(screen.queryByRole('button', { name: /^Terminer/ })).toBeNull();
});

test('on a device in another zone the sessions say whose hours they show', async () => {
  const device = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Asia/Tokyo' };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(device);
  renderPortal('/account');
  const card = within(await screen.findByRole('region', { name: 'Sessions' }));
  card.getByText(/Les heures sont celles de l’université \(heure de l’Est\)\.$/);
  vi.restoreAllMocks();
});
