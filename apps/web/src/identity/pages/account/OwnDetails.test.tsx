import {
  askOwnAddress,
  changeOwnName,
  dropOwnAddress,
  findOwnDetails,
} from '@guichet/contract/identity/account.own';
import { listOwnIdentities } from '@guichet/contract/identity/federation';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(listOwnSessions).reply(() => []);
  server.on(listOwnIdentities).reply(() => []);
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, isSupport: true }] });
});

async function openDialog(name: string) {
  renderPortal('/account');
  fireEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
}

test('a new name is saved, and shown in the top bar', async () => {
  server.on(changeOwnName).reply(() => {
    welcome(server, { fullName: 'Éloïse Côté' });
    return true;
  });
  const dialog = await openDialog('Changer de nom');
  fireEvent.change(dialog.getByLabelText('Prénom'), { target: { value: 'Éloïse' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Votre nom a été changé.')).toBeDefined();
  expect(server.requestsTo(changeOwnName)[0]?.body).toEqual({ firstName: 'Éloïse', lastName: 'Côté' });
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /Mon compte/ }).textContent).toContain('Éloïse'),
  );
});

test('a refused name is shown at its field', async () => {
  server
    .on(changeOwnName)
    .reply(() =>
      problem(400, 'request.invalid', { errors: [{ path: 'firstName', messageKey: 'required' }] }),
    );
  const dialog = await openDialog('Changer de nom');
  fireEvent.change(dialog.getByLabelText('Prénom'), { target: { value: '' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Prénom')));
});

test('a new address is asked for with the password, and the dialog says what comes next', async () => {
  server.on(askOwnAddress).reply(() => ({ outcome: 'wrongProof' }));
  const dialog = await openDialog('Changer d’adresse');
  fireEvent.change(dialog.getByLabelText('Nouvelle adresse courriel'), {
    target: { value: 'neuve@exemple.ca' },
  });
  const password = dialog.getByLabelText('Votre mot de passe');
  fireEvent.change(password, { target: { value: 'Cle-Sure#1' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer le lien' }));
  await dialog.findByText(/Le mot de passe est inexact/);
  server.on(askOwnAddress).reply(() => ({ outcome: 'asked' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer le lien' }));
  expect(await dialog.findByText(/envoyé à neuve@exemple\.ca/)).toBeDefined();
  expect(server.requestsTo(askOwnAddress)[1]?.body).toEqual({
    email: 'neuve@exemple.ca',
    proof: { password: 'Cle-Sure#1' },
  });
});

test('without a mail server, the dialog says that the link stays; an address that waits is asked for again as it is', async () => {
  const own = { firstName: 'Zoé', lastName: 'Côté', email: 'zoe.cote@exemple.ca' };
  server.on(findOwnDetails).reply(() => ({ ...own, newEmail: 'neuve@exemple.ca' }));
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled: true }));
  server.on(askOwnAddress).reply(() => ({ outcome: 'asked' }));
  renderPortal('/account');
  expect(await screen.findByText(/Une fois le serveur configuré, redemandez le lien/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Redemander le lien' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Changer d’adresse' }));
  const password = dialog.getByLabelText('Votre mot de passe');
  fireEvent.change(password, { target: { value: 'Cle-Sure#1' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer le lien' }));
  expect(await dialog.findByText('Le lien pour neuve@exemple.ca n’est pas encore parti')).toBeDefined();
  expect(dialog.queryByText('Un lien est parti à votre nouvelle adresse')).toBeNull();
  expect(server.requestsTo(askOwnAddress)[0]?.body).toMatchObject({ email: 'neuve@exemple.ca' });
});

test('an address that waits is shown and can be withdrawn', async () => {
  const own = { firstName: 'Zoé', lastName: 'Côté', email: 'zoe.cote@exemple.ca' };
  server.on(findOwnDetails).reply(() => ({ ...own, newEmail: 'neuve@exemple.ca' }));
  server.on(dropOwnAddress).reply(() => true);
  renderPortal('/account');
  expect(await screen.findByText(/neuve@exemple\.ca/)).toBeDefined();
  server.on(findOwnDetails).reply(() => ({ ...own, newEmail: null }));
  fireEvent.click(screen.getByRole('button', { name: 'Renoncer à cette adresse' }));
  expect(await screen.findByText('Votre adresse reste la même.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/neuve@exemple\.ca/)).toBeNull());
});

test('a candidate changes neither, and reads whom to ask', async () => {
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  renderPortal('/account');
  expect(await screen.findByText(/Votre nom contient une erreur/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Changer de nom' })).toBeNull();
});
