import { listAuditLines } from '@guichet/contract/core/audit';
import { cancelExam, type Exam, type ExamFacts, editExam, getExam } from '@guichet/contract/exams/exams';
import { listClosedExams, listExams } from '@guichet/contract/exams/exams.list';
import { announceExam, previewNotice } from '@guichet/contract/exams/notices';
import { addCandidate, createCandidate, listCandidates } from '@guichet/contract/exams/places';
import { checkEmailAvailable } from '@guichet/contract/identity/account.given';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { type Drift, getDrift, repairDrift } from '@guichet/contract/learning/learning.drift';
import { getMessage } from '@guichet/contract/mail/messages';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dayAfter } from '../../../core/days/readDay.ts';
import { today } from '../../../core/i18n/formats.ts';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import {
  someFoundUser,
  someHistory,
  someListedExam,
  someMessage,
  someUser,
  someUserInfo,
} from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let exam: Exam;
beforeEach(() => {
  server = fakeServer();
  exam = {
    id: 12,
    title: 'Oral',
    titleFr: 'Oral',
    titleEn: 'Oral exam',
    examDate: '2099-02-12',
    startTime: '09:00',
    endTime: '12:00',
    endDate: '',
    placeFr: 'Salle 112',
    placeEn: '',
    placeUrl: '',
    instructionsFr: '',
    instructionsEn: '',
    courseId: 'dc-12',
    numberOfCandidates: 412,
    isCancelled: false,
    version: 3,
    sequence: 1,
    savedAt: null,
    savedBy: null,
    toTell: 0,
    textsBehind: [],
    hasBeenMailed: false,
  };
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(getExam).reply(() => exam);
  server.on(listClosedExams).reply(() => []);
  server.on(listExams).reply(() => [
    someListedExam({
      id: 12,
      numberOfCandidates: 412,
      mails: { sent: 400, failed: 12 },
      places: { failed: 2 },
    }),
  ]);
  server
    .on(listCandidates)
    .reply(() => [
      someUser({ id: 31, firstName: 'Zoé', lastName: 'Côté', mailState: 'bounced', platformState: 'done' }),
      someUser({ id: 32, firstName: 'Liam', lastName: 'Roy', mailState: 'sent', platformState: 'failed' }),
    ]);
  server.on(listAuditLines).reply(() => ({ lines: [], next: null }));
  server.on(getMessage).reply(() => someMessage());
  server.on(editExam).reply(({ body }) => {
    exam = { ...exam, ...(body as object), version: exam.version + 1 };
    return exam;
  });
});

async function open() {
  renderPortal('/configuration/exams/3/12');
  return screen.findByRole('button', { name: 'Enregistrer' });
}

function type(label: string, value: string) {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}
const sent = () =>
  server.requestsTo(editExam).flatMap(({ method, body }) => (method === 'POST' ? [body] : []));

test('a shut quiz is told until a reading finds it open, also while the list of exams still counts it', async () => {
  const wanted = '2099-02-12T14:00:00.000Z/2099-02-12T17:00:00.000Z';
  const shut = {
    fact: 'shut',
    wanted,
    found: '/',
    isRepairable: true,
    quiz: { name: 'Épreuve', people: 0 },
  } as const;
  const activity = {
    ...shut,
    isRepairable: false,
    quiz: { name: 'Devoir', kind: 'activity', people: 2 },
  } as const;
  let course: Drift['course'] = [shut, activity];
  server.on(listExams).reply(() => [someListedExam({ id: 12, shutQuizzes: 1 })]);
  server.on(getDrift).reply(() => ({
    ...{
      state: 'done',
      reason: null,
      nextTryAt: null,
      readAt: new Date(),
      onPlatform: 3,
      others: 0,
      underway: 0,
    },
    ...{ counts: { course: 1, missing: 0, changed: 0, strangers: 0 }, isSuspensionRead: true },
    ...{ course, missing: [], changed: [], strangers: [] },
  }));
  const { unmount } = renderPortal('/configuration/exams/3/12');
  await screen.findByText(/Le test «\sÉpreuve\s» est fermé/);
  screen.getByText(/L’activité «\sDevoir\s» est fermée à 2 personnes/);
  screen.getByText(/À régler à la main sur la plateforme\s: Devoir$/);
  server.on(repairDrift).reply(() => problem(503, 'busy'));
  fireEvent.click(screen.getByRole('button', { name: 'Mettre aux heures de l’examen' }));
  await screen.findByText('Détail de busy.');
  unmount();
  course = [];
  await open();
  await waitFor(() => expect(server.requestsTo(getDrift)).toHaveLength(3));
  await waitFor(() => expect(screen.queryByText(/est fermée? (?:aux heures|à)/)).toBeNull());
  expect(screen.queryByText('À corriger sur la plateforme')).toBeNull();
});

test.each([
  [{}, /^Vérifié sur la plateforme le 12 janvier 2027 à [^;]+$/],
  [
    { readBackAt: null },
    /^Vérifié sur la plateforme le 12 janvier 2027 à .+; quelque chose a changé depuis$/,
  ],
  [{ readBackAt: null, lastReadAt: null }, /^Pas encore vérifié sur la plateforme$/],
] as const)(
  'the last check of the platform is told, and whether something has changed since: %o',
  async (read, words) => {
    server.on(listExams).reply(() => [someListedExam({ id: 12, ...read })]);
    await open();
    await screen.findByText(words);
  },
);

test('shows the exam, and saves it with the version that was edited', async () => {
  const save = await open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Oral');
  expect(screen.getByLabelText<HTMLInputElement>('Heure de début').value).toBe('9\u00a0h');
  fireEvent.click(save);
  expect(sent()).toEqual([]);
  type('Lieu en anglais', 'Room 112');
  fireEvent.click(save);
  await screen.findByText('L’examen « Oral » a été enregistré.');
  expect(sent()).toMatchObject([{ titleFr: 'Oral', placeFr: 'Salle 112', placeEn: 'Room 112', version: 3 }]);
});

test.each([
  ['fr', 'La version française a changé\u00a0: vérifiez que celle-ci correspond encore.', 'Lieu en'],
  ['en', 'The French version has changed: check that this one still matches.', 'Location in'],
] as const)(
  'a text changed in one language alone is told at the other one, in %s, until both are',
  async (language, note, label) => {
    exam = { ...exam, placeEn: 'Room 112' };
    await setLanguage(language);
    renderPortal('/configuration/exams/3/12');
    const [french, english] = language === 'fr' ? ['français', 'anglais'] : ['French', 'English'];
    const place = (of: string | undefined) => screen.getByLabelText<HTMLInputElement>(`${label} ${of}`);
    await screen.findByLabelText(`${label} ${french}`);
    const change = (of: string | undefined, value: string) =>
      fireEvent.change(place(of), { target: { value } });
    const described = (of: string | undefined) => {
      const ids = place(of).getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map((id) => document.getElementById(id)?.textContent);
    };
    expect(screen.queryByText(note)).toBeNull();
    change(french, 'Salle 2106');
    expect([described(french), described(english)]).toEqual([[], [note]]);
    change(english, 'Room 2106');
    expect(screen.queryByText(note)).toBeNull();
    change(english, 'Room 112');
    expect(described(english)).toEqual([note]);
    change(french, 'Salle 112 ');
    expect(screen.queryByText(note)).toBeNull();
    change(french, 'Salle 2106');
    fireEvent.click(screen.getByRole('button', { name: language === 'fr' ? 'Enregistrer' : 'Save' }));
    await waitFor(() => expect(sent()).toMatchObject([{ placeFr: 'Salle 2106', placeEn: 'Room 112' }]));
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  },
);

test('a translation where none stood, or none yet, is no reason to check the other language', async () => {
  await open();
  type('Lieu en anglais', 'Room 112');
  type('Consignes en français', 'Apportez un crayon.');
  expect(screen.queryByText(/vérifiez que celle-ci/)).toBeNull();
  type('Titre en français', 'Oral final');
  expect(screen.getByText(/^La version française a changé/)).toBeDefined();
});

test('a text that stands in one language alone can be said to hold for both', async () => {
  const saved: unknown[] = [];
  exam = { ...exam, titleEn: '', instructionsFr: '', instructionsEn: '' };
  server.on(editExam).reply(({ body }) => {
    saved.push(body);
    return { ...exam, titleEn: 'Oral', version: 4 };
  });
  const save = await open();
  expect(screen.queryByRole('button', { name: /^Mêmes consignes/ })).toBeNull();
  screen.getByRole('button', { name: 'Même lieu qu’en français' });
  fireEvent.click(screen.getByRole('button', { name: 'Même titre qu’en français' }));
  const english = screen.getByLabelText<HTMLInputElement>('Titre en anglais');
  expect(english.value).toBe('Oral');
  expect(document.activeElement).toBe(english);
  expect(screen.queryByRole('button', { name: /^Même titre/ })).toBeNull();
  fireEvent.click(save);
  await waitFor(() => expect(saved).toMatchObject([{ titleFr: 'Oral', titleEn: 'Oral', placeEn: '' }]));
});

test('faults are told at their fields, and the first one has the focus', async () => {
  const save = await open();
  type('Titre en français', '');
  type('Titre en anglais', '');
  type('Heure de fin', '08:00');
  fireEvent.click(save);
  await screen.findByText('Entrez un titre dans une langue au moins.');
  expect(screen.getByText('L’heure de fin doit suivre l’heure de début.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Titre en français'));
  expect(sent()).toEqual([]);
});

test('a save that was refused is told between the fields and the button', async () => {
  server.on(editExam).reply(() => problem(409, 'exam.cancelled'));
  const save = await open();
  type('Lieu en français', 'Salle 9');
  fireEvent.click(save);
  const refusal = await screen.findByText('Détail de exam.cancelled.');
  const lastField = screen.getByLabelText('Consignes en anglais');
  expect(lastField.compareDocumentPosition(refusal)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(refusal.compareDocumentPosition(save)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

/** Saves place and end after somebody else has saved `theirs`; later saves of the shown version succeed. */
async function meetTheirs(theirs: Partial<Exam>) {
  const save = await open();
  type('Lieu en français', 'Salle 9');
  type('Heure de fin', '13:00');
  exam = {
    ...exam,
    ...theirs,
    version: 4,
    savedBy: 'Anne Roy',
    savedAt: new Date('2099-01-01T15:00:00Z'),
  };
  server.on(editExam).reply(({ body }) => {
    const { version, ...facts } = body as ExamFacts & { version: number };
    if (version !== exam.version) return { outcome: 'changedMeanwhile', current: exam };
    exam = { ...exam, ...facts, version: version + 1 };
    return exam;
  });
  fireEvent.click(save);
}
const conflictDialog = async () => within(await screen.findByRole('dialog'));
const fieldValue = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const both = { titleFr: 'Écrit', placeFr: 'Salle 2', endTime: '12:30' };

test('what only the other editor changed is kept and named, and mine is saved without a question', async () => {
  await meetTheirs({ titleFr: 'Écrit', startTime: '10:00' });
  await screen.findByText('Aussi modifié par Anne Roy, et conservé : Titre en français, Heure de début.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent().map((body) => (body as { version: number }).version)).toEqual([3, 4]);
  expect(sent().at(-1)).toMatchObject({
    titleFr: 'Écrit',
    startTime: '10:00',
    placeFr: 'Salle 9',
    endTime: '13:00',
  });
  await waitFor(() => expect(fieldValue('Titre en français')).toBe('Écrit'));
  type('Lieu en français', 'Salle 10');
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(screen.queryByText(/^Aussi modifié/)).toBeNull();
});

test('the same change by both is no conflict', async () => {
  await meetTheirs({ placeFr: 'Salle 9', endTime: '13:00' });
  await screen.findByText(/a été enregistré\.$/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText(/^Aussi modifié/)).toBeNull();
});

test('of the fields that both changed the second editor is shown both, and may keep what is saved', async () => {
  await meetTheirs({ titleFr: 'Écrit', placeFr: 'Salle 2' });
  const dialog = await conflictDialog();
  expect(dialog.getByText(/^Enregistré le .*par Anne Roy/)).toBeDefined();
  const theirs = within(dialog.getByRole('region', { name: 'Ce qui est enregistré' }));
  expect(theirs.getByText('Lieu en français')).toBeDefined();
  for (const name of ['Titre en français', 'Heure de fin']) expect(theirs.queryByText(name)).toBeNull();
  expect(dialog.getByText(/^Aussi modifié par Anne Roy.*: Titre en français\.$/)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Garder ce qui est enregistré' }));
  await waitFor(() => expect(fieldValue('Titre en français')).toBe('Écrit'));
  expect(fieldValue('Lieu en français')).toBe('Salle 2');
  // The field that only this user has changed is still to be saved.
  expect(fieldValue('Heure de fin')).toBe('13\u00a0h');
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().at(-1)).toMatchObject({
    titleFr: 'Écrit',
    placeFr: 'Salle 2',
    endTime: '13:00',
    version: 4,
  });
});

test('or save mine over it, over this version and no later one, and nothing else', async () => {
  await meetTheirs(both);
  const dialog = await conflictDialog();
  const mine = within(dialog.getByRole('region', { name: 'Vos modifications' }));
  expect(mine.getByText('Heure de fin').nextSibling?.textContent).toBe('13\u00a0h');
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les miennes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().at(-1)).toMatchObject({
    titleFr: 'Écrit',
    placeFr: 'Salle 9',
    endTime: '13:00',
    version: 4,
  });
});

test('a third save meanwhile is merged in its turn', async () => {
  await meetTheirs(both);
  const dialog = await conflictDialog();
  exam = { ...exam, titleEn: 'Written', placeFr: 'Salle 3', version: 5, savedBy: 'Luc Roy' };
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les miennes' }));
  const theirs = within(dialog.getByRole('region', { name: 'Ce qui est enregistré' }));
  await waitFor(() => expect(theirs.getByText('Lieu en français').nextSibling?.textContent).toBe('Salle 3'));
  expect(dialog.queryByText('Heure de fin')).toBeNull();
  expect(dialog.getByText(/^Aussi modifié par Luc Roy.*: Titre en anglais\.$/)).toBeDefined();
});

test.each([
  ['Consignes en français', 'Apportez une calculatrice.'],
  ['Titre en français', 'Écrit B'],
])('after a change of %s alone, the mail that says so is offered', async (field, text) => {
  server.on(editExam).reply(({ body }) => {
    exam = { ...exam, ...(body as object), toTell: 411, numberOfCandidates: 412 };
    return exam;
  });
  const save = await open();
  type(field, text);
  fireEvent.click(save);
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText('Annoncer le changement à 411 personnes inscrites?');
  dialog.getByText(/^Le courriel dit ce qui a changé et rappelle la date/);
  dialog.getByText(/^1 autre personne inscrite ne reçoit rien/);
  fireEvent.click(dialog.getByRole('button', { name: 'Pas maintenant' }));
  await screen.findByText('411 personnes inscrites n’ont pas été informées de ce qui a changé.');
});

test('who learns of a change by an invitation that still waits is named, and not counted among those who know', async () => {
  server.on(previewNotice).reply(() => ({
    ...{ fr: null, en: null, readers: ['fr'], isRead: true },
    awaiting: { people: 4, names: ['Léa Roy', 'Luc Bo', 'Zoé Côté'] },
  }));
  exam = { ...exam, toTell: 411, numberOfCandidates: 416 };
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Annoncer le changement' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/^Léa Roy, Luc Bo, Zoé Côté et 1 autre : leurs convocations, encore en attente/);
  dialog.getByText(/^1 autre personne inscrite ne reçoit rien/);
});

test('after a change in one language, the question names the other text and who reads it, and leads back to it', async () => {
  server.on(previewNotice).reply(() => ({
    ...{ fr: null, en: null, readers: ['fr', 'en'], isRead: true },
    informed: { fr: 1, en: 15 },
  }));
  exam = { ...exam, toTell: 411, numberOfCandidates: 428, placeEn: 'Room 112', textsBehind: ['placeEn'] };
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Annoncer le changement' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/^En anglais, le lieu est encore «.Room 112.»/);
  dialog.getByText(/^15 personnes qui lisent l’anglais ne reçoivent rien/);
  dialog.getByText(/^2 autres personnes inscrites ne reçoivent rien : elles ont déjà/);
  fireEvent.click(dialog.getByRole('button', { name: 'Revoir l’autre langue' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Lieu en anglais/)));
});

test('a text that stayed while the other language changed is told on the page until somebody confirms it', async () => {
  server.on(editExam).reply(() => {
    exam = { ...exam, textsBehind: [] };
    return exam;
  });
  exam = { ...exam, placeFr: 'Salle 9', placeEn: 'Room 112', textsBehind: ['placeEn', 'instructionsEn'] };
  await open();
  screen.getByText(/^En anglais, le lieu est encore «.Room 112.».*les consignes sont restées les mêmes/s);
  fireEvent.click(screen.getByRole('button', { name: 'Les deux langues concordent' }));
  await waitFor(() => expect(screen.queryByText(/le lieu est encore/)).toBeNull());
  expect(server.requestsTo(editExam)[0]?.body).toMatchObject({ placeEn: 'Room 112', isCompared: true });
});

test('after a change that candidates must know of, the mail is offered with their number, and goes once', async () => {
  let answer: (mails: number) => void = () => undefined;
  server.on(announceExam).reply(() => new Promise<number>((resolve) => (answer = resolve)));
  server.on(editExam).reply(({ body }) => {
    exam = { ...exam, ...(body as object), toTell: 411 };
    return exam;
  });
  const save = await open();
  type('Heure de début', '10:00');
  fireEvent.click(save);
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('Annoncer le changement à 411 personnes inscrites?')).toBeDefined();
  const send = dialog.getByRole('button', { name: 'Envoyer' });
  fireEvent.click(send);
  fireEvent.click(send, { detail: 2 });
  await waitFor(() => expect(server.requestsTo(announceExam)).toHaveLength(1));
  exam = { ...exam, toTell: 0 };
  answer(411);
  await screen.findByText('411 courriels sont dans la boîte d’envoi.');
  await waitFor(() => expect(screen.queryByText(/n’ont pas été informées/)).toBeNull());
});

test('a change that was announced elsewhere meanwhile is told as such, not as a success', async () => {
  exam = { ...exam, toTell: 411 };
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Annoncer le changement' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  server.on(announceExam).reply(() => 0);
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer' }));
  const toast = await screen.findByText(/^Rien à envoyer : ce changement a déjà été annoncé/);
  expect(toast.closest('li')?.querySelector('.bg-success-soft')).toBeNull();
});

test('a change that was not announced stays on the page with its button', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  server.on(previewNotice).reply(() => ({
    fr: { subject: 'Changement pour votre examen : Oral', html: '<p>Changé</p>' },
    en: { subject: 'Change to your exam: Oral exam', html: '<p>Changed</p>' },
    readers: ['fr', 'en'],
    isRead: true,
  }));
  exam = { ...exam, toTell: 1 };
  await open();
  await screen.findByText(/^1 personne inscrite n’a pas été informée/);
  fireEvent.click(screen.getByRole('button', { name: 'Annoncer le changement' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  fireEvent.click(dialog.getByRole('button', { name: 'Lire ce courriel' }));
  const panel = dialog.getByRole('region', { name: 'Lire ce courriel' });
  expect(document.activeElement).toBe(panel);
  expect(scrolled.mock.contexts).toContain(panel);
  expect((await dialog.findByText('Change to your exam: Oral exam')).lang).toBe('en');
  expect(server.requestsTo(previewNotice)[0]?.body).toEqual({ kind: 'examChanged' });
  fireEvent.click(dialog.getByRole('button', { name: 'Pas maintenant' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.requestsTo(announceExam)).toEqual([]);
});

test('before it is sent the mail says which language’s readers get none, since nothing changes for them', async () => {
  server.on(previewNotice).reply(() => ({
    fr: { subject: 'Changement pour votre examen', html: '<p>Changé</p>' },
    en: null,
    readers: ['fr', 'en'],
    isRead: true,
  }));
  exam = { ...exam, toTell: 1 };
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Annoncer le changement' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  const note = dialog.getByRole('textbox', { name: /^Phrase à ajouter au courriel en français/ });
  expect(dialog.queryByRole('textbox', { name: /en anglais/ })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Lire ce courriel' }));
  await dialog.findByText('Changement pour votre examen');
  dialog.getByText(/^Rien ne change pour les personnes qui lisent l’anglais.: elles ne reçoivent pas de/);
  expect(dialog.queryByTitle('Courriel en anglais')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Lire ce courriel' }));
  await waitFor(() => expect(dialog.queryByText(/^Rien ne change/)).toBeNull());
  fireEvent.change(note, { target: { value: 'La salle est inondée.' } });
  dialog.getByText(/^Rien ne change pour les personnes qui lisent l’anglais/);
  server.on(announceExam).reply(() => 1);
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() =>
    expect(server.requestsTo(announceExam)[0]?.body).toEqual({ noteFr: 'La salle est inondée.' }),
  );
});

test('of an exam that is over, by its hour, no change is offered to be announced', async () => {
  const day = today(new Date());
  exam = { ...exam, toTell: 1, examDate: day, startTime: '', endTime: '00:00' };
  await open();
  expect(screen.queryByText(/n’a pas été informée/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Annoncer le changement' })).toBeNull();
});

test('a cancelled exam is shown and cannot be changed', async () => {
  exam = { ...exam, isCancelled: true, toTell: 5 };
  server
    .on(listClosedExams)
    .reply(() => [someListedExam({ id: 12, numberOfCandidates: 412, platformState: 'pending' })]);
  await open();
  expect(screen.getByText('Cet examen est annulé')).toBeDefined();
  await screen.findByText('Annulé');
  expect(screen.queryByText('Cours en préparation')).toBeNull();
  expect(screen.getByLabelText('Titre en français').closest('fieldset:disabled')).not.toBeNull();
  await screen.findByRole('link', { name: 'Suivre les courriels' });
  expect(screen.queryByRole('link', { name: 'Modifier' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Annoncer le changement' })).toBeNull();
});

test('beside the state of the mails there is the way to the text of the exam notice', async () => {
  await open();
  const text = await screen.findByRole('link', { name: 'Texte de la convocation' });
  expect(text.getAttribute('href')).toBe('/configuration/exams/3/12/messages');
});

test('an exam that does not exist is told', async () => {
  server.on(getExam).reply(() => problem(404, 'exam.notFound'));
  renderPortal('/configuration/exams/3/99');
  await screen.findByText('Détail de exam.notFound.');
});

test('its commonest actions are buttons, the others stand in a menu, the cancellation last', async () => {
  await open();
  const header = screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement;
  const actions = [...header.querySelectorAll('a, button')].slice(-6, -1);
  expect(actions.map(({ textContent }) => textContent)).toEqual([
    'Importer une liste',
    'Rappels et lettres',
    'Écrire aux personnes inscrites',
    'Feuille de présence',
    'Attestations',
  ]);
  fireEvent.click(within(header).getByRole('button', { name: /^Autres actions/ }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Voir les personnes inscrites',
    'Pointage des présences',
    'Copier l’examen…',
    'Désactiver (annuler l’examen)',
  ]);
});

test.each([-1, 0, 1, 2])(
  'people are ticked by a button on the day of the exam and the day before: in %s days',
  async (days) => {
    exam = { ...exam, examDate: dayAfter(today(new Date()), days) };
    await open();
    const header = screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement;
    const isButton = within(header).queryByRole('link', { name: 'Pointage des présences' }) !== null;
    expect(isButton).toBe(days === 0 || days === 1);
    // Whatever the day, one row holds the buttons; the menu has the others.
    expect([...header.querySelectorAll('a, button')].slice(1, -1).length).toBeLessThanOrEqual(7);
    if (!isButton) return;
    expect(within(header).queryByRole('link', { name: 'Importer une liste' })).toBeNull();
    fireEvent.click(within(header).getByRole('button', { name: /^Autres actions/ }));
    await screen.findByRole('menuitem', { name: 'Importer une liste' });
    await screen.findByRole('menuitem', { name: 'Rappels et lettres' });
  },
);

test('mails to those who have left, and who has arrived on the platform, are told from who is in', async () => {
  server
    .on(listExams)
    .reply(() => [
      someListedExam({ id: 12, numberOfCandidates: 40, arrived: 38, mails: { sent: 58 }, mailsToFormer: 18 }),
    ]);
  await open();
  const former = await screen.findByRole('link', {
    name: 'dont 18 à des personnes qui n’y sont plus inscrites',
  });
  expect(former.getAttribute('href')).toBe('/outbox?system=3&exam=12&only=former');
  expect(screen.getByText('Déjà inscrites sur la plateforme : 38 sur 40')).toBeDefined();
});

test('who is in, their mails, their places and what was done stand beside the form', async () => {
  const line = {
    id: 5,
    at: new Date('2027-01-11T15:00:00Z'),
    actorId: 2,
    actor: 'Anne Roy',
    onBehalfOf: null,
    systemId: 3,
    action: 'candidates.imported',
    subject: 'exam:12',
    subjectName: 'Oral',
    subjectEmail: null,
    subjectNameEn: null,
    examEn: null,
    people: [],
    detail: { fileName: 'liste.xlsx' },
  };
  const moved = {
    ...line,
    id: 6,
    at: new Date('2027-01-11T14:05:00Z'),
    action: 'examSpace.changed',
    detail: {
      name: 'Oral',
      before: { endTime: '12:30', placeFr: '' },
      after: { endTime: '09:00', placeFr: 'Salle 204' },
    },
  };
  server
    .on(listAuditLines)
    .reply(({ url }) =>
      url.searchParams.has('before') ? { lines: [], next: null } : { lines: [line, moved], next: 5 },
    );
  await open();
  const way = await screen.findByRole('link', { name: '412 personnes inscrites\u00a0: voir la liste' });
  expect(way.getAttribute('href')).toBe('/dc/configuration?tab=users&exam=12');
  expect(screen.getByText('2 inscriptions refusées')).toBeDefined();
  // The figure counts mails, and the list counts people.
  const mails = within(screen.getByRole('figure', { name: 'Courriels de l’examen' })).getAllByRole(
    'listitem',
  );
  expect(mails.map(({ textContent }) => textContent)).toEqual(['Envoyé 400', 'Échec 12']);
  const done = (await screen.findByText('Liste importée')).closest('li');
  expect(done?.textContent).toContain('Anne Roy');
  expect(done?.textContent).toContain('liste.xlsx');
  expect(screen.getByText(/^11 janvier 2027 à 9.h.05$/)).toBeDefined();
  expect(screen.getByText(/^Heure de fin.: 12.h.30 → 9.h$/)).toBeDefined();
  expect(screen.getByText(/^Lieu \(français\).: non précisé → Salle 204$/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Voir la suite' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Voir la suite' })).toBeNull());
});

test('the history gives facts in the order in which they are read, and nothing that did not happen', async () => {
  const line = {
    id: 7,
    at: new Date('2027-01-11T14:05:00Z'),
    action: 'examSpace.changed',
    actorId: 1,
    actor: 'Anne Roy',
    onBehalfOfId: null,
    onBehalfOf: null,
    systemId: 3,
    subject: 'exam:12',
    subjectName: 'Oral',
    subjectEmail: null,
    subjectNameEn: null,
    examEn: null,
    people: [],
    detail: {},
  };
  const moved = {
    ...line,
    detail: {
      after: { endTime: '13:00', placeFr: 'Salle 2106', startTime: '10:00' },
      before: { endTime: '12:00', placeFr: 'Salle 112', startTime: '09:00' },
    },
  };
  const takenOut = {
    ...line,
    id: 6,
    action: 'candidates.unenrolled',
    detail: { candidates: 2, mailsCancelled: 0 },
  };
  const partly = { ...takenOut, id: 5, detail: { candidates: 2, mailsCancelled: 1 } };
  server.on(listAuditLines).reply(() => ({ lines: [moved, takenOut, partly], next: null }));
  await open();
  const first = (await screen.findByText(/^Heure de début.: 9/)).closest('li');
  const told = [...(first?.parentElement?.querySelectorAll('li') ?? [])].map((item) =>
    [...item.children].slice(2).map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  );
  expect(told).toEqual([
    ['Heure de début : 9 h → 10 h', 'Heure de fin : 12 h → 13 h', 'Lieu (français) : Salle 112 → Salle 2106'],
    ['Personnes : 2'],
    ['Personnes : 2', 'Courriels retenus : 1'],
  ]);
});

test('one line says whether everybody has the invitation, and leads to those who do not', async () => {
  const people = [
    someUser({
      id: 1,
      firstName: 'Zoé',
      lastName: 'Côté',
      isMailed: true,
      isInvited: true,
      mailState: 'sent',
    }),
    someUser({
      id: 2,
      firstName: 'Liam',
      lastName: 'Roy',
      isMailed: true,
      isInvited: true,
      mailState: 'bounced',
    }),
    someUser({
      id: 3,
      firstName: 'Ana',
      lastName: 'Roy',
      isMailed: true,
      isInvited: false,
      mailState: 'failed',
    }),
  ];
  server.on(listCandidates).reply(() => people);
  server
    .on(listExams)
    .reply(() => [someListedExam({ id: 12, numberOfCandidates: 3, mails: { sent: 1, failed: 1 } })]);
  await open();
  const line = await screen.findByRole('link', {
    name: '2 personnes sur 3 n’ont pas encore reçu leur convocation',
  });
  // The answer stands before the states of all mails, in view on a low window.
  expect(line.parentElement?.textContent).toMatch(/leur convocation.*Envoyé/);
  fireEvent.click(line);
  await waitFor(() => expect(location.search).toBe('?mail=missing'));
  const list = within(await screen.findByRole('region', { name: 'Liste des personnes inscrites' }));
  await waitFor(() => expect(list.queryByText('Zoé')).toBeNull());
  expect(list.getAllByRole('row')).toHaveLength(3);
  people.length = 1;
  fireEvent.click(list.getByRole('columnheader', { name: /Prénom/ }).querySelector('button') as HTMLElement);
  await screen.findByText('La personne inscrite a sa convocation.');
});

test('each candidate stands there with the state of their mail and of their place, and with what can be done', async () => {
  server.on(getUserInfo).reply(() =>
    someUserInfo({
      firstName: 'Liam',
      lastName: 'Roy',
      fullName: 'Liam Roy',
      lastVisitDate: new Date('2027-01-11T14:05:00Z'),
    }),
  );
  server.on(getPersonHistory).reply(() => someHistory());
  await open();
  const list = within(await screen.findByRole('region', { name: 'Liste des personnes inscrites' }));
  const row = async (name: RegExp) => within(await list.findByRole('row', { name }));
  expect((await row(/Zoé/)).getByText('Non remis')).toBeDefined();
  expect((await row(/Liam/)).getByText('Inscription refusée')).toBeDefined();
  expect((await row(/Zoé/)).getByRole('button', { name: /^Désinscrire/ })).toBeDefined();
  // The account is deleted from a menu, as in the same list of the Users tab.
  expect((await row(/Zoé/)).getByRole('button', { name: /^Autres actions/ })).toBeDefined();
  expect((await row(/Zoé/)).queryByRole('button', { name: /^Supprimer/ })).toBeNull();
  fireEvent.click((await row(/Liam/)).getByRole('button', { name: /^Voir les renseignements/ }));
  const panel = within(await screen.findByRole('dialog', { name: /Liam/ }));
  const factOf = (name: string) => panel.getByText(name).nextElementSibling?.textContent;
  expect(factOf('Compte créé le')).toBe('1er\u00A0septembre 2026');
  expect(factOf('Dernière visite')).toBe('11\u00A0janvier 2027 à 9\u00a0h\u00a005');
});

test('a click on a row opens the panel of its person, and one on an address, a button or a selection does not', async () => {
  server
    .on(getUserInfo)
    .reply(() => someUserInfo({ firstName: 'Liam', lastName: 'Roy', fullName: 'Liam Roy' }));
  server.on(getPersonHistory).reply(() => someHistory());
  await open();
  const row = await screen.findByRole('row', { name: /Liam/ });
  fireEvent.click(within(row).getByRole('link'));
  getSelection()?.selectAllChildren(row);
  fireEvent.click(row.querySelector('td') as HTMLElement);
  getSelection()?.removeAllRanges();
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sélectionner des personnes' }));
  fireEvent.click(screen.getByRole('row', { name: /Liam/ }).querySelector('td') as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Terminer la sélection' }));
  fireEvent.click(screen.getByRole('row', { name: /Liam/ }).querySelector('td') as HTMLElement);
  expect(await screen.findByRole('dialog', { name: /Liam/ })).toBeDefined();
});

test('a name opens the panel of its person, and is one of the two tab stops of its row', async () => {
  server.on(getUserInfo).reply(() => someUserInfo({ fullName: 'Liam Roy' }));
  server.on(getPersonHistory).reply(() => someHistory());
  await open();
  const row = await screen.findByRole('row', { name: /Liam/ });
  const name = within(row).getByRole('button', { name: 'Liam Roy' });
  const stops = [...row.querySelectorAll<HTMLElement>('a, button')].filter(({ tabIndex }) => tabIndex === 0);
  expect([stops.length, stops[0]]).toEqual([2, name]);
  fireEvent.click(name);
  expect(await screen.findByRole('dialog', { name: /Liam/ })).toBeDefined();
});

test('one person is added from there, without a password or a role, with the mail unless it is declined', async () => {
  server.on(createCandidate).reply(() => true);
  const add = async (email: string, isMailed: boolean) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Ajouter une personne' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ajouter une personne' }));
    const type = (label: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    type('Adresse courriel', email);
    type('Prénom', 'Noé');
    type('Nom', 'Où');
    fireEvent.click(dialog.getByLabelText('Anglais'));
    if (!isMailed) fireEvent.click(dialog.getByRole('checkbox'));
    expect(dialog.queryByLabelText(/^(Nouveau mot de passe|Rôle)/)).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Ajouter à l’examen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await open();
  await add('noe@etu.example.ca', true);
  await screen.findByText(/^Noé Où a maintenant sa place à l’examen .*Son courriel part à l’instant\.$/);
  await add('autre@etu.example.ca', false);
  expect(server.requestsTo(createCandidate).map(({ body }) => body)).toMatchObject([
    { email: 'noe@etu.example.ca', firstName: 'Noé', lastName: 'Où', languageId: 2, sendEmail: true },
    { email: 'autre@etu.example.ca', sendEmail: false },
  ]);
});

test('an address of an account leaves nothing else to fill in, and the one button enrols its owner', async () => {
  server.on(createCandidate).reply(() => problem(400, 'user.alreadyExists'));
  server.on(checkEmailAvailable).reply(() => false);
  server.on(searchUsers).reply(() => ({
    data: [someFoundUser({ id: 7, fullName: 'Noé Où', email: 'noe@etu.example.ca' })],
    totalItems: 1,
  }));
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7 }));
  server.on(addCandidate).reply(() => true);
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Ajouter une personne' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajouter une personne' }));
  fireEvent.change(dialog.getByLabelText('Adresse courriel'), { target: { value: 'noe@etu.example.ca' } });
  dialog.getByLabelText('Prénom').focus();
  await dialog.findByText(/^Ce compte existe déjà et sera inscrit à l’examen.: Noé Où/);
  expect(dialog.getAllByRole('textbox')).toHaveLength(1);
  expect(dialog.queryByRole('radio')).toBeNull();
  // The notice takes the place of the field that had the focus.
  expect(document.activeElement?.textContent).toMatch(/^Ce compte existe déjà/);
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Envoyer maintenant le courriel de l’examen/ }));
  fireEvent.click(dialog.getByRole('button', { name: /^Ajouter à l’examen/ }));
  await screen.findByText(/^Noé Où a maintenant une place à l’examen/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requestsTo(addCandidate).map(({ body }) => body)).toEqual([
    { email: 'noe@etu.example.ca', sendEmail: false },
  ]);
  expect(server.requestsTo(createCandidate)).toEqual([]);
});

test('while nobody is in, a list can be imported and one person added', async () => {
  exam = { ...exam, numberOfCandidates: 0 };
  server.on(listExams).reply(() => [someListedExam({ id: 12, numberOfCandidates: 0 })]);
  await open();
  const list = within(await screen.findByRole('region', { name: 'Liste des personnes inscrites' }));
  expect(list.getByRole('link', { name: 'Importer une liste' }).getAttribute('href')).toBe(
    '/dc/configuration?tab=import&exam=12',
  );
  fireEvent.click(list.getByRole('button', { name: 'Ajouter une personne' }));
  expect(await screen.findByRole('dialog', { name: 'Ajouter une personne' })).toBeDefined();
  expect(server.requestsTo(listCandidates)).toEqual([]);
});

test('a cancelled exam still says who was in it and what became of the mails, to look at only', async () => {
  exam = { ...exam, numberOfCandidates: 2, isCancelled: true };
  server
    .on(listClosedExams)
    .reply(() => [someListedExam({ id: 12, numberOfCandidates: 2, mails: { sent: 1, cancelled: 1 } })]);
  await open();
  const list = within(await screen.findByRole('region', { name: 'Liste des personnes inscrites' }));
  await list.findByText('Zoé');
  expect(server.requestsTo(listCandidates)[0]?.url.search).toBe('?alsoCancelled=true');
  expect(list.getByRole('button', { name: /^Voir les renseignements.*Zoé Côté/ })).toBeDefined();
  for (const name of [/^Retirer/, /^Supprimer/, /^Changer le mot de passe/, 'Ajouter une personne'])
    expect(list.queryByRole('button', { name })).toBeNull();
  const overview = within(screen.getByRole('region', { name: 'Où en est l’examen' }));
  expect(overview.getByText('2')).toBeDefined();
  expect(overview.queryByRole('link', { name: /voir la liste/ })).toBeNull();
});

test('an exam without anybody is cancelled without a word of a person or a mail, and promises no list any more', async () => {
  exam = { ...exam, numberOfCandidates: 0 };
  server.on(listCandidates).reply(() => []);
  server.on(listClosedExams).reply(() => [someListedExam({ id: 12, numberOfCandidates: 0 })]);
  server.on(cancelExam).reply(() => true);
  renderPortal('/configuration/exams/3/12?ask=deactivate');
  await screen.findByText('Les personnes s’afficheront ici dès qu’une liste sera importée.');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/ne compte aucune personne inscrite.*aucun courriel n’est envoyé/)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  expect(dialog.queryByRole('checkbox')).toBeNull();
  exam = { ...exam, isCancelled: true };
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  await screen.findByText('Cet examen est annulé');
  const list = within(screen.getByRole('region', { name: 'Liste des personnes inscrites' }));
  await list.findByText('Aucune personne inscrite à cet examen');
  expect(list.queryByText(/s’afficheront ici/)).toBeNull();
});

test('the exam is cancelled from its page after two questions', async () => {
  server.on(cancelExam).reply(() => true);
  await open();
  const header = screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement;
  fireEvent.click(within(header).getByRole('button', { name: /^Autres actions/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Désactiver/ }));
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  exam = { ...exam, isCancelled: true };
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  await screen.findByText('Cet examen est annulé');
  expect(screen.getByRole('button', { name: 'Réactiver' })).toBeDefined();
  expect(server.requestsTo(cancelExam)).toHaveLength(1);
});

test('an address opens a question, which does nothing before its answer and leaves the address when it is closed', async () => {
  renderPortal('/configuration/exams/3/12?ask=deactivate&q=zo');
  const question = await screen.findByRole('alertdialog');
  expect(server.requestsTo(cancelExam)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: /^Non, / }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(location.search).toBe('?q=zo');
  const [menu] = screen.getAllByRole('button', { name: /^Autres actions/ });
  if (menu) fireEvent.click(menu);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copier l’examen…' }));
  await screen.findByRole('dialog', { name: /^Copier/ });
  expect(location.search).toBe('?q=zo&ask=copy');
  expect(server.requestsTo(cancelExam)).toEqual([]);
});

test('one person can be asked for by the address', async () => {
  renderPortal('/configuration/exams/3/12?ask=add');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajouter une personne' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(location.search).toBe(''));
});

test('a question that the exam does not offer is not asked, then or later', async () => {
  renderPortal('/configuration/exams/3/12?ask=reactivate');
  await screen.findByRole('button', { name: 'Enregistrer' });
  await waitFor(() => expect(location.search).toBe(''));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('once the exam is cancelled its question is out of the address', async () => {
  server.on(cancelExam).reply(() => {
    exam = { ...exam, isCancelled: true };
    return true;
  });
  renderPortal('/configuration/exams/3/12?ask=deactivate');
  const yes = () =>
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /^Oui, / }));
  await screen.findByRole('alertdialog');
  expect(server.requestsTo(cancelExam)).toEqual([]);
  yes();
  yes();
  await screen.findByText('Cet examen est annulé');
  await waitFor(() => expect(location.search).toBe(''));
});

test.each([
  [
    { leaving: 412, neverSent: 0, reminders: null },
    /^412 convocations étaient prévues .*: elles partent aussitôt/,
  ],
  [
    { leaving: 0, neverSent: 0, reminders: { moved: 0, next: null, withdrawn: 2 } },
    /^2 rappels prévus ne partiront pas : leur nouvelle heure est déjà passée, ou vient après/,
  ],
  [
    {
      leaving: 0,
      neverSent: 0,
      reminders: { moved: 1, next: new Date('2027-04-29T13:00:00Z'), withdrawn: 0 },
    },
    /^1 rappel prévu suit l’examen : il partira le 29 avril 2027 à 9 h\./,
  ],
  [
    { leaving: 0, neverSent: 1, reminders: null },
    /^L’examen sera déjà terminé, et 1 convocation est prévue .*: elle ne partira pas/,
  ],
])(
  'a save by which planned mails leave or are lost is asked about first, with how many',
  async (late, says) => {
    const save = await open();
    const saves = exam;
    server.on(editExam).reply(({ body }) => {
      if ((body as { asksFirst?: boolean }).asksFirst) return { outcome: 'movesMails', ...late };
      return { ...saves, ...(body as ExamFacts), version: 4 };
    });
    type('Heure de fin', '10:00');
    fireEvent.click(save);
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Enregistrer l’examen déplacé?' }),
    );
    question.getByText(says);
    fireEvent.click(question.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    // Nothing was saved, and the typed text stays.
    expect(fieldValue('Heure de fin')).toBe('10\u00a0h');
    fireEvent.click(save);
    const again = within(await screen.findByRole('alertdialog'));
    fireEvent.click(again.getByRole('button', { name: 'Enregistrer' }));
    await screen.findByText('L’examen « Oral » a été enregistré.');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent().map((body) => (body as { asksFirst: boolean }).asksFirst)).toEqual([true, true, false]);
  },
);
