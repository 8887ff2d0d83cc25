import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates } from '@guichet/contract/exams/places';
import type { ListedUser } from '@guichet/contract/identity/users';
import { deleteUser, listOtherSystems } from '@guichet/contract/identity/users.changes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someListedExam, someUser } from '../../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let candidates: ListedUser[];
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  candidates = [
    someUser({ id: 1, firstName: 'Moi', isSelf: true }),
    someUser({ id: 2, firstName: 'Ana', studentNumber: '0300123' }),
    someUser({
      id: 3,
      firstName: null,
      lastName: null,
      fullName: '',
      email: 'sans.nom@exemple.ca',
      role: null,
    }),
  ];
  server.on(listExams).reply(() => [someListedExam()]);
  server.on(listCandidates).reply(() => candidates);
});

async function open() {
  renderPortal('/dc/configuration?tab=users&exam=12');
  const table = await screen.findByRole('table');
  return (name: RegExp) => within(within(table).getByRole('row', { name }));
}

test("on one's own row deletion and password are disabled", async () => {
  const row = await open();
  expect(
    row(/Moi/)
      .getByRole('button', { name: /mot de passe/i })
      .getAttribute('aria-disabled'),
  ).toBe('true');
  const own = await openMenu(row(/Moi/), /^Supprimer Moi.*propre compte/);
  expect(own.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(own);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('no bin stands beside the button that unenrols: the account is deleted from a menu', async () => {
  const row = await open();
  expect(row(/Ana/).getByRole('button', { name: 'Désinscrire Ana Côté' })).toBeDefined();
  expect(row(/Ana/).queryByRole('button', { name: /^Supprimer/ })).toBeNull();
  const deletion = await openMenu(row(/Ana/), 'Supprimer le compte…');
  expect(deletion.getAttribute('aria-disabled')).toBeNull();
});

async function openMenu(row: ReturnType<typeof within>, entry: string | RegExp) {
  fireEvent.click(row.getByRole('button', { name: /^Autres actions/ }));
  return screen.findByRole('menuitem', { name: entry });
}

test('S4.36 S4.5 after a deletion the links of the deleted person are not requested', async () => {
  server.on(listOtherSystems).reply(() => []);
  server.on(deleteUser).reply(() => {
    candidates = candidates.filter(({ id }) => id !== 2);
    return true;
  });
  const row = await open();
  fireEvent.click(await openMenu(row(/Ana/), 'Supprimer le compte…'));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(/^Ce compte sera supprimé du portail.*Ana/);
  question.getByText(/Cette suppression est définitive/);
  const yes = question.getByRole('button', { name: 'Oui' });
  await waitFor(() => expect(yes.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(yes);
  expect((await screen.findByText('Sauvegarde OK')).lang).toBe('fr');
  screen.getByText(/^Compte supprimé\s: Ana Côté$/);
  await waitFor(() => expect(screen.queryByText('Ana')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.requestsTo(listOtherSystems)).toHaveLength(1);
});

test('the student number has a column when somebody has one, and is searched', async () => {
  const row = await open();
  expect(screen.getByRole('columnheader', { name: /No d’étudiant/ })).toBeDefined();
  expect(row(/Ana/).getByText('0300123')).toBeDefined();
  fireEvent.change(screen.getByLabelText(/^Chercher/), { target: { value: '3001' } });
  await waitFor(() => expect(screen.queryByText('Moi')).toBeNull());
  expect(row(/Ana/).getByText('0300123')).toBeDefined();
});

test('S5.31 a person without a name is listed like the others', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'sans.nom@exemple.ca' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'sans.nom@exemple.ca' })).toBeDefined();
  expect(screen.getAllByText('Ana')).not.toHaveLength(0);
});

test('a link from home narrows an exam to who has never signed in, and the whole is one button away', async () => {
  candidates = [
    someUser({ id: 1, firstName: 'Ana', hasSignedIn: true }),
    someUser({ id: 2, firstName: 'Bob', hasSignedIn: false }),
  ];
  renderPortal('/dc/configuration?tab=users&exam=12&only=notSignedIn');
  await screen.findByText('Bob');
  expect(screen.queryByText('Ana')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Afficher toutes les personnes inscrites' }));
  await screen.findByText('Ana');
  expect(location.search).toBe('?tab=users&exam=12');
});

test('an exam in which everybody has signed in says so', async () => {
  candidates = [someUser({ id: 1, firstName: 'Ana', hasSignedIn: true })];
  renderPortal('/dc/configuration?tab=users&exam=12&only=notSignedIn');
  await screen.findByText('Toutes les personnes inscrites ont déjà ouvert une session');
});

test('an exam is narrowed to who has no exam notice', async () => {
  candidates = [
    someUser({ id: 1, firstName: 'Ana', isToInvite: false }),
    someUser({ id: 2, firstName: 'Bob', isToInvite: true }),
  ];
  renderPortal('/dc/configuration?tab=users&exam=12&mail=toInvite');
  await screen.findByText('Bob');
  expect(screen.queryByText('Ana')).toBeNull();
});
