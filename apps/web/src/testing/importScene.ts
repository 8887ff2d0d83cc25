import { listExams } from '@guichet/contract/exams/exams.list';
import type { importCandidates, Preview, Refusal } from '@guichet/contract/imports/imports';
import { previewImport } from '@guichet/contract/imports/imports';
import { type ListedImport, listImports, type UndoPreview } from '@guichet/contract/imports/imports.past';
import { watchImport } from '@guichet/contract/imports/imports.progress';
import { fireEvent, screen } from '@testing-library/react';
import type { fakeServer } from './fakeServer.ts';
import { renderPortal, welcome } from './renderPortal.tsx';
import { someForecast, someListedExam } from './samples.ts';

const list = new File(['Nom;Prénom'], 'liste.csv', { type: 'text/csv' });
const file = {
  rows: 4,
  blankLines: 2,
  recognised: [{ heading: 'Courriel', field: 'email' }],
  ignoredColumns: ['Programme'],
  unnamedColumns: [],
  columnsLeftOut: 0,
  hidden: { rows: 0, included: false },
  skipped: [],
  repaired: { cells: 0, samples: [], left: 0 },
  encoding: 'utf-8',
  encodings: [],
};
export const somePreview: Preview = {
  file,
  columns: { layout: null, remembered: null },
  counts: { newAccount: 1, knownAccount: 1, alreadyInExam: 1, duplicateInFile: 1 },
  mails: { fr: 1, en: 1, own: 0 },
  fallback: { missing: 'en', used: 'fr' },
  lacksLink: [],
  forecast: someForecast(),
  rows: [
    {
      line: 2,
      email: 'zoe@exemple.ca',
      firstName: 'Zoé',
      lastName: 'Côté',
      language: 'fr',
      more: { studentNumber: '0300000147' },
      listValues: null,
      outcome: 'newAccount',
    },
  ],
  doubtfulDomains: [],
  singleNames: { people: 0, samples: [] },
  numbersOfOthers: { lines: 0, samples: [] },
  holdsOthersUp: false,
  rowsLeftOut: 0,
};
export const someRefusal: Refusal = {
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

export const someImport: ListedImport = {
  id: '6f0c7a55-9d0c-4f2e-8a5b-2f6f7a3f1c11',
  fileName: 'hiver.csv',
  at: new Date('2027-01-11T15:00:00Z'),
  by: 'Ada Roy',
  examId: 12,
  exam: 'Hiver 2027',
  examDate: '2027-02-01',
  rows: 4,
  placed: 3,
  accounts: 2,
  alreadyThere: 1,
  mails: 3,
  corrected: 0,
  takenOut: 0,
  setAside: 0,
  awaited: 0,
  undone: null,
  isMailed: false,
  undo: 'possible',
  undoUntil: '2027-02-01',
  kept: [],
};

export const someUndo: UndoPreview = {
  outcome: 'preview',
  fingerprint: 'first',
  counts: { enrolments: 2, accounts: 1, roles: 0, mails: 1, places: 2, corrections: 0, removals: 0 },
  stays: { wasThere: 1, signedIn: 1, mailSent: 1 },
  people: 3,
  tellable: 1,
  tellableBack: 0,
  rows: [
    {
      line: 2,
      firstName: 'Zoé',
      lastName: 'Côté',
      email: 'zoe@exemple.ca',
      takes: ['enrolment', 'account', 'mail'],
      stays: [],
    },
    {
      line: 3,
      firstName: 'Noé',
      lastName: 'Roy',
      email: 'noe@exemple.ca',
      takes: ['enrolment'],
      stays: ['mailSent', 'signedIn'],
    },
    { line: 4, firstName: 'Léa', lastName: 'Abel', email: 'lea@exemple.ca', takes: [], stays: ['wasThere'] },
  ],
  rowsLeftOut: 0,
};

type Server = ReturnType<typeof fakeServer>;

/** Prepares an administrator of system 3, two exams and a valid list. */
export function setImportScene(server: Server): void {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server
    .on(listExams)
    .reply(() => [someListedExam(), someListedExam({ id: 13, title: 'Printemps 2027', courseId: 'dc-13' })]);
  server.on(listImports).reply(() => ({ imports: [], totalItems: 0 }));
  server.on(previewImport).reply(() => somePreview);
  const reading = 'data: {"phase":"reading","rows":40,"share":0.5,"imported":null}\n\n';
  server.on(watchImport).reply(() => new Response(reading));
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name });

export async function chooseList(path = '/dc/configuration?tab=import&exam=12') {
  renderPortal(path);
  await pickList();
}

export async function pickList() {
  fireEvent.change(await screen.findByLabelText(/Liste des personnes à inscrire/), {
    target: { files: [list] },
  });
}

export async function checkList() {
  await chooseList();
  fireEvent.click(await button('Vérifier le fichier'));
}

/** The fields of the last form sent to an endpoint. */
export function partsSent(server: Server, endpoint: typeof importCandidates | typeof previewImport) {
  const [request] = server.requestsTo(endpoint).slice(-1);
  return Object.fromEntries(request?.body as FormData);
}
