import {
  type Application,
  addOpenIdClient,
  listOpenIdClients,
  removeOpenIdClient,
  tryApplication,
} from '@guichet/contract/identity/provider.clients';
import { listSystems } from '@guichet/contract/systems/systems';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const wiki: Application = {
  id: '3f3c7f5e-58a5-4d9f-9a5e-0a7f0e6f2d11',
  kind: 'openid',
  name: 'Wiki',
  rolesOf: null,
  secretIn: 'header',
  requiresPkce: true,
  scopes: ['profile'],
  redirectUris: ['https://wiki.example.ca/retour'],
  homeUri: null,
  signOutUris: [],
  logoutUri: null,
  version: 1,
  lastRefusal: null,
  signOutFailure: null,
};

let server: ReturnType<typeof fakeServer>;
let clients: Application[];
beforeEach(() => {
  clients = [wiki];
  server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  server.on(listSystems).reply(() => []);
  server.on(listOpenIdClients).reply(() => ({
    issuer: 'https://guichet.example.ca/oidc',
    samlMetadata: 'https://guichet.example.ca/saml/metadata',
    entryBase: 'https://guichet.example.ca/saml/sign-in',
    clients,
  }));
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('an application is registered, and its secret shown once with what to enter there', async () => {
  clients = [];
  server.on(addOpenIdClient).reply(() => ({ id: wiki.id, secret: 'un-secret' }));
  renderPortal('/configuration/applications');
  await screen.findByText('Aucune application n’est inscrite.');
  fireEvent.click(screen.getByRole('button', { name: 'Inscrire une application' }));
  const dialog = within(await screen.findByRole('dialog'));
  type('Nom', 'Wiki');
  type('Adresses de retour', 'https://wiki.example.ca/retour\nhttps://wiki.example.ca/autre');
  type('Page qui ouvre l’application', 'https://wiki.example.ca/');
  fireEvent.click(dialog.getByRole('button', { name: 'Inscrire une application' }));
  expect(await screen.findByDisplayValue('un-secret')).toBeDefined();
  expect(screen.getByDisplayValue(wiki.id)).toBeDefined();
  expect(server.requestsTo(addOpenIdClient)[0]?.body).toEqual({
    kind: 'openid',
    name: 'Wiki',
    rolesOf: null,
    secretIn: 'header',
    requiresPkce: true,
    scopes: ['profile', 'email'],
    redirectUris: ['https://wiki.example.ca/retour', 'https://wiki.example.ca/autre'],
    homeUri: 'https://wiki.example.ca/',
    signOutUris: [],
    logoutUri: null,
  });
  fireEvent.click(screen.getByRole('button', { name: 'C’est noté' }));
  await waitFor(() => expect(screen.queryByDisplayValue('un-secret')).toBeNull());
});

test('what was refused and who was not told of a sign-out is said with its moment and what to do', async () => {
  const at = new Date('2027-01-11T15:00:00Z');
  clients = [
    {
      ...wiki,
      logoutUri: 'https://wiki.example.ca/fin',
      lastRefusal: { at, why: 'scope', detail: 'roles' },
      signOutFailure: { at, fault: 'privateHost', detail: 'wiki.example.ca' },
    },
  ];
  renderPortal('/configuration/applications');
  expect(
    await screen.findByText(/^Wiki\s: une demande a été refusée le 11\sjanvier\s2027\sà\s10\sh/),
  ).toBeDefined();
  expect(screen.getByText(/apprend ici\s: roles\./)).toBeDefined();
  expect(screen.getByText(/^Wiki\s: prévenue en vain/)).toBeDefined();
  expect(screen.getByText(/wiki\.example\.ca est dans un réseau privé/)).toBeDefined();
  expect(screen.getByRole('row', { name: /^Wiki/ }).textContent).toContain('Pas jointe');
});

test('a wrong address is said at its field before anything is sent', async () => {
  renderPortal('/configuration/applications');
  fireEvent.click(await screen.findByRole('button', { name: 'Inscrire une application' }));
  const dialog = within(await screen.findByRole('dialog'));
  type('Nom', 'Wiki');
  type('Adresses de retour', 'http://wiki.example.ca/retour');
  fireEvent.click(dialog.getByRole('button', { name: 'Inscrire une application' }));
  expect(await dialog.findByText(/adresse complète qui commence par https/)).toBeDefined();
  expect(server.requestsTo(addOpenIdClient)).toEqual([]);
});

test('an application that speaks SAML is tried and registered, and its address of entry is shown', async () => {
  server.on(tryApplication).reply(() => [
    { check: 'address', state: 'good', fault: null, detail: null },
    { check: 'signOut', state: 'unsure', fault: null, detail: null },
  ]);
  server.on(addOpenIdClient).reply(() => ({ id: wiki.id, secret: null }));
  renderPortal('/configuration/applications');
  fireEvent.click(await screen.findByRole('button', { name: 'Inscrire une application' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByLabelText('SAML 2.0'));
  type('Nom', 'Brightspace');
  type('Identifiant d’entité (entityID)', 'https://bs.example.ca/saml');
  type('Métadonnées de l’application', 'https://bs.example.ca/metadata');
  fireEvent.click(dialog.getByRole('checkbox', { name: /^On peut y entrer/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Faire un essai' }));
  expect(await dialog.findByText(/elle restera ouverte quand on quitte le portail/)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Inscrire une application' }));
  expect(await screen.findByDisplayValue(`https://guichet.example.ca/saml/sign-in/${wiki.id}`)).toBeDefined();
  expect(server.requestsTo(addOpenIdClient)[0]?.body).toEqual({
    kind: 'saml',
    name: 'Brightspace',
    rolesOf: null,
    scopes: ['profile', 'email'],
    entityId: 'https://bs.example.ca/saml',
    metadata: 'https://bs.example.ca/metadata',
    startsHere: true,
    namesByKey: false,
  });
});

test('the client ID stands in the form of an application', async () => {
  renderPortal('/configuration/applications');
  fireEvent.click(await screen.findByRole('button', { name: 'Modifier Wiki' }));
  expect(await screen.findByDisplayValue(wiki.id)).toBeDefined();
});

test('an application is removed after a question that says what ends', async () => {
  server.on(removeOpenIdClient).reply(() => true);
  renderPortal('/configuration/applications');
  fireEvent.click(await screen.findByRole('button', { name: 'Retirer Wiki' }));
  expect(await screen.findByText(/Plus personne ne pourra entrer dans Wiki.* La retirer\?$/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Oui' }));
  await waitFor(() => expect(server.requestsTo(removeOpenIdClient)[0]?.url.pathname).toContain(wiki.id));
});
