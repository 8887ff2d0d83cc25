import { listAuditLines } from '@guichet/contract/core/audit';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setLanguage } from '../core/i18n/languageStore.ts';
import en from '../core/parts/help/help.en.json' with { type: 'json' };
import fr from '../core/parts/help/help.fr.json' with { type: 'json' };
import { type HelpPages, helpTopics } from '../core/parts/help/topics.ts';
import { helpOf, tabNames } from '../exams/pages/configuration/useTabAddress.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderPortal, welcome } from '../testing/renderPortal.tsx';
import { routes } from './routes.ts';

const shapeOf = ({ steps, final, keys }: HelpPages['home']) => [steps.length, final.length, keys.length];

test('each screen has its own page of help, in both languages, with as many points', () => {
  const ofRoutes = routes.flatMap(({ help }) =>
    help === 'byTab' ? tabNames.map((tab) => helpOf[tab]) : [help],
  );
  // Support reads another page about the tab of people, and candidates one about their home.
  expect([...new Set([...ofRoutes, 'support' as const, 'ownHome' as const])].toSorted()).toEqual(
    helpTopics.toSorted(),
  );
  // All slugs of systems share a help page.
  const others = routes.filter(({ help }) => help !== 'byTab').map(({ help }) => help);
  expect(new Set(others).size).toBe(others.length);
  for (const pages of [fr, en] as HelpPages[])
    expect(Object.keys(pages).toSorted()).toEqual(helpTopics.toSorted());
  for (const topic of helpTopics) {
    expect(shapeOf((fr as HelpPages)[topic]), topic).toEqual(shapeOf((en as HelpPages)[topic]));
    expect(fr[topic].about, topic).not.toBe(en[topic].about);
    expect(Math.min(fr[topic].steps.length, fr[topic].about.length), topic).toBeGreaterThan(0);
  }
});

test('the « ? » of a screen opens its page of help in the language of the page', async () => {
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listAuditLines).reply(() => ({ lines: [], next: null }));
  renderPortal('/audit');
  fireEvent.click(await screen.findByRole('button', { name: 'Aide de cette page' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Aide.: Journal$/ }));
  expect(dialog.getByText(fr.audit.about)).toBeDefined();
  expect(dialog.getByRole('heading', { name: 'Ce qui est irréversible' })).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Fermer' }));
  await setLanguage('en');
  fireEvent.click(await screen.findByRole('button', { name: 'Help for this page' }));
  expect(await screen.findByText(en.audit.about)).toBeDefined();
});

test.each([
  ['a candidate', { isStudent: true }, 'ownHome'],
  ['an administrator who is a candidate too', { isStudent: true, isAdmin: true }, 'home'],
] as const)('the help of home is that of the reader: %s', async (_, levels, topic) => {
  welcome(fakeServer(), { entrances: [{ systemId: 3, ...levels }] });
  renderPortal('/home');
  fireEvent.click(await screen.findByRole('button', { name: 'Aide de cette page' }));
  const dialog = await screen.findByRole('dialog', { name: /Accueil$/ });
  expect(dialog.textContent).toContain(fr[topic].about);
});
