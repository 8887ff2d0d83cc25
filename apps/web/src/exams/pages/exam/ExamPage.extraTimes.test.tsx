import { listAuditLines } from '@guichet/contract/core/audit';
import { getExam } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates } from '@guichet/contract/exams/places';
import {
  getExtraTime,
  type ListedExtraTime,
  listExtraTimes,
  setExtraTimesAgain,
} from '@guichet/contract/exams/results.extraTime';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import {
  noExamFacts,
  someExam,
  someHistory,
  someListedExam,
  someUser,
  someUserInfo,
} from '../../../testing/samples.ts';

const platform = { nextTryAt: null, reason: null, quizzes: null, inPlace: null, readAt: null };
const readAt = new Date('2027-01-11T15:00:00Z');
const person = (id: number, fullName: string, state: 'done' | 'failed' | 'noQuiz'): ListedExtraTime => ({
  id,
  fullName,
  email: `p${id}@etu.example.ca`,
  isGiven: true,
  extraTime: null,
  platform: { ...platform, state, ...(state === 'done' && { quizzes: 2, inPlace: 2, readAt }) },
});

let server: ReturnType<typeof fakeServer>;
let listed: ListedExtraTime[];
beforeEach(() => {
  server = fakeServer();
  listed = [
    person(31, 'Zoé Côté', 'done'),
    person(32, 'Liam Roy', 'failed'),
    person(33, 'Mia Roy', 'noQuiz'),
  ];
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, seesExtraTime: true }] });
  server.on(getExam).reply(() => someExam());
  server.on(listExams).reply(() => [someListedExam({ title: 'Oral' })]);
  server.on(listCandidates).reply(() => [someUser({ id: 31, firstName: 'Zoé', lastName: 'Côté' })]);
  server.on(listAuditLines).reply(() => ({ lines: [], next: null }));
  server.on(listExtraTimes).reply(() => listed);
  const exam = {
    systemId: 3,
    examId: 12,
    title: 'Oral',
    date: '2099-02-12',
    isCancelled: false,
    hasExtraTime: false,
    ...noExamFacts,
  };
  server.on(getUserInfo).reply(() => someUserInfo({ exams: [exam] }));
  server.on(getPersonHistory).reply(() => someHistory());
  server
    .on(getExtraTime)
    .reply(() => ({ extraTime: { minutes: 30, factor: null }, platform: null, handovers: [] }));
});

async function openCard() {
  renderPortal('/configuration/exams/3/12');
  return within(await screen.findByRole('region', { name: 'Temps supplémentaire' }));
}
const namesIn = (card: Awaited<ReturnType<typeof openCard>>) =>
  card
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('rowheader').firstChild?.textContent);

test('who has extra time is listed, what needs attention first, and a row opens the panel with the amount', async () => {
  const card = await openCard();
  await card.findByText('3 personnes · 2 à vérifier');
  expect(namesIn(card)).toEqual(['Liam Roy', 'Mia Roy', 'Zoé Côté']);
  card.getByText('En place dans les 2 tests à durée limitée du cours.', { exact: false });
  fireEvent.click(card.getByRole('button', { name: 'Voir les renseignements\u00a0: Zoé Côté' }));
  const panel = within(await screen.findByRole('dialog'));
  expect((await panel.findByLabelText<HTMLInputElement>('Temps en plus')).value).toBe('30\u00a0min');
});

test('it is set again for everybody with one button, and a refusal stands there', async () => {
  server.on(setExtraTimesAgain).reply(() => 3);
  const card = await openCard();
  fireEvent.click(await card.findByRole('button', { name: 'Régler de nouveau pour tout le monde' }));
  await screen.findByText('Le temps supplémentaire de 3 personnes est réglé de nouveau sur la plateforme.');
  server.on(setExtraTimesAgain).reply(() => problem(403, 'extraTime.denied'));
  fireEvent.click(card.getByRole('button', { name: 'Régler de nouveau pour tout le monde' }));
  await card.findByRole('alert');
});

test('an exam without any says how it is given', async () => {
  listed = [];
  const card = await openCard();
  await card.findByText(/^Personne n’a de temps supplémentaire à cet examen/);
  expect(card.queryByRole('button')).toBeNull();
});

test('whoever has extra time is marked in the list of candidates, without its amount', async () => {
  const others = ['Liam', 'Noé'].map((firstName, place) => someUser({ id: 32 + place * 8, firstName }));
  server.on(listCandidates).reply(() => [someUser({ id: 31, firstName: 'Zoé' }), ...others]);
  listed = [person(31, 'Zoé Côté', 'done'), { ...person(32, 'Liam Roy', 'done'), isGiven: false }];
  renderPortal('/configuration/exams/3/12');
  const list = within(await screen.findByRole('table', { name: 'Oral' }));
  const marked = (await list.findByText('Temps supplémentaire')).closest('tr');
  expect(marked?.textContent).toMatch(/^Zoé/);
  expect(marked?.textContent).not.toContain('min');
  expect(list.getAllByText('Temps supplémentaire')).toHaveLength(1);
});

test('without the right nothing of it is asked for', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, seesExtraTime: false }] });
  renderPortal('/configuration/exams/3/12');
  await screen.findByRole('row', { name: /Zoé/ });
  expect(screen.queryByRole('region', { name: 'Temps supplémentaire' })).toBeNull();
  expect(server.requestsTo(listExtraTimes)).toEqual([]);
});
