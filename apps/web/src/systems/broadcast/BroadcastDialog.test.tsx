import { listPlatforms } from '@guichet/contract/learning/learning.platforms';
import { getBroadcast, saveBroadcast } from '@guichet/contract/systems/broadcast';
import { listSystems } from '@guichet/contract/systems/systems';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, problem } from '../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../testing/renderPortal.tsx';

test('a notice that a colleague has saved meanwhile is not overwritten, not even by a second press', async () => {
  const server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  server.on(listSystems).reply(() => []);
  const environment = { kind: 'builtin' as const, systems: [] };
  server.on(listPlatforms).reply(() => ({ environment, platforms: [], redirectUri: '' }));
  const empty = { startDay: '', startHour: '', endDay: '', endHour: '', isShown: false };
  let stored = { ...empty, fr: 'Entretien samedi', en: '', version: 1 };
  server.on(getBroadcast).reply(() => stored);
  server.on(saveBroadcast).reply(({ body }) => {
    const { version } = body as { version: number };
    return version === stored.version ? stored : problem(409, 'broadcast.changedMeanwhile');
  });
  renderPortal('/configuration');
  fireEvent.click(await screen.findByRole('button', { name: 'Avis à tout le monde' }));
  const dialog = within(await screen.findByRole('dialog'));
  const french = await dialog.findByLabelText('Texte français');
  stored = { ...stored, fr: 'Entretien dimanche', version: 2 };
  fireEvent.change(french, { target: { value: 'Entretien lundi' } });
  for (const count of [1, 2]) {
    fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer l’avis' }));
    await waitFor(() => expect(server.requestsTo(saveBroadcast)).toHaveLength(count));
    await dialog.findByText('Détail de broadcast.changedMeanwhile.');
    await waitFor(() => expect(server.requestsTo(getBroadcast)).toHaveLength(count + 1));
  }
  expect(server.requestsTo(saveBroadcast).map(({ body }) => body)).toMatchObject([
    { version: 1, fr: 'Entretien lundi' },
    { version: 1, fr: 'Entretien lundi' },
  ]);
});
