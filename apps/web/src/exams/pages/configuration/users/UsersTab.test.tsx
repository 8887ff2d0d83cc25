import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates, unenrol } from '@guichet/contract/exams/places';
import { putBackCandidates } from '@guichet/contract/exams/places.removals';
import { type ListedUser, listSystemUsers } from '@guichet/contract/identity/users';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { listAdministrators } from '@guichet/contract/overview/support';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someListedExam, someUser } from '../../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let candidates: ListedUser[];
beforeEach(() => {
  server = fakeServer();
  candidates = Array.from({ length: 32 }, (_, place) =>
    someUser({
      id: place + 1,
      firstName: `Personne ${String(place + 1).padStart(2, '0')}`,
      email: `p${place + 1}@exemple.ca`,
      learningPlatformId: `u${place + 1}`,
      mailState: place === 0 ? 'failed' : 'sent',
      platformState: 'done',
    }),
  );
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listExams).reply(() => [someListedExam()]);
  server.on(listCandidates).reply(() => candidates);
  server.on(listSystemUsers).reply(() => [
    someUser({
      id: 90,
      firstName: 'Élise',
      lastName: 'Roy',
      email: 'elise@exemple.ca',
      role: 'Admin - DC',
    }),
    someUser({ id: 91, firstName: 'Abel', lastName: 'Côté', email: 'abel@exemple.ca' }),
    someUser({ id: 92, firstName: 'éloi', lastName: 'Aubin', email: 'eloi@exemple.ca' }),
  ]);
});

const exam = '/dc/configuration?tab=users&exam=12';
const everybody = '/dc/configuration?tab=users';

async function open(path: string) {
  renderPortal(path);
  await screen.findByRole('table');
}

function column(place: number) {
  const rows = within(screen.getByRole('table')).getAllByRole<HTMLTableRowElement>('row').slice(1);
  return rows.map(({ cells }) => cells[place]?.textContent);
}

test('without an exam everyone in the system is listed; with one, its candidates', async () => {
  await open(everybody);
  expect(column(2)).toEqual(['elise@exemple.ca', 'abel@exemple.ca', 'eloi@exemple.ca']);
  expect(screen.queryByRole('columnheader', { name: 'Plateforme' })).toBeNull();
  fireEvent.change(screen.getByLabelText('Examen'), { target: { value: '12' } });
  await screen.findByText('p1@exemple.ca');
  expect(location.search).toBe('?tab=users&exam=12');
  expect(server.requestsTo(listCandidates).at(-1)?.url.pathname).toBe('/api/user/3/12');
});

test('where no mail ever leaves, the states say so and no notice takes room from the list', async () => {
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled: true }));
  candidates = [someUser({ mailState: 'filed', isInvited: false })];
  await open(exam);
  await screen.findAllByText('Non envoyé');
  expect(screen.queryByText(/^Aucun serveur de messagerie/)).toBeNull();
});

test('S4.1 S9.5 the list starts with five rows, and offers 5, 10 and 50 with at most five page links', async () => {
  await open(exam);
  expect(column(2)).toHaveLength(5);
  expect(screen.getByText('1 à 5 sur 32')).toBeDefined();
  const size = screen.getByLabelText<HTMLSelectElement>(/^Par page/);
  expect([...size.options].map(({ value }) => value)).toEqual(['5', '10', '50']);
  const pages = within(screen.getByRole('navigation', { name: 'Pages de la liste' }));
  expect(pages.getAllByRole('button', { name: /^Page \d/ }).map((link) => link.textContent)).toEqual([
    ...'12345',
  ]);
  fireEvent.click(pages.getByRole('button', { name: 'Dernière page' }));
  await screen.findByText('31 à 32 sur 32');
  expect(location.search).toContain('page=7');
  fireEvent.change(size, { target: { value: '50' } });
  await screen.findByText('1 à 32 sur 32');
  expect(location.search).toBe('?tab=users&exam=12&size=50');
});

test('paper says which people of the list it has, where it has not all', async () => {
  await open(`${exam}&page=2`);
  screen.getByText(/^Des 32 personnes de la liste, seules celles de 6 à 10 sont imprimées\./);
  fireEvent.change(screen.getByLabelText(/^Par page/), { target: { value: '50' } });
  await screen.findByText('1 à 32 sur 32');
  expect(screen.queryByText(/^Seules les personnes/)).toBeNull();
});

test('S4.6 S5.32 a column head sorts ascending, descending, and not at all', async () => {
  await open(everybody);
  const head = within(screen.getByRole('columnheader', { name: /^Nom/ })).getByRole('button');
  fireEvent.click(head);
  await waitFor(() => expect(column(1)).toEqual(['Aubin', 'Côté', 'Roy']));
  expect(screen.getByRole('columnheader', { name: /^Nom/ }).getAttribute('aria-sort')).toBe('ascending');
  expect(location.search).toBe('?tab=users&sort=lastName');
  fireEvent.click(head);
  await waitFor(() => expect(column(1)).toEqual(['Roy', 'Côté', 'Aubin']));
  fireEvent.click(head);
  await waitFor(() => expect(location.search).toBe('?tab=users'));
  expect(column(1)).toEqual(['Roy', 'Côté', 'Aubin']);
});

test('S4.2 typing five letters quickly updates the list once, 200 ms after the last', async () => {
  await open(everybody);
  const field = screen.getByLabelText<HTMLInputElement>('Chercher par nom, courriel, numéro ou rôle');
  const replaced = vi.spyOn(history, 'replaceState');
  for (const text of ['E', 'EL', 'ELO', 'ELOI', 'ELOI@'])
    fireEvent.change(field, { target: { value: text } });
  expect(column(2)).toHaveLength(3);
  await waitFor(() => expect(column(2)).toEqual(['eloi@exemple.ca']));
  expect(replaced.mock.calls.filter(([, , url]) => String(url).includes('q='))).toHaveLength(1);
  expect(field.value).toBe('ELOI@');
  await waitFor(() => expect(server.requestsTo(listSystemUsers)).toHaveLength(2));
});

test('S9.7 after changes the list is fetched once they have paused', async () => {
  await open(exam);
  const pages = within(screen.getByRole('navigation', { name: 'Pages de la liste' }));
  for (let press = 0; press < 3; press += 1)
    fireEvent.click(pages.getByRole('button', { name: 'Page suivante' }));
  fireEvent.click(within(screen.getByRole('columnheader', { name: /^Nom/ })).getByRole('button'));
  expect(server.requestsTo(listCandidates)).toHaveLength(1);
  await waitFor(() => expect(server.requestsTo(listCandidates)).toHaveLength(2));
});

test('S5.29 the address restores a search, also by role; an empty result links out of it', async () => {
  await open(`${everybody}&q=admin`);
  expect(column(3)).toEqual(['Admin - DC']);
  fireEvent.change(screen.getByLabelText(/^Chercher/), { target: { value: 'personne' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Effacer la recherche' }));
  await waitFor(() => expect(column(3)).toHaveLength(3));
});

test('a search that was typed and is cleared leaves no text in its field', async () => {
  await open(everybody);
  const field = screen.getByLabelText<HTMLInputElement>(/^Chercher/);
  fireEvent.change(field, { target: { value: 'personne' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Effacer la recherche' }));
  await waitFor(() => expect(column(3)).toHaveLength(3));
  expect(field.value).toBe('');
});

test('states are shown as texts, and the mails of the exam as a bar', async () => {
  await open(exam);
  const row = within(screen.getByRole('row', { name: /Personne 01/ }));
  expect(row.getByText('Échec')).toBeDefined();
  expect(row.getByText('Inscription faite')).toBeDefined();
  const picture = within(screen.getByRole('figure', { name: 'Personnes par état du courriel' }));
  expect(picture.getAllByRole('listitem').map((part) => part.textContent)).toEqual(['Envoyé 31', 'Échec 1']);
});

test('the list is polled while mails are pending', async () => {
  candidates = [someUser({ learningPlatformId: 'u1', mailState: 'queued', platformState: 'done' })];
  await open(exam);
  expect(screen.getAllByText('En attente d’envoi')).toHaveLength(2);
  candidates = [someUser({ learningPlatformId: 'u1', mailState: 'sent', platformState: 'done' })];
  await waitFor(() => expect(screen.getAllByText('Envoyé')).toHaveLength(2), { timeout: 4000 });
});

async function askToUnenrol() {
  await open(exam);
  fireEvent.click(screen.getByRole('button', { name: 'Désinscrire Personne 02 Côté' }));
  return within(await screen.findByRole('alertdialog'));
}

test.each([
  [true, 'OK', 'status'],
  [false, 'Erreur', 'alert'],
])('S8.13 unenrolling that answers %s shows the toast %s in French', async (answer, text, role) => {
  server.on(unenrol).reply(() => answer);
  const dialog = await askToUnenrol();
  expect(
    dialog.getByText(/ne sera plus inscrite à l’examen « Hiver 2027 » : .*\(p2@exemple\.ca\)/),
  ).toBeDefined();
  candidates = candidates.filter(({ id }) => id !== 2);
  fireEvent.click(dialog.getByRole('button', { name: 'Oui' }));
  const toast = await screen.findByText(text);
  expect(toast.closest('[lang]')?.getAttribute('lang')).toBe('fr');
  expect(toast.closest(`[role=${role}]`)).not.toBeNull();
  // The prescribed word is the heading of the explanation.
  const next = toast.nextElementSibling?.textContent ?? '';
  expect(/ n’a plus d’inscription à l’examen «\sHiver 2027\s»\.$/.test(next)).toBe(answer);
  const [{ url } = { url: new URL('x:') }] = server.requestsTo(unenrol);
  expect(url.pathname).toBe('/api/user/unroll/3/12/u2');
  await waitFor(() => expect(screen.queryByText('p2@exemple.ca')).toBeNull());
});

test('S4.37 after a failure Yes is disabled and the dialog shows the reason', async () => {
  server.on(unenrol).reply(() => problem(502, 'learning.refused'));
  const dialog = await askToUnenrol();
  fireEvent.click(dialog.getByRole('button', { name: 'Oui' }));
  await dialog.findByText('Détail de learning.refused.');
  expect(dialog.getByRole('button', { name: 'Oui' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(dialog.getByRole('button', { name: 'Non' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.requestsTo(unenrol)).toHaveLength(1);
});

test('one person taken out is put back from the toast, by an administrator', async () => {
  server.on(unenrol).reply(() => true);
  server.on(putBackCandidates).reply(() => ({ userIds: [2], others: [] }));
  const dialog = await askToUnenrol();
  fireEvent.click(dialog.getByRole('button', { name: 'Oui' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Annuler ce changement/ }));
  await screen.findByText('1 personne est de nouveau inscrite à « Hiver 2027 ».');
  const removalId = server.requestsTo(unenrol)[0]?.url.searchParams.get('removalId');
  expect(server.requestsTo(putBackCandidates)[0]?.body).toEqual({ removalId });
});

test('one person taken out is told, if they were mailed before and the box is not unticked', async () => {
  server.on(unenrol).reply(() => true);
  candidates = candidates.map((one) => ({ ...one, isMailed: one.id === 2 }));
  const dialog = await askToUnenrol();
  const box = dialog.getByRole<HTMLInputElement>('checkbox', {
    name: 'Aviser cette personne par courriel du retrait de son inscription',
  });
  expect(box.checked).toBe(true);
  fireEvent.click(dialog.getByRole('button', { name: 'Oui' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.requestsTo(unenrol)[0]?.url.searchParams.get('sendEmail')).toBe('true');
});

test('support is told who can put back the person whom they have unenrolled', async () => {
  welcome(server, { entrances: [{ systemId: 3, isSupport: true }] });
  server.on(listAdministrators).reply(() => [
    {
      systemId: 3,
      people: [
        { fullName: 'Ada Roy', email: 'ada@exemple.ca' },
        { fullName: 'Bea Côté', email: 'bea@exemple.ca' },
      ],
      phone: null,
      office: null,
    },
  ]);
  server.on(unenrol).reply(() => true);
  const dialog = await askToUnenrol();
  await waitFor(() => expect(server.requestsTo(listAdministrators)).toHaveLength(1));
  fireEvent.click(dialog.getByRole('button', { name: 'Oui' }));
  await screen.findByText(
    /n’a plus d’inscription à l’examen.*peut rétablir l’inscription\s: Ada Roy, Bea Côté\.$/,
  );
  expect(screen.queryByRole('button', { name: /^Annuler ce changement/ })).toBeNull();
});

test('support may unenrol, and has no links to imports or mails', async () => {
  welcome(server, { entrances: [{ systemId: 3, isSupport: true }] });
  await open(exam);
  expect(screen.getAllByRole('button', { name: /^Désinscrire/ })).toHaveLength(5);
  expect(screen.queryByRole('link', { name: 'Suivre les courriels' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Boîte d’envoi' })).toBeNull();
});

test('an empty exam links to its import; a list that cannot be loaded offers a retry', async () => {
  candidates = [];
  renderPortal(exam);
  const link = await screen.findByRole('link', { name: 'Importer une liste' });
  expect(link.getAttribute('href')).toBe('?tab=import&exam=12');
  server.on(listSystemUsers).reply(() => problem(500, 'internal'));
  fireEvent.change(screen.getByLabelText('Examen'), { target: { value: '' } });
  await screen.findByText('Détail de internal.');
  server.on(listSystemUsers).reply(() => [someUser()]);
  act(() => screen.getByRole('button', { name: 'Réessayer' }).click());
  await screen.findByText('zoe.cote@exemple.ca');
});
