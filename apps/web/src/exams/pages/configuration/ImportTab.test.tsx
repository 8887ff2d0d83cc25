import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates } from '@guichet/contract/exams/places';
import { importCandidates, previewImport, type Refusal } from '@guichet/contract/imports/imports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { today } from '../../../core/i18n/formats.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import {
  button,
  checkList,
  chooseList,
  partsSent,
  pickList,
  setImportScene,
  somePreview,
  someRefusal,
} from '../../../testing/importScene.ts';
import { renderPortal } from '../../../testing/renderPortal.tsx';
import { someListedExam } from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  setImportScene(server);
});

test('S5.22 without an exam there is no select, but a link to create one', async () => {
  server.on(listExams).reply(() => []);
  renderPortal('/dc/configuration?tab=import');
  const link = await screen.findByRole('link', { name: 'Créer un examen' });
  expect(link.getAttribute('href')).toBe('?tab=spaces');
  expect(screen.queryByLabelText('Examen')).toBeNull();
});

test('S5.21 S5.23 nothing is checked before exam and file are chosen; mails are on by default', async () => {
  await chooseList('/dc/configuration?tab=import');
  const checking = await button('Vérifier le fichier');
  expect(checking.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>(/Envoyer un courriel/).checked).toBe(true);
  fireEvent.change(screen.getByLabelText('Examen'), { target: { value: '13' } });
  await waitFor(() => expect(checking.getAttribute('aria-disabled')).toBeNull());
  expect(location.search).toBe('?tab=import&exam=13');
  expect(server.requestsTo(previewImport)).toEqual([]);
});

test('with an exam alone, only the file is asked for', async () => {
  renderPortal('/dc/configuration?tab=import&exam=13');
  await screen.findByText('Choisissez d’abord un fichier.');
});

test('the only exam of a system is chosen already', async () => {
  server.on(listExams).reply(() => [someListedExam({ id: 13 })]);
  await chooseList('/dc/configuration?tab=import');
  expect(screen.getByLabelText<HTMLSelectElement>('Examen').value).toBe('13');
  expect((await button('Vérifier le fichier')).getAttribute('aria-disabled')).toBeNull();
});

const now = today(new Date());
test.each([
  [{ date: now, startTime: '00:00', endTime: '' }, /^L’examen a commencé à 0\sh\.$/],
  [
    { date: '2026-01-05', startTime: '09:00', endTime: '', lastDay: now },
    /^L’examen a commencé le 5\sjanvier/,
  ],
  [{ date: now, startTime: '00:00', endTime: '00:00' }, /^L’examen est terminé\.$/],
  [{ date: '2099-02-12', startTime: '09:00' }, null],
])('the preview says that an exam has begun or is over: %o', async (exam, said) => {
  server.on(listExams).reply(() => [someListedExam(exam)]);
  await checkList();
  await button(/^Importer/);
  const found = screen.queryByText(said ?? /^L’examen (?:a commencé|est terminé)/);
  expect(found === null).toBe(said === null);
});

test('the preview lists what was skipped or changed, and offers the other choice', async () => {
  const file = {
    ...somePreview.file,
    hidden: { rows: 3, included: false },
    skipped: [{ line: 9, kind: 'total' as const, text: 'Total 4' }],
    repaired: {
      cells: 1,
      samples: [{ line: 2, column: 'Nom', before: 'CÃ´tÃ©', after: 'Côté' }],
      left: 0,
    },
    encoding: 'macintosh',
    encodings: [{ encoding: 'macintosh' as const, samples: ['Ève d’Étudiants'] }],
  };
  server.on(previewImport).reply(() => ({ ...somePreview, file }));
  await checkList();
  for (const text of [
    '3 lignes masquées dans le classeur, par un filtre ou à la main, sont laissées de côté.',
    '1 ligne qui ne décrit personne est laissée de côté :',
    'Total 4',
    'CÃ´tÃ©',
    /Europe de l’Ouest \(Macintosh\)/,
    'Ève d’Étudiants',
  ])
    expect(await screen.findByText(text)).toBeDefined();
  fireEvent.click(await button('Les importer aussi'));
  await waitFor(() => expect(partsSent(server, previewImport)).toMatchObject({ includeHidden: 'true' }));
  expect(screen.getByLabelText<HTMLInputElement>(/lignes masquées/).checked).toBe(true);
});

test('a refused list also shows what was skipped and which columns are ignored', async () => {
  const file = {
    ...somePreview.file,
    skipped: [{ line: 9, kind: 'total' as const, text: 'Total 4' }],
    unnamedColumns: ['F'],
    columnsLeftOut: 12,
  };
  server.on(previewImport).reply(() => ({ ...someRefusal, file }));
  await checkList();
  for (const text of [
    'Total 4',
    '14 colonnes ne sont pas lues',
    'Programme',
    'Colonne F, sans titre',
    'et 12 autres',
  ])
    expect(await screen.findByText(text)).toBeDefined();
});

test('the sample values of each column follow the chosen line of headings', async () => {
  const sample = (line: number, text: string) => ({ line, text });
  const column = (index: number, ...samples: { line: number; text: string }[]) =>
    ({ index, heading: '', samples, field: null, mayBe: null }) as const;
  const texts = ['Rapport', 'Zeugs', 'Roy', 'Roy', 'Côté', 'Abel'];
  const layout = {
    headingLine: 1,
    firstLines: texts.map((text, at) => ({ line: at + 1, cells: [text] })),
    columns: [column(0, ...texts.map((text, at) => sample(at + 1, text)))],
    columnsLeftOut: 0,
    fields: [],
    isMatchedByHand: false,
  };
  const problems = [{ line: 1, column: null, code: 'import.noHeadings' as const, text: '' }];
  server.on(previewImport).reply(() => ({ ...someRefusal, problems, columns: { layout, remembered: null } }));
  await checkList();
  const shown = async () => {
    const cell = (await screen.findAllByRole('row'))[1];
    return within(cell as HTMLElement)
      .queryAllByRole('listitem')
      .map((item) => item.textContent);
  };
  expect(await shown()).toEqual(['Zeugs', 'Roy', 'Côté']);
  fireEvent.change(screen.getByLabelText('Ligne des titres'), { target: { value: '2' } });
  expect(await shown()).toEqual(['Roy', 'Côté', 'Abel']);
  fireEvent.change(screen.getByLabelText('Ligne des titres'), { target: { value: '0' } });
  expect(await shown()).toEqual(['Rapport', 'Zeugs', 'Roy']);
});

test('a list with garbled accents offers a repair', async () => {
  const params = { repaired: 'Côté' };
  const garbled = { line: 2, column: 'Nom', code: 'import.encodedTwice' as const, text: 'CÃ´tÃ©', params };
  server.on(previewImport).reply(() => ({ ...someRefusal, problems: [garbled], badRows: 1 }));
  await checkList();
  expect(await screen.findByText(/Ce texte était sans doute «\sCôté\s»/)).toBeDefined();
  fireEvent.click(await button('Réparer ces textes'));
  await waitFor(() => expect(partsSent(server, previewImport)).toMatchObject({ repairText: 'true' }));
});

test('the preview comes first, and only then the import is possible', async () => {
  await chooseList();
  expect(screen.queryByRole('button', { name: /^Importer/ })).toBeNull();
  fireEvent.click(await button('Vérifier le fichier'));
  expect((await button('Importer 2 personnes')).getAttribute('aria-disabled')).toBeNull();
  expect(partsSent(server, previewImport)).toMatchObject({
    systemId: '3',
    languageId: '1',
    selectedCourse: 'dc-12',
    sendEmail: 'true',
    file: expect.objectContaining({ name: 'liste.csv' }),
  });
  for (const text of [
    '4 personnes lues. 2 lignes vides ignorées.',
    '2 courriels seront envoyés : 1 en français, 1 en anglais.',
    'Programme',
  ]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  const row = within(screen.getByRole('row', { name: /Zoé Côté/ }));
  expect(row.getByText('Nouveau compte')).toBeDefined();
  expect(server.requestsTo(importCandidates)).toEqual([]);
});

test('a change makes the preview outdated and fetches it again', async () => {
  await checkList();
  await button('Importer 2 personnes');
  fireEvent.click(screen.getByLabelText(/Envoyer un courriel/));
  await waitFor(() => expect(server.requestsTo(previewImport)).toHaveLength(2));
  expect(partsSent(server, previewImport)).toMatchObject({ sendEmail: 'false' });
  await button('Importer 2 personnes');
});

test('a list without new candidates cannot be imported', async () => {
  const counts = { newAccount: 0, knownAccount: 0, alreadyInExam: 4, duplicateInFile: 0 };
  server.on(previewImport).reply(() => ({ ...somePreview, counts }));
  await checkList();
  const importing = await button('Importer 0 personne');
  expect(importing.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Toutes ces personnes sont déjà inscrites à l’examen.')).toBeDefined();
});

test('a list that only gives extra time says to how many, and can be imported', async () => {
  const counts = { newAccount: 0, knownAccount: 0, alreadyInExam: 4, duplicateInFile: 0 };
  server.on(previewImport).reply(() => ({ ...somePreview, counts, extraTimes: 3 }));
  await checkList();
  const importing = await button('Accorder le temps supplémentaire');
  expect(importing.getAttribute('aria-disabled')).toBeNull();
  expect(screen.getByText('Temps supplémentaire : accordé à 3 personnes.')).toBeDefined();
});

test('a list with a column of extra time, without the right, asks one question, and is imported without the column', async () => {
  const column = 'Tiers temps';
  const problems = [
    { line: 1, column, code: 'import.extraTimeDenied' as const, text: '', params: { column } },
  ];
  server
    .on(previewImport)
    .reply(({ body }) =>
      (body as FormData).get('withoutExtraTime') === null
        ? { ...someRefusal, problems, badRows: 0, file: null }
        : { ...somePreview, file: { ...somePreview.file, leftOutColumn: column } },
    );
  await checkList();
  expect(await screen.findByText('Importer la liste sans le temps supplémentaire?')).toBeDefined();
  expect(
    screen.getByText(/a une colonne de temps supplémentaire.*Tiers temps.*superadministration/),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Importer/ })).toBeNull();
  fireEvent.click(await button('Continuer sans cette colonne'));
  const importing = await button('Importer 2 personnes');
  expect(screen.getByText(/Tiers temps.*n’accorde de temps supplémentaire à personne/)).toBeDefined();
  server.on(importCandidates).reply(() => 2);
  fireEvent.click(importing);
  await waitFor(() =>
    expect(partsSent(server, importCandidates)).toMatchObject({ withoutExtraTime: 'true' }),
  );
});

test('the question about extra time is cancelled with the list, and asked anew of the next', async () => {
  const params = { column: 'Tiers temps' };
  const problems = [
    { line: 1, column: 'Tiers temps', code: 'import.extraTimeDenied' as const, text: '', params },
  ];
  server.on(previewImport).reply(() => ({ ...someRefusal, problems, badRows: 0, file: null }));
  await checkList();
  fireEvent.click(await button('Continuer sans cette colonne'));
  await waitFor(() => expect(server.requestsTo(previewImport)).toHaveLength(2));
  fireEvent.click(await button('Annuler'));
  expect(screen.queryByText('Importer la liste sans le temps supplémentaire?')).toBeNull();
  await pickList();
  fireEvent.click(await button('Vérifier le fichier'));
  await waitFor(() => expect(server.requestsTo(previewImport)).toHaveLength(3));
  expect(partsSent(server, previewImport)).not.toHaveProperty('withoutExtraTime');
});

test('a list with problems shows every one, and can be filtered by kind', async () => {
  server.on(previewImport).reply(() => someRefusal);
  await checkList();
  await screen.findByText('3 lignes à corriger; rien n’a été importé');
  const table = screen.getByRole('table', { name: 'Anomalies de la liste' });
  const rows = () => within(table).getAllByRole('row').slice(1);
  expect(rows().map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['4', '9', '12']);
  expect(screen.getByText('pas-une-adresse')).toBeDefined();
  expect(
    screen.getByText(
      'Cette adresse est déjà celle d’une autre personne, à la ligne 1206. Corrigez une des deux lignes.',
    ),
  ).toBeDefined();
  fireEvent.change(screen.getByLabelText('Afficher :'), { target: { value: 'import.firstNameMissing' } });
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^Importer/ })).toBeNull();
});

test('the problems name the person of each row, and another file is chosen from there', async () => {
  const person = { name: 'Zoé Côté', email: 'pas-une-adresse' };
  const problems = [{ ...(someRefusal.problems[0] as Refusal['problems'][number]), person }];
  server.on(previewImport).reply(() => ({ ...someRefusal, problems, badRows: 1 }));
  await checkList();
  const row = await screen.findByRole('row', { name: /^4 Courriel/ });
  expect(within(row).getAllByRole('cell')[3]?.textContent).toBe('Zoé Côtépas-une-adresse');
  const input = screen.getByLabelText<HTMLInputElement>(/Liste des personnes à inscrire/);
  const opened = vi.spyOn(input, 'click');
  fireEvent.click(await button('Choisir un autre fichier'));
  expect(opened).toHaveBeenCalledOnce();
  server.on(previewImport).reply(() => somePreview);
  fireEvent.change(input, { target: { files: [new File(['x'], 'bonne.csv')] } });
  expect(await button(/^Importer \d/)).toBeDefined();
});

test('a file that cannot be read shows what to do', async () => {
  const problems: Refusal['problems'] = [{ line: null, column: null, code: 'import.oldExcel', text: '' }];
  server.on(previewImport).reply(() => ({ ...someRefusal, problems, badRows: 0, file: null }));
  await checkList();
  expect(
    (await screen.findByText('Cette liste ne peut pas être lue')).closest('[role=alert]')?.textContent,
  ).toContain('« Enregistrer sous… », puis le format .xlsx');
});

test('S8.11 a failed check shows why and offers a retry', async () => {
  server.on(previewImport).reply(() => problem(503, 'busy'));
  await checkList();
  await screen.findByText('Détail de busy.');
  server.on(previewImport).reply(() => somePreview);
  fireEvent.click(await button('Réessayer'));
  await button('Importer 2 personnes');
});

test('the chosen list survives a visit to another tab', async () => {
  await checkList();
  await button('Importer 2 personnes');
  fireEvent.click(screen.getByRole('tab', { name: 'Cohortes' }));
  await screen.findByRole('table', { name: 'Examens à venir' });
  fireEvent.click(screen.getByRole('tab', { name: 'Importation' }));
  await waitFor(() => expect(location.search).toBe('?tab=import&exam=12'));
  await button('Importer 2 personnes');
  expect(server.requestsTo(previewImport)).toHaveLength(1);
});

test('the mails leave at once, or at a day and hour that both have to be given', async () => {
  await checkList();
  await screen.findByRole('button', { name: /^Importer/ });
  expect(partsSent(server, previewImport)).not.toHaveProperty('mailsAt');
  fireEvent.click(screen.getByRole('radio', { name: 'Plus tard' }));
  await screen.findByText('Indiquez le jour et l’heure d’envoi des courriels.');
  fireEvent.change(screen.getByLabelText('Jour d’envoi'), { target: { value: '2099-02-01' } });
  fireEvent.change(screen.getByLabelText('Heure d’envoi'), { target: { value: '08:30' } });
  await waitFor(() =>
    expect(partsSent(server, previewImport)).toMatchObject({ mailsAt: '2099-02-01T08:30' }),
  );
  const errors = [{ path: 'mailsAt', messageKey: 'afterExam' }];
  server.on(previewImport).reply(() => problem(400, 'request.invalid', { errors }));
  fireEvent.change(screen.getByLabelText('Heure d’envoi'), { target: { value: '09:30' } });
  await screen.findByText('Cette heure vient après l’examen. Choisissez-en une plus tôt.');
  server.on(previewImport).reply(() => somePreview);
  fireEvent.click(screen.getByRole('radio', { name: 'Maintenant' }));
  await waitFor(() => expect(partsSent(server, previewImport)).not.toHaveProperty('mailsAt'));
});

test('addresses that look mistyped are told with what was probably meant, and the import stays possible', async () => {
  const doubtfulDomains = [
    { line: 12, email: 'zoe@uotawa.ca', domain: 'uotawa.ca', meant: 'uottawa.ca', addresses: 3 },
    { line: 13, email: 'lea@gmial.com', domain: 'gmial.com', meant: 'gmail.com', addresses: 1 },
  ];
  server.on(previewImport).reply(() => ({ ...somePreview, doubtfulDomains }));
  await checkList();
  await screen.findByText('Des adresses semblent mal écrites');
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(said).toContain(
    'Ligne 12\u00a0: zoe@uotawa.ca. Vouliez-vous dire uottawa.ca? 2 autres adresses se terminent par uotawa.ca.',
  );
  expect(said).toContain('Ligne 13\u00a0: lea@gmial.com. Vouliez-vous dire gmail.com?');
  expect((await button('Importer 2 personnes')).getAttribute('aria-disabled')).toBeNull();
});

test('student numbers of people with another address are told line by line, with what becomes of each, and the import stays possible', async () => {
  const known = { line: 3, studentNumber: '300111222', name: 'Zoé Côté', knownEmail: 'zoe@exemple.ca' };
  const samples = Array.from({ length: 7 }, (_, n) => ({
    ...known,
    line: n + 3,
    email: `zoee${n}@exemple.ca`,
    outcome: n === 0 ? ('newAccount' as const) : ('knownAccount' as const),
  }));
  server.on(previewImport).reply(() => ({ ...somePreview, numbersOfOthers: { lines: 8, samples } }));
  await checkList();
  await screen.findByText('8 numéros d’étudiant sont ceux de personnes qui ont une autre adresse');
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(said).toContain(
    'Ligne 3\u00a0: zoee0@exemple.ca. Le numéro 300111222 est déjà connu\u00a0: Zoé Côté (zoe@exemple.ca). Un nouveau compte sera créé à l’adresse de la ligne.',
  );
  expect(said.filter((text) => /C’est le compte de l’adresse de la ligne/.test(text ?? ''))).toHaveLength(6);
  expect(screen.getByText('Afficher les 2 autres lignes')).toBeDefined();
  expect(screen.getByText('Une autre ligne est dans le même cas.')).toBeDefined();
  expect((await button('Importer 2 personnes')).getAttribute('aria-disabled')).toBeNull();
});

test('the exam whose people show is the one of the import, unless another is chosen there', async () => {
  server.on(listCandidates).reply(() => []);
  renderPortal('/dc/configuration?tab=users&exam=13');
  const go = async (name: string) => fireEvent.click(await screen.findByRole('tab', { name }));
  const chosen = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Examen' });
  await go('Importation');
  await waitFor(async () => expect((await chosen()).value).toBe('13'));
  fireEvent.change(await chosen(), { target: { value: '12' } });
  await go('Personnes');
  await go('Importation');
  await waitFor(async () => expect((await chosen()).value).toBe('12'));
});
