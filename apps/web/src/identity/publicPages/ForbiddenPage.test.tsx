import { searchExams } from '@guichet/contract/exams/exams.list';
import { checkAccess } from '@guichet/contract/identity/access';
import { listOwnIdentities } from '@guichet/contract/identity/federation';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { listAdministrators } from '@guichet/contract/overview/support';
import { findContent } from '@guichet/contract/systems/content';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../testing/fakeServer.ts';
import { renderPortal, type Visitor, welcome } from '../../testing/renderPortal.tsx';

const agent = { systemId: 3, isSupport: true };
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(listAdministrators).reply(() => [
    {
      systemId: 3,
      people: [
        { fullName: 'Alice Roy', email: 'alice@exemple.ca' },
        { fullName: 'Bo Lé', email: 'bo@exemple.ca' },
      ],
      phone: null,
      office: null,
    },
    { systemId: 5, people: [], phone: null, office: null },
  ]);
  server.on(listOwnSessions).reply(() => []);
  server.on(listOwnIdentities).reply(() => []);
  server.on(findContent).reply(() => []);
});

async function refuse(path: string, visitor: Visitor) {
  welcome(server, visitor);
  server.on(checkAccess).reply(() => false);
  renderPortal(path);
  await screen.findByRole('heading', { level: 1, name: 'Accès refusé' });
}

test('support who follows a link to an exam reads who may open it', async () => {
  await refuse('/configuration/exams/3/12', { entrances: [agent, { ...agent, systemId: 5 }] });
  await screen.findByText('Examens DC : Alice Roy, Bo Lé');
  expect(location.pathname + location.search).toBe('/forbidden?systemId=3');
  expect(screen.queryByText(/^Examens Telfer/)).toBeNull();
});

test('of a page of no system the administrators of each of their systems are named', async () => {
  await refuse('/outbox', { entrances: [agent, { ...agent, systemId: 5 }] });
  await screen.findByText('Examens DC : Alice Roy, Bo Lé');
  expect(screen.getByText('Examens Telfer : la superadministration')).toBeTruthy();
});

test('an administrator reads that a page is for super administrators, and nothing of a system that is not theirs', async () => {
  server.on(listAdministrators).reply(() => []);
  await refuse('/configuration', { entrances: [{ ...agent, isAdmin: true }] });
  await screen.findByText('Cette page est réservée à la superadministration.');
  expect(screen.getByText(/^Sol Dion/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'sol@exemple.ca' })).toBeTruthy();
});

test('the command palette works there, and leads on', async () => {
  server.on(searchUsers).reply(() => ({ data: [], totalItems: 0 }));
  server.on(searchExams).reply(() => []);
  await refuse('/audit', { entrances: [agent] });
  await screen.findByRole('button', { name: 'Accès rapide' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const palette = within(await screen.findByRole('dialog', { name: 'Accès rapide' }));
  server.on(checkAccess).reply(() => true);
  fireEvent.click(await palette.findByRole('option', { name: /^Mon compte/ }));
  await screen.findByRole('heading', { level: 1, name: 'Mon compte' });
  await waitFor(() => expect(location.pathname).toBe('/account'));
});

test('a candidate is named nobody, and nothing is asked for them', async () => {
  await refuse('/outbox', { entrances: [{ systemId: 3, isStudent: true }] });
  await screen.findByRole('button', { name: 'Accès rapide' });
  expect(screen.queryByText(/adressez-vous/)).toBeNull();
  expect(server.requestsTo(listAdministrators)).toEqual([]);
});

test('names that do not come leave the page as it is', async () => {
  server.on(listAdministrators).reply(() => problem(503, 'busy'));
  await refuse('/outbox', { entrances: [agent] });
  await waitFor(() => expect(server.requestsTo(listAdministrators)).not.toEqual([]));
  expect(screen.getByText(/écrivez au secrétariat/)).toBeTruthy();
});
