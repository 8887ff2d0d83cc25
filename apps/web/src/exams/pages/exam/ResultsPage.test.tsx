import { getExam } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { listReadyLetters, previewLetter } from '@guichet/contract/exams/letters';
import { listCandidates } from '@guichet/contract/exams/places';
import { attestCandidates } from '@guichet/contract/exams/results';
import {
  attestByGrades,
  type CourseGrades,
  getGrades,
  readGrades,
  setResults,
} from '@guichet/contract/exams/results.grades';
import type { ListedUser } from '@guichet/contract/identity/users';
import {
  exportResults,
  previewResults,
  type ResultsPreview,
} from '@guichet/contract/imports/imports.results';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someExam, someListedExam, someUser } from '../../../testing/samples.ts';

const row = { key: 'zoe@exemple.ca', text: 'Oui', userId: 1, from: false, to: true };
const found: ResultsPreview = {
  outcome: 'read',
  rows: [
    { ...row, line: 2, name: 'Zoé Côté', outcome: 'marked' },
    { ...row, line: 3, name: 'Noé Roy', userId: 2, text: 'Non', from: true, to: false, outcome: 'unmarked' },
    {
      ...row,
      line: 4,
      name: '',
      key: 'inconnu@exemple.ca',
      userId: null,
      from: null,
      to: null,
      outcome: 'unknown',
    },
  ],
  counts: {
    marked: 1,
    unmarked: 1,
    absent: 0,
    unticked: 0,
    unknown: 1,
    conflict: 0,
    ambiguous: 0,
    unclear: 0,
    double: 0,
    blank: 0,
    same: 0,
  },
  hiddenRows: 0,
  absent: 4,
};

let grades: CourseGrades;
let server: ReturnType<typeof fakeServer>;
let people: ListedUser[];
beforeEach(() => {
  people = [someUser({ id: 1 }), someUser({ id: 2 })];
  grades = { isGiven: true, passPercent: null, readAt: null, rows: [] };
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(getExam).reply(() => someExam({ id: 12 }));
  server.on(listExams).reply(() => [{ ...someListedExam({ id: 12 }), mayAttest: true }]);
  server.on(listCandidates).reply(() => people);
  server.on(previewResults).reply(() => found);
  server.on(getGrades).reply(() => grades);
});

async function check() {
  renderPortal('/configuration/exams/3/12/results');
  const input = await screen.findByLabelText(/Liste des résultats/);
  const file = new File(['Courriel;Résultat'], 'resultats.csv');
  fireEvent.change(input, { target: { files: [file] } });
  fireEvent.click(screen.getByRole('button', { name: 'Vérifier la liste' }));
}

test('a list is checked first: counts, problems on top, old and new; then saved, and undone from the toast', async () => {
  await check();
  const rows = within(await screen.findByRole('table', { name: 'Lignes de la liste' })).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('inconnu@exemple.ca'),
    expect.stringContaining('Aucune → Accordée'),
    expect.stringContaining('Accordée → Aucune'),
  ]);
  for (const words of ['1 ligne ne désigne personne', '1 attestation sera accordée', '4 personnes inscrites'])
    expect(screen.getByText(new RegExp(words))).toBeDefined();
  server.on(setResults).reply(() => ({ marked: [1], unmarked: [2] }));
  const save = screen.getByRole('button', { name: 'Enregistrer 2 changements' });
  fireEvent.click(save);
  answer(/1 attestation sera accordée\.1 attestation sera retirée\./, 'Non');
  expect(server.requestsTo(setResults)).toHaveLength(0);
  fireEvent.click(save);
  answer(/1 attestation sera retirée/, 'Oui');
  await screen.findByText('1 attestation accordée. 1 attestation retirée.');
  expect(server.requestsTo(setResults)[0]?.body).toEqual({ marked: [1], unmarked: [2] });
  fireEvent.click(screen.getByRole('button', { name: /^Annuler ce changement/ }));
  await screen.findByText('Le changement est annulé. 1 attestation accordée. 1 attestation retirée.');
  expect(server.requestsTo(setResults)[1]?.body).toEqual({ marked: [2], unmarked: [1] });
});

test('the page says how many attestations were given and when, and that nobody was mailed', async () => {
  const lastAt = new Date('2027-02-15T14:05:00Z');
  server.on(getExam).reply(() => someExam({ id: 12, attestations: { people: 12, lastAt } }));
  // The page of the letter may still open before the test ends.
  server.on(listReadyLetters).reply(() => []);
  server.on(previewLetter).reply(() => problem(503, 'busy'));
  renderPortal('/configuration/exams/3/12/results');
  await screen.findByText(/^12 attestations accordées, la dernière le 15\sfévrier 2027/);
  screen.getByText(/n’envoie aucun courriel/);
  fireEvent.click(screen.getByRole('button', { name: 'Écrire…' }));
  await waitFor(() => expect(location.pathname).toBe('/configuration/exams/3/12/letter'));
  const [kept] = Object.keys(localStorage).filter((key) => key.includes('.letter.'));
  expect(JSON.parse(localStorage.getItem(kept ?? '') ?? '')).toMatchObject({ audience: 'attested' });
});

test('a list without a column of results says so, and nothing can be saved', async () => {
  const unreadable = { line: null, column: null, code: 'import.noResultColumn', text: '' } as const;
  server.on(previewResults).reply(() => ({ outcome: 'unreadable', problem: unreadable }));
  await check();
  expect(
    (await screen.findByText(/Aucune colonne n’indique le résultat/)).closest('[role=alert]'),
  ).not.toBeNull();
  expect(screen.queryByRole('button', { name: /Enregistrer/ })).toBeNull();
});

test('a list that changes nothing cannot be saved; a failed check is told', async () => {
  server.on(previewResults).reply(() => problem(503, 'busy'));
  await check();
  await screen.findByText('Détail de busy.');
  const same: ResultsPreview = {
    ...found,
    rows: [
      { ...row, line: 2, name: 'Zoé Côté', from: true, outcome: 'same' },
      { ...row, line: 3, name: 'Noé Roy', userId: 2, text: 'Non', to: false, outcome: 'same' },
    ],
    counts: { ...found.counts, marked: 0, unmarked: 0, unknown: 0, same: 2 },
  };
  server.on(previewResults).reply(() => same);
  fireEvent.click(screen.getByRole('button', { name: 'Vérifier la liste' }));
  await screen.findByText('Cette liste ne change rien.');
  expect(screen.queryByRole('button', { name: /Enregistrer/ })).toBeNull();
  expect(screen.getByRole('row', { name: /Zoé Côté/ }).textContent).toMatch(/Accordée.*Déjà accordée$/);
  expect(screen.getByRole('row', { name: /Noé Roy/ }).textContent).toMatch(/Aucune.*Aucune à retirer$/);
});

test('once people were ticked, the page says to whom attestations go, and tells the absent and the unticked apart', async () => {
  await check();
  await screen.findByRole('table', { name: 'Lignes de la liste' });
  expect(screen.queryByText(/à pointer/)).toBeNull();
  cleanup();
  people = [
    someUser({ id: 1, presence: { state: 'absent', at: new Date(), by: null } }),
    someUser({ id: 2, notPresent: 'unticked' }),
  ];
  const rows = (['absent', 'unticked'] as const).map((outcome, place) => ({
    ...row,
    ...{ line: place + 2, name: outcome, userId: place + 1, to: false, outcome },
  }));
  const counts = { ...found.counts, marked: 0, unmarked: 0, unknown: 0, absent: 1, unticked: 1 };
  server.on(previewResults).reply(() => ({ ...found, rows, counts }));
  await check();
  await screen.findByText('0 présent · 1 absent · 1 à pointer');
  await screen.findByText(/1 personne a réussi, mais elle est pointée absente/);
  await screen.findByText(/1 personne a réussi, mais elle reste à pointer/);
  expect(screen.getByRole('row', { name: /absent/ }).textContent).toMatch(/Aucune.*Pointée absente$/);
  expect(screen.getByRole('row', { name: /unticked/ }).textContent).toMatch(/Aucune.*À pointer$/);
  expect(screen.queryByRole('button', { name: /Enregistrer/ })).toBeNull();
});

test('whom the list that was checked reads as a no is left out of those present, and named', async () => {
  const presence = { state: 'present', by: 'Anne Roy', at: new Date('2027-02-12T14:00:00Z') } as const;
  people = [1, 2, 3, 4, 5].map((id) => someUser({ id, fullName: `Personne ${id}`, presence }));
  const row = { line: 2, name: '', key: '', text: 'Non', from: false, to: false, outcome: 'same' } as const;
  server.on(previewResults).reply(() => ({ ...found, rows: [{ ...row, userId: 5 }] }));
  await check();
  await screen.findByText(
    /^La liste vérifiée ici dit «.non.» pour les personnes laissées de côté.: Personne 5\.$/,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Accorder aux 4 personnes présentes…' }));
  within(await screen.findByRole('alertdialog')).getByText('Personne 1, Personne 2, Personne 3 et 1 autre');
});

test('before the day of the exam the page says when; the export is there', async () => {
  server.on(listExams).reply(() => [{ ...someListedExam({ id: 12 }), mayAttest: false }]);
  server.on(exportResults).reply(() => new Response('x'));
  renderPortal('/configuration/exams/3/12/results');
  await screen.findByText(/^L’examen a lieu le .* À partir de ce jour, .* d’après les notes/);
  expect(screen.queryByRole('button', { name: 'Vérifier la liste' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() =>
    expect(server.requestsTo(exportResults)[0]?.url.searchParams.get('format')).toBe('csv'),
  );
});

function answer(question: RegExp, word: 'Oui' | 'Non') {
  const dialog = screen.getByRole('alertdialog', { name: 'Modifier les attestations' });
  expect(dialog.textContent).toMatch(question);
  fireEvent.click(within(dialog).getByRole('button', { name: word }));
}

const readOnce: CourseGrades = {
  isGiven: true,
  passPercent: 50,
  readAt: new Date('2027-02-02T15:00:00Z'),
  rows: [
    {
      userId: 1,
      name: 'Zoé Côté',
      email: 'zoe@exemple.ca',
      grade: { points: 72.5, outOf: 100 },
      before: { points: 41, outOf: 100, until: new Date('2027-02-02T15:00:00Z') },
      from: false,
      to: true,
      outcome: 'marked',
    },
    {
      userId: 2,
      name: 'Noé Roy',
      email: 'noe@exemple.ca',
      grade: { points: null, outOf: null },
      before: null,
      from: true,
      to: true,
      outcome: 'ungraded',
    },
    {
      userId: 3,
      name: 'Luc Roy',
      email: 'luc@exemple.ca',
      grade: { points: 45, outOf: 100 },
      before: null,
      from: false,
      to: false,
      outcome: 'same',
    },
  ],
};

test('grades are read by a rule of 1 to 100 %, shown with what they were, and applied with an undo', async () => {
  server.on(readGrades).reply(() => {
    grades = readOnce;
    return { outcome: 'read', doubled: ['Ana Roy'], others: 2 };
  });
  server.on(attestByGrades).reply(() => ({ marked: [1], unmarked: [] }));
  server.on(setResults).reply(() => ({ marked: [], unmarked: [1] }));
  renderPortal('/configuration/exams/3/12/results');
  const rule = await screen.findByLabelText('Réussite à partir de (% des points)');
  expect(rule).toHaveProperty('value', '60');
  const read = () => fireEvent.click(screen.getByRole('button', { name: 'Lire les notes' }));
  for (const wrong of ['', '101', '59,5']) {
    fireEvent.change(rule, { target: { value: wrong } });
    read();
    await screen.findByText('Entrez un nombre entier de 1 à 100.');
  }
  expect(server.requestsTo(readGrades)).toHaveLength(0);
  fireEvent.change(rule, { target: { value: '50' } });
  read();
  const zoe = await screen.findByRole('row', { name: /Zoé Côté/ });
  expect(server.requestsTo(readGrades)[0]?.body).toEqual({ passPercent: 50 });
  expect(zoe.textContent).toMatch(
    /72,5 \/ 100avant le 2\u00A0février 2027\s: 41 \/ 100Aucune → .*À accorder/,
  );
  expect(screen.getByRole('row', { name: /Noé Roy/ }).textContent).toMatch(/–.*Sans note/);
  expect(screen.getByRole('row', { name: /Luc Roy/ }).textContent).toMatch(/Note sous le seuil$/);
  expect(screen.getByText(/^2 personnes du cours ne sont pas inscrites/)).toBeDefined();
  expect(screen.getByText(/la même clé\s: Ana Roy\./)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer 1 changement' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Annuler ce changement/ }));
  await waitFor(() => expect(server.requestsTo(setResults)).toHaveLength(1));
  expect(server.requestsTo(attestByGrades).map(({ body }) => body)).toEqual([
    { passPercent: 50, marked: [1], unmarked: [] },
  ]);
  expect(server.requestsTo(setResults)[0]?.body).toEqual({ marked: [], unmarked: [1] });
});

test('with another passing grade in the field nothing can be saved until the list is made again by it', async () => {
  const [zoe, noe] = readOnce.rows;
  if (!zoe || !noe) throw new Error('no rows');
  const graded = { ...noe, grade: { points: 45, outOf: 100 } };
  const by = (passPercent: number, row: CourseGrades['rows'][number]) => ({
    ...readOnce,
    passPercent,
    rows: [zoe, row],
  });
  grades = by(60, { ...graded, to: false, outcome: 'unmarked' });
  renderPortal('/configuration/exams/3/12/results');
  await screen.findByRole('button', { name: 'Enregistrer 2 changements' });
  fireEvent.change(screen.getByLabelText('Réussite à partir de (% des points)'), { target: { value: '40' } });
  expect(screen.queryByRole('button', { name: /Enregistrer/ })).toBeNull();
  expect(screen.getByText(/^La liste montre la réussite à partir de 60\s%/)).toBeDefined();
  expect(screen.queryByText(/correspondent déjà/)).toBeNull();
  server.on(readGrades).reply(() => {
    grades = by(40, { ...graded, outcome: 'same' });
    server.on(attestByGrades).reply(() => ({ marked: [1], unmarked: [] }));
    return { outcome: 'read', doubled: [], others: 0 };
  });
  fireEvent.click(screen.getByRole('button', { name: 'Relire les notes' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Enregistrer 1 changement' }));
  await waitFor(() => expect(server.requestsTo(attestByGrades)).toHaveLength(1));
  expect(server.requestsTo(attestByGrades)[0]?.body).toEqual({ passPercent: 40, marked: [1], unmarked: [] });
});

test('without a grade nothing is said to match: what stays is said, of some candidates or of all', async () => {
  const [, noe] = readOnce.rows;
  if (!noe) throw new Error('no rows');
  const ungraded = { ...noe, outcome: 'ungraded' as const };
  grades = { ...readOnce, rows: [ungraded] };
  const { unmount } = renderPortal('/configuration/exams/3/12/results');
  await screen.findByText(/^Aucune personne inscrite n’a encore de note/);
  expect(screen.queryByText(/correspondent déjà/)).toBeNull();
  unmount();
  grades = { ...readOnce, rows: [ungraded, { ...noe, userId: 9, from: true, outcome: 'same' }] };
  renderPortal('/configuration/exams/3/12/results');
  await screen.findByText('1 personne n’a pas de note; son attestation reste telle quelle.');
  expect(screen.getByText('Les attestations correspondent déjà aux notes.')).toBeDefined();
});

test('whoever loses an attestation is on top, and a question with the numbers comes before the save; a refusal shows the list anew', async () => {
  const [zoe, noe] = readOnce.rows;
  if (!zoe || !noe) throw new Error('no rows');
  grades = {
    ...readOnce,
    rows: [zoe, { ...noe, grade: { points: 45, outOf: 100 }, to: false, outcome: 'unmarked' }],
  };
  renderPortal('/configuration/exams/3/12/results');
  await screen.findByRole('button', { name: 'Enregistrer 2 changements' });
  expect(screen.getAllByRole('row')[1]?.textContent).toMatch(/Noé Roy.*Accordée → Aucune.*À retirer/);
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer 2 changements' }));
  answer(/1 attestation sera accordée\.1 attestation sera retirée\./, 'Non');
  expect(server.requestsTo(attestByGrades)).toHaveLength(0);
  server.on(attestByGrades).reply(() => problem(409, 'exam.gradesChanged'));
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer 2 changements' }));
  grades = { ...readOnce, rows: [{ ...zoe, from: true, outcome: 'same' }] };
  answer(/1 attestation sera retirée/, 'Oui');
  await screen.findByText('Détail de exam.gradesChanged.');
  fireEvent.click(screen.getByRole('button', { name: 'Non' }));
  await screen.findByText('Les attestations correspondent déjà aux notes.');
  expect(server.requestsTo(attestByGrades).map(({ body }) => body)).toEqual([
    { passPercent: 50, marked: [1], unmarked: [2] },
  ]);
});

test('a platform that does not answer is named with its reason; one without grades is said to have none', async () => {
  const reason = {
    code: 'sitemaintenance',
    params: { said: 'The site is being maintained' },
    text: 'Moodle is in maintenance mode',
  } as const;
  server.on(readGrades).reply(() => ({ outcome: 'notRead', reason }));
  renderPortal('/configuration/exams/3/12/results');
  fireEvent.click(await screen.findByRole('button', { name: 'Lire les notes' }));
  const notice = await screen.findByText('Moodle est en mode maintenance.');
  expect(screen.getByText('The site is being maintained').getAttribute('lang')).toBe('en');
  expect(screen.getByText('Ce qui avait été lu auparavant est conservé.')).toBeTruthy();
  expect(screen.queryByText(/Moodle is in maintenance/)).toBeNull();
  expect(notice.closest('[role=alert]')).not.toBeNull();
  cleanup();
  grades = { ...grades, isGiven: false };
  renderPortal('/configuration/exams/3/12/results');
  await screen.findByText('Le portail ne lit pas de notes sur la plateforme de ce système.');
  expect(screen.queryByRole('button', { name: 'Lire les notes' })).toBeNull();
});

test('those present get the attestation with one button, after a question, and it can be undone', async () => {
  const presence = { state: 'present', by: 'Anne Roy', at: new Date('2027-02-12T14:00:00Z') } as const;
  people = [
    someUser({ id: 1, presence }),
    someUser({ id: 2, presence: { ...presence, state: 'absent' }, notPresent: 'absent' }),
    someUser({ id: 3, presence, isAttested: true }),
  ];
  server.on(attestCandidates).reply(() => [1]);
  renderPortal('/configuration/exams/3/12/results');
  fireEvent.click(await screen.findByRole('button', { name: 'Accorder à 1 personne présente…' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(/^Accorder à 1 personne l’attestation de l’examen.*L’autre personne présente a déjà/);
  question.getByText('Zoé Côté');
  question.getByText(
    /^Accorder une attestation n’envoie aucun courriel, et « Mes examens » ne la montre pas/,
  );
  fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Annuler ce changement/ }));
  await waitFor(() => expect(server.requestsTo(attestCandidates)).toHaveLength(2));
  expect(server.requestsTo(attestCandidates).map(({ body }) => body)).toEqual([
    { userIds: [1], isAttested: true },
    { userIds: [1], isAttested: false },
  ]);
});
