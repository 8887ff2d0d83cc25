import { listUserIdentities } from '@guichet/contract/identity/federation';
import { endUserSessions } from '@guichet/contract/identity/sessions.list';
import {
  deleteUser,
  getUserInfo,
  listOtherSystems,
  type UserInfo,
  updateUsers,
} from '@guichet/contract/identity/users.changes';
import { lockUser, unlockUser } from '@guichet/contract/identity/users.locking';
import {
  type ListedRole,
  listProfessions,
  listRoles,
  searchUsers,
} from '@guichet/contract/identity/users.search';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someFoundUser, someUserInfo } from '../../../testing/samples.ts';

const lock = { by: 'Aurélie D’Amours', since: new Date('2027-01-11T15:00:00Z') };

async function openPanel(
  given: Partial<UserInfo>,
  isSuperAdmin = false,
  role = 'DC',
  roles: readonly ListedRole[] = [],
) {
  const server = fakeServer();
  welcome(server, { isSuperAdmin });
  server.on(listUserIdentities).reply(() => []);
  server.on(listRoles).reply(() => [...roles]);
  server.on(listProfessions).reply(() => []);
  server
    .on(searchUsers)
    .reply(() => ({ data: [someFoundUser({ isLocked: given.lock != null })], totalItems: 1 }));
  let user = someUserInfo(given);
  server.on(getUserInfo).reply(() => user);
  for (const endpoint of [lockUser, unlockUser] as const)
    server.on(endpoint).reply(() => {
      user = { ...user, lock: endpoint === lockUser ? lock : null };
      return true as const;
    });
  server.on(endUserSessions).reply(() => 2);
  renderPortal('/configuration/users');
  const row = await screen.findByRole('row', { name: /Zoé Côté/ });
  fireEvent.click(within(row).getByRole('button', { name: /Renseignements|Détails|Fiche/i }));
  const panel = await screen.findByRole('dialog');
  await within(panel).findByText(role);
  return { server, panel, row };
}

const button = (name: string) => screen.findByRole('button', { name });

const openMenu = async (panel: HTMLElement) =>
  fireEvent.click(await within(panel).findByRole('button', { name: 'Autres actions' }));

/** Chooses an action on an account from the menu of its panel. */
async function choose(panel: HTMLElement, name: string) {
  await openMenu(panel);
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}

/** The actions that the menu offers; none where there is no menu. */
async function listActions(panel: HTMLElement) {
  if (!within(panel).queryByRole('button', { name: 'Autres actions' })) return [];
  await openMenu(panel);
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}

test('at the foot of a panel stand the roles and a menu, with what shuts an account last', async () => {
  const may = { mayManage: true, maySetRoles: true, mayLock: true, hasSecondFactor: true };
  const { panel } = await openPanel({ ...may, deletableFrom: 3 }, true);
  expect(within(panel).getByRole('button', { name: 'Changer les rôles' })).toBeDefined();
  expect(await listActions(panel)).toEqual([
    'Sessions',
    'Réinitialiser la vérification',
    'Agir au nom de cette personne',
    'Verrouiller le compte',
    'Désactiver le compte',
    'Supprimer le compte',
  ]);
});

test('a reader who may not manage a person may end their sessions and lock their account, after a confirmation', async () => {
  const { server, panel } = await openPanel({});
  await choose(panel, 'Mettre fin à ses sessions');
  fireEvent.click(await button('Mettre fin aux sessions'));
  await waitFor(() => expect(server.requestsTo(endUserSessions)).toHaveLength(1));
  expect(await screen.findByText('Sessions terminées : Zoé Côté')).toBeTruthy();
});

test('a lock asks first, and states the consequences', async () => {
  const { server, panel } = await openPanel({});
  await choose(panel, 'Verrouiller le compte');
  expect(await screen.findByText(/avant une décision de la superadministration/)).toBeTruthy();
  expect(server.requestsTo(lockUser)).toHaveLength(0);
  fireEvent.click(await button('Verrouiller'));
  expect(await screen.findByText('Compte verrouillé : Zoé Côté')).toBeTruthy();
});

test('a locked account shows who locked it and when, and a super admin unlocks it', async () => {
  const { server, panel, row } = await openPanel({ lock, mayManage: true }, true);
  expect(within(panel).getByText(/Verrouillé par Aurélie D’Amours \(.*2027/)).toBeTruthy();
  expect(within(row).getByText('Verrouillé')).toBeTruthy();
  expect(within(panel).queryByText('Actif')).toBeNull();
  await openMenu(panel);
  const unlock = await screen.findByRole('menuitem', { name: 'Déverrouiller le compte' });
  expect(screen.queryByRole('menuitem', { name: 'Verrouiller le compte' })).toBeNull();
  fireEvent.click(unlock);
  fireEvent.click(await button('Déverrouiller'));
  await waitFor(() => expect(server.requestsTo(unlockUser)).toHaveLength(1));
});

test('only a super admin may unlock, and a reader who may not lock has no buttons', async () => {
  const { panel } = await openPanel({ lock });
  expect(await listActions(panel)).toEqual([]);
});

test('an account is deactivated from its panel, which names it, tells deactivation from a lock, and then says that it is done', async () => {
  const { server, panel } = await openPanel({ mayManage: true });
  let isActive = true;
  server.on(getUserInfo).reply(() => someUserInfo({ mayManage: true, isActive }));
  server.on(updateUsers).reply(() => {
    isActive = !isActive;
    return true as const;
  });
  await choose(panel, 'Désactiver le compte');
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Désactiver ce compte\u00a0: Zoé Côté?' }),
  );
  question.getByText(/^Les sessions ouvertes.*verrouillez plutôt le compte/);
  fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  await screen.findByText('Compte désactivé : Zoé Côté');
  await within(panel).findByText('Inactif');
  await choose(panel, 'Réactiver le compte');
  await screen.findByRole('alertdialog', { name: 'Réactiver ce compte\u00a0: Zoé Côté?' });
  expect(server.requestsTo(updateUsers)).toHaveLength(1);
});

test('whoever may not manage an account is not offered its deactivation', async () => {
  const { panel } = await openPanel({ mayManage: false });
  expect(await listActions(panel)).not.toContain('Désactiver le compte');
});

test('the panel shows the student number, or that there is none', async () => {
  const { panel } = await openPanel({ studentNumber: '0300123' });
  expect(within(panel).getByText('0300123').previousSibling?.textContent).toBe('No d’étudiant');
});

test('the panel says whether two-step verification is set up, and nothing where the reader is not to know', async () => {
  for (const [hasSecondFactor, shown] of [
    [false, ['Vérification en deux étapes désactivée']],
    [true, ['Vérification en deux étapes']],
    [null, []],
  ] as const) {
    const { panel } = await openPanel({ hasSecondFactor });
    const chips = within(panel).queryAllByText(/vérification en deux étapes(?: désactivée)?$/i);
    expect(chips.map(({ textContent }) => textContent)).toEqual(shown);
    cleanup();
  }
});

test('for a super admin the panel shows neither a last visit nor its absence', async () => {
  const { panel } = await openPanel({ hasSecondFactor: null, mayLock: false });
  expect(within(panel).getByText('Non communiquée')).toBeTruthy();
  expect((await listActions(panel)).join()).not.toMatch(/errouiller/);
});

test('a super admin deletes the account of another one who has no other role, from the panel alone', async () => {
  const { server, panel } = await openPanel(
    { listRole: ['Super Admin'], mayManage: true, deletableFrom: 1 },
    true,
    'Super Admin',
  );
  server.on(listOtherSystems).reply(() => []);
  server.on(deleteUser).reply(() => true as const);
  await choose(panel, 'Supprimer le compte');
  const yes = await screen.findByRole('button', { name: 'Oui' });
  await waitFor(() =>
    expect(yes.getAttribute('aria-disabled') ?? yes.hasAttribute('disabled')).not.toBe('true'),
  );
  fireEvent.click(yes);
  await waitFor(() => expect(server.requestsTo(deleteUser)).toHaveLength(1));
});

test('whoever may delete an account does so from its panel, which says what stays; roles elsewhere are in reach', async () => {
  const may = { mayManage: true, maySetRoles: true, deletableFrom: 4 };
  const { server, panel } = await openPanel(may, true);
  server.on(listOtherSystems).reply(() => [{ id: 2, name: 'PDI' }]);
  await choose(panel, 'Supprimer le compte');
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/^Restent les courriels déjà envoyés/);
  await dialog.findByText(/^Il ne peut pas être supprimé tant que la personne a un rôle dans/);
  expect(server.requestsTo(listOtherSystems)[0]?.url.pathname).toMatch(/\/4$/);
  fireEvent.click(dialog.getByRole('button', { name: 'Changer les rôles' }));
  await screen.findByRole('dialog', { name: /^Rôles/ });
});

test('the panel of somebody who cannot be deleted by the reader leads to no deletion', async () => {
  const { panel } = await openPanel({ mayManage: true }, true);
  expect(await listActions(panel)).not.toContain('Supprimer le compte');
});

test('the question of acting for somebody names the staff role that does not count for them yet', async () => {
  const given = { linkDue: true, listRole: ['Support - DC', 'DC'] };
  const { panel } = await openPanel(given, true, 'Soutien – DC', [
    { name: 'Admin - DC', role: 'admin', systemId: 3, mayGive: true, isArchived: false },
    { name: 'Support - DC', role: 'support', systemId: 3, mayGive: true, isArchived: false },
    { name: 'DC', role: 'student', systemId: 3, mayGive: true, isArchived: false },
  ]);
  await choose(panel, 'Agir au nom de cette personne');
  const question = within(await screen.findByRole('dialog', { name: /^Agir au nom/ }));
  await question.findByText(/^Ne vaut pas encore pour cette personne.: Soutien – DC\. Vous verrez pourtant/);
});
