import { listExams } from '@guichet/contract/exams/exams.list';
import { previewNotice } from '@guichet/contract/exams/notices';
import { listCandidates } from '@guichet/contract/exams/places';
import {
  moveCandidates,
  putBackCandidates,
  takeOutCandidates,
} from '@guichet/contract/exams/places.removals';
import type { ListedUser } from '@guichet/contract/identity/users';
import { getMessage } from '@guichet/contract/mail/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { today } from '../../../../core/i18n/formats.ts';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someListedExam, someMessage, someUser } from '../../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let candidates: ListedUser[];
let others: { userId: number; reason: 'absent' | 'alreadyThere' | 'attested' }[];
beforeEach(() => {
  server = fakeServer();
  others = [];
  candidates = Array.from({ length: 12 }, (_, place) =>
    someUser({
      id: place + 1,
      firstName: `Personne ${place + 1}`,
      lastName: place < 8 ? 'Côté' : 'Roy',
      email: `p${place + 1}@exemple.ca`,
      isAttested: place === 0,
      hasSignedIn: place % 2 === 0,
      mailState: place < 3 ? 'failed' : 'sent',
      platformState: place < 6 ? 'done' : 'waiting',
      language: place < 2 ? 'en' : 'fr',
    }),
  );
  const all = candidates;
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listExams).reply(() => [someListedExam(), someListedExam({ id: 13, title: 'Printemps 2099' })]);
  server.on(listCandidates).reply(() => candidates);
  const remove = ({ body }: { body: unknown }) => {
    const { userIds } = body as { userIds: number[] };
    const gone = userIds.filter((id) => !others.some(({ userId }) => userId === id));
    candidates = candidates.filter(({ id }) => !gone.includes(id));
    return { userIds: gone, others };
  };
  server.on(getMessage).reply(() => someMessage());
  server.on(takeOutCandidates).reply(remove);
  server.on(moveCandidates).reply(remove);
  server.on(putBackCandidates).reply(() => {
    const back = all.filter((one) => !candidates.includes(one)).map(({ id }) => id);
    candidates = all;
    return { userIds: back, others: [] };
  });
});

async function select(more = '') {
  renderPortal(`/dc/configuration?tab=users&exam=12${more}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Sélectionner des personnes' }));
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const question = async () => within(await screen.findByRole('alertdialog'));
const bodyOf = (endpoint: Parameters<typeof server.requestsTo>[0]) =>
  server.requestsTo(endpoint).map(({ body }) => body);

test('all who match search and filter are taken out after a question that counts them, and put back', async () => {
  await select();
  expect(screen.getByRole('button', { name: 'Désinscrire…' }).getAttribute('aria-disabled')).toBe('true');
  press('Filtrer');
  choose('État du courriel', 'failed');
  fireEvent.change(screen.getByLabelText(/^Chercher/), { target: { value: 'cote' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Sélectionner tous les résultats (3)' }));
  press('Désinscrire…');
  const asked = await question();
  expect(
    asked.getByText(
      /^Ces 3 personnes ne seront plus inscrites.*Hiver 2027.*: Personne 1 Côté, Personne 2 Côté, Personne 3 Côté\.$/,
    ),
  ).toBeTruthy();
  expect(asked.getByText(/^1 d’entre elles a l’attestation/)).toBeTruthy();
  expect(bodyOf(takeOutCandidates)).toEqual([]);
  fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
  await screen.findByText('3 personnes désinscrites de « Hiver 2027 ».');
  const [sent] = bodyOf(takeOutCandidates) as [{ userIds: number[]; removalId: string }];
  expect(sent.userIds).toEqual([1, 2, 3]);
  await screen.findByText('Personne dans cette liste ne correspond à la recherche et aux filtres.');
  press(/^Annuler ce changement/);
  await screen.findByText('3 personnes sont de nouveau inscrites à « Hiver 2027 ».');
  expect(bodyOf(putBackCandidates)).toEqual([{ removalId: sent.removalId }]);
  await screen.findByText('Personne 3');
  // People who stayed selected would be taken out with the next selection.
  expect(screen.getByText('0 personne sélectionnée')).toBeTruthy();
});

test('those to whom a mail about the exam has left are told unless the box is unticked, and it says how many', async () => {
  candidates = candidates.map((one) => ({ ...one, isMailed: one.id < 3 }));
  server.on(takeOutCandidates).reply(() => ({ userIds: [1, 2, 3], others: [], told: 2 }));
  await select();
  press('Sélectionner tous les résultats (12)');
  press('Désinscrire…');
  const asked = await question();
  const box = asked.getByRole<HTMLInputElement>('checkbox', {
    name: 'Aviser du retrait, par courriel, les 2 personnes à qui nous avons déjà écrit',
  });
  expect([box.checked, asked.queryByText(/pourraient se présenter/)]).toEqual([true, null]);
  fireEvent.click(box);
  asked.getByText(/^Si vous ne cochez pas cette case, ces 2 personnes ne reçoivent aucun courriel/);
  fireEvent.click(box);
  server.on(previewNotice).reply(() => ({
    fr: { subject: 'Inscription retirée', html: '' },
    en: null,
    readers: ['fr', 'en'],
    isRead: true,
  }));
  fireEvent.click(asked.getByRole('button', { name: 'Lire ce courriel' }));
  await asked.findByText('Inscription retirée');
  fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
  await screen.findByText(/désinscrites de .* 2 courriels d’avis sont dans la boîte d’envoi\.$/);
  expect(bodyOf(takeOutCandidates)).toMatchObject([{ sendEmail: true }]);
  expect(server.requestsTo(previewNotice)[0]?.body).toEqual({ kind: 'examLeft' });
});

test('where no mail has left, nobody is offered to be told', async () => {
  await select();
  press('Sélectionner tous les résultats (12)');
  press('Désinscrire…');
  const asked = await question();
  expect(asked.queryByRole('checkbox')).toBeNull();
  fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
  await waitFor(() => expect(bodyOf(takeOutCandidates)).toMatchObject([{ sendEmail: false }]));
});

test.each([
  ['2026-02-12', ''],
  [today(new Date()), '00:00'],
])('of an exam that is over, on %s “%s”, nobody is offered to be told', async (date, endTime) => {
  server.on(listExams).reply(() => [someListedExam({ date, endTime })]);
  candidates = candidates.map((one) => ({ ...one, isMailed: true }));
  await select();
  press('Sélectionner tous les résultats (12)');
  press('Désinscrire…');
  const asked = await question();
  expect(asked.queryByRole('checkbox')).toBeNull();
  expect(asked.queryByText(/^Si vous ne cochez pas/)).toBeNull();
  fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
  await waitFor(() => expect(bodyOf(takeOutCandidates)).toMatchObject([{ sendEmail: false }]));
});

test('the offer to undo names what it undoes, and goes when another tab is opened', async () => {
  await select();
  press('Sélectionner tous les résultats (12)');
  press('Désinscrire…');
  fireEvent.click((await question()).getByRole('button', { name: 'Oui' }));
  await screen.findByRole('button', {
    name: /^Annuler ce changement – 12 personnes désinscrites de «\sHiver 2027\s»\.$/,
  });
  fireEvent.click(screen.getByRole('tab', { name: 'Cohortes' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Annuler ce changement/ })).toBeNull());
});

test('an undo that takes a while is told until it is done', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.on(putBackCandidates).reply(async () => {
    await promise;
    return { userIds: [1], others: [] };
  });
  await select();
  press('Sélectionner tous les résultats (12)');
  press('Désinscrire…');
  fireEvent.click((await question()).getByRole('button', { name: 'Oui' }));
  await screen.findByText('12 personnes désinscrites de « Hiver 2027 ».');
  press(/^Annuler ce changement/);
  await screen.findByText('Annulation en cours…');
  resolve();
  await screen.findByText('1 personne est de nouveau inscrite à « Hiver 2027 ».');
  expect(screen.queryByText('Annulation en cours…')).toBeNull();
});

test('a move asks for the exam, tells what happens, and names who stays and why', async () => {
  others = [
    { userId: 1, reason: 'attested' },
    ...[2, 3, 4, 5].map((userId) => ({ userId, reason: 'alreadyThere' as const })),
  ];
  await select();
  press('Sélectionner tous les résultats (12)');
  press('Déplacer…');
  const dialog = within(await screen.findByRole('dialog'));
  // The only other exam is chosen already.
  expect(await dialog.findByLabelText('Nouvel examen')).toHaveProperty('value', '13');
  expect(dialog.getAllByRole('option')).toHaveLength(1);
  expect(dialog.getByText(/: Personne 1 Côté, Personne 2 Côté, Personne 3 Côté et 9 autres\.$/)).toBeTruthy();
  dialog.getByText('La convocation commence par dire que l’examen quitté ne compte plus.');
  fireEvent.click(dialog.getByLabelText('Envoyer la convocation du nouvel examen'));
  expect(dialog.queryByText(/^La convocation commence/)).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Déplacer 12 personnes' }));
  const told = await screen.findByText(/^7 personnes déplacées vers « Printemps 2099 »\./);
  expect(told.textContent).toContain(
    '1 personne qui a l’attestation reste à cet examen\u00a0: Personne 1 Côté.',
  );
  expect(told.textContent).toContain(
    '4 personnes y sont déjà inscrites et restent aussi à cet examen\u00a0: Personne 2 Côté, Personne 3 Côté, Personne 4 Côté et 1 autre.',
  );
  expect(bodyOf(moveCandidates)).toMatchObject([{ toExamId: 13, sendEmail: false }]);
  await screen.findByText('5 personnes sélectionnées');
});

test('a failure is told in the question, and the focus stays on the page when the last one leaves', async () => {
  server.on(takeOutCandidates).reply(() => problem(404, 'exam.notFound', { detail: 'Introuvable' }));
  await select();
  press('Sélectionner tous les résultats (12)');
  press('Désinscrire…');
  const asked = await question();
  fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
  expect(await asked.findByText('Introuvable')).toBeTruthy();
  server.on(takeOutCandidates).reply(({ body }) => {
    candidates = [];
    return { userIds: (body as { userIds: number[] }).userIds, others: [] };
  });
  fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
  await screen.findByText('Aucune personne inscrite à cet examen');
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  const ids = (bodyOf(takeOutCandidates) as { removalId: string }[]).map(({ removalId }) => removalId);
  expect(new Set(ids).size).toBe(1);
});

test('filters are kept in the address, add up with each other, and are cleared together', async () => {
  renderPortal('/dc/configuration?tab=users&exam=12&size=50&platform=done&only=notSignedIn');
  await screen.findByText('Personne 2');
  const rows = () => screen.getAllByRole('row').length - 1;
  expect(rows()).toBe(3);
  choose('Langue', 'en');
  await waitFor(() => expect(rows()).toBe(1));
  expect(location.search).toContain('language=en');
  expect(screen.getByRole('button', { name: 'Filtrer (3)' })).toBeTruthy();
  press('Retirer les filtres');
  await waitFor(() => expect(rows()).toBe(12));
  expect(location.search).toBe('?tab=users&exam=12&size=50');
});

test('a move warns of exam notices without the password link in the languages of those who move', async () => {
  server.on(getMessage).reply(() => someMessage({ body: '<p>Bonjour</p>' }));
  await select();
  fireEvent.click(await screen.findByRole('button', { name: 'Sélectionner tous les résultats (12)' }));
  press('Déplacer…');
  await screen.findByText(/^La convocation n’a pas le lien du mot de passe, ni en français ni en anglais/);
});

test('a sentence is added to the mail in the languages of those who are told alone', async () => {
  candidates = candidates.map((one) => ({ ...one, isMailed: one.id < 3 }));
  server.on(takeOutCandidates).reply(() => ({ userIds: [1, 2, 3], others: [], told: 2 }));
  await select();
  press('Sélectionner tous les résultats (12)');
  press('Désinscrire…');
  const asked = await question();
  // Both people read English.
  expect(asked.queryByRole('textbox', { name: /au courriel en français/ })).toBeNull();
  const field = asked.getByRole('textbox', { name: /au courriel en anglais/ });
  fireEvent.change(field, { target: { value: 'x'.repeat(501) } });
  expect(asked.getByRole('button', { name: 'Oui' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(field, { target: { value: 'See you in May.' } });
  fireEvent.click(asked.getByRole('button', { name: 'Non' }));
  const discard = within(await screen.findByRole('alertdialog', { name: 'Abandonner la saisie?' }));
  fireEvent.click(discard.getByText('Continuer la saisie'));
  await waitFor(() => expect(screen.queryByText('Abandonner la saisie?')).toBeNull());
  expect(asked.queryByText(/recevront le courriel sans phrase ajoutée/)).toBeNull();
  fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
  await waitFor(() => expect(bodyOf(takeOutCandidates)).toMatchObject([{ noteEn: 'See you in May.' }]));
});
