import { forecastMail } from '@guichet/contract/exams/notices.invitations';
import { importCandidates, previewImport } from '@guichet/contract/imports/imports';
import type { Comparison } from '@guichet/contract/imports/imports.comparison';
import { listImports, previewUndo, undoImport } from '@guichet/contract/imports/imports.past';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import {
  button,
  checkList,
  partsSent,
  pickList,
  setImportScene,
  someImport,
  somePreview,
  someUndo,
} from '../../../testing/importScene.ts';
import { renderPortal } from '../../../testing/renderPortal.tsx';
import { someForecast } from '../../../testing/samples.ts';

const part = { language: 'fr', isAllowed: true, isProbable: true } as const;
const changed: Comparison['changed'] = [
  {
    ...part,
    userId: 7,
    name: 'Ana Un',
    email: 'ana@exemple.ca',
    part: 'name',
    from: 'Ana Un',
    to: 'Ana Une',
  },
  {
    ...part,
    userId: 8,
    name: 'Bob Deux',
    email: 'bob@exemple.ca',
    part: 'name',
    from: 'Bob Deux',
    to: 'BOB DEUX',
    isProbable: false,
  },
  {
    ...part,
    userId: 9,
    name: 'Eva Cinq',
    email: 'eva@exemple.ca',
    part: 'email',
    from: 'eva@exemple.ca',
    to: 'eva5@exemple.ca',
    isAllowed: false,
  },
];
const at = new Date('2027-01-04T15:00:00Z');
const gone = { movedFrom: null, enrolledAt: at, isAttested: false, isMailed: true };
const comparison: Comparison = {
  ...{ fingerprint: 'une', unchanged: 4, changed, changedLeftOut: 0, missingLeftOut: 0 },
  missing: [
    {
      ...gone,
      userId: 11,
      name: 'Tom Bélair',
      email: 'tom@exemple.ca',
      list: { fileName: 'liste du 1er.csv', at },
    },
    { ...gone, userId: 12, name: 'Ada Main', email: 'ada@exemple.ca', list: null },
    {
      ...gone,
      userId: 13,
      name: 'Luc Aubin',
      email: 'luc@exemple.ca',
      list: null,
      movedFrom: { fr: 'Matin', en: 'Morning' },
    },
  ],
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  setImportScene(server);
  server.on(previewImport).reply(() => ({ ...somePreview, comparison }));
  server.on(importCandidates).reply(() => 2);
});
const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const sent = () => JSON.parse(String(partsSent(server, importCandidates).choices ?? 'null'));

test('the list beside its exam: what it probably knows better is ticked, and nobody to take out', async () => {
  await checkList();
  expect((await box('Corriger\u00a0: Ana Un, nom')).checked).toBe(true);
  expect(partsSent(server, previewImport)).toMatchObject({ compare: 'true' });
  expect((await box('Corriger\u00a0: Bob Deux, nom')).checked).toBe(false);
  expect((await box('Corriger\u00a0: Eva Cinq, adresse')).disabled).toBe(true);
  expect((await box('Retirer de l’examen\u00a0: Tom Bélair')).checked).toBe(false);
  expect(screen.queryByRole('checkbox', { name: /n’est plus inscrite/ })).toBeNull();
  fireEvent.click(await button('Appliquer la liste'));
  await waitFor(() =>
    expect(sent()).toEqual({
      fingerprint: 'une',
      correct: { name: [7], email: [], language: [], list: [], extraTime: [] },
      takeOut: [],
    }),
  );
  await screen.findByText(/1 personne a été corrigée\./);
});

test('each extra time that stands shows before and after, and less of it is changed where one ticks it alone', async () => {
  const time = { ...part, part: 'extraTime' as const, email: '', isTold: true };
  const less = { ...time, userId: 7, name: 'Ana Un', from: '× 1.33', to: '× 1.25', isProbable: false };
  const more = { ...time, userId: 8, name: 'Bob Deux', from: '20 min', to: '30 min' };
  const found = { ...comparison, changed: [less, more], missing: [] };
  const counts = { extraTimes: 2, otherExtraTimes: 2, extraTimeMails: 1 };
  server.on(previewImport).reply(() => ({ ...somePreview, ...counts, comparison: found }));
  await checkList();
  expect((await box('Corriger\u00a0: Ana Un, temps supplémentaire')).checked).toBe(false);
  expect((await box('Corriger\u00a0: Bob Deux, temps supplémentaire')).checked).toBe(true);
  const [row] = screen.getAllByRole('row', { name: /Ana Un/ });
  expect(row?.textContent).toMatch(/33\s%.*25\s%.*Sans la coche.*nouvelle heure de fin/);
  expect(screen.getByText(/en indique un autre pour 2 personnes/)).toBeDefined();
  expect(screen.getByText(/2 avis de retrait, d’adresse corrigée ou de nouvelle heure de fin/)).toBeDefined();
  fireEvent.click(await button('Appliquer la liste'));
  await waitFor(() => expect(sent()).toMatchObject({ correct: { extraTime: [8] } }));
  await screen.findByText(/2 courriels d’avis/);
});

test('people of one list alone are ticked together, and told unless one says no', async () => {
  await checkList();
  const origin = await screen.findByLabelText('Provenance');
  expect(origin.textContent).toContain('Déplacée de «\u00a0Matin\u00a0»');
  const byList = [...origin.querySelectorAll('option')]
    .map(({ value }) => value)
    .toSorted()
    .at(-1);
  fireEvent.change(origin, { target: { value: byList } });
  fireEvent.click(await box('Retirer la personne affichée'));
  fireEvent.click(await box('Corriger\u00a0: Ana Un, nom'));
  fireEvent.click(await button('Appliquer la liste'));
  await waitFor(() => expect(sent()).toMatchObject({ takeOut: [11], tell: true, correct: { name: [] } }));
});

const layout = {
  headingLine: 1,
  firstLines: [{ line: 1, cells: ['Courriel', 'Nom'] }],
  columns: ['email', 'lastName'].map((field, index) => ({
    ...{ index, heading: field, samples: [], field, mayBe: null },
  })),
  columnsLeftOut: 0,
  fields: ['email', 'lastName'].map((field) => ({ field, isRequired: true, parts: [] })),
  isMatchedByHand: false,
};

test('ticks and their mails outlast a look at the columns; another list begins anew', async () => {
  let reads = 0;
  server.on(previewImport).reply(() => {
    reads += 1;
    // Read in another way, the list has another fingerprint.
    const found = { ...comparison, fingerprint: `fois ${reads}` };
    return { ...somePreview, columns: { layout, remembered: null }, comparison: found };
  });
  await checkList();
  fireEvent.click(await box('Retirer de l’examen\u00a0: Tom Bélair'));
  fireEvent.click(await box('Corriger\u00a0: Ana Un, nom'));
  fireEvent.click(await button('Choisir les colonnes'));
  fireEvent.click(await button('Afficher l’aperçu'));
  await waitFor(() => expect(reads).toBe(2));
  expect((await box('Retirer de l’examen\u00a0: Tom Bélair')).checked).toBe(true);
  expect((await box('Corriger\u00a0: Ana Un, nom')).checked).toBe(false);
  await pickList();
  await waitFor(() => expect(reads).toBe(3));
  expect((await box('Retirer de l’examen\u00a0: Tom Bélair')).checked).toBe(false);
});

test('all mails are counted, and the question and the result say what the list changes', async () => {
  server.on(forecastMail).reply(() => someForecast({ isExamOver: true }));
  await checkList();
  fireEvent.click(await box('Retirer de l’examen\u00a0: Tom Bélair'));
  await screen.findByText(
    /^3 courriels seront envoyés.*1 avis de retrait, d’adresse corrigée ou de nouvelle heure de fin/,
  );
  const does = /2 personnes à inscrire, 1 à corriger, 1 à retirer et 3 courriels/;
  await screen.findByText(does);
  fireEvent.click(await button('Appliquer la liste'));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(does);
  fireEvent.click(question.getByRole('button', { name: 'Envoyer quand même' }));
  await screen.findByText(
    /^1 personne a été corrigée\. 1 personne a été retirée de l’examen\. 1 courriel d’avis est dans la boîte d’envoi\. L’envoi des courriels/,
  );
});

test('whose new address waits for a link is not said to be corrected', async () => {
  const [, , address] = changed;
  const waiting = changed.slice(0, 1).concat(address ? { ...address, isAllowed: true, isLink: true } : []);
  server
    .on(previewImport)
    .reply(() => ({ ...somePreview, comparison: { ...comparison, changed: waiting, missing: [] } }));
  await checkList();
  await screen.findByText(/1 à corriger, 1 adresse à faire confirmer/);
  fireEvent.click(await button('Appliquer la liste'));
  await screen.findByText(
    /^1 personne a été corrigée\. 1 nouvelle adresse attend la confirmation de la personne\./,
  );
});

test('whom the list calls gone is not said to be absent from it, and the column that says so is read', async () => {
  const person = { line: 4, name: 'Tom Bélair', email: 'Tom@exemple.ca', column: 'Statut', text: 'Abandon' };
  const leavers = { count: 1, answer: 'leaveOut' as const, people: [person] };
  const file = { ...somePreview.file, ignoredColumns: ['Groupe', 'Statut'], leavers };
  server.on(previewImport).reply(() => ({ ...somePreview, file, comparison }));
  await checkList();
  await screen.findByText('3 personnes que la liste n’inscrit pas');
  const row = within(await screen.findByRole('row', { name: /Tom Bélair/ }));
  row.getByText(
    /^n’est plus inscrite d’après la liste \(ligne 4, Statut : Abandon\), a déjà reçu un courriel$/,
  );
  await screen.findByText('Indique qui n’est plus inscrit : Statut.');
  const unread = await screen.findByText('1 colonne n’est pas lue');
  expect(unread.parentElement?.textContent).not.toContain('Statut');
});

test('what changed is shown by its kind, names first', async () => {
  await checkList();
  const kind = await screen.findByLabelText('Quoi');
  expect([...kind.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Tous les changements (3)',
    'nom (2)',
    'adresse (1)',
  ]);
  fireEvent.change(kind, { target: { value: 'adresse' } });
  await box('Corriger\u00a0: Eva Cinq, adresse');
  expect(screen.queryByRole('checkbox', { name: /Ana Un, nom/ })).toBeNull();
});

test('another exam at the same hour, and two addresses of one mailbox, are told before the import', async () => {
  const exam = { title: 'Chimie', titleEn: '', date: '2027-02-12', startTime: '09:00', endTime: '' };
  const samples = [
    { name: 'Ana Un', email: 'ana@exemple.ca', exam },
    { name: 'Bob Deux', email: 'bob@exemple.ca', exam: null },
  ];
  const sharedMailboxes = [{ emails: ['a.b@gmail.com', 'ab@gmail.com'], names: ['Al Bo'] }];
  server
    .on(previewImport)
    .reply(() => ({ ...somePreview, clashes: { people: 2, samples }, sharedMailboxes }));
  await checkList();
  for (const text of [
    '2 personnes ont un autre examen à la même heure',
    /^Ana Un\s: «\sChimie\s», 12 février 2027, 9\sh$/,
    /^Bob Deux\s: un examen d’un autre programme$/,
    /^Al Bo\s: a\.b@gmail\.com, ab@gmail\.com$/,
  ])
    expect(await screen.findByText(text)).toBeDefined();
});

test('other coming exams of people of the list, and whom nobody told that they are expected again, stand before the import and after', async () => {
  const exam = { title: 'Chimie', titleEn: '', date: '2027-02-12', startTime: '09:00', endTime: '' };
  const otherExams = [
    { ...exam, people: 2, names: ['Ana Un', 'Bob Deux'] },
    { ...exam, title: 'Physique', startTime: '', people: 9, names: ['Ana Un', 'Eva Cinq'] },
  ];
  const turnedAway = { people: 1, names: ['Bob Deux'] };
  server.on(previewImport).reply(() => ({ ...somePreview, otherExams, turnedAway }));
  server.on(importCandidates).reply(() => 2);
  await checkList();
  const said = async (...texts: RegExp[]) => {
    for (const text of texts) expect(await screen.findByText(text)).toBeDefined();
  };
  const others = [
    /^«\sChimie\s», 12 février 2027, 9\sh\s: 2 personnes \(Ana Un et Bob Deux\)$/,
    /^«\sPhysique\s», 12 février 2027\s: 9 personnes, dont Ana Un et Eva Cinq$/,
  ];
  await said(...others, /^1 personne de la liste avait été avisée/, /^Sa convocation commence par dire/);
  fireEvent.click(screen.getByRole('checkbox', { name: /^Envoyer/ }));
  await said(/^Aucun courriel ne lui dit/);
  fireEvent.click(await button('Importer 2 personnes'));
  await screen.findByRole('button', { name: /autre liste/ });
  await said(...others, /^Aucun courriel ne lui dit/);
});

test('nothing ticked imports as ever', async () => {
  await checkList();
  fireEvent.click(await box('Corriger\u00a0: Ana Un, nom'));
  fireEvent.click(await button('Importer 2 personnes'));
  await waitFor(() => expect(sent()).toBeNull());
});

test('an exam that changed since is checked again by the same button', async () => {
  server.on(importCandidates).reply(() => problem(409, 'import.examChanged'));
  await checkList();
  fireEvent.click(await button('Appliquer la liste'));
  fireEvent.click(await button('Vérifier la liste de nouveau'));
  await waitFor(() => expect(server.requestsTo(previewImport)).toHaveLength(2));
  await button('Appliquer la liste');
});

test('the undo says who becomes as before and comes back, and offers to tell them', async () => {
  server.on(listImports).reply(() => ({ imports: [someImport], totalItems: 1 }));
  const counts = { enrolments: 0, accounts: 0, roles: 0, mails: 0, places: 0, corrections: 2, removals: 1 };
  const removed = {
    line: 0,
    firstName: 'Tom',
    lastName: 'Bélair',
    email: 'tom@exemple.ca',
    takes: ['removal' as const],
    stays: [],
  };
  server
    .on(previewUndo)
    .reply(() => ({ ...someUndo, counts, stays: {}, tellable: 0, tellableBack: 3, rows: [removed] }));
  server
    .on(undoImport)
    .reply(() => ({ outcome: 'undone' as const, at, by: 'Ada Roy', counts: { ...counts, told: 3 } }));
  renderPortal('/dc/configuration?tab=import&exam=12');
  fireEvent.click(await button(/^Annuler l’importation.*hiver/));
  await screen.findByText('2 personnes retrouvent tout ce que la liste avait corrigé dans leur dossier');
  expect((await box(/les 3 personnes que l’importation avait avisées/)).checked).toBe(true);
  fireEvent.click(await button('Annuler l’importation'));
  await waitFor(() => expect(server.requestsTo(undoImport)[0]).toMatchObject({ body: { sendEmail: true } }));
});
