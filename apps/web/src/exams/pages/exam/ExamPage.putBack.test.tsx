import { type ListedAuditLine, listAuditLines } from '@guichet/contract/core/audit';
import { editExam, getExam } from '@guichet/contract/exams/exams';
import { listClosedExams, listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates } from '@guichet/contract/exams/places';
import {
  getRemoval,
  listOpenRemovals,
  putBackCandidates,
  type RemovedPeople,
} from '@guichet/contract/exams/places.removals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someExam, someListedExam } from '../../../testing/samples.ts';

const removalId = 'd9d5c0a0-4f0b-4c53-9d33-0d6a3f2f6b11';

const removed = {
  id: 7,
  at: new Date('2027-04-01T14:00:00Z'),
  actorId: 1,
  actor: 'Ada Min',
  onBehalfOf: null,
  systemId: 3,
  action: 'candidates.unenrolled',
  subject: 'exam:12',
  subjectName: 'Oral',
  subjectEmail: null,
  subjectNameEn: null,
  examEn: null,
  people: ['Zoé Côté', 'Liam Roy'],
  detail: { name: 'Oral', candidates: 2, userIds: [31, 32], removalId },
} satisfies ListedAuditLine;

const zoe = { userId: 31, fullName: 'Zoé Côté', email: 'zoe@etu.example.ca', state: 'removed' } as const;
const liam = { userId: 32, fullName: 'Liam Roy', email: 'liam@etu.example.ca', state: 'removed' } as const;

let server: ReturnType<typeof fakeServer>;
let removal: RemovedPeople;
beforeEach(() => {
  server = fakeServer();
  removal = { isCancelled: false, people: [zoe, liam] };
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(getExam).reply(() => someExam({ id: 12, title: 'Oral' }));
  server.on(listClosedExams).reply(() => []);
  server.on(listExams).reply(() => [someListedExam({ id: 12 })]);
  server.on(listCandidates).reply(() => []);
  server.on(listAuditLines).reply(() => ({ lines: [removed], next: null }));
  server.on(getRemoval).reply(() => removal);
  server.on(listOpenRemovals).reply(() => [removalId]);
});

async function openPanel() {
  renderPortal('/configuration/exams/3/12');
  fireEvent.click(
    await screen.findByRole('button', { name: /^Réinscrire… Désinscription de plusieurs personnes, / }),
  );
  const panel = within(await screen.findByRole('dialog', { name: 'Réinscrire à «\u00a0Oral\u00a0»' }));
  await panel.findAllByRole('checkbox');
  return panel;
}

const box = (panel: ReturnType<typeof within>, name: string) =>
  panel.getByRole('checkbox', { name: (said: string) => said.startsWith(name) }) as HTMLInputElement;

test('of two people who were taken out together the history puts back the one who is chosen', async () => {
  server.on(putBackCandidates).reply(() => ({ userIds: [32], others: [], told: 1 }));
  const panel = await openPanel();
  expect([box(panel, 'Zoé Côté').checked, box(panel, 'Liam Roy').checked]).toEqual([false, false]);
  fireEvent.click(panel.getByRole('button', { name: 'Réinscrire' }));
  await panel.findByText('Choisissez au moins une personne.');
  expect(server.requestsTo(putBackCandidates)).toEqual([]);
  fireEvent.click(box(panel, 'Liam Roy'));
  fireEvent.click(panel.getByRole('button', { name: 'Réinscrire 1 personne' }));
  await screen.findByText(
    '1 personne est de nouveau inscrite à « Oral ». 1 courriel d’avis est dans la boîte d’envoi.',
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requestsTo(putBackCandidates).map(({ body }) => body)).toEqual([
    { removalId, userIds: [32] },
  ]);
});

test('one box chooses all who can be put back, and each of the others says why they cannot', async () => {
  removal.people = [
    zoe,
    liam,
    { userId: 33, fullName: 'Ida Fay', email: '', state: 'enrolled' },
    { userId: 34, fullName: 'Max Lee', email: '', state: 'forgotten' },
    { userId: 35, fullName: '', email: '', state: 'deleted' },
  ];
  server
    .on(putBackCandidates)
    .reply(() => ({ userIds: [31], others: [{ userId: 32, reason: 'changed' as const }] }));
  const panel = await openPanel();
  for (const [name, why] of [
    ['Ida Fay', 'Est inscrite à cet examen.'],
    ['Max Lee', /^Sa place n’est plus conservée/],
    ['Compte supprimé', 'Ce compte n’existe plus.'],
  ] as const) {
    expect(box(panel, name).disabled).toBe(true);
    panel.getByText(why);
  }
  fireEvent.click(box(panel, 'Les 2 personnes'));
  fireEvent.click(panel.getByRole('button', { name: 'Réinscrire 2 personnes' }));
  await screen.findByText(
    /^1 personne est de nouveau inscrite .* 1 personne a été déplacée, inscrite ou supprimée entre-temps : Liam Roy\.$/,
  );
  expect(server.requestsTo(putBackCandidates)[0]?.body).toEqual({ removalId, userIds: [31, 32] });
});

test('a cancelled exam takes nobody back, and says so', async () => {
  removal.isCancelled = true;
  const panel = await openPanel();
  panel.getByText('L’examen est annulé : réactivez-le pour réinscrire quelqu’un.');
  expect(box(panel, 'Zoé Côté').disabled).toBe(true);
  expect(panel.queryByRole('button', { name: /^Réinscrire/ })).toBeNull();
});

test('the number of the people stands in the history only where not all of them do by name', async () => {
  const { people, detail } = removed;
  server.on(listAuditLines).reply(() => ({
    lines: [
      removed,
      { ...removed, id: 6, detail: { ...detail, candidates: 12 }, people: [] },
      // An account is deleted, so the names are fewer than `candidates`.
      { ...removed, id: 5, detail: { ...detail, candidates: 3 } },
    ],
    next: null,
  }));
  renderPortal('/configuration/exams/3/12');
  await screen.findAllByText(/^Personnes/);
  const told = () => screen.getAllByText(/^(Personnes.|People): /).map(({ textContent }) => textContent);
  const names = people.join(', ');
  const said = [names, '12', names, '3'];
  expect(told()).toEqual(said.map((value) => `Personnes\u00a0: ${value}`));
  await act(() => setLanguage('en'));
  expect(told()).toEqual(said.map((value) => `People: ${value}`));
});

test('a line that took nobody out of this exam offers nothing', async () => {
  const { removalId: _, ...without } = removed.detail;
  server.on(listAuditLines).reply(() => ({
    lines: [
      { ...removed, id: 6, detail: without },
      { ...removed, id: 5, action: 'candidates.moved', subject: 'exam:11' },
    ],
    next: null,
  }));
  renderPortal('/configuration/exams/3/12');
  await screen.findByText('Désinscription de plusieurs personnes');
  expect(screen.queryByRole('button', { name: /^Réinscrire/ })).toBeNull();
});

test('a removal whose people are all back offers no way back, and one of whom somebody is out does', async () => {
  const other = 'd9d5c0a0-4f0b-4c53-9d33-0d6a3f2f6b12';
  const lines = [removed, { ...removed, id: 6, detail: { ...removed.detail, removalId: other } }];
  server.on(listAuditLines).reply(() => ({ lines, next: null }));
  server.on(listOpenRemovals).reply(() => [other]);
  renderPortal('/configuration/exams/3/12');
  expect(await screen.findAllByRole('button', { name: /^Réinscrire/ })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: /^Réinscrire/ }));
  await waitFor(() => expect(server.requestsTo(getRemoval).at(-1)?.url.pathname).toContain(other));
});

test('in English the history and the saved exam bear the English title, where there is one', async () => {
  const moved = {
    ...removed,
    action: 'candidates.moved',
    subjectNameEn: 'Oral exam',
    examEn: 'Fall session',
    detail: { name: 'Oral', exam: 'Automne', examId: 14, candidates: 2 },
  };
  server.on(listAuditLines).reply(() => ({
    lines: [moved, { ...moved, id: 6, examEn: null, detail: { ...moved.detail, exam: 'Hiver' } }],
    next: null,
  }));
  const exam = someExam({
    id: 12,
    titleFr: 'Oral',
    title: 'Oral',
    titleEn: 'Oral exam',
    examDate: '2099-02-12',
  });
  server.on(getExam).reply(() => exam);
  server.on(editExam).reply(() => ({ ...exam, version: 2 }));
  await setLanguage('en');
  renderPortal('/configuration/exams/3/12');
  await screen.findByText('Exam: Fall session');
  screen.getByText('Exam: Hiver');
  fireEvent.change(screen.getByLabelText('Location in English'), { target: { value: 'Room 1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The exam “Oral exam” has been saved.');
});

test('of many people a search finds some, which one box chooses, and the question counts them', async () => {
  const longName = `Maude ${'É'.repeat(194)}`;
  removal.people = [
    ...Array.from({ length: 11 }, (_, n) => ({ ...liam, userId: 40 + n, fullName: `Liam Roy ${n}` })),
    { ...zoe, fullName: longName },
  ];
  server.on(putBackCandidates).reply(() => ({ userIds: [31], others: [] }));
  const panel = await openPanel();
  panel.getByRole('group', { name: 'Personnes à réinscrire (0 sur 12)' });
  expect(panel.getByText(longName).title).toBe(longName);
  const search = panel.getByRole('searchbox', { name: 'Chercher par nom ou courriel' });
  fireEvent.change(search, { target: { value: 'personne' } });
  panel.getByText('Aucun nom ni courriel ne correspond à cette recherche.');
  expect(panel.queryAllByRole('checkbox')).toEqual([]);
  fireEvent.change(search, { target: { value: 'eee zoe@ maude' } });
  expect(panel.getAllByRole('checkbox')).toHaveLength(2);
  fireEvent.click(box(panel, 'La 1 personne trouvée'));
  panel.getByRole('group', { name: 'Personnes à réinscrire (1 sur 12)' });
  // In the search, the Enter key would submit the form.
  expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false);
  fireEvent.change(search, { target: { value: '' } });
  expect(panel.getAllByRole('checkbox')).toHaveLength(13);
  fireEvent.click(panel.getByRole('button', { name: 'Réinscrire 1 personne' }));
  await screen.findByText('1 personne est de nouveau inscrite à « Oral ».');
  expect(server.requestsTo(putBackCandidates)[0]?.body).toEqual({ removalId, userIds: [31] });
});

const lose = () => {
  throw new TypeError('lost');
};

test('after a lost connection the list says who is back, and only the others are put back', async () => {
  server.on(putBackCandidates).reply(() => {
    removal = { isCancelled: false, people: [{ ...zoe, state: 'enrolled' }, liam] };
    return lose();
  });
  const panel = await openPanel();
  fireEvent.click(box(panel, 'Les 2 personnes'));
  fireEvent.click(panel.getByRole('button', { name: 'Réinscrire 2 personnes' }));
  expect((await panel.findByRole('alert')).textContent).toMatch(/^Le serveur n’a pas répondu.*deux fois\.$/);
  await panel.findByText('Est inscrite à cet examen.');
  server.on(putBackCandidates).reply(() => ({ userIds: [32], others: [] }));
  fireEvent.click(panel.getByRole('button', { name: 'Réinscrire 1 personne' }));
  await screen.findByText('1 personne est de nouveau inscrite à « Oral ».');
  expect(server.requestsTo(putBackCandidates)[1]?.body).toEqual({ removalId, userIds: [32] });
});

test('once all are back after a lost connection, the text about it stays', async () => {
  server.on(putBackCandidates).reply(() => {
    removal.people = [zoe, liam].map((person) => ({ ...person, state: 'enrolled' }));
    return lose();
  });
  const panel = await openPanel();
  fireEvent.click(box(panel, 'Les 2 personnes'));
  fireEvent.click(panel.getByRole('button', { name: 'Réinscrire 2 personnes' }));
  expect(await panel.findAllByText('Est inscrite à cet examen.')).toHaveLength(2);
  panel.getByText(/^Le serveur n’a pas répondu/);
  expect(panel.queryByRole('button', { name: /^Réinscrire/ })).toBeNull();
});

test('a second try, before the list could be read again, tells who is back since the first one', async () => {
  let isOffline = false;
  server.on(putBackCandidates).reply(() => {
    isOffline = true;
    return lose();
  });
  server.on(getRemoval).reply(() => (isOffline ? lose() : removal));
  const panel = await openPanel();
  fireEvent.click(box(panel, 'Zoé Côté'));
  fireEvent.click(panel.getByRole('button', { name: 'Réinscrire 1 personne' }));
  await panel.findByText(/^Le serveur n’a pas répondu/);
  isOffline = false;
  server.on(putBackCandidates).reply(() => {
    removal = { isCancelled: false, people: [{ ...zoe, state: 'enrolled' }, liam] };
    return { userIds: [], others: [] };
  });
  fireEvent.click(panel.getByRole('button', { name: 'Réinscrire 1 personne' }));
  await screen.findByText('1 personne est de nouveau inscrite à « Oral ».');
  expect(screen.queryByText(/ne peut plus être annulé/)).toBeNull();
});
