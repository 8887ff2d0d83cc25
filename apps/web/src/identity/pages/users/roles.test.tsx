import { listFactors } from '@guichet/contract/identity/factors';
import { getUserInfo, setRoles, type UserInfo } from '@guichet/contract/identity/users.changes';
import { listProfessions, listRoles, searchUsers } from '@guichet/contract/identity/users.search';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someFoundUser, someUserInfo } from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let user: UserInfo;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  user = someUserInfo({ listRole: ['DC', 'PDI'], maySetRoles: true });
  server.on(listProfessions).reply(() => []);
  server.on(searchUsers).reply(() => ({ data: [someFoundUser()], totalItems: 1 }));
  server.on(getUserInfo).reply(() => user);
  offerRoles();
  server.on(setRoles).reply((request) => {
    user = { ...user, listRole: ['PDI', ...(request.body as { roleList: string[] }).roleList] };
    return true as const;
  });
});

function offerRoles() {
  server.on(listRoles).reply(() => [
    { name: 'Admin - DC', role: 'admin', systemId: 3, mayGive: true, isArchived: false },
    { name: 'Support - DC', role: 'support', systemId: 3, mayGive: true, isArchived: false },
    { name: 'DC', role: 'student', systemId: 3, mayGive: true, isArchived: false },
    { name: 'PDI', role: 'student', systemId: 2, mayGive: false, isArchived: false },
  ]);
}

async function openRoles() {
  renderPortal('/configuration/users');
  const row = await screen.findByRole('row', { name: /Zoé Côté/ });
  fireEvent.click(within(row).getByRole('button', { name: /^Voir les renseignements/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Changer les rôles' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Rôles/ }));
  await dialog.findByRole('checkbox', { name: /^(Candidature – )?DC$/ });
  return dialog;
}
const ticked = (dialog: Awaited<ReturnType<typeof openRoles>>) =>
  dialog
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((box) => box.labels?.[0]?.textContent);
/** The bodies of the requests to set roles; the list of roles has the same path, so only POST counts. */
const sent = () =>
  server.requestsTo(setRoles).flatMap(({ method, body }) => (method === 'POST' ? [body] : []));

const noRights = { extraTimeRights: [], seenExtraTimeRights: [] };

test('the role of a candidate says where the last exam in a program is gone', async () => {
  const empty = { startTime: '', endTime: '', endDate: '', place: '', instructions: '' };
  const exam = { ...empty, examId: 12, systemId: 3, title: 'Hiver 2027', date: '2027-02-12' };
  user = { ...user, exams: [{ ...exam, isCancelled: false, hasExtraTime: false }] };
  renderPortal('/configuration/users');
  const row = await screen.findByRole('row', { name: /Zoé Côté/ });
  fireEvent.click(within(row).getByRole('button', { name: /^Voir les renseignements/ }));
  expect(await screen.findByText(/^PDI.: aucun examen en ce moment$/)).toBeTruthy();
  expect(screen.getAllByText('Candidature – DC').length).toBeGreaterThan(0);
  expect(screen.queryByText(/^Candidature – DC.*aucun/)).toBeNull();
});

test('a staff role that waits for a mailed link says so, and the role of a candidate does not', async () => {
  user = { ...user, listRole: ['Support - DC', 'DC'], linkDue: true };
  renderPortal('/configuration/users');
  const row = await screen.findByRole('row', { name: /Zoé Côté/ });
  fireEvent.click(within(row).getByRole('button', { name: /^Voir les renseignements/ }));
  const told = await screen.findAllByText(
    /^Vaudra une fois ouvert un lien reçu par courriel, celui du mot de passe compris/,
  );
  expect(told.map((one) => one.closest('li')?.firstChild?.textContent)).toEqual(['Soutien – DC']);
});

test('only roles that the reader may grant are offered; one is given at once, and the panel is up to date', async () => {
  const dialog = await openRoles();
  expect(dialog.getAllByRole('checkbox')).toHaveLength(3);
  expect(ticked(dialog)).toEqual(['Candidature – DC']);
  expect(dialog.getByText(/ni donner ni retirer.*PDI/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Soutien – DC' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  await screen.findByText(/^Rôles à jour/);
  expect(sent()).toEqual([{ id: 1, roleList: ['Support - DC', 'DC'], seen: ['DC'], ...noRights }]);
});

test('a guest is offered no role of staff, and is told who gives one', async () => {
  user = { ...user, listRole: ['DC'], isGuest: true, mayBeStaff: false };
  const dialog = await openRoles();
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
  expect(dialog.getByText(/^Le compte de cette personne relève d’autres programmes/)).toBeTruthy();
  expect(await dialog.findByRole('link', { name: 'sol@exemple.ca' })).toBeTruthy();
});

test('a role is taken only after a question, which names a system that loses its only administrator', async () => {
  user = { ...user, listRole: ['DC', 'Admin - DC'], soleAdminOf: [3] };
  const dialog = await openRoles();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Administration – DC' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/^Retirer à Zoé Côté.*Administration – DC\?$/)).toBeTruthy();
  expect(question.getByText(/est la seule personne qui administre/)).toBeTruthy();
  expect(sent()).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Retirer' }));
  await screen.findByText(/^Rôles à jour/);
  expect(sent()).toEqual([{ id: 1, roleList: ['DC'], seen: ['Admin - DC', 'DC'], ...noRights }]);
});

test('a new administrator has the right to extra time from the start, from a reader who holds it', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, seesExtraTime: true }] });
  offerRoles();
  const dialog = await openRoles();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Administration – DC' }));
  const right = dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Voir et accorder le temps/ });
  expect(right.checked).toBe(true);
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  await screen.findByText(/^Rôles à jour/);
  expect(sent()).toMatchObject([{ roleList: ['Admin - DC', 'DC'], extraTimeRights: [3] }]);
});

test('who lacks the right to extra time is not offered to give it', async () => {
  const dialog = await openRoles();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Administration – DC' }));
  expect(dialog.queryByRole('checkbox', { name: /temps supplémentaire/ })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  await screen.findByText(/^Rôles à jour/);
  expect(sent()).toMatchObject([{ extraTimeRights: [], seenExtraTimeRights: [] }]);
});

test('the right to extra time is offered to staff of a system alone, and is given and taken beside the roles', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, seesExtraTime: true }] });
  offerRoles();
  user = { ...user, listRole: ['DC'] };
  const dialog = await openRoles();
  expect(dialog.queryByRole('checkbox', { name: /temps supplémentaire/ })).toBeNull();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Soutien – DC' }));
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Voir et accorder le temps supplémentaire/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  await screen.findByText(/^Rôles à jour/);
  expect(sent()).toEqual([
    {
      id: 1,
      roleList: ['Support - DC', 'DC'],
      seen: ['DC'],
      extraTimeRights: [3],
      seenExtraTimeRights: [],
    },
  ]);
});

test('the right to extra time goes with the last role of staff', async () => {
  user = { ...user, listRole: ['DC', 'Support - DC'], extraTimeRights: [3] };
  const dialog = await openRoles();
  const right = dialog.getByRole<HTMLInputElement>('checkbox', { name: /temps supplémentaire/ });
  expect(right.checked).toBe(true);
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Soutien – DC' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Retirer' }));
  await screen.findByText(/^Rôles à jour/);
  expect(sent()).toMatchObject([{ extraTimeRights: [], seenExtraTimeRights: [3] }]);
});

test('roles that somebody else changed meanwhile are shown as they are now', async () => {
  server.on(setRoles).reply(() => {
    user = { ...user, listRole: ['DC', 'Admin - DC'] };
    return problem(409, 'user.rolesChanged', { detail: 'Quelqu’un d’autre a changé ces rôles' });
  });
  const dialog = await openRoles();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Soutien – DC' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  expect(await dialog.findByText(/Quelqu’un d’autre a changé ces rôles/)).toBeTruthy();
  await waitFor(() => expect(ticked(dialog)).toEqual(['Administration – DC', 'Candidature – DC']));
});

test('the last role stays, with what to do instead', async () => {
  server
    .on(setRoles)
    .reply(() => problem(400, 'request.invalid', { errors: [{ path: 'roleList', messageKey: 'required' }] }));
  user = { ...user, listRole: ['DC'] };
  const dialog = await openRoles();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Candidature – DC' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Retirer' }));
  expect(await screen.findByText(/Un compte garde au moins un rôle/)).toBeTruthy();
});

test('without any other role, the last one stays before any question, with the button that closes the access', async () => {
  user = { ...user, listRole: ['DC'], mustKeepRole: true, mayLock: true };
  const dialog = await openRoles();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Candidature – DC' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /au moins un rôle.*«.Verrouiller le compte.»/,
  );
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(sent()).toEqual([]);
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Soutien – DC' }));
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('a role that came by a group says so, and that it comes back', async () => {
  user = {
    ...user,
    listRole: ['DC', 'Support - DC'],
    byGroups: [{ role: 'Support - DC', groups: ['personnel-dc'], provider: 'Mon université' }],
  };
  const dialog = await openRoles();
  expect(dialog.getByText(/^par le groupe personnel-dc de «.Mon université.»$/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Soutien – DC/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toMatch(/Venu d’un groupe.: Soutien – DC\. Ce rôle reviendra/);
});

test('without the right to change roles there is no such button', async () => {
  user = { ...user, maySetRoles: false };
  renderPortal('/configuration/users');
  const row = await screen.findByRole('row', { name: /Zoé Côté/ });
  fireEvent.click(within(row).getByRole('button', { name: /^Voir les renseignements/ }));
  await within(await screen.findByRole('dialog')).findByText(/^PDI.: aucun examen/);
  expect(screen.queryByRole('button', { name: 'Changer les rôles' })).toBeNull();
});

const withSuper = () => {
  server.on(listRoles).reply(() => [
    { name: 'Super Admin', role: 'superAdmin', systemId: null, mayGive: true, isArchived: false },
    { name: 'DC', role: 'student', systemId: 3, mayGive: true, isArchived: false },
  ]);
  server.on(listFactors).reply(() => ({ totp: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false }));
};

test('somebody becomes a super admin only after a question by name that asks for the reader’s password', async () => {
  withSuper();
  const dialog = await openRoles();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Superadministration' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  const question = within(
    await screen.findByRole('dialog', { name: 'Donner à Zoé Côté le rôle de superadministration?' }),
  );
  expect(sent()).toEqual([]);
  const answer = (password: string) => {
    fireEvent.change(question.getByLabelText('Votre mot de passe'), { target: { value: password } });
    fireEvent.click(question.getByRole('button', { name: 'Donner ce rôle' }));
  };
  answer('');
  expect(await question.findByText('Entrez votre mot de passe.')).toBeTruthy();
  expect(sent()).toEqual([]);
  server.on(setRoles).reply(() => problem(403, 'factor.wrongProof'));
  answer('Faux#Mot1');
  expect(await question.findByText(/Le mot de passe est inexact/)).toBeTruthy();
  server.on(setRoles).reply(() => true as const);
  answer('Cle-Sure#1');
  await screen.findByText(/^Rôles à jour/);
  expect(sent()).toMatchObject([
    { roleList: ['Super Admin', 'DC'], proof: { password: 'Faux#Mot1' } },
    { roleList: ['Super Admin', 'DC'], proof: { password: 'Cle-Sure#1' } },
  ]);
});

test('a super admin who stays one is asked nothing', async () => {
  withSuper();
  user = { ...user, listRole: ['Super Admin'] };
  const dialog = await openRoles();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'DC' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  await screen.findByText(/^Rôles à jour/);
  expect(sent()).toHaveLength(1);
});

test('whoever may not set the roles, or unlock the account, is told who can', async () => {
  const lock = { by: 'Ada Roy', since: new Date('2027-01-11T15:00:00Z') };
  user = { ...user, maySetRoles: false, lock };
  renderPortal('/configuration/users');
  const row = await screen.findByRole('row', { name: /Zoé Côté/ });
  fireEvent.click(within(row).getByRole('button', { name: /^Voir les renseignements/ }));
  const locked = await screen.findByText(/^Verrouillé par Ada Roy/);
  expect(await within(locked).findByRole('link', { name: 'sol@exemple.ca' })).toBeTruthy();

  user = { ...user, maySetRoles: true, lock: null };
  server.on(setRoles).reply(() => problem(403, 'role.ofGuest'));
  cleanup();
  const dialog = await openRoles();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Soutien – DC' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les rôles' }));
  expect(await dialog.findByRole('link', { name: 'sol@exemple.ca' })).toBeTruthy();
});
