import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates } from '@guichet/contract/exams/places';
import { attestCandidates } from '@guichet/contract/exams/results';
import type { ListedUser } from '@guichet/contract/identity/users';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someListedExam, someUser } from '../../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let candidates: ListedUser[];
let exam: ReturnType<typeof someListedExam>;
beforeEach(() => {
  server = fakeServer();
  exam = someListedExam({ mayAttest: true });
  candidates = Array.from({ length: 12 }, (_, place) =>
    someUser({
      id: place + 1,
      firstName: `Personne ${place + 1}`,
      lastName: place < 8 ? 'Côté' : 'Roy',
      email: `p${place + 1}@exemple.ca`,
      isAttested: place === 0,
    }),
  );
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listExams).reply(() => [exam]);
  server.on(listCandidates).reply(() => candidates);
  server.on(attestCandidates).reply(({ body }) => {
    const { userIds, isAttested } = body as { userIds: number[]; isAttested: boolean };
    candidates = candidates.map((user) => (userIds.includes(user.id) ? { ...user, isAttested } : user));
    return userIds;
  });
});

async function select() {
  renderPortal('/dc/configuration?tab=users&exam=12');
  fireEvent.click(await screen.findByRole('button', { name: 'Sélectionner des personnes' }));
}
const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));
async function choose(entry: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Attestations' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
}
const question = async () => within(await screen.findByRole('alertdialog'));
const sent = () => server.requestsTo(attestCandidates).map(({ body }) => body);

test('the question says that the exam is not over, and after its end no more', async () => {
  const ask = async (date: string) => {
    exam = { ...exam, date, endTime: '11:30' };
    await select();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Sélectionner Personne 2 Côté' }));
    await choose('Accorder l’attestation');
    return question();
  };
  expect((await ask('2099-02-12')).getByText('L’examen n’est pas encore terminé.')).toBeTruthy();
  cleanup();
  expect((await ask('2020-02-12')).queryByText(/pas encore terminé/)).toBeNull();
});

test('all who match a search are marked, but those who have the mark; the toast undoes just that', async () => {
  await select();
  fireEvent.change(screen.getByLabelText(/^Chercher/), { target: { value: 'cote' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Sélectionner tous les résultats (8)' }));
  expect(screen.getByText('8 personnes sélectionnées')).toBeTruthy();
  await choose('Accorder l’attestation');
  const asked = await question();
  expect(
    asked.getByText(
      /^Accorder à 7 personnes l’attestation de l’examen.*Hiver 2027.*\? L’autre personne sélectionnée a déjà l’attestation\.$/,
    ),
  ).toBeTruthy();
  expect(sent()).toEqual([]);
  fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
  const undo = await screen.findByRole('button', { name: /^Annuler ce changement/ });
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  fireEvent.click(undo);
  // The page stays where it is, whatever gets the focus.
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  await screen.findByText('Le changement est annulé. 7 attestations retirées.');
  const userIds = [2, 3, 4, 5, 6, 7, 8];
  expect(sent()).toEqual([
    { userIds, isAttested: true },
    { userIds, isAttested: false },
  ]);
  await waitFor(() => expect(candidates.filter(({ isAttested }) => isAttested)).toHaveLength(1));
});

test('a selection is kept from page to page, and the mark of one is removed after a question', async () => {
  await select();
  tick('Sélectionner Personne 1 Côté');
  fireEvent.click(screen.getByRole('button', { name: 'Page suivante' }));
  await screen.findByText('Personne 6');
  expect(screen.getByText('1 personne sélectionnée')).toBeTruthy();
  await choose('Retirer l’attestation');
  expect((await question()).queryByText(/sélectionnée/)).toBeNull();
  fireEvent.click((await question()).getByRole('button', { name: 'Oui' }));
  await screen.findByText('1 attestation retirée.');
  expect(sent()).toEqual([{ userIds: [1], isAttested: false }]);
});

test('before the day of the exam nobody can be marked, and the page says from when', async () => {
  exam = someListedExam({ mayAttest: false });
  await select();
  tick('Sélectionner toute la page');
  expect(
    screen.getByText(
      /^L’examen a lieu le .*2099\s: les attestations peuvent être accordées à partir de cette date/,
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Attestations' }));
  const entry = await screen.findByRole('menuitem', { name: 'Accorder l’attestation' });
  expect(entry.getAttribute('aria-disabled')).toBe('true');
});

test('once people were ticked, only those present are marked, and the others are told', async () => {
  const at = new Date();
  candidates = candidates.map((user) =>
    user.id === 2
      ? { ...user, presence: { state: 'present', at, by: null } }
      : { ...user, notPresent: user.id === 3 ? 'absent' : 'unticked' },
  );
  await select();
  for (const id of [1, 2, 3, 4]) tick(`Sélectionner Personne ${id} Côté`);
  await choose('Accorder l’attestation');
  const asked = await question();
  expect(
    asked.getByText(/Accorder à 1 personne.*déjà l’attestation\. 2 personnes ne sont pas pointées présentes/),
  ).toBeTruthy();
  fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
  await waitFor(() => expect(sent()).toEqual([{ userIds: [2], isAttested: true }]));
});

test('a failure is told in the question, and nothing is offered to undo', async () => {
  server.on(attestCandidates).reply(() => problem(404, 'user.notFound', { detail: 'Introuvable' }));
  await select();
  tick('Sélectionner Personne 2 Côté');
  await choose('Accorder l’attestation');
  const asked = await question();
  fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
  expect(await asked.findByText('Introuvable')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Annuler ce changement/ })).toBeNull();
});

test('the mark has a column once somebody has it, and only administrators select', async () => {
  candidates = candidates.map((user) => ({ ...user, isAttested: false }));
  welcome(server, { entrances: [{ systemId: 3, isAdmin: false }] });
  renderPortal('/dc/configuration?tab=users&exam=12');
  await screen.findByRole('table');
  expect(screen.queryByRole('columnheader', { name: 'Attestation' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Sélectionner des personnes' })).toBeNull();
});

test('the list is narrowed to those who have the attestation, or were present; without any the filter is absent', async () => {
  const at = new Date('2027-01-12T14:00:00Z');
  const { unmount } = renderPortal('/dc/configuration?tab=users&exam=12');
  fireEvent.click(await screen.findByRole('button', { name: 'Filtrer' }));
  const filter = (await screen.findByLabelText('Présence et attestation')) as HTMLSelectElement;
  candidates[3] = someUser({ ...candidates[3], presence: { state: 'present', at, by: null } });
  fireEvent.change(filter, { target: { value: 'attested' } });
  await waitFor(() => expect(location.search).toContain('result=attested'));
  await screen.findByText('Personne 1');
  expect(screen.queryByText('Personne 2')).toBeNull();
  fireEvent.change(filter, { target: { value: 'unattested' } });
  await screen.findByText('Personne 2');
  expect(screen.queryByText('Personne 1')).toBeNull();
  unmount();
  const second = renderPortal('/dc/configuration?tab=users&exam=12&result=present');
  await screen.findByText('Personne 4');
  expect(screen.queryByText('Personne 1')).toBeNull();
  second.unmount();
  candidates = candidates.map((user) => ({ ...user, isAttested: false, presence: null }));
  renderPortal('/dc/configuration?tab=users&exam=12');
  fireEvent.click(await screen.findByRole('button', { name: 'Filtrer' }));
  await screen.findByLabelText('Langue');
  expect(screen.queryByLabelText('Présence et attestation')).toBeNull();
});
