import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates } from '@guichet/contract/exams/places';
import {
  type CandidateExtraTime,
  confirmAccount,
  getExtraTime,
  listExtraTimes,
  setExtraTime,
} from '@guichet/contract/exams/results.extraTime';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { noExamFacts, someListedExam, someUser, someUserInfo } from '../../../../testing/samples.ts';

const params = { systemId: 3, examId: 12 };
const readAt = new Date('2027-01-11T15:00:00Z');
const inPlace = { state: 'done', nextTryAt: null, reason: null, quizzes: 2, inPlace: 2, readAt } as const;

let server: ReturnType<typeof fakeServer>;
let found: CandidateExtraTime;
beforeEach(() => {
  server = fakeServer();
  found = { extraTime: null, platform: null, handovers: [] };
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, seesExtraTime: true }] });
  server.on(listExams).reply(() => [someListedExam()]);
  server.on(listCandidates).reply(() => [someUser({ id: 1, firstName: 'Zoé', lastName: 'Côté' })]);
  const exam = {
    ...params,
    title: 'Hiver 2027',
    date: '2027-02-01',
    isCancelled: false,
    hasExtraTime: false,
    ...noExamFacts,
  };
  server.on(getUserInfo).reply(() => someUserInfo({ exams: [exam] }));
  server.on(listExtraTimes).reply(() => []);
  server.on(getExtraTime).reply(() => found);
  server.on(setExtraTime).reply(({ body }) => {
    const { extraTime } = body as Pick<CandidateExtraTime, 'extraTime'>;
    found = {
      extraTime,
      platform: { ...inPlace, state: 'pending', quizzes: null, inPlace: null, readAt: null },
      handovers: [],
    };
    return true as const;
  });
});

async function openPanel() {
  renderPortal('/dc/configuration?tab=users&exam=12');
  const row = await screen.findByRole('row', { name: /Zoé/ });
  fireEvent.click(within(row).getByRole('button', { name: /^Voir les renseignements/ }));
  return within(await screen.findByRole('dialog'));
}

async function openForm() {
  const panel = await openPanel();
  await panel.findByRole('heading', { name: 'Temps supplémentaire\u00a0: Hiver 2027' });
  return { panel, field: await panel.findByLabelText<HTMLInputElement>('Temps en plus') };
}

const save = (panel: Awaited<ReturnType<typeof openPanel>>) =>
  fireEvent.click(panel.getByRole('button', { name: 'Enregistrer le temps supplémentaire' }));
const sent = () =>
  server.requestsTo(setExtraTime).flatMap(({ method, body }) => (method === 'POST' ? [body] : []));

test('extra time is given as it is typed, and what is to be done on the platform is shown', async () => {
  const { panel, field } = await openForm();
  fireEvent.change(field, { target: { value: '1 h 30' } });
  save(panel);
  await screen.findByText(/^Le temps supplémentaire est enregistré/);
  expect(sent()).toEqual([{ extraTime: { minutes: 90, factor: null } }]);
  expect(await panel.findByText('À régler sur la plateforme')).toBeTruthy();
  expect(field.value).toBe('90\u00a0min');
});

test.each([
  ['50', '50 min', { minutes: 50, factor: null }],
  ['25 %', '+25 %', { minutes: null, factor: 1.25 }],
  ['1,5', '+50 %', { minutes: null, factor: 1.5 }],
  ['tiers-temps', '+33,33 %', { minutes: null, factor: 1.3333 }],
])('%s is shown as it was read before it is saved, and so afterwards', async (typed, shown, extraTime) => {
  const { panel, field } = await openForm();
  fireEvent.change(field, { target: { value: typed } });
  expect(panel.getByText(/^Compris comme/).textContent?.replaceAll('\u00a0', ' ')).toBe(
    `Compris comme : ${shown}`,
  );
  expect(sent()).toEqual([]);
  save(panel);
  await screen.findByText(/^Le temps supplémentaire est enregistré/);
  expect(sent()).toEqual([{ extraTime }]);
  expect(field.value.replaceAll('\u00a0', ' ')).toBe(shown);
  save(panel);
  await waitFor(() => expect(sent()).toEqual([{ extraTime }, { extraTime }]));
});

test('what cannot be read is told at the field, and nothing is sent', async () => {
  const { panel, field } = await openForm();
  for (const text of ['', '2', '100 %', 'beaucoup']) {
    fireEvent.change(field, { target: { value: text } });
    save(panel);
    expect(
      await panel.findByText(/^Écrivez une part de la durée.* «\s100\s%\s» peut vouloir dire/),
    ).toBeTruthy();
    expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
  }
  expect(sent()).toEqual([]);
});

test('who set the password or the address of the account is told, and one press vouches for the person', async () => {
  const [first, latest] = [new Date('2027-01-11T15:00:00Z'), new Date('2027-01-12T16:30:00Z')];
  found.handovers = [
    { part: 'address', by: null, at: first },
    { part: 'password', by: 'Ida Paré', at: latest },
  ];
  server.on(confirmAccount).reply(() => {
    found.handovers = [];
    return true as const;
  });
  const { panel } = await openForm();
  expect(
    panel.getByText(/^L’adresse de ce compte vient de quelqu’un dont le compte n’existe plus/),
  ).toBeTruthy();
  expect(panel.getByText(/^Le mot de passe de ce compte a été défini par Ida Paré/)).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Ce compte est bien le sien' }));
  await waitFor(() => expect(panel.queryByText(/Ida Paré/)).toBeNull());
  const [request] = server.requestsTo(confirmAccount);
  expect(request?.body).toEqual({ until: latest.toISOString() });
});

test('what stands on the platform is shown with the quizzes and when it was read back; it is taken away again', async () => {
  found = { ...found, extraTime: { minutes: null, factor: 1.5 }, platform: inPlace };
  const { panel, field } = await openForm();
  expect(field.value).toBe('+50\u00a0%');
  expect(panel.getByText('En place')).toBeTruthy();
  expect(
    panel.getByText(/^En place dans les 2 tests à durée limitée du cours\. Relu sur la plateforme : 11/),
  ).toBeTruthy();
  const ask = (answer: 'Oui' | 'Non') => {
    fireEvent.click(panel.getByRole('button', { name: 'Retirer' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Retirer le temps supplémentaire' }));
    expect(
      question.getByText(/^Retirer à Zoé Côté le temps supplémentaire \(\+50\s%\) .*Hiver 2027/),
    ).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: answer }));
  };
  ask('Non');
  expect(sent()).toEqual([]);
  ask('Oui');
  expect(await panel.findByText('À retirer sur la plateforme')).toBeTruthy();
  expect(sent()).toEqual([{ extraTime: null }]);
  expect([field.value, document.activeElement]).toEqual(['', field]);
  expect(panel.queryByRole('button', { name: 'Retirer' })).toBeNull();
});

test.each([
  [
    { state: 'failed', reason: { code: null, params: {}, text: 'no quiz' }, quizzes: 2, inPlace: 1 },
    /^En place dans 1 des 2/,
    'no quiz',
  ],
  [
    {
      state: 'waiting',
      reason: { code: 'gaveUp', params: {}, text: 'down' },
      nextTryAt: readAt,
      readAt: null,
    },
    /^Prochain essai : 11/,
    /^Le serveur web placé devant la plateforme/,
  ],
  [{ state: 'noQuiz', quizzes: 0 }, /pas encore de test à durée limitée/, 'Rien à régler'],
  [{ state: 'told', quizzes: null }, /lit sa propre heure de fin/, 'Affiché dans le portail'],
] as const)('says what became of it on the platform: %o', async (platform, text, other) => {
  found = { ...found, extraTime: { minutes: 30, factor: null }, platform: { ...inPlace, ...platform } };
  const { panel } = await openForm();
  expect(panel.getByText(text)).toBeTruthy();
  expect(panel.getByText(other)).toBeTruthy();
});

test('a right that was taken meanwhile is told in the server’s words', async () => {
  server
    .on(setExtraTime)
    .reply(() => problem(403, 'extraTime.denied', { detail: 'Vous n’avez pas le droit' }));
  const { panel, field } = await openForm();
  fireEvent.change(field, { target: { value: '30' } });
  save(panel);
  expect(await panel.findByText(/Vous n’avez pas le droit/)).toBeTruthy();
});

test.each([
  ['without the right', [{ systemId: 3, isAdmin: true }], 12],
  [
    'with the right in another system',
    [
      { systemId: 3, isAdmin: true },
      { systemId: 2, isAdmin: true, seesExtraTime: true },
    ],
    12,
  ],
  ['for somebody who is not in the exam', [{ systemId: 3, isAdmin: true, seesExtraTime: true }], 13],
])('%s there is no such field, and nothing is asked', async (_, entrances, examId) => {
  welcome(server, { entrances });
  const exam = {
    systemId: 3,
    examId,
    title: 'Hiver 2027',
    date: '2027-02-01',
    isCancelled: false,
    hasExtraTime: false,
    ...noExamFacts,
  };
  server.on(getUserInfo).reply(() => someUserInfo({ exams: [exam] }));
  const panel = await openPanel();
  await panel.findByText(/Hiver 2027/);
  await waitFor(() => expect(panel.queryByText(/Temps supplémentaire/)).toBeNull());
  expect(server.requestsTo(getExtraTime)).toEqual([]);
});

test('without the right the exam in the panel tells that there is extra time, not how much', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  const exam = {
    ...params,
    title: 'Hiver 2027',
    date: '2027-02-01',
    isCancelled: false,
    hasExtraTime: true,
    ...noExamFacts,
  };
  server.on(getUserInfo).reply(() => someUserInfo({ exams: [exam] }));
  const panel = await openPanel();
  const item = (await panel.findByText('Temps supplémentaire')).closest('li');
  expect(item?.textContent).toContain('Hiver 2027');
  expect(server.requestsTo(getExtraTime)).toEqual([]);
});
