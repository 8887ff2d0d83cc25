import { listAuditLines } from '@guichet/contract/core/audit';
import { getExam } from '@guichet/contract/exams/exams';
import { listClosedExams, listExams } from '@guichet/contract/exams/exams.list';
import { forecastMail } from '@guichet/contract/exams/notices.invitations';
import { addCandidate, createCandidate, listCandidates } from '@guichet/contract/exams/places';
import { checkEmailAvailable } from '@guichet/contract/identity/account.given';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { getMessage, type Message } from '@guichet/contract/mail/messages';
import { listMailFrames } from '@guichet/contract/systems/systems';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import {
  someExam,
  someForecast,
  someFoundUser,
  someListedExam,
  someMessage,
  someUnreachableFrames,
  someUserInfo,
} from '../../../testing/samples.ts';

const promise = /avec le lien qui permet de choisir un mot de passe\.$/;
const warning = /^La convocation en (français|anglais) n’a pas le lien du mot de passe/;

let server: ReturnType<typeof fakeServer>;

/** Opens the dialog that adds a person, with the given exam notices. */
async function open(
  messages: { readonly fr: Partial<Message>; readonly en: Partial<Message> },
  forecast = someForecast(),
  seesExtraTime = false,
) {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, seesExtraTime }] });
  server.on(getExam).reply(() => someExam());
  server.on(listClosedExams).reply(() => []);
  server.on(listExams).reply(() => [someListedExam({ id: 12, numberOfCandidates: 0 })]);
  server.on(listCandidates).reply(() => []);
  server.on(checkEmailAvailable).reply(() => false);
  server.on(searchUsers).reply(() => ({
    data: [someFoundUser({ id: 7, fullName: 'Noé Où', email: 'noe@etu.example.ca' })],
    totalItems: 1,
  }));
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, language: 'en' }));
  server.on(listAuditLines).reply(() => ({ lines: [], next: null }));
  server
    .on(getMessage)
    .reply(({ url }) => someMessage(url.pathname.endsWith('/1') ? messages.fr : messages.en));
  server.on(forecastMail).reply(() => forecast);
  server.on(createCandidate).reply(() => true);
  server.on(listMailFrames).reply(someUnreachableFrames);
  renderPortal('/configuration/exams/3/12?ask=add');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajouter une personne' }));
  await waitFor(() => expect(server.requestsTo(getMessage)).toHaveLength(2));
  return dialog;
}

test('where the exam notice has no password link, the mail promises none, and a link leads to its editor', async () => {
  const dialog = await open({ fr: {}, en: { body: '<p>Hello</p>' } });
  expect(dialog.getByText(promise)).toBeDefined();
  fireEvent.click(dialog.getByLabelText('Anglais'));
  expect((await dialog.findByText(warning)).textContent).toContain('en anglais');
  expect(dialog.queryByText(promise)).toBeNull();
  const link = dialog.getByRole('link', { name: 'Corriger la convocation (nouvel onglet)' });
  expect(link.getAttribute('href')).toBe('/dc/configuration?tab=email&text=invitation&message=en');
  expect(link.getAttribute('target')).toBe('_blank');
  fireEvent.click(dialog.getByRole('checkbox'));
  expect(dialog.queryByText(warning)).toBeNull();
  fireEvent.click(dialog.getByRole('checkbox'));
  fireEvent.click(dialog.getByLabelText('Français'));
  expect(dialog.queryByText(warning)).toBeNull();
  expect(dialog.getByText(promise)).toBeDefined();
});

test('extra time is typed with the person by whoever may give it; what cannot be read is sent nowhere', async () => {
  const dialog = await open({ fr: {}, en: {} }, someForecast(), true);
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  type('Adresse courriel', 'tard@etu.example.ca');
  type('Prénom', 'Léa');
  type('Nom', 'Tard');
  fireEvent.click(dialog.getByRole('checkbox'));
  const field = dialog.getByLabelText(/^Temps en plus/);
  fireEvent.change(field, { target: { value: '2' } });
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Ajouter à l’examen' }));
  submit();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(server.requestsTo(createCandidate)).toEqual([]);
  dialog.getByText(/Un nombre seul, à partir de 6, veut dire des minutes\.$/);
  fireEvent.change(field, { target: { value: '25 %' } });
  dialog.getByText(/^Compris comme\s: \+25\s%$/);
  expect(dialog.queryByText(/Un nombre seul/)).toBeNull();
  submit();
  await waitFor(() => expect(server.requestsTo(createCandidate)).toHaveLength(1));
  expect(server.requestsTo(createCandidate)[0]?.body).toMatchObject({
    extraTime: { minutes: null, factor: 1.25 },
  });
});

test('an account that exists is enrolled with its extra time', async () => {
  const dialog = await open({ fr: {}, en: {} }, someForecast(), true);
  fireEvent.change(dialog.getByLabelText('Adresse courriel'), { target: { value: 'noe@etu.example.ca' } });
  server.on(addCandidate).reply(() => true);
  await dialog.findByText(/^Ce compte existe déjà/);
  fireEvent.click(dialog.getByRole('checkbox'));
  fireEvent.change(dialog.getByLabelText(/^Temps en plus/), { target: { value: '30 min' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter à l’examen' }));
  await waitFor(() => expect(server.requestsTo(addCandidate)).toHaveLength(1));
  expect(server.requestsTo(addCandidate)[0]?.body).toMatchObject({
    extraTime: { minutes: 30, factor: null },
  });
});

test('an address that was free and is taken meanwhile is not said to be free', async () => {
  const dialog = await open({ fr: {}, en: {} });
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  server.on(checkEmailAvailable).reply(() => true);
  server.on(createCandidate).reply(() => problem(400, 'user.alreadyExists'));
  type('Adresse courriel', 'nouveau@etu.example.ca');
  type('Prénom', 'Noé');
  type('Nom', 'Où');
  await dialog.findByText('Aucun compte n’a cette adresse.');
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter à l’examen' }));
  await dialog.findByText('Un compte utilise déjà cette adresse.');
  expect(dialog.queryByText('Aucun compte n’a cette adresse.')).toBeNull();
});

test('the person who was just added is not said to have an account already', async () => {
  const dialog = await open({ fr: {}, en: {} });
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  server.on(checkEmailAvailable).reply(() => server.requestsTo(createCandidate).length === 0);
  type('Adresse courriel', 'nouveau@etu.example.ca');
  type('Prénom', 'Noé');
  type('Nom', 'Où');
  await dialog.findByText('Aucun compte n’a cette adresse.');
  fireEvent.click(dialog.getByRole('checkbox'));
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter à l’examen' }));
  await screen.findByText(/^Noé Où a maintenant sa place/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requestsTo(checkEmailAvailable)).toHaveLength(1);
});

test('whoever may not give extra time has no field for it', async () => {
  const dialog = await open({ fr: {}, en: {} });
  expect(dialog.queryByLabelText(/^Temps en plus/)).toBeNull();
});

test('where a language has no exam notice, the one that is sent instead counts', async () => {
  const dialog = await open({ fr: { body: '<p>Bonjour</p>' }, en: { subject: '', body: '' } });
  fireEvent.click(dialog.getByLabelText('Anglais'));
  expect((await dialog.findByText(warning)).textContent).toContain('en français');
});

test('of an address with an account the exam notice in the language of the account counts', async () => {
  const dialog = await open({ fr: {}, en: { body: '<p>Hello</p>' } });
  fireEvent.change(dialog.getByLabelText('Adresse courriel'), { target: { value: 'noe@etu.example.ca' } });
  fireEvent.blur(dialog.getByLabelText('Adresse courriel'));
  expect((await dialog.findByText(warning)).textContent).toContain('en anglais');
  fireEvent.click(dialog.getByRole('checkbox'));
  expect(dialog.queryByText(warning)).toBeNull();
});

test('a notice that mentions an hour or a place that the exam lacks leaves only after a question', async () => {
  const dialog = await open({ fr: {}, en: {} }, someForecast({ fr: { facts: ['examTime', 'examPlace'] } }));
  for (const [label, value] of [
    ['Adresse courriel', 'zoe@etu.example.ca'],
    ['Prénom', 'Zoé'],
    ['Nom', 'Côté'],
  ] as const)
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter à l’examen' }));
  const question = within(await screen.findByRole('alertdialog'));
  const words = /^La convocation mentionne l’heure et le lieu|^La convocation en français mentionne/;
  question.getByText(words);
  expect(dialog.queryByText(words)).toBeNull();
  const link = question.getByRole('link', { name: 'Compléter l’examen (nouvel onglet)' });
  expect(link.getAttribute('href')).toBe('/configuration/exams/3/12#exam-form');
  expect(server.requestsTo(createCandidate)).toHaveLength(0);
  fireEvent.click(question.getByRole('button', { name: 'Envoyer quand même' }));
  await waitFor(() => expect(server.requestsTo(createCandidate)).toHaveLength(1));
});

test('where nobody of the program can be reached, the form says so as long as a mail leaves', async () => {
  const dialog = await open({ fr: {}, en: {} });
  const warning = /^Les personnes inscrites n’ont personne à joindre/;
  await dialog.findByText(warning);
  fireEvent.click(dialog.getByRole('checkbox'));
  expect(dialog.queryByText(warning)).toBeNull();
});
