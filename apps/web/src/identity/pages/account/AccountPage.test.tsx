import { changePassword } from '@guichet/contract/identity/account';
import {
  type LinkedIdentity,
  listOwnIdentities,
  unlinkOwnIdentity,
} from '@guichet/contract/identity/federation';
import { login } from '@guichet/contract/identity/sessions';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getSession } from '../../../core/session/sessionStore.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { accessToken } from '../../../testing/tokens.ts';

let server: ReturnType<typeof fakeServer>;
let identities: LinkedIdentity[];
beforeEach(() => {
  server = fakeServer();
  server.on(listOwnSessions).reply(() => []);
  identities = [];
  server.on(listOwnIdentities).reply(() => identities);
});

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function change(currentPassword: string, newPassword: string) {
  renderPortal('/account');
  await screen.findByRole('heading', { name: 'Mot de passe' });
  fill('Mot de passe actuel', currentPassword);
  fill('Nouveau mot de passe', newPassword);
  fill('Confirmez le mot de passe', newPassword);
  fireEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
}

test('the top bar links to the account page, which shows name, address and roles', async () => {
  welcome(server, {
    entrances: [
      { systemId: 2, isAdmin: true, isSupport: true, isStudent: true },
      { systemId: 3, isSupport: true },
    ],
  });
  renderPortal('/home');
  fireEvent.click(await screen.findByRole('link', { name: /Mon compte/ }));
  const address = await screen.findByText('zoe.cote@exemple.ca');
  const identity = within(address.closest('section') as HTMLElement);
  expect(identity.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Administration – Examens PDI',
    'Candidature – Examens PDI',
    'Soutien – Examens DC',
  ]);
});

test('a candidate whose name is wrong is led to where they ask for a correction; without a role the office is named', async () => {
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  const page = renderPortal('/account');
  const link = await screen.findByRole('link', { name: 'Demander une correction' });
  expect(link.getAttribute('href')).toBe('/my-exams#correction');
  page.unmount();
  welcome(server, {});
  renderPortal('/account');
  await screen.findByText(/^Votre nom contient une erreur\? Écrivez au secrétariat/);
  expect(screen.queryByRole('link', { name: 'Demander une correction' })).toBeNull();
});

test('after a password change a new session is open, and the fields are empty', async () => {
  welcome(server, {});
  server.on(changePassword).reply(() => true);
  const tokens = { accessToken: accessToken({ jti: 'second' }), refreshToken: 'refresh-2' };
  server.on(login).reply(() => ({ outcome: 'signedIn', tokens }));
  await change('Ancien#Mot1', 'Nouveau#Mot2');
  expect(screen.getByText(/sans lien avec vous ni avec l’université/)).toBeDefined();
  expect(await screen.findByText(/Votre mot de passe a été changé/)).toBeDefined();
  expect(server.requestsTo(changePassword)[0]?.body).toEqual({
    currentPassword: 'Ancien#Mot1',
    newPassword: 'Nouveau#Mot2',
    confirmNewPassword: 'Nouveau#Mot2',
  });
  expect(server.requestsTo(login)[0]?.body).toMatchObject({ password: 'Nouveau#Mot2' });
  expect(getSession().token).toBe(tokens.accessToken);
  for (const label of ['Mot de passe actuel', 'Nouveau mot de passe'])
    expect((screen.getByLabelText(label) as HTMLInputElement).value).toBe('');
});

test('a wrong current password is shown at its field, which takes the focus', async () => {
  welcome(server, {});
  server.on(changePassword).reply(() => false);
  await change('Faux#Mot1', 'Nouveau#Mot2');
  await screen.findByText('Ce n’est pas votre mot de passe actuel. Vérifiez-le et réessayez.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Mot de passe actuel')));
  expect((screen.getByLabelText('Nouveau mot de passe') as HTMLInputElement).value).toBe('Nouveau#Mot2');
  fireEvent.change(screen.getByLabelText('Mot de passe actuel'), { target: { value: 'Autre#Mot1' } });
  expect(screen.queryByText(/^Ce n’est pas votre mot de passe actuel/)).toBeNull();
});

test("too many tries are shown above the form, with the server's text", async () => {
  welcome(server, {});
  server.on(changePassword).reply(() => problem(429, 'request.tooMany'));
  await change('Faux#Mot1', 'Nouveau#Mot2');
  expect((await screen.findByText('Détail de request.tooMany.')).closest('[role=alert]')).not.toBeNull();
});

test('a temporary password is replaced without entering it again', async () => {
  welcome(server, { mustChoosePassword: true });
  renderPortal('/account');
  await screen.findByRole('button', { name: 'Choisir un mot de passe' });
  expect(screen.queryByLabelText('Mot de passe actuel')).toBeNull();
});

test('whoever signs in by the university may choose a password, and is not told of one that they never used', async () => {
  welcome(server, { mustChoosePassword: true, isByProvider: true });
  renderPortal('/account');
  await screen.findByRole('button', { name: 'Choisir un mot de passe' });
  expect(screen.getByText(/^Vous ouvrez la session avec votre compte de l’université/)).toBeDefined();
  expect(screen.queryByText(/a été défini par une autre personne/)).toBeNull();
});

test('after the last account of the university is unlinked, its place says so and has the focus', async () => {
  welcome(server, {});
  identities = [
    {
      id: '3f3c7f5e-58a5-4d9f-9a5e-0a7f0e6f2d11',
      label: { fr: 'UdeM', en: 'UdeM' },
      issuer: 'https://idp.example',
      accountName: 'Camille',
      linkedAt: new Date('2027-01-11T15:00:00Z'),
      proof: 'mail',
      lastUsedAt: null,
    },
  ];
  server.on(unlinkOwnIdentity).reply(() => {
    identities = [];
    return true;
  });
  renderPortal('/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Détacher Camille' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  const none = await screen.findByText(/^Aucun compte n’est joint/);
  await waitFor(() => expect(document.activeElement).toBe(none));
});
