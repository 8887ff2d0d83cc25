import { listCorrections } from '@guichet/contract/exams/candidate.corrections';
import { listExams } from '@guichet/contract/exams/exams.list';
import { listPlannedReminders } from '@guichet/contract/exams/notices.reminders';
import { checkEmailAvailable, createUser } from '@guichet/contract/identity/account.given';
import { getUserInfo, setRoles } from '@guichet/contract/identity/users.changes';
import { listRoles, searchUsers } from '@guichet/contract/identity/users.search';
import { listMails } from '@guichet/contract/mail/outbox';
import { listMailFrames } from '@guichet/contract/systems/systems';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Dialog, Modal } from 'react-aria-components';
import { expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someFoundUser, someUserInfo } from '../../../testing/samples.ts';

test('who runs a system, where replies go, and what is planned stand in one place, each with its way', async () => {
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, isSupport: true }] });
  const ofDc = { systemId: 3, mayGive: true, isArchived: false };
  server.on(listRoles).reply(() => [
    { name: 'Admin - DC', role: 'admin', ...ofDc },
    { name: 'Support - DC', role: 'support', ...ofDc },
  ]);
  server.on(searchUsers).reply(({ body }) =>
    JSON.stringify(body).includes('Admin - DC')
      ? {
          data: [
            someFoundUser({ id: 1, fullName: 'Ada Roy', email: 'ada@exemple.ca', linkDue: true }),
            someFoundUser({ id: 2, fullName: 'Bo Lee', email: 'bo@exemple.ca', lastVisitDate: new Date() }),
            someFoundUser({ id: 3, fullName: 'Sol Dion', email: 'sol@exemple.ca', isVisitHidden: true }),
          ],
          totalItems: 3,
        }
      : { data: [], totalItems: 0 },
  );
  server.on(listExams).reply(() => []);
  const none = { emailFrom: null, emailFromName: null, emailFromNameEn: null, replyTo: null };
  const frame = { ...none, phone: null, officeFr: null, officeEn: null };
  const ids = { id: 3, slug: 'dc', name: 'DC', coursePrefix: 'DC', templateId: null, semesterId: null };
  server.on(listMailFrames).reply(() => ({
    systems: [{ ...ids, ...frame, replyTo: 'dc@exemple.ca', logoId: null, isArchived: false }],
    university: { ...frame, phone: '613 555-0100' },
    senderDomains: '',
  }));
  const at = new Date('2027-01-30T14:00:00Z');
  server
    .on(listPlannedReminders)
    .reply(() => [
      { id: 1, examId: 12, title: 'Hiver', titleEn: 'Winter', at, madeBy: 'Bo Lee', isLetter: true },
    ]);
  server.on(listMails).reply(() => ({ mails: [], totalItems: 40, states: {}, transport: 'smtp' }));
  server.on(listCorrections).reply(() => []);
  renderPortal('/dc/configuration');
  fireEvent.click(await screen.findByRole('button', { name: 'Équipe' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Équipe.*Examens DC/ }));
  const ada = (await dialog.findByText('Ada Roy')).closest('li');
  expect(ada?.textContent).toMatch(/N’a pas encore ouvert de session/);
  expect(dialog.getAllByText('N’a pas encore ouvert de session')).toHaveLength(1);
  expect(ada?.textContent).toMatch(/Vaudra une fois ouvert un lien reçu par courriel/);
  const hrefOf = (name: string | RegExp) => dialog.getAllByRole('link', { name })[0]?.getAttribute('href');
  await dialog.findByText(/^Lettre, 30 janvier 2027/);
  expect(hrefOf(/^Lettre/)).toBe('/configuration/exams/3/12');
  expect(hrefOf(/retirer ce rôle/)).toBe('/configuration/users?role=Admin%20-%20DC');
  expect(hrefOf(/^40 courriels prévus/)).toBe('/outbox?system=3&state=planned');
  dialog.getByText('dc@exemple.ca');
  // The university's, where the system has none.
  dialog.getByText('613 555-0100');
  dialog.getByText('Personne pour l’instant');
  // A role that nobody has leads to no list.
  expect(dialog.getAllByRole('link', { name: /retirer ce rôle/ })).toHaveLength(1);
  dialog.getByText('Aucune demande de correction n’attend.');
});

test('the super admins are named where there are any, and otherwise their heading is absent too', async () => {
  const server = fakeServer();
  const entrances = [{ systemId: 3, isAdmin: true, isSupport: true }];
  server.on(listExams).reply(() => []);
  server.on(listMailFrames).reply(() => problem(500, 'internal'));
  server.on(listPlannedReminders).reply(() => []);
  server.on(listMails).reply(() => ({ mails: [], totalItems: 0, states: {}, transport: 'smtp' }));
  server.on(listCorrections).reply(() => []);
  const open = async () => {
    renderPortal('/dc/configuration');
    fireEvent.click(await screen.findByRole('button', { name: 'Équipe' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Équipe/ }));
    await dialog.findByText('Aucune demande de correction n’attend.');
    return dialog.queryByRole('heading', { name: 'Superadministration' });
  };
  welcome(server, { entrances, superAdmins: [] });
  expect(await open()).toBeNull();
  cleanup();
  welcome(server, { entrances, superAdmins: [{ fullName: 'Ada Roy', email: 'ada@exemple.ca' }] });
  expect(await open()).not.toBeNull();
});

/** An open dialog of another test file is still the active scope of the focus in this worker, until another one was. */
function forgetOtherDialogs() {
  render(
    <Modal isOpen>
      <Dialog aria-label="other">
        <input autoFocus aria-label="field" />
      </Dialog>
    </Modal>,
  ).unmount();
}

test('a role is given in the dialog to an account that is found by its address, beside the roles it has', async () => {
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, isSupport: true }] });
  const ofDc = { systemId: 3, mayGive: true, isArchived: false };
  server.on(listRoles).reply(() => [
    { name: 'Admin - DC', role: 'admin', ...ofDc },
    { name: 'Support - DC', role: 'support', ...ofDc },
    { name: 'DC', role: 'student', ...ofDc },
  ]);
  const lea = { id: 9, fullName: 'Léa Roy', email: 'lea@exemple.ca' };
  server.on(searchUsers).reply(() => ({ data: [someFoundUser(lea)], totalItems: 1 }));
  server.on(listExams).reply(() => []);
  server.on(listMailFrames).reply(() => problem(500, 'internal'));
  server.on(listPlannedReminders).reply(() => []);
  server.on(listMails).reply(() => ({ mails: [], totalItems: 0, states: {}, transport: 'smtp' }));
  server.on(listCorrections).reply(() => []);
  server.on(checkEmailAvailable).reply(({ url }) => url.searchParams.get('email') !== lea.email);
  server
    .on(getUserInfo)
    .reply(() => someUserInfo({ ...lea, listRole: ['DC', 'Admin - PDI'], maySetRoles: true }));
  const sent: unknown[] = [];
  server.on(setRoles).reply(({ body }) => {
    sent.push(body);
    return true;
  });
  forgetOtherDialogs();
  renderPortal('/dc/configuration');
  fireEvent.click(await screen.findByRole('button', { name: 'Équipe' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Équipe/ }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Ajouter à l’administration' }));
  const address = dialog.getByLabelText(/^Courriel de la personne à qui donner ce rôle/);
  expect(document.activeElement).toBe(address);
  fireEvent.click(dialog.getByRole('button', { name: 'Chercher le compte' }));
  await dialog.findByText(/^Entrez une adresse courriel complète/);
  fireEvent.change(address, { target: { value: 'personne@exemple.ca' } });
  await dialog.findByText(/^Aucun compte n’a cette adresse/);
  // The Enter key does what the button says.
  fireEvent.submit(address.closest('form') as HTMLFormElement);
  const account = within(await screen.findByRole('dialog', { name: 'Nouveau compte' }));
  expect((await account.findByLabelText<HTMLInputElement>('Adresse courriel')).value).toBe(
    'personne@exemple.ca',
  );
  expect(account.getByLabelText<HTMLSelectElement>('Rôle').value).toBe('Admin - DC');
  expect(account.queryByText(/proposé d’office/)).toBeNull();
  fireEvent.click(account.getByRole('button', { name: 'Annuler' }));
  const isClosed = () => expect(screen.queryByRole('dialog', { name: 'Nouveau compte' })).toBeNull();
  await waitFor(isClosed);
  expect(address).toHaveProperty('value', 'personne@exemple.ca');
  // Once the account exists its role is not offered again: the field waits for somebody else.
  server.on(createUser).reply(() => true);
  fireEvent.click(dialog.getByRole('button', { name: 'Créer ce compte avec ce rôle' }));
  const again = within(await screen.findByRole('dialog', { name: 'Nouveau compte' }));
  fireEvent.change(await again.findByLabelText('Prénom'), { target: { value: 'Noé' } });
  fireEvent.change(again.getByLabelText('Nom'), { target: { value: 'Où' } });
  fireEvent.click(again.getByRole('button', { name: /^Créer le compte/ }));
  await again.findByText('OK');
  // Behind the confirmation, nothing says any more that the account is missing.
  expect(address).toHaveProperty('value', '');
  expect(dialog.queryByText(/^Aucun compte n’a cette adresse/)).toBeNull();
  const close = again.getByRole('button', { name: 'Fermer' });
  // As a press does in a browser.
  close.focus();
  fireEvent.click(close);
  await waitFor(isClosed);
  expect(address).toHaveProperty('value', '');
  await waitFor(() => expect(document.activeElement).toBe(address));
  fireEvent.change(address, { target: { value: lea.email } });
  fireEvent.click(await dialog.findByRole('button', { name: 'Donner ce rôle à Léa Roy' }));
  await screen.findByText(/^Rôle donné : Léa Roy/);
  expect(sent).toEqual([{ id: 9, roleList: ['DC', 'Admin - DC'], seen: ['DC'] }]);
  // To a guest of the system no role of staff is offered, and it says who gives one.
  const guest = { ...lea, id: 10, email: 'lea.invitee@exemple.ca', mayBeStaff: false, maySetRoles: true };
  server.on(getUserInfo).reply(() => someUserInfo(guest));
  server.on(searchUsers).reply(() => ({ data: [someFoundUser(guest)], totalItems: 1 }));
  server.on(checkEmailAvailable).reply(() => false);
  fireEvent.change(address, { target: { value: guest.email } });
  await dialog.findByText(/^Le compte de cette personne relève d’autres programmes/);
  expect(dialog.queryByRole('button', { name: /^Donner ce rôle à/ })).toBeNull();
});

test('the buttons under a role say in English whom they add, and not that they make a super admin', async () => {
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, isSupport: true }] });
  const ofDc = { systemId: 3, mayGive: true, isArchived: false };
  server.on(listRoles).reply(() => [
    { name: 'Admin - DC', role: 'admin', ...ofDc },
    { name: 'Support - DC', role: 'support', ...ofDc },
  ]);
  server.on(searchUsers).reply(() => ({ data: [], totalItems: 0 }));
  server.on(listExams).reply(() => []);
  server.on(listMailFrames).reply(() => problem(500, 'internal'));
  server.on(listPlannedReminders).reply(() => []);
  server.on(listMails).reply(() => ({ mails: [], totalItems: 0, states: {}, transport: 'smtp' }));
  server.on(listCorrections).reply(() => []);
  // The page on which a system was created leads here.
  renderPortal('/en/dc/configuration?team=1');
  const dialog = within(await screen.findByRole('dialog', { name: /^Team/ }));
  await dialog.findByRole('button', { name: 'Add an administrator' });
  dialog.getByRole('button', { name: 'Add a support agent' });
  expect(dialog.queryByRole('button', { name: /super/ })).toBeNull();
});
