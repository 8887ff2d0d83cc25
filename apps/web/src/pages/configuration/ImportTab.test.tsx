import { listCohorts } from '@guichet/contract/cohorts';
import {
  importCandidates,
  type Preview,
  previewImport,
  type Refusal,
  watchImport,
} from '@guichet/contract/imports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../testing/renderPortal.tsx';
import { someCohort } from '../../testing/samples.ts';

// jsdom's own requests would leave for the network.
vi.mock('../../platform/call/upload.ts', () => ({
  upload: ({ url, ...request }: RequestInit & { url: string }, tell: (share: number) => void) => {
    tell(1);
    return fetch(url, request);
  },
}));

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server
    .on(listCohorts)
    .reply(() => [someCohort(), someCohort({ id: 13, title: 'Printemps 2027', courseId: 'dc-13' })]);
  server.on(previewImport).reply(() => somePreview);
  server
    .on(watchImport)
    .reply(() => new Response('data: {"phase":"reading","rows":40,"share":0.5,"imported":null}\n\n'));
});

const list = new File(['Nom;Prénom'], 'liste.csv', { type: 'text/csv' });
const file = {
  rows: 4,
  blankLines: 2,
  recognised: [{ heading: 'Courriel', field: 'email' }],
  ignoredColumns: ['Programme'],
};
const somePreview: Preview = {
  file,
  counts: { newAccount: 1, knownAccount: 1, alreadyInCohort: 1, duplicateInFile: 1 },
  mails: { fr: 1, en: 1 },
  fallback: { missing: 'en', used: 'fr' },
  rows: [
    {
      line: 2,
      email: 'zoe@exemple.ca',
      firstName: 'Zoé',
      lastName: 'Côté',
      language: 'fr',
      outcome: 'newAccount',
    },
  ],
  rowsLeftOut: 0,
};
const someRefusal: Refusal = {
  type: 'about:blank',
  status: 422,
  title: 'Anomalies',
  detail: 'Anomalies',
  code: 'import.problems',
  problems: [
    { line: 4, column: 'Courriel', code: 'import.emailInvalid', text: 'pas-une-adresse' },
    { line: 9, column: 'Prénom', code: 'import.firstNameMissing', text: '' },
    {
      line: 12,
      column: 'Courriel',
      code: 'import.emailOfAnotherPerson',
      text: 'a@b.ca',
      params: { otherLine: 1206 },
    },
  ],
  badRows: 3,
  problemsLeftOut: 0,
  file,
};

const button = (name: string | RegExp) => screen.findByRole('button', { name });

async function choose(path = '/dc/configuration?tab=import&cohort=12') {
  renderPortal(path);
  fireEvent.change(await screen.findByLabelText(/Liste des candidats/), { target: { files: [list] } });
}

async function check() {
  await choose();
  fireEvent.click(await button('Vérifier le fichier'));
}

function partsSent(endpoint: typeof importCandidates | typeof previewImport) {
  const [request] = server.requestsTo(endpoint).slice(-1);
  return Object.fromEntries(request?.body as FormData);
}

test('S5.22 without a cohort there is no choice of one, but the way to make one', async () => {
  server.on(listCohorts).reply(() => []);
  renderPortal('/dc/configuration?tab=import');
  const link = await screen.findByRole('link', { name: 'Créer un espace d’examen' });
  expect(link.getAttribute('href')).toBe('?tab=spaces');
  expect(screen.queryByLabelText('Cohorte')).toBeNull();
});

test('S5.21 S5.23 nothing is checked before a cohort and a file are chosen; mails are asked for at first', async () => {
  await choose('/dc/configuration?tab=import');
  const checking = await button('Vérifier le fichier');
  expect(checking.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>(/Envoyer un courriel/).checked).toBe(true);
  fireEvent.change(screen.getByLabelText('Cohorte'), { target: { value: '13' } });
  await waitFor(() => expect(checking.getAttribute('aria-disabled')).toBeNull());
  expect(location.search).toBe('?tab=import&cohort=13');
  expect(server.requestsTo(previewImport)).toEqual([]);
});

test('the preview says what would happen, and only then can one import', async () => {
  await choose();
  expect(screen.queryByRole('button', { name: /^Importer/ })).toBeNull();
  fireEvent.click(await button('Vérifier le fichier'));
  expect((await button('Importer 2 candidats')).getAttribute('aria-disabled')).toBeNull();
  expect(partsSent(previewImport)).toMatchObject({
    systemId: '3',
    languageId: '1',
    selectedCourse: 'dc-12',
    sendEmail: 'true',
    file: expect.objectContaining({ name: 'liste.csv' }),
  });
  for (const text of [
    '4 candidats lus. 2 lignes vides ignorées.',
    '2 courriels partiront : 1 en français, 1 en anglais.',
    'Le système n’a aucun message en anglais. Ces candidats recevront celui qui est en français.',
    'Programme',
  ]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  const row = within(screen.getByRole('row', { name: /Zoé Côté/ }));
  expect(row.getByText('Nouveau compte')).toBeDefined();
  expect(server.requestsTo(importCandidates)).toEqual([]);
});

test('a change makes the preview old, and it is asked anew by itself', async () => {
  await check();
  await button('Importer 2 candidats');
  fireEvent.click(screen.getByLabelText(/Envoyer un courriel/));
  await waitFor(() => expect(server.requestsTo(previewImport)).toHaveLength(2));
  expect(partsSent(previewImport)).toMatchObject({ sendEmail: 'false' });
  await button('Importer 2 candidats');
});

test('a list in which nobody is new cannot be imported', async () => {
  const counts = { newAccount: 0, knownAccount: 0, alreadyInCohort: 4, duplicateInFile: 0 };
  server.on(previewImport).reply(() => ({ ...somePreview, counts }));
  await check();
  const importing = await button('Importer 0 candidat');
  expect(importing.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Toutes ces personnes sont déjà dans la cohorte.')).toBeDefined();
});

test('S8.10 the end is told in the system’s words with the count, and leads on', async () => {
  server.on(importCandidates).reply(() => 412);
  await check();
  fireEvent.click(await button('Importer 2 candidats'));
  await screen.findByText('La liste est importée dans DC. Candidats placés dans la cohorte : 412.');
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Voir les candidats')).toBe('?tab=users&cohort=12');
  expect(href('Suivre les courriels')).toBe('/outbox?system=3&cohort=12');
  expect(partsSent(importCandidates).importId).toMatch(/^[0-9a-f-]{36}$/);
});

test('while it runs the button is busy and a bar says how far it is', async () => {
  let finish: (count: number) => void = () => undefined;
  server.on(importCandidates).reply(() => new Promise<number>((resolve) => (finish = resolve)));
  await check();
  fireEvent.click(await button('Importer 2 candidats'));
  const bar = await screen.findByRole('progressbar', { name: 'Lecture de la liste' });
  expect(bar.getAttribute('aria-valuenow')).toBe('50');
  expect((await button('Importation…')).getAttribute('aria-disabled')).toBe('true');
  finish(2);
  await screen.findByText(/Candidats placés dans la cohorte : 2\./);
});

test('whoever leaves meanwhile is asked first, by a link as by closing the window', async () => {
  let finish: (count: number) => void = () => undefined;
  server.on(importCandidates).reply(() => new Promise<number>((resolve) => (finish = resolve)));
  await check();
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(closing()).toBe(false);
  fireEvent.click(await button('Importer 2 candidats'));
  await button('Importation…');
  expect(closing()).toBe(true);
  fireEvent.click(screen.getByRole('link', { name: 'Accueil' }));
  fireEvent.click(await button('Rester'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(location.pathname).toBe('/dc/configuration');
  fireEvent.click(screen.getByRole('link', { name: 'Accueil' }));
  fireEvent.click(await button('Quitter'));
  await waitFor(() => expect(location.pathname).toBe('/home'));
  finish(2);
});

test('after a lost connection the same import is tried again under the same number', async () => {
  server.on(importCandidates).reply(() => Promise.reject(new TypeError('network')));
  await check();
  fireEvent.click(await button('Importer 2 candidats'));
  await screen.findByText(/personne ne sera placé ni averti deux fois/);
  const { importId } = partsSent(importCandidates);
  server.on(importCandidates).reply(() => 2);
  fireEvent.click(await button('Réessayer'));
  await screen.findByText(/Candidats placés dans la cohorte : 2\./);
  expect(partsSent(importCandidates).importId).toBe(importId);
  expect(server.requestsTo(importCandidates)).toHaveLength(2);
});

test('a list with faults is refused with every one of them, which can be narrowed to one kind', async () => {
  server.on(previewImport).reply(() => someRefusal);
  await check();
  await screen.findByText('3 lignes sont à corriger; rien n’a été importé');
  const table = screen.getByRole('table', { name: 'Anomalies de la liste' });
  const rows = () => within(table).getAllByRole('row').slice(1);
  expect(rows().map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual(['4', '9', '12']);
  expect(screen.getByText('pas-une-adresse')).toBeDefined();
  expect(
    screen.getByText('Cette adresse est déjà celle d’une autre personne, à la ligne 1206.'),
  ).toBeDefined();
  fireEvent.change(screen.getByLabelText('Montrer :'), { target: { value: 'import.firstNameMissing' } });
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^Importer/ })).toBeNull();
});

test('a file that cannot be read says what to do with it', async () => {
  const problems: Refusal['problems'] = [{ line: null, column: null, code: 'import.oldExcel', text: '' }];
  server.on(previewImport).reply(() => ({ ...someRefusal, problems, badRows: 0, file: null }));
  await check();
  expect(
    (await screen.findByText('Cette liste ne peut pas être lue')).closest('[role=alert]')?.textContent,
  ).toContain('enregistrez-le en .xlsx');
});

test('S8.11 a check that fails says why and offers another try', async () => {
  server.on(previewImport).reply(() => problem(503, 'busy'));
  await check();
  await screen.findByText('Détail de busy.');
  server.on(previewImport).reply(() => somePreview);
  fireEvent.click(await button('Réessayer'));
  await button('Importer 2 candidats');
});

test('the chosen list survives a look at another tab', async () => {
  await check();
  await button('Importer 2 candidats');
  fireEvent.click(screen.getByRole('tab', { name: 'Cohortes' }));
  await screen.findByRole('table', { name: 'Cohortes actives' });
  fireEvent.click(screen.getByRole('tab', { name: 'Importation' }));
  await waitFor(() => expect(location.search).toBe('?tab=import&cohort=12'));
  await button('Importer 2 candidats');
  expect(server.requestsTo(previewImport)).toHaveLength(1);
});
