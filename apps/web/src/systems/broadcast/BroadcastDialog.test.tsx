import { listPlatforms } from '@guichet/contract/learning/learning.platforms';
import { getBroadcast, saveBroadcast } from '@guichet/contract/systems/broadcast';
import { listSystems } from '@guichet/contract/systems/systems';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, problem } from '../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../testing/renderPortal.tsx';

const empty = { startDay: '', startHour: '', endDay: '', endHour: '', isShown: false };

function openSystems() {
  const server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  server.on(listSystems).reply(() => []);
  const environment = { kind: 'builtin' as const, systems: [] };
  server.on(listPlatforms).reply(() => ({ environment, platforms: [], redirectUri: '' }));
  return server;
}

async function openDialog() {
  renderPortal('/configuration');
  fireEvent.click(await screen.findByRole('button', { name: 'Avis à tout le monde' }));
  return within(await screen.findByRole('dialog'));
}

test('a notice shows how readers of each language will see it, a text in one language to both', async () => {
  openSystems()
    .on(getBroadcast)
    .reply(() => ({ ...empty, fr: '', en: '', version: 0 }));
  const dialog = await openDialog();
  expect(await dialog.findAllByText('Un texte vide ne s’affiche pas.')).toHaveLength(2);
  fireEvent.change(dialog.getByLabelText('Texte français'), { target: { value: 'Entretien samedi' } });
  const figureOf = (name: string) => dialog.getByText(name).closest('figure') as HTMLElement;
  for (const name of ['Aperçu, pages en français', 'Aperçu, pages en anglais'])
    within(figureOf(name)).getByText('Entretien samedi');
  fireEvent.change(dialog.getByLabelText('Texte anglais'), { target: { value: 'Work on Saturday' } });
  within(figureOf('Aperçu, pages en anglais')).getByText('Work on Saturday');
});

test('a notice that a colleague has saved meanwhile is not overwritten, not even by a second press', async () => {
  const server = openSystems();
  let stored = { ...empty, fr: 'Entretien samedi', en: '', version: 1 };
  server.on(getBroadcast).reply(() => stored);
  server.on(saveBroadcast).reply(({ body }) => {
    const { version } = body as { version: number };
    return version === stored.version ? stored : problem(409, 'broadcast.changedMeanwhile');
  });
  const dialog = await openDialog();
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
