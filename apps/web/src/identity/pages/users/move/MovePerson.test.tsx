import { getExam } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { forecastMail } from '@guichet/contract/exams/notices.invitations';
import { listCandidates } from '@guichet/contract/exams/places';
import { moveCandidates, putBackCandidates } from '@guichet/contract/exams/places.removals';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { getMessage } from '@guichet/contract/mail/messages';
import { listMailFrames } from '@guichet/contract/systems/systems';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { letterKey } from '../../../../core/session/keptLetters.ts';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import {
  noExamFacts,
  someForecast,
  someListedExam,
  someMessage,
  someUnreachableFrames,
  someUser,
  someUserInfo,
} from '../../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, isSupport: true }] });
  server
    .on(listExams)
    .reply(() => [
      someListedExam(),
      someListedExam({ id: 13, title: 'Printemps 2099' }),
      someListedExam({ id: 16, title: 'Été 2099' }),
    ]);
  server.on(listCandidates).reply(() => [someUser({ id: 7, firstName: 'Zoé', lastName: 'Côté' })]);
  const exam = {
    examId: 12,
    systemId: 3,
    title: 'Hiver 2027',
    date: '2027-02-01',
    isCancelled: false,
    hasExtraTime: false,
    ...noExamFacts,
  };
  const exams = [
    exam,
    { ...exam, examId: 14, title: 'Annulé', isCancelled: true },
    { ...exam, examId: 15, systemId: 4, title: 'D’un autre' },
  ];
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, fullName: 'Zoé Côté', exams }));
  server.on(getMessage).reply(() => someMessage());
  server.on(moveCandidates).reply(() => ({ userIds: [7], others: [] }));
  server.on(putBackCandidates).reply(() => ({ userIds: [7], others: [] }));
});

async function openPanel() {
  renderPortal('/dc/configuration?tab=users&exam=12');
  fireEvent.click(await screen.findByRole('button', { name: /^Voir les renseignements/ }));
  return within(await screen.findByRole('dialog'));
}

test('one person is written to from their panel, about an exam that the reader administers', async () => {
  server.on(getExam).reply(() => problem(404, 'exam.notFound'));
  const panel = await openPanel();
  const [write, ...others] = await panel.findAllByRole('button', { name: /^Écrire…\s: / });
  expect([write?.getAttribute('aria-label'), others]).toEqual(['Écrire…\u00a0: Hiver 2027 (DC)', []]);
  fireEvent.click(write as HTMLElement);
  await waitFor(() => expect(location.pathname).toBe('/configuration/exams/3/12/letter'));
  expect(localStorage.getItem(letterKey(3, 12))).toContain('"people":[{"id":7,"fullName":"Zoé Côté"');
});

test('one person is moved from their panel to another exam, told, and moved back', async () => {
  const panel = await openPanel();
  fireEvent.click(
    await panel.findByRole('button', { name: /^Déplacer vers un autre examen.: Hiver 2027 \(DC\)$/ }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer/ }));
  fireEvent.change(await dialog.findByLabelText('Nouvel examen'), { target: { value: '13' } });
  expect(dialog.queryByText(/^Une demande de correction attend/)).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: /^Déplacer/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Annuler ce changement/ }));
  await screen.findByText(/1 personne est de nouveau inscrite à « Hiver 2027 \(DC\) »/);
  const [move] = server.requestsTo(moveCandidates);
  expect(move?.url.pathname).toBe('/api/cohort/3/12/move');
  expect(move?.body).toMatchObject({ userIds: [7], toExamId: 13, sendEmail: true });
  expect(server.requestsTo(putBackCandidates)[0]?.body).toEqual({
    removalId: (move?.body as { removalId?: string } | undefined)?.removalId,
  });
});

test('a move that is mailed warns where nobody of the program can be reached', async () => {
  server.on(listMailFrames).reply(someUnreachableFrames);
  const panel = await openPanel();
  fireEvent.click(await panel.findByRole('button', { name: /^Déplacer vers un autre examen.: Hiver/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer/ }));
  await dialog.findByText(/^Les personnes inscrites n’ont personne à joindre/);
  fireEvent.click(dialog.getByRole('checkbox'));
  expect(dialog.queryByText(/personne à joindre/)).toBeNull();
});

test('the menu of a row moves its person too', async () => {
  renderPortal('/dc/configuration?tab=users&exam=12');
  fireEvent.click(await screen.findByRole('button', { name: /^Autres actions.: Zoé/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Déplacer…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer/ }));
  fireEvent.change(await dialog.findByLabelText('Nouvel examen'), { target: { value: '13' } });
  fireEvent.click(dialog.getByRole('button', { name: /^Déplacer/ }));
  await waitFor(() =>
    expect(server.requestsTo(moveCandidates)[0]?.body).toMatchObject({ userIds: [7], toExamId: 13 }),
  );
});

test('not from a cancelled exam, nor from one of a system that they do not administer', async () => {
  const panel = await openPanel();
  await panel.findByText(/D’un autre/);
  expect(panel.getAllByRole('button', { name: /^Déplacer/ })).toHaveLength(1);
});

test('an exam notice without the password link, in the language of the person, is told while it would be sent', async () => {
  server
    .on(getMessage)
    .reply(({ url }) => someMessage(url.pathname.endsWith('/1') ? { body: '<p>Bonjour</p>' } : {}));
  const panel = await openPanel();
  fireEvent.click(await panel.findByRole('button', { name: /^Déplacer vers un autre examen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer/ }));
  const warning = /^La convocation en français n’a pas le lien du mot de passe/;
  await dialog.findByText(warning);
  const link = dialog.getByRole('link', { name: 'Corriger la convocation (nouvel onglet)' });
  expect(link.getAttribute('href')).toBe('/dc/configuration?tab=email&text=invitation&message=fr');
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Envoyer la convocation du nouvel examen' }));
  expect(dialog.queryByText(warning)).toBeNull();
});

test('where only the other language lacks the link, nothing is told', async () => {
  server
    .on(getMessage)
    .reply(({ url }) => someMessage(url.pathname.endsWith('/2') ? { body: '<p>Hello</p>' } : {}));
  const panel = await openPanel();
  fireEvent.click(await panel.findByRole('button', { name: /^Déplacer vers un autre examen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer/ }));
  await dialog.findByLabelText('Nouvel examen');
  await waitFor(() => expect(server.requestsTo(getMessage)).toHaveLength(2));
  expect(dialog.queryByText(/n’a pas le lien du mot de passe/)).toBeNull();
});

async function openMove() {
  const panel = await openPanel();
  fireEvent.click(await panel.findByRole('button', { name: /^Déplacer vers un autre examen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer/ }));
  const target = await dialog.findByLabelText('Nouvel examen');
  const choose = (id: number) => fireEvent.change(target, { target: { value: String(id) } });
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: /^Déplacer/ }));
  return { dialog, choose, submit };
}

test('a missing exam is told until one is chosen, and so is the failure of a move', async () => {
  server.on(moveCandidates).reply(() => problem(404, 'exam.notFound'));
  const { dialog, choose, submit } = await openMove();
  submit();
  await dialog.findByText('Choisissez un examen.');
  expect(document.activeElement).toBe(dialog.getByLabelText('Nouvel examen'));
  choose(13);
  expect(dialog.queryByText('Choisissez un examen.')).toBeNull();
  submit();
  await dialog.findByText('Détail de exam.notFound.');
  choose(16);
  await waitFor(() => expect(dialog.queryByText('Détail de exam.notFound.')).toBeNull());
});

test('Escape does not leave a move that is under way, whose end is told', async () => {
  const { promise, resolve } = Promise.withResolvers<{ userIds: number[]; others: [] }>();
  server.on(moveCandidates).reply(() => promise);
  const { choose, submit } = await openMove();
  choose(13);
  submit();
  await waitFor(() => expect(server.requestsTo(moveCandidates)).toHaveLength(1));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  screen.getByRole('dialog', { name: /^Déplacer/ });
  resolve({ userIds: [7], others: [] });
  await screen.findByText(/^1 personne déplacée vers/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('while the notice of the exam is looked at, the form is busy and stays', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof someForecast>>();
  server.on(forecastMail).reply(() => promise);
  const { dialog, choose, submit } = await openMove();
  choose(13);
  submit();
  const button = await dialog.findByRole('button', { name: /^Déplacement…/ });
  expect(button.getAttribute('aria-disabled') ?? button.getAttribute('disabled')).not.toBeNull();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  screen.getByRole('dialog', { name: /^Déplacer/ });
  resolve(someForecast());
  await waitFor(() => expect(server.requestsTo(moveCandidates)).toHaveLength(1));
});

test('after a lost connection the same move bears the same id, and one to another exam an id of its own', async () => {
  server.on(moveCandidates).reply(() => {
    throw new TypeError('lost');
  });
  const { dialog, choose, submit } = await openMove();
  choose(13);
  submit();
  await dialog.findByRole('alert');
  submit();
  await waitFor(() => expect(server.requestsTo(moveCandidates)).toHaveLength(2));
  choose(16);
  submit();
  await waitFor(() => expect(server.requestsTo(moveCandidates)).toHaveLength(3));
  const ids = server.requestsTo(moveCandidates).map(({ body }) => (body as { removalId: string }).removalId);
  expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
});

test('what the exam chosen lacks that its notice mentions is asked about once, for that exam', async () => {
  server
    .on(forecastMail)
    .reply(({ url }) => someForecast({ fr: { facts: url.pathname.endsWith('/16') ? ['examTime'] : [] } }));
  const panel = await openPanel();
  fireEvent.click(await panel.findByRole('button', { name: /^Déplacer vers un autre examen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer/ }));
  fireEvent.change(await dialog.findByLabelText('Nouvel examen'), { target: { value: '16' } });
  const words = /^La convocation en français mentionne l’heure, que l’examen n’a pas/;
  fireEvent.click(dialog.getByRole('button', { name: /^Déplacer/ }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(words);
  expect(dialog.queryByText(words)).toBeNull();
  expect(server.requestsTo(moveCandidates)).toHaveLength(0);
  fireEvent.click(question.getByRole('button', { name: 'Revenir' }));
  fireEvent.change(dialog.getByLabelText('Nouvel examen'), { target: { value: '13' } });
  fireEvent.click(dialog.getByRole('button', { name: /^Déplacer/ }));
  await waitFor(() => expect(server.requestsTo(moveCandidates)).toHaveLength(1));
});

test('an exam of several days is one of today, and can be left, until its last day is over', async () => {
  const exam = { systemId: 3, isCancelled: false, hasExtraTime: false, ...noExamFacts };
  const exams = [
    { ...exam, examId: 12, title: 'En cours', date: '2020-03-01', endDate: '2099-03-02' },
    { ...exam, examId: 17, title: 'Passé', date: '2020-03-01', endDate: '2020-03-02' },
  ];
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, fullName: 'Zoé Côté', exams }));
  const panel = await openPanel();
  await panel.findByRole('button', { name: /^Désinscrire….: En cours/ });
  expect(panel.getAllByRole('button', { name: /^Désinscrire….: / })).toHaveLength(1);
  expect(panel.getAllByText('Aujourd’hui')).toHaveLength(1);
});
