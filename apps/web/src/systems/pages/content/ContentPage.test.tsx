import { listContent } from '@guichet/contract/systems/content';
import { listRemovedLabels } from '@guichet/contract/systems/content.versions';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

test('S3.10 a text that nobody wrote in a new system is not said to be saved', async () => {
  await setLanguage('fr');
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  const item = { systemId: 3, label: 'Title', savedAt: new Date('2026-11-30T15:00:00Z') };
  server.on(listContent).reply(() => [
    { ...item, languageId: 'fr', content: 'Écrit' },
    { ...item, languageId: 'en', content: '' },
  ]);
  server.on(listRemovedLabels).reply(() => []);
  renderPortal('/configuration/content/3');
  expect(await screen.findAllByText(/^Enregistré le/)).toHaveLength(1);
  screen.getByText('Aucun texte pour l’instant');
});
