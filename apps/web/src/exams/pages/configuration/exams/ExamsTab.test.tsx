import { cancelExam, copyExam, getExam, reactivateExam } from '@guichet/contract/exams/exams';
import {
  type ExamSummary,
  type ListedExam,
  listClosedExams,
  listExams,
} from '@guichet/contract/exams/exams.list';
import { previewNotice } from '@guichet/contract/exams/notices';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { today } from '../../../../core/i18n/formats.ts';
import { setLanguage } from '../../../../core/i18n/languageStore.ts';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someExam, someListedExam } from '../../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let exams: ListedExam[];
beforeEach(() => {
  server = fakeServer();
  exams = [
    someListedExam({
      id: 11,
      title: 'Automne',
      date: '2099-10-01',
      numberOfCandidates: 31,
      mails: { sent: 29, failed: 2 },
    }),
    someListedExam({ id: 12, title: 'Hiver', platformState: 'failed' }),
  ];
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listExams).reply(() => exams);
  server.on(cancelExam).reply(() => {
    exams = exams.filter(({ id }) => id !== 11);
    return true;
  });
});

async function rowOf(name: RegExp) {
  return within(await screen.findByRole('row', { name }));
}

async function askToDeactivate(only = '') {
  renderPortal(`/dc/configuration?tab=cohorts${only}`);
  fireEvent.click((await rowOf(/Automne/)).getByRole('button', { name: /Autres actions/ }));
  fireEvent.click(screen.getByRole('menuitem', { name: /^Désactiver/ }));
  return within(await screen.findByRole('alertdialog'));
}

test('a title leads to its exam, and differences on the platform to their list', async () => {
  exams = [someListedExam({ id: 11, title: 'Automne', differences: 2 })];
  renderPortal('/dc/configuration?tab=cohorts');
  const row = await rowOf(/Automne/);
  const hrefOf = (name: string) => row.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Automne')).toBe('/configuration/exams/3/11');
  expect(hrefOf('2 écarts à voir')).toBe('/configuration/exams/3/11/platform');
});

test('in English an exam bears its English title, or the French one where it has no other', async () => {
  exams = [
    someListedExam({ id: 11, title: 'Automne', titleEn: 'Autumn' }),
    someListedExam({ id: 12, title: 'Hiver' }),
  ];
  await setLanguage('en');
  renderPortal('/dc/configuration?tab=cohorts');
  expect(await screen.findByRole('link', { name: 'Autumn' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Hiver' })).toBeDefined();
});

test('S2.52 S4.10 every active exam shows title, date, candidates and the states of its mails', async () => {
  renderPortal('/dc/configuration?tab=cohorts');
  const row = await rowOf(/Automne/);
  for (const text of ['1er octobre 2099', '31']) expect(row.getByText(text)).toBeDefined();
  const mails = within(row.getByRole('figure')).getAllByRole('listitem');
  expect(mails.map(({ textContent }) => textContent)).toEqual(['Envoyé 29', 'Échec 2']);
  expect(row.getByRole('link', { name: /inscrites/ }).getAttribute('href')).toBe('?tab=users&exam=11');
  expect((await rowOf(/Hiver/)).getByText('Cours refusé')).toBeDefined();
  expect(screen.getAllByRole('row').map((one) => one.textContent?.slice(0, 5))).toEqual([
    'Titre',
    'Autom',
    'Hiver',
  ]);
  expect(server.requestsTo(listExams).at(-1)?.url.search).toBe('?showAllActive=false');
});

test('an exam that ended today is no longer among those to come, but stays under a figure that counts it', async () => {
  const over = { date: today(new Date()), endTime: '00:00' };
  exams = [...exams, someListedExam({ id: 13, title: 'Matin', ...over })];
  const { unmount } = renderPortal('/dc/configuration?tab=cohorts');
  await rowOf(/Automne/);
  expect(screen.queryByRole('link', { name: 'Matin' })).toBeNull();
  unmount();
  renderPortal('/dc/configuration?tab=cohorts&only=failed');
  expect(await screen.findByRole('link', { name: 'Matin' })).toBeDefined();
});

test.each([
  [{ sent: 29, failed: 2 }, 0, 'Envoyé 29Échec 2', 'Envoyé 29 · Échec 2'],
  [{ sent: 20, delayed: 4, bounced: 3, failed: 2, queued: 1 }, 0, 'Envoyé 20Non remis 3+6', null],
  [
    { sent: 58 },
    18,
    'Envoyé 5817 ne sont plus inscrites',
    'Envoyé 58 · dont 18 à des personnes qui n’y sont plus inscrites',
  ],
  [
    { sent: 3, failed: 2 },
    1,
    'Envoyé 3Échec 2',
    'Envoyé 3 · Échec 2 · dont 1 à une personne qui n’y est plus inscrite',
  ],
] as const)(
  'of mails %j an exam shows in one line what needs a look, and all of them in the tooltip and to screen readers',
  async (mails, mailsToFormer, brief, whole) => {
    const formerCandidates = Math.max(mailsToFormer - 1, 0);
    exams = [someListedExam({ id: 11, title: 'Automne', mails, mailsToFormer, formerCandidates })];
    renderPortal('/dc/configuration?tab=cohorts');
    const figure = (await rowOf(/Automne/)).getByRole('figure');
    expect(figure.querySelector('span[aria-hidden].whitespace-nowrap')?.textContent).toBe(brief);
    const box = figure.parentElement;
    if (whole) expect(box?.title).toBe(whole);
    expect(within(figure).getAllByRole('listitem')).toHaveLength(Object.keys(mails).length);
    if (mailsToFormer > 0) expect(box?.textContent).toMatch(/plus inscrites?$/);
  },
);

test.each([true, false])(
  'whoever cancels is told where nobody reads answers to the mail: %s',
  async (isRead) => {
    server.on(previewNotice).reply(() => ({ fr: null, en: null, readers: ['fr', 'en'], isRead }));
    const dialog = await askToDeactivate();
    fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
    await dialog.findByRole('button', { name: 'Lire ce courriel' });
    const told = /^Personne ne lit les réponses à ce courriel/;
    if (!isRead) await dialog.findByText(told);
    else await waitFor(() => expect(server.requestsTo(previewNotice)).toHaveLength(1));
    expect(dialog.queryAllByText(told)).toHaveLength(isRead ? 0 : 1);
  },
);

test('a cancellation asks for sentences in the languages of its candidates alone', async () => {
  server.on(previewNotice).reply(() => ({ fr: null, en: null, readers: ['fr'], isRead: true }));
  const dialog = await askToDeactivate();
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  fireEvent.click(await dialog.findByRole('checkbox'));
  const note = await dialog.findByLabelText(/^Phrase à ajouter au courriel en français/);
  fireEvent.change(note, { target: { value: 'La salle est inondée.' } });
  expect(dialog.queryByLabelText(/^Phrase à ajouter au courriel en anglais/)).toBeNull();
  expect(dialog.queryByText(/^Les personnes qui lisent l’anglais/)).toBeNull();
});

test('the question of a cancellation opens once it knows whether answers are read, and does not grow', async () => {
  let answer = () => {};
  server.on(previewNotice).reply(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ fr: null, en: null, readers: ['fr', 'en'], isRead: false });
      }),
  );
  const opening = askToDeactivate();
  await waitFor(() => expect(server.requestsTo(previewNotice)).toHaveLength(1));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  answer();
  const dialog = await opening;
  dialog.getByText(/^Personne ne lit les réponses à ce courriel/);
});

test('the mail that tells of a cancellation can be read in both languages before it is sent', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  server.on(previewNotice).reply(() => ({
    fr: { subject: 'Examen annulé : Automne', html: '<p>Annulé</p>' },
    en: { subject: 'Exam cancelled: Fall', html: '<p>Cancelled</p>' },
    readers: ['fr', 'en'],
    isRead: true,
  }));
  const dialog = await askToDeactivate();
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  expect(dialog.queryByText('Examen annulé : Automne')).toBeNull();
  const button = await dialog.findByRole('button', { name: 'Lire ce courriel' });
  fireEvent.click(button);
  expect((await dialog.findByText('Examen annulé : Automne')).lang).toBe('fr');
  expect(dialog.getByText('Exam cancelled: Fall').lang).toBe('en');
  expect(dialog.getByTitle('Courriel en anglais').tagName).toBe('IFRAME');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(button);
  expect(dialog.queryByText('Exam cancelled: Fall')).toBeNull();
  expect(server.requestsTo(cancelExam)).toEqual([]);
});

test('S4.7 deactivation asks twice before it is sent', async () => {
  const dialog = await askToDeactivate();
  expect(dialog.getByText(/compte 31 personnes inscrites/)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Oui, continuer' }));
  await dialog.findByText(/^Dernière question.*«\sAutomne\s».*tout de suite/);
  expect(server.requestsTo(cancelExam)).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Oui, annuler l’examen' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Automne/ })).toBeNull());
  const [request] = server.requestsTo(cancelExam);
  expect([request?.method, request?.url.pathname]).toEqual(['DELETE', '/api/cohort/3/11']);
  expect(request?.url.search).toBe('');
  await screen.findByText('L’examen « Automne » est annulé.');
});

test('a cancellation that is told by mail says how many mails go out', async () => {
  server.on(cancelExam).reply(() => 29);
  const dialog = await askToDeactivate();
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  const silent = await dialog.findByText(/^Si vous ne cochez pas cette case, les 31 personnes inscrites/);
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Écrire aux 31 personnes/ }));
  expect(silent.isConnected).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  await screen.findByText(/est annulé\. 29 courriels d’avis sont dans la boîte d’envoi\./);
});

test.each([0, 1])('S4.8 No after %i times Yes sends nothing and keeps the exam', async (times) => {
  const dialog = await askToDeactivate();
  for (let time = 0; time < times; time++) fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  fireEvent.click(dialog.getByRole('button', { name: 'Non, garder l’examen' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.requestsTo(cancelExam)).toEqual([]);
  await rowOf(/Automne/);
});

test('a failed deactivation shows why and keeps the exam', async () => {
  server.on(cancelExam).reply(() => problem(404, 'exam.notFound'));
  const dialog = await askToDeactivate();
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  await dialog.findByText('Détail de exam.notFound.');
});

test('only an upcoming exam accepts candidates', async () => {
  exams = [someListedExam({ id: 11, title: 'Automne', date: '2020-10-01' })];
  renderPortal('/dc/configuration?tab=cohorts&only=failed');
  fireEvent.click((await rowOf(/Automne/)).getByRole('button', { name: /Autres actions/ }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Ajouter une personne',
    'Rappels et lettres',
    'Écrire aux personnes inscrites',
    'Modifier',
    'Pointage des présences',
    'Feuille de présence',
    'Attestations',
    'Copier l’examen…',
    'Désactiver (annuler l’examen)',
  ]);
});

test.each([
  ['was read back as it should be', {}, 'Cours prêt et vérifié'],
  ['was not read since', { readBackAt: null }, 'Cours prêt'],
  ['differs', { differences: 2 }, '2 écarts à voir'],
])('a course that %s', async (_what, found, word) => {
  exams = [someListedExam({ id: 11, title: 'Automne', ...found })];
  renderPortal('/dc/configuration?tab=cohorts');
  expect((await rowOf(/Automne/)).getByText(/^Cours prêt|écarts/).textContent).toBe(word);
});

test('without exams there is a link to a first exam space', async () => {
  exams = [];
  renderPortal('/dc/configuration?tab=cohorts');
  fireEvent.click(await screen.findByRole('link', { name: 'Créer un examen' }));
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Espaces'));
});

test.each([
  [
    'failed',
    '?showAllActive=false&onPlatform=failed',
    /^Seuls les examens à venir que la plateforme a refusés/,
  ],
  [
    'drifted',
    '?showAllActive=false&onPlatform=drifted',
    'Seuls les examens à venir qui diffèrent sur la plateforme sont affichés.',
  ],
  ['repaired', '?showAllActive=false&onPlatform=repaired', /différences ont été réparées sur la plateforme/],
])(
  'a link from home narrows the list to %s exams, and the whole is one button away',
  async (only, query, says) => {
    renderPortal(`/dc/configuration?tab=cohorts&only=${only}`);
    await screen.findByText(says);
    expect(server.requestsTo(listExams).at(-1)?.url.search).toBe(query);
    fireEvent.click(screen.getByRole('button', { name: 'Afficher tous les examens à venir' }));
    await waitFor(() => expect(screen.queryByText(says)).toBeNull());
    await rowOf(/Automne/);
    expect(location.search).toBe('?tab=cohorts');
  },
);

test('the second question offers the mail that says so, to so many people', async () => {
  const dialog = await askToDeactivate();
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  fireEvent.click(await dialog.findByLabelText('Écrire aux 31 personnes inscrites que l’examen est annulé'));
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  await waitFor(() => expect(server.requestsTo(cancelExam)).toHaveLength(1));
  expect(server.requestsTo(cancelExam)[0]?.url.search).toBe('?sendEmail=true');
});

test('of an exam whose day is over no mail is offered', async () => {
  exams = [someListedExam({ id: 11, title: 'Automne', date: '2020-10-01', numberOfCandidates: 31 })];
  const dialog = await askToDeactivate('&only=failed');
  expect(dialog.getByText(/aucun courriel n’est envoyé/)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  await dialog.findByText(/^Dernière question/);
  expect(dialog.queryByRole('checkbox')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: /^Oui, / }));
  await waitFor(() => expect(server.requestsTo(cancelExam)).toHaveLength(1));
  expect(server.requestsTo(cancelExam)[0]?.url.search).toBe('');
});

test('cancelled exams are found by the filter, and reactivated with a mail', async () => {
  let cancelled = [someListedExam({ id: 13, title: 'Été', numberOfCandidates: 1 })];
  server.on(listClosedExams).reply(() => cancelled);
  server.on(reactivateExam).reply(() => {
    const [exam] = cancelled;
    cancelled = [];
    return exam as ExamSummary;
  });
  renderPortal('/dc/configuration?tab=cohorts');
  fireEvent.click(await screen.findByRole('radio', { name: 'Annulés' }));
  const row = await rowOf(/Été/);
  expect(location.search).toBe('?tab=cohorts&show=cancelled');
  expect(screen.queryByRole('row', { name: /Hiver/ })).toBeNull();
  expect(server.requestsTo(listClosedExams).at(-1)?.url.search).toBe('?state=cancelled');
  fireEvent.click(row.getByRole('button', { name: /^Réactiver/ }));
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByLabelText('Écrire à la personne inscrite que l’examen est rétabli'));
  fireEvent.click(dialog.getByRole('button', { name: 'Oui' }));
  await screen.findByText('Aucun examen annulé');
  expect(server.requestsTo(reactivateExam).map(({ url, body }) => [url.pathname, body])).toEqual([
    ['/api/exam/3/13/reactivate', { sendEmail: true }],
  ]);
});

test('the filter offers what is to come, past, cancelled and everything, the cancelled with a mark', async () => {
  server.on(listClosedExams).reply(() => [someListedExam({ id: 15, title: 'Retiré', date: '2099-05-01' })]);
  renderPortal('/dc/configuration?tab=cohorts');
  await rowOf(/Automne/);
  const choices = screen.getAllByRole<HTMLInputElement>('radio');
  expect(choices.map((radio) => radio.labels?.[0]?.textContent)).toEqual([
    'À\u00a0venir',
    'Passés',
    'Annulés',
    'Tous',
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'Tous' }));
  const cancelled = await rowOf(/Retiré/);
  expect(cancelled.getByText('Annulé')).toBeDefined();
  expect(cancelled.getByRole('button', { name: /^Réactiver/ })).toBeDefined();
  expect((await rowOf(/Automne/)).queryByText('Annulé')).toBeNull();
  expect(server.requestsTo(listExams).at(-1)?.url.search).toBe('?showAllActive=true');
});

test('past exams are found by the filter, and a link keeps it', async () => {
  server.on(listClosedExams).reply(() => [someListedExam({ id: 14, title: 'Passé', date: '2020-01-01' })]);
  renderPortal('/dc/configuration?tab=cohorts&show=past');
  expect((await rowOf(/Passé/)).getByRole('link', { name: /inscrites/ }).getAttribute('href')).toBe(
    '?tab=users&exam=14',
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Passés' }).checked).toBe(true);
});

test('a copy asks for its titles and its day, and opens', async () => {
  server.on(copyExam).reply(() => someListedExam({ id: 15, title: 'Automne' }));
  server
    .on(getExam)
    .reply(({ url }) =>
      url.pathname.endsWith('/11')
        ? someExam({ id: 11, titleFr: 'Automne', titleEn: '', startTime: '00:00' })
        : problem(404, 'exam.notFound'),
    );
  renderPortal('/dc/configuration?tab=cohorts');
  fireEvent.click((await rowOf(/Automne/)).getByRole('button', { name: /Autres actions/ }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Copier l’examen…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/^Donnez à la copie sa date .* et les rappels prévus, partis ou non/);
  fireEvent.change(dialog.getByLabelText('Titre en français'), { target: { value: 'Automne 2099' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Créer la copie' }));
  await dialog.findByText('Entrez la date de l’examen.');
  fireEvent.change(dialog.getByLabelText('Date de l’examen'), { target: { value: today(new Date()) } });
  dialog.getByText(/^L’heure de l’examen copié \(0.h\) est déjà passée aujourd’hui/);
  fireEvent.change(dialog.getByLabelText('Date de l’examen'), { target: { value: '2099-10-01' } });
  expect(dialog.queryByText(/^L’heure de l’examen copié/)).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Créer la copie' }));
  await waitFor(() => expect(location.pathname).toBe('/configuration/exams/3/15'));
  expect(server.requestsTo(copyExam).map(({ url, body }) => [url.pathname, body])).toEqual([
    [
      '/api/exam/3/11/copy',
      {
        titleFr: 'Automne 2099',
        titleEn: '',
        examDate: '2099-10-01',
        requestId: expect.any(String),
      },
    ],
  ]);
});
