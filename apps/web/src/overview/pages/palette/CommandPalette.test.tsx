import { listOwnExams } from '@guichet/contract/exams/candidate';
import { getExam } from '@guichet/contract/exams/exams';
import { searchExams } from '@guichet/contract/exams/exams.list';
import { listOwnIdentities } from '@guichet/contract/identity/federation';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { listSimilarNames, searchUsers } from '@guichet/contract/identity/users.search';
import { listMails } from '@guichet/contract/mail/outbox';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { setTheme } from '../../../core/page/theme.ts';
import { candidatePage, someOwnExam } from '../../../testing/candidatePage.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, type Visitor, welcome } from '../../../testing/renderPortal.tsx';
import { someFoundUser, someHistory, someUserInfo } from '../../../testing/samples.ts';

const admin = { systemId: 3, isAdmin: true, isSupport: true };
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(listOwnSessions).reply(() => []);
  server.on(listOwnIdentities).reply(() => []);
  server.on(searchUsers).reply(() => ({
    data: [someFoundUser({ id: 7, fullName: 'Éloi Roy', email: 'eloi@exemple.ca' })],
    totalItems: 1,
  }));
  // The page opened by a choice may still ask for its data.
  server.on(getExam).reply(() => problem(404, 'exam.notFound'));
  const exam = { systemId: 3, date: '2099-02-12', lastDay: '' };
  server.on(searchExams).reply(() => [
    { ...exam, examId: 12, title: { fr: 'Éloquence', en: 'Rhetoric' }, isCancelled: false },
    { ...exam, examId: 13, title: { fr: 'Élocution', en: 'Speech' }, isCancelled: true },
  ]);
});

async function openPalette(visitor: Visitor = { entrances: [admin] }) {
  welcome(server, visitor);
  renderPortal('/account');
  await screen.findByRole('heading', { level: 1, name: 'Mon compte' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  return within(await screen.findByRole('dialog', { name: 'Accès rapide' }));
}
type Palette = Awaited<ReturnType<typeof openPalette>>;

const field = (palette: Palette) => palette.getByRole<HTMLInputElement>('combobox');
const type = (palette: Palette, text: string) =>
  fireEvent.change(field(palette), { target: { value: text } });
const press = (palette: Palette, key: string) => fireEvent.keyDown(field(palette), { key });
const options = (palette: Palette) => palette.queryAllByRole('option').map(({ textContent }) => textContent);
const pages = (palette: Palette) =>
  within(palette.getByRole('group', { name: 'Pages' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent.trim());
const active = (palette: Palette) =>
  document.getElementById(field(palette).getAttribute('aria-activedescendant') ?? '')?.textContent;

test('it opens by its shortcut and by the banner’s button, with the pages and systems of the reader', async () => {
  const palette = await openPalette();
  expect(document.activeElement).toBe(field(palette));
  await palette.findByRole('option', { name: /^Journal/ });
  expect(palette.getAllByRole('group').map((group) => group.firstElementChild?.textContent)).toEqual([
    'Pages',
    'Systèmes',
    'Actions',
  ]);
  expect(pages(palette)).toEqual([
    'Accueil',
    ...['Personnes', 'Expéditeurs et coordonnées', 'Boîte d’envoi', 'Corrections demandées', 'Journal'],
    ...['Mon compte', 'Fermer la session'],
  ]);
  press(palette, 'Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const button = screen.getByRole('button', { name: 'Accès rapide' });
  expect(button.getAttribute('aria-keyshortcuts')).toMatch(/\+K$/);
  fireEvent.click(button);
  await screen.findByRole('dialog', { name: 'Accès rapide' });
});

test('what is typed before it has come stands in its field, and Escape closes it before', async () => {
  welcome(server, { entrances: [admin] });
  renderPortal('/account');
  await screen.findByRole('heading', { level: 1, name: 'Mon compte' });
  const type = (key: string, how = {}) => fireEvent.keyDown(document.body, { key, ...how });
  type('k', { ctrlKey: true });
  type('Escape');
  expect(type('é')).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();

  type('k', { ctrlKey: true });
  for (const key of ['é', 'l', 'x', 'Backspace', 'Shift', 'o', 'Enter'])
    expect(type(key)).toBe(key === 'Shift');
  expect(type('c', { ctrlKey: true })).toBe(true);
  const palette = within(await screen.findByRole('dialog', { name: 'Accès rapide' }));
  expect(field(palette).value).toBe('élo');
  await palette.findByRole('option', { name: /Éloi Roy/ });
});

test('people and exams are asked for once after a pause; arrow keys choose, Enter follows, and the choice is kept as recent', async () => {
  let palette = await openPalette();
  for (const text of ['é', 'él', 'élo']) type(palette, text);
  expect(server.requestsTo(searchUsers)).toHaveLength(0);
  await palette.findByRole('option', { name: /Éloi Roy/ });
  expect(server.requestsTo(searchUsers)).toHaveLength(1);
  expect(server.requestsTo(searchExams).map(({ url }) => url.search)).toEqual(['?search=%C3%A9lo']);
  expect(options(palette)).toEqual([
    'Éloi Roy eloi@exemple.ca',
    'Éloquence 12\u00A0février 2099 · Examens DC',
    'Élocution 12\u00A0février 2099 · Examens DC · annulé',
  ]);
  await palette.findByText('3 résultats');
  expect(active(palette)).toContain('Éloi Roy');
  press(palette, 'ArrowUp');
  expect(active(palette)).toContain('Élocution');
  press(palette, 'ArrowUp');
  press(palette, 'Enter');
  await waitFor(() => expect(location.pathname).toBe('/configuration/exams/3/12'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true });
  palette = within(await screen.findByRole('dialog'));
  expect(options(palette)[0]).toContain('Éloquence');
});

test('whose name begins its words with the terms stands above whom only the address matches', async () => {
  const person = (id: number, fullName: string, email: string) => someFoundUser({ id, fullName, email });
  server.on(searchUsers).reply(() => ({
    totalItems: 3,
    data: [
      person(8, 'Siobhán Bélanger', 'siobhan.o@exemple.ca'),
      person(9, 'Siobhán O’Connor', 's@exemple.ca'),
      person(10, 'Anne-Siobhán Orr', 'a@exemple.ca'),
    ],
  }));
  const palette = await openPalette();
  type(palette, 'siobhan o');
  await palette.findByRole('option', { name: /Bélanger/ });
  expect(
    options(palette)
      .slice(0, 3)
      .map((text) => text.split(' ')[1]),
  ).toEqual(['O’Connor', 'Orr', 'Bélanger']);
});

test('the other buttons of a pointer choose nothing', async () => {
  const palette = await openPalette();
  const journal = await palette.findByRole('option', { name: /^Journal/ });
  fireEvent.pointerUp(journal, { button: 2 });
  fireEvent.pointerUp(journal, { button: 1 });
  expect(screen.queryByRole('dialog', { name: 'Accès rapide' })).not.toBeNull();
  fireEvent.pointerUp(journal, { button: 0 });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Accès rapide' })).toBeNull());
});

test('a person opens over the page', async () => {
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, fullName: 'Éloi Roy' }));
  const palette = await openPalette();
  type(palette, 'eloi');
  await palette.findByRole('option', { name: /Éloi Roy/ });
  press(palette, 'Enter');
  await screen.findByRole('dialog', { name: /Éloi Roy/ });
  expect(location.pathname).toBe('/account');
});

test('from the panel of a person the shortcut leads on to the next search', async () => {
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, fullName: 'Éloi Roy' }));
  const palette = await openPalette();
  type(palette, 'eloi');
  await palette.findByRole('option', { name: /Éloi Roy/ });
  press(palette, 'Enter');
  await screen.findByRole('dialog', { name: /Éloi Roy/ });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await screen.findByRole('dialog', { name: 'Accès rapide' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Éloi Roy' })).toBeNull());
});

test('where nobody is found, people with a similar name are offered, and a name of several is searched', async () => {
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, fullName: 'Julie Bouchar' }));
  server.on(searchUsers).reply(() => ({ data: [], totalItems: 0 }));
  server.on(searchExams).reply(() => []);
  const julie = { id: 7, fullName: 'Julie Bouchar', email: 'julie@exemple.ca' };
  server.on(listSimilarNames).reply(({ url }) =>
    url.searchParams.get('search') === 'bouchard'
      ? [
          { name: 'Boucharde', person: null },
          { name: 'Bouchar', person: julie },
        ]
      : [],
  );
  const palette = await openPalette();
  type(palette, 'bouchard');
  await palette.findByRole('option', { name: /Bouchar julie/ });
  expect(palette.getByRole('status').textContent).toBe('Rien ne correspond à «\u00a0bouchard\u00a0».');
  expect(palette.getByRole('group', { name: 'Vouliez-vous dire\u00a0:' })).toBeDefined();
  expect(options(palette)).toEqual(['Boucharde ', 'Julie Bouchar julie@exemple.ca']);
  press(palette, 'Enter');
  expect(field(palette).value).toBe('Boucharde');
  await palette.findByText(/^Rien ne correspond à «.Boucharde.»\. Essayez l’adresse, le numéro/);
  type(palette, 'bouchard');
  fireEvent.click(await palette.findByRole('option', { name: /julie/ }));
  await screen.findByRole('dialog', { name: /Julie Bouchar/ });
});

test('a link in the window of a person leads to its page, and does not leave the window over it', async () => {
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, fullName: 'Éloi Roy' }));
  server.on(getPersonHistory).reply(() => someHistory());
  server.on(listMails).reply(() => ({ mails: [], totalItems: 0, states: {}, transport: 'smtp' }));
  const palette = await openPalette();
  type(palette, 'eloi');
  await palette.findByRole('option', { name: /Éloi Roy/ });
  press(palette, 'Enter');
  const panel = within(await screen.findByRole('dialog', { name: /Éloi Roy/ }));
  fireEvent.click(await panel.findByRole('link', { name: 'Voir ses courriels dans la boîte d’envoi' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname + location.search).toMatch(/^\/outbox\?q=eloi|^\/outbox\?q=zoe/);
});

test('without a text it offers an account, an exam, the other language and the other themes; they act at once', async () => {
  const palette = await openPalette();
  await palette.findByRole('option', { name: /^Nouveau compte/ });
  const offered = actionsOf(palette, 'Actions').map(([label]) => label);
  expect(offered).toEqual([
    'Nouveau compte',
    'Changer de langue\u00a0: English',
    'Apparence\u00a0: claire',
    'Apparence\u00a0: sombre',
    ...['Créer un examen', 'Importer une liste', 'Rédiger la convocation', 'Voir les examens'].map(
      (action) => `${action}\u00a0: Examens DC`,
    ),
  ]);
  server.on(searchUsers).reply(() => ({ data: [], totalItems: 0 }));
  server.on(searchExams).reply(() => []);
  for (const [text, found] of [
    ['nouvel examen', 'Créer un examen\u00a0: Examens DC'],
    ['créer compte', 'Nouveau compte'],
    ['dates', 'Voir les examens\u00a0: Examens DC'],
    ['thème sombre', 'Apparence\u00a0: sombre'],
  ] as const) {
    type(palette, text);
    expect(actionsOf(palette, 'Actions')[0]?.[0]).toBe(found);
  }
  press(palette, 'Enter');
  expect(document.documentElement.dataset.theme).toBe('dark');
  setTheme('system');
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const again = within(await screen.findByRole('dialog', { name: 'Accès rapide' }));
  type(again, 'langue');
  press(again, 'Enter');
  await screen.findByRole('heading', { level: 1, name: 'My account' });
  await act(() => setLanguage('fr'));
});

test.each([
  ['support', { ...admin, isAdmin: false }],
  ['a candidate', { systemId: 3, isStudent: true }],
])('%s is offered the language and the themes, neither an account nor an exam', async (_, entrance) => {
  candidatePage(server);
  const palette = await openPalette({ entrances: [entrance] });
  await palette.findByRole('option', { name: /DC/ });
  expect(actionsOf(palette, 'Actions').map(([label]) => label)).toEqual([
    'Changer de langue\u00a0: English',
    'Apparence\u00a0: claire',
    'Apparence\u00a0: sombre',
  ]);
});

test('a day is found as it is said, and an action by the word date', async () => {
  findByExam({ '2099-02-12': [rhetoric], automne: [rhetoric] });
  server.on(searchUsers).reply(() => ({ data: [], totalItems: 0 }));
  const palette = await openPalette();
  type(palette, '12 février 2099');
  await palette.findByRole('option', { name: /^Session d’automne/ });
  type(palette, 'date automne');
  await palette.findByRole('option', { name: /^Modifier/ });
});

test('support is led to the candidates of an exam, and has no pages of administrators', async () => {
  const palette = await openPalette({ entrances: [{ ...admin, isAdmin: false }] });
  type(palette, 'éloq');
  const exam = await palette.findByRole('option', { name: /Éloquence/ });
  expect(exam.getAttribute('href')).toBe('/dc/configuration?tab=users&exam=12');
  type(palette, 'journal');
  await palette.findByRole('option', { name: /Éloi/ });
  expect(palette.queryByRole('option', { name: /^Journal/ })).toBeNull();
});

test('a candidate finds their own exams by title, day or system, and is led to each on their page', async () => {
  candidatePage(server);
  const palette = await openPalette({ entrances: [{ systemId: 3, isStudent: true }] });
  server
    .on(listOwnExams)
    .reply(() => [
      someOwnExam({ examId: 12, title: { fr: 'Éthique', en: 'Ethics' }, date: '2099-02-12' }),
      someOwnExam({ examId: 13, title: { fr: 'Procédure', en: 'Procedure' }, state: 'cancelled' }),
    ]);
  type(palette, 'é');
  expect(server.requestsTo(listOwnExams)).toEqual([]);
  type(palette, 'ethi');
  const exam = await palette.findByRole('option', { name: /^Éthique/ });
  expect(options(palette)).toEqual(['Éthique 12\u00A0février 2099 · Examens DC']);
  expect(exam.getAttribute('href')).toBe('/my-exams?exam=12');
  type(palette, 'proc');
  await waitFor(() =>
    expect(options(palette)).toEqual(['Procédure 12\u00A0février 2027 · Examens DC · annulé']),
  );
  expect(server.requestsTo(listOwnExams)).toHaveLength(1);
  press(palette, 'Enter');
  await screen.findByRole('heading', { level: 1, name: 'Mes examens' });
  const heading = await screen.findByRole('heading', { level: 3, name: 'Procédure' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('a candidate finds systems and pages besides, and nothing about others is asked of the server', async () => {
  candidatePage(server);
  const palette = await openPalette({ entrances: [{ systemId: 3, isStudent: true }] });
  type(palette, 'examens');
  await waitFor(() => expect(options(palette)).toEqual(['Mes examens ', 'Examens DC DC']));
  expect(palette.getByRole('option', { name: /DC/ }).getAttribute('href')).toBe('/dc');
  type(palette, 'zzz');
  await palette.findByText(/^Rien ne correspond à « zzz »/);
  expect(server.requestsTo(searchUsers)).toEqual([]);
  expect(server.requestsTo(searchExams)).toEqual([]);
});

const rhetoric = {
  systemId: 3,
  examId: 12,
  date: '2099-02-12',
  lastDay: '',
  title: { fr: 'Session d’automne', en: 'Fall session' },
  isCancelled: false,
};
const findByExam = (exams: Record<string, readonly (typeof rhetoric)[]>) =>
  server.on(searchExams).reply(({ url }) => [...(exams[url.searchParams.get('search') ?? ''] ?? [])]);
const actionsOf = (palette: Palette, name = 'Actions sur un examen') =>
  within(palette.getByRole('group', { name }))
    .getAllByRole('option')
    .map((option) => [
      option.firstElementChild?.nextElementSibling?.firstElementChild?.textContent,
      option.getAttribute('href'),
    ]);

test('an action is found by its word with those of the exam, and opens its question on the exam’s page', async () => {
  findByExam({ automne: [rhetoric] });
  server.on(searchUsers).reply(() => ({ data: [], totalItems: 0 }));
  const palette = await openPalette();
  type(palette, 'rappel automne');
  await palette.findByRole('option', { name: /^Rappels/ });
  expect(actionsOf(palette)).toEqual([
    ['Rappels et lettres\u00a0: Session d’automne', '/configuration/exams/3/12?ask=remind'],
  ]);
  await waitFor(() => expect(active(palette)).toContain('Rappels'));
  expect(palette.getByRole('option', { name: /^Rappels/ }).textContent).toContain(
    '12\u00A0février 2099 · Examens DC',
  );
  press(palette, 'Enter');
  await waitFor(() =>
    expect(location.pathname + location.search).toBe('/configuration/exams/3/12?ask=remind'),
  );
});

test('an action alone is offered for the next exams, of a cancelled one what it allows, and the word exam names none', async () => {
  const cancelled = { ...rhetoric, examId: 13, title: { fr: 'Hiver', en: 'Winter' }, isCancelled: true };
  findByExam({ '': [rhetoric, cancelled], automne: [rhetoric] });
  const palette = await openPalette();
  type(palette, 'annul');
  await palette.findByRole('option', { name: /^Désactiver/ });
  expect(actionsOf(palette).map(([label]) => label)).toEqual([
    'Désactiver (annuler l’examen)\u00a0: Session d’automne',
  ]);
  type(palette, 'activer');
  type(palette, 'réactiver examen');
  await palette.findByRole('option', { name: /^Réactiver/ });
  expect(actionsOf(palette)).toEqual([
    ['Réactiver\u00a0: Hiver', '/configuration/exams/3/13?ask=reactivate'],
  ]);
  const before = server.requestsTo(searchExams).length;
  type(palette, 'examen');
  await waitFor(() => expect(server.requestsTo(searchExams)).toHaveLength(before + 1));
  expect(palette.queryByRole('group', { name: 'Actions sur un examen' })).toBeNull();
});

test('of the one exam that was found every action is offered, in the order of its menu', async () => {
  findByExam({ automne: [rhetoric] });
  const palette = await openPalette();
  type(palette, 'automne');
  await palette.findByRole('option', { name: /^Rappels/ });
  const page = '/configuration/exams/3/12';
  expect(actionsOf(palette).map(([label, href]) => [label?.split('\u00a0')[0], href])).toEqual([
    ['Voir les personnes inscrites', '/dc/configuration?tab=users&exam=12'],
    ['Importer une liste', '/dc/configuration?tab=import&exam=12'],
    ['Ajouter une personne', `${page}?ask=add`],
    ['Rappels et lettres', `${page}?ask=remind`],
    ['Écrire aux personnes inscrites', `${page}/letter`],
    ['Modifier', `${page}#exam-form`],
    ['Pointage des présences', `${page}/presence`],
    ['Feuille de présence', `${page}/attendance`],
    ['Attestations', `${page}/results`],
    ['Copier l’examen…', `${page}?ask=copy`],
    ['Désactiver (annuler l’examen)', `${page}?ask=deactivate`],
  ]);
});

test('support is offered no action, in a system that they administer or not', async () => {
  findByExam({ '': [rhetoric], automne: [rhetoric] });
  welcome(server, {
    entrances: [
      { ...admin, isAdmin: false },
      { ...admin, systemId: 2 },
    ],
  });
  const palette = await openPalette({
    entrances: [
      { ...admin, isAdmin: false },
      { ...admin, systemId: 2 },
    ],
  });
  type(palette, 'automne');
  await palette.findByRole('option', { name: /^Session d’automne/ });
  type(palette, 'rappel automne');
  await palette.findByText('1 résultat');
  expect(palette.queryByRole('group', { name: 'Actions sur un examen' })).toBeNull();
});

test('in English the actions bear English words and the exam its English title', async () => {
  findByExam({ fall: [rhetoric] });
  welcome(server, { entrances: [admin] });
  renderPortal('/account?lang=en');
  await screen.findByRole('heading', { level: 1, name: 'My account' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const palette = within(await screen.findByRole('dialog'));
  type(palette, 'remind fall');
  await palette.findByRole('option', { name: /^Reminders & letters: Fall session/ });
  type(palette, 'cancel fall');
  await palette.findByRole('option', { name: /^Deactivate \(cancel the exam\): Fall session/ });
  await act(() => setLanguage('fr'));
});

test('a search that fails says so and is tried again; actions of a system are found by their words', async () => {
  server.on(searchExams).reply(() => problem(503, 'busy'));
  const palette = await openPalette();
  type(palette, 'importer dc');
  expect(options(palette)).toEqual(['Importer une liste\u00a0: Examens DC DC']);
  await palette.findByText('Détail de busy.');
  server.on(searchExams).reply(() => []);
  fireEvent.click(palette.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(palette.queryByText('Détail de busy.')).toBeNull());
});

test('the shortcut is left to the editor of messages, and to an open dialog', async () => {
  welcome(server, { entrances: [admin] });
  renderPortal('/account');
  await screen.findByRole('heading', { level: 1, name: 'Mon compte' });
  const editor = document.body.appendChild(document.createElement('div'));
  editor.setAttribute('contenteditable', 'true');
  expect(fireEvent.keyDown(editor, { key: 'k', ctrlKey: true })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, shiftKey: true })).toBe(true);
  editor.remove();
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(true);
  dialog.remove();
  expect(screen.queryByRole('dialog')).toBeNull();
});
