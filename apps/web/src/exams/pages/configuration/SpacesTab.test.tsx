import { createExamSpace } from '@guichet/contract/exams/exams';
import { type ExamSummary, type ListedExam, listExams } from '@guichet/contract/exams/exams.list';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { today } from '../../../core/i18n/formats.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someListedExam } from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let exams: ListedExam[];
beforeEach(() => {
  server = fakeServer();
  exams = [];
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listExams).reply(() => exams);
  server.on(listSystemUsers).reply(() => []);
});

async function open() {
  renderPortal('/dc/configuration?tab=spaces');
  return screen.findByRole('button', { name: 'Créer l’examen' });
}

function typeDate(day: string) {
  fireEvent.change(screen.getByLabelText('Date de l’examen'), { target: { value: day } });
}

test('S2.41 an administrator has five tabs in their order', async () => {
  await open();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Espaces',
    'Courriel',
    'Importation',
    'Cohortes',
    'Personnes',
  ]);
  // No link of the bar has the same name as a tab.
  expect(screen.getByRole('link', { name: 'Toutes les personnes' }).getAttribute('href')).toBe(
    '/configuration/users',
  );
  expect(screen.queryByRole('link', { name: 'Personnes' })).toBeNull();
});

test('support has the Users tab alone', async () => {
  welcome(server, { entrances: [{ systemId: 3, isSupport: true }] });
  renderPortal('/dc/configuration?tab=import');
  expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['Personnes']);
});

test('S2.40 a breadcrumb links home, and names the system as its title does', async () => {
  await open();
  const breadcrumb = within(screen.getByRole('navigation', { name: 'Fil d’Ariane' }));
  expect(breadcrumb.getByRole('link', { name: 'Accueil' }).getAttribute('href')).toBe('/home');
  const title = screen.getByRole('heading', { level: 1 }).textContent as string;
  expect(breadcrumb.getByText(title).getAttribute('aria-current')).toBe('page');
});

test('an hour of today that is past is said, and refuses nothing', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Titre en anglais, heures, lieu et consignes' }));
  typeDate(today(new Date()));
  const start = screen.getByLabelText('Heure de début');
  fireEvent.change(start, { target: { value: '0 h 00' } });
  fireEvent.blur(start);
  await screen.findByText(/^L’heure de début \(.*\) est déjà passée aujourd’hui/);
  typeDate('2099-02-12');
  expect(screen.queryByText(/^L’heure de début/)).toBeNull();
});

test('after an exam was made its page is one press away, under its title in the language of the page', async () => {
  server
    .on(createExamSpace)
    .reply(() => someListedExam({ id: 21, title: 'Automne', titleEn: 'Fall', date: '2099-02-12' }));
  renderPortal('/en/dc/configuration?tab=spaces');
  const create = await screen.findByRole('button', { name: 'Create the exam' });
  expect(screen.queryByRole('link', { name: 'Open the exam’s page' })).toBeNull();
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Automne' } });
  fireEvent.change(screen.getByLabelText('Exam date'), { target: { value: '2099-02-12' } });
  fireEvent.click(create);
  const link = await screen.findByRole('link', { name: 'Open the exam’s page' });
  expect(link.getAttribute('href')).toBe('/configuration/exams/3/21');
  // The focus goes on to the exam, whose title is read with the link.
  await waitFor(() => expect(document.activeElement).toBe(link));
  const about = document.getElementById(link.getAttribute('aria-describedby') ?? '');
  expect(about?.textContent).toBe('Next steps for “Fall”');
  // The toast says what was done, the card below what comes next.
  expect(screen.getAllByText(/created/)).toHaveLength(1);
  screen.getByText(/^Exam created: “Fall”, February 12, 2099\. Its course/);
  screen.getByText('Next steps for “Fall”');
  expect(screen.queryByText(/^Without an English title/)).toBeNull();
});

test('an exam with one title says what readers of English get', async () => {
  server
    .on(createExamSpace)
    .reply(() => someListedExam({ id: 21, title: 'Automne', titleEn: '', date: '2099-02-12' }));
  const create = await open();
  fireEvent.change(screen.getByLabelText('Titre'), { target: { value: 'Automne' } });
  fireEvent.change(screen.getByLabelText('Date de l’examen'), { target: { value: '2099-02-12' } });
  fireEvent.click(create);
  await screen.findByText(/^Sans titre en anglais, les courriels en anglais portent ce titre tel quel/);
});

test('a title that is too long is not cut: its length is shown, and nothing is sent', async () => {
  const create = await open();
  const title = screen.getByLabelText<HTMLInputElement>('Titre');
  fireEvent.change(title, { target: { value: 'é'.repeat(116) } });
  screen.getByText('116 / 128');
  fireEvent.change(title, { target: { value: 'é'.repeat(140) } });
  screen.getByText('140 / 128');
  typeDate('2099-02-12');
  fireEvent.click(create);
  await screen.findByText('Ce texte est trop long : 128 caractères au plus. Raccourcissez-le.');
  expect(title.value).toHaveLength(140);
  expect(server.requestsTo(createExamSpace)).toEqual([]);
});

test('S5.1 S5.15 title and date are required after the first try, and nothing is sent', async () => {
  const create = await open();
  expect(screen.queryByText(/^Entrez (?:le titre|la date) de l’examen\.$/)).toBeNull();
  fireEvent.click(create);
  expect(await screen.findAllByText(/^Entrez (?:le titre|la date) de l’examen\.$/)).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByLabelText('Titre'));
  expect(server.requestsTo(createExamSpace)).toEqual([]);
});

test('S2.42 S4.14 a valid submit creates the space, and leads on to it and to the list of exams', async () => {
  let answer: (exam: ExamSummary) => void = () => undefined;
  server.on(createExamSpace).reply(() => new Promise<ExamSummary>((resolve) => (answer = resolve)));
  const create = await open();
  fireEvent.change(screen.getByLabelText('Titre'), { target: { value: ' Printemps 2099 ' } });
  typeDate('2099-04-30');
  fireEvent.click(create);
  await waitFor(() => expect(create.getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(create);
  const made = someListedExam({
    id: 44,
    title: 'Printemps 2099',
    date: '2099-04-30',
    platformState: 'pending',
  });
  answer(made);
  await screen.findByText(/^Examen créé : « Printemps 2099 », 30 avril 2099\./);
  expect(screen.getByRole('link', { name: 'Importer une liste' }).getAttribute('href')).toBe(
    '?tab=import&exam=44',
  );
  expect(server.requestsTo(createExamSpace).map(({ body }) => body)).toMatchObject([
    { title: 'Printemps 2099', examDate: '2099-04-30' },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Titre').value).toBe('');
  // The list of exams stands in one place.
  expect(screen.queryByRole('table')).toBeNull();
  exams = [made];
  fireEvent.click(screen.getByRole('tab', { name: 'Cohortes' }));
  const row = within(await screen.findByRole('row', { name: /Printemps 2099/ }));
  expect(row.getByText('Cours en préparation')).toBeDefined();
});

test('without a tab in the address the exams show, and a new one is a press away', async () => {
  exams = [someListedExam({ id: 44, title: 'Été' })];
  renderPortal('/dc/configuration');
  await screen.findByRole('row', { name: /Été/ });
  fireEvent.click(screen.getByRole('link', { name: 'Créer un examen' }));
  await screen.findByRole('button', { name: 'Créer l’examen' });
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Espaces');
});

test('S5.16 a date in the past for the server is reported at its field', async () => {
  server
    .on(createExamSpace)
    .reply(() =>
      problem(400, 'request.invalid', { errors: [{ path: 'examDate', messageKey: 'dateInPast' }] }),
    );
  const create = await open();
  fireEvent.change(screen.getByLabelText('Titre'), { target: { value: 'Hier' } });
  typeDate('2020-01-01');
  fireEvent.click(create);
  await screen.findByText('Cette date est passée. Choisissez aujourd’hui ou une date ultérieure.');
});

test.each(['31/12/2099', '2099-13-01', 'hier'])('S5.17 %s is no date', async (text) => {
  const create = await open();
  fireEvent.change(screen.getByLabelText('Titre'), { target: { value: 'Un titre' } });
  typeDate(text);
  fireEvent.click(create);
  await screen.findByText(/aaaa-mm-jj/);
  expect(screen.getByLabelText<HTMLInputElement>('Date de l’examen').value).toBe(text);
  expect(server.requestsTo(createExamSpace)).toEqual([]);
});

async function tryDate(text: string) {
  const create = await open();
  fireEvent.change(screen.getByLabelText('Titre'), { target: { value: 'Un titre' } });
  typeDate(text);
  // S5.1: nothing is refused before a submit.
  expect(screen.getByLabelText('Date de l’examen').getAttribute('aria-invalid')).toBeNull();
  fireEvent.click(create);
  await waitFor(() =>
    expect(screen.getByLabelText('Date de l’examen').getAttribute('aria-invalid')).toBe('true'),
  );
}

test.each(['20990215', '2099/02/15', '15/02/2099', '15 février 2099'])(
  '%s is offered as the date that was meant, as one button',
  async (text) => {
    await tryDate(text);
    const [use, ...more] = screen.getAllByRole('button', { name: /^Utiliser/ });
    expect([use?.textContent, more]).toEqual(['Utiliser 2099-02-15', []]);
    fireEvent.click(use as HTMLElement);
    const field = screen.getByLabelText<HTMLInputElement>('Date de l’examen');
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['2099-02-15', null]);
    expect(screen.queryByRole('button', { name: /^Utiliser/ })).toBeNull();
  },
);

test('an ambiguous date shows its readings at once', async () => {
  await open();
  typeDate('03/04/2099');
  expect(screen.getByText('Cette date peut se lire de deux façons. Laquelle est la bonne?')).toBeDefined();
  expect(screen.getAllByRole('button', { name: /^Utiliser/ }).map(({ textContent }) => textContent)).toEqual([
    'Utiliser 2099-04-03',
    'Utiliser 2099-03-04',
  ]);
});

test('a day in words becomes its date as the field is left', async () => {
  await open();
  typeDate('8 janvier 2099');
  const field = screen.getByLabelText<HTMLInputElement>('Date de l’examen');
  expect(screen.queryByRole('button', { name: /^Utiliser/ })).toBeNull();
  fireEvent.blur(field);
  expect(field.value).toBe('2099-01-08');
});

test('a day whose weekday contradicts it is asked about, and taken by its button alone', async () => {
  await open();
  typeDate('samedi 16 avril 2099');
  const field = screen.getByLabelText<HTMLInputElement>('Date de l’examen');
  fireEvent.blur(field);
  expect(field.value).toBe('samedi 16 avril 2099');
  expect(screen.getByText('jeudi 16 avril 2099')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Utiliser 2099-04-16' }));
  expect(field.value).toBe('2099-04-16');
});

test('a weekday that can be one of two days is asked about as the field is left', async () => {
  await open();
  typeDate('vendredi prochain');
  expect(screen.queryByRole('button', { name: /^Utiliser/ })).toBeNull();
  const field = screen.getByLabelText<HTMLInputElement>('Date de l’examen');
  fireEvent.blur(field);
  expect(screen.getByText('Cette date peut se lire de deux façons. Laquelle est la bonne?')).toBeDefined();
  const [use, other] = screen.getAllByRole('button', { name: /^Utiliser/ });
  expect(other?.parentElement?.textContent).toMatch(/vendredi \d+(?:er)?\s/);
  fireEvent.click(use as HTMLElement);
  expect(new Date(field.value).getUTCDay()).toBe(5);
});

test('a day that is not understood is said on leaving the field, with the forms that are; S5.1 without an error', async () => {
  await open();
  typeDate('lendemain');
  expect(screen.queryByText(/dans deux semaines/)).toBeNull();
  const field = screen.getByLabelText<HTMLInputElement>('Date de l’examen');
  fireEvent.blur(field);
  expect(screen.getByText(/aaaa-mm-jj.*dans deux semaines/)).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBeNull();
  typeDate('demain');
  expect(screen.queryByText(/dans deux semaines/)).toBeNull();
});

test('a day that does not exist is named', async () => {
  await tryDate('2099-02-30');
  expect(screen.getByText(/^Le 30 février 2099 n’existe pas.*28 jours/)).toBeDefined();
  expect(screen.queryByText(/date complète/)).toBeNull();
});

test('hours, place and instructions can be given with a new exam space, and their faults are told', async () => {
  const create = await open();
  expect(screen.queryByLabelText('Heure de début')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /heures, lieu et consignes$/ }));
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('Titre', 'Été');
  typeDate('2099-07-01');
  type('Heure de début', '13:00');
  type('Heure de fin', '09:00');
  type('Lien vers le lieu', 'http://plan.exemple.ca');
  fireEvent.click(create);
  await screen.findByText('L’heure de fin doit suivre l’heure de début.');
  type('Heure de fin', '16:00');
  type('Lien vers le lieu', 'https://plan.exemple.ca');
  server.on(createExamSpace).reply(() => someListedExam({ title: 'Été' }));
  fireEvent.click(create);
  await waitFor(() => expect(screen.queryByLabelText('Heure de début')).toBeNull());
  expect(server.requestsTo(createExamSpace).map(({ body }) => body)).toMatchObject([
    { title: 'Été', startTime: '13:00', endTime: '16:00', placeUrl: 'https://plan.exemple.ca', placeFr: '' },
  ]);
});
