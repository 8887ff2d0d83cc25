import { listAuditLines } from '@guichet/contract/core/audit';
import { getExam } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import {
  changePlannedLetter,
  getPlannedLetter,
  type LetterPreview,
  listReadyLetters,
  previewLetter,
  sendLetter,
  testLetter,
} from '@guichet/contract/exams/letters';
import { getTimeLine } from '@guichet/contract/exams/notices.reminders';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { listMailFrames } from '@guichet/contract/systems/systems';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetOtherLetters } from '../../../../core/session/keptLetters.ts';
import { loseSession } from '../../../../core/session/sessionStore.ts';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someExam, someForecast, someUnreachableFrames } from '../../../../testing/samples.ts';

const mail = {
  from: 'a@exemple.ca',
  to: 'b@exemple.ca',
  replyTo: null,
  subject: 'C’est demain : Hiver',
  preheader: '',
  html: '<p>Texte</p>',
  htmlBytes: 1000,
  text: 'Texte',
  fileName: null,
  isUsable: true,
  examId: 12,
};
const ready = {
  subjectFr: 'C’est demain',
  bodyFr: '<p>À demain</p>',
  subjectEn: 'Tomorrow',
  bodyEn: '<p>Soon</p>',
};

let server: ReturnType<typeof fakeServer>;
let found: LetterPreview;
beforeEach(() => {
  // jsdom has no layout and loads no script: the editor stays loading.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(getExam).reply(() => someExam({ examDate: '2099-02-12' }));
  server.on(listReadyLetters).reply(() => [{ name: 'tomorrow', audience: 'all', ...ready }]);
  found = {
    people: { fr: 2, en: 1 },
    withoutPassword: { fr: 1, en: 0 },
    forecast: someForecast(),
    recent: [],
    unknown: { people: 0, samples: [] },
    mails: { fr: mail, en: mail },
  };
  server.on(previewLetter).reply(() => found);
  // The page of the exam, which follows.
  server.on(getTimeLine).reply(() => new Response(null, { status: 500 }));
  server.on(listExams).reply(() => []);
  server.on(listAuditLines).reply(() => ({ lines: [], next: null }));
});

async function open() {
  const page = renderPortal('/configuration/exams/3/12/letter');
  await screen.findByText('3 personnes recevraient la lettre maintenant, 2 en français et 1 en anglais.');
  return page;
}

async function takeReady() {
  fireEvent.click(await screen.findByRole('button', { name: 'Modèle' }));
  fireEvent.click(screen.getByRole('menuitem', { name: /C’est demain/ }));
}

const subject = () => screen.getByLabelText('Objet') as HTMLInputElement;

test('a ready text fills both languages for the day before, and is planned after a question', async () => {
  const sent: unknown[] = [];
  server.on(sendLetter).reply(({ body }) => {
    const { requestId: _, ...fields } = Object.fromEntries((body as FormData).entries());
    sent.push(fields);
    return null;
  });
  await open();
  await takeReady();
  expect(subject().value).toBe('C’est demain');
  screen.getByText(/^Envoi le 11 février 2099 à 14\sh, heure de l’université/);
  fireEvent.click(screen.getByRole('radio', { name: 'Anglais' }));
  expect(subject().value).toBe('Tomorrow');
  fireEvent.click(screen.getByRole('button', { name: 'Prévoir l’envoi…' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(
    /^La lettre sera envoyée le 11 février 2099 à 14\sh\. En ce moment, elle irait à 3 personnes/,
  );
  question.getByText(/En français.: 2\. En anglais.: 1\./);
  fireEvent.click(question.getByRole('button', { name: 'Prévoir l’envoi' }));
  await screen.findByText(
    /^La lettre sera envoyée le 11 février 2099.*vous pouvez la modifier ou l’arrêter sous «\sRappels et lettres\s»/,
  );
  expect(sent).toEqual([{ ...ready, audience: 'all', daysBefore: '1', hour: '14' }]);
  expect(Object.keys(localStorage).filter((key) => key.includes('.letter.'))).toEqual([]);
});

test('a new letter begins with greeting and signature, which alone are nothing to send', async () => {
  await open();
  expect(screen.queryByText(/^Brouillon gardé/)).toBeNull();
  fireEvent.change(subject(), { target: { value: 'Salle changée' } });
  const [key = ''] = Object.keys(localStorage).filter((name) => name.includes('.letter.'));
  expect(JSON.parse(localStorage.getItem(key) ?? '{}')).toMatchObject({
    bodyFr: expect.stringMatching(/^<p>Bonjour \{\{firstName\}\} .*<p>\{\{systemTitle\}\}<\/p>$/),
    bodyEn: expect.stringMatching(/^<p>Hello \{\{firstName\}\} .*<p>\{\{systemTitle\}\}<\/p>$/),
  });
  await waitFor(() =>
    expect(server.requestsTo(previewLetter).at(-1)?.body).toMatchObject({
      ...{ subjectFr: 'Salle changée', bodyFr: '', bodyEn: '' },
    }),
  );
  expect(screen.getByRole('button', { name: 'Envoyer…' }).getAttribute('aria-disabled')).toBe('true');
});

test('a planned letter is read, changed and saved with its version; what somebody else has changed is not overwritten', async () => {
  const planned = {
    ...ready,
    ...{ audience: 'chosen' as const, people: [{ id: 7, fullName: 'Ana Roy', email: 'ana@exemple.ca' }] },
    ...{ withoutUnknown: false, daysBefore: 2, hour: 9, fileName: 'plan.pdf', version: 'v1' },
  };
  server.on(getPlannedLetter).reply(() => planned);
  const sent: unknown[] = [];
  server.on(changePlannedLetter).reply(({ url, body }) => {
    sent.push([url.pathname.split('/').at(-1), Object.fromEntries((body as FormData).entries())]);
    return sent.length > 1 ? true : problem(409, 'letter.changedMeanwhile');
  });
  renderPortal('/configuration/exams/3/12/letter?planned=9');
  await screen.findByText(/^Envoi le 10 février 2099 à 9\sh/);
  expect(subject().value).toBe('C’est demain');
  screen.getByText('plan.pdf');
  expect(screen.queryByRole('radio', { name: 'Maintenant' })).toBeNull();
  expect(screen.queryByText('Changements non enregistrés')).toBeNull();
  fireEvent.change(subject(), { target: { value: 'C’est après-demain' } });
  screen.getByText('Changements non enregistrés');
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer la lettre…' }));
  const question = within(await screen.findByRole('alertdialog'));
  const save = () => fireEvent.click(question.getByRole('button', { name: 'Enregistrer la lettre' }));
  save();
  await question.findByText('Détail de letter.changedMeanwhile.');
  save();
  await screen.findByText(/^La lettre est modifiée\. Elle sera envoyée le 10 février 2099/);
  const fields = {
    ...ready,
    subjectFr: 'C’est après-demain',
    audience: 'chosen',
    userIds: '7',
    version: 'v1',
  };
  expect(sent[1]).toEqual(['9', { ...fields, keepsFile: 'true', daysBefore: '2', hour: '9' }]);
  expect(Object.keys(localStorage).filter((key) => key.includes('.letter.'))).toEqual([]);
});

test('a letter that everybody gets in one language counts nobody in the other', async () => {
  found = { ...found, people: { fr: 2, en: 0 } };
  renderPortal('/configuration/exams/3/12/letter');
  await screen.findByText('2 personnes recevraient la lettre maintenant, en français.');
});

test('a draft is kept in the browser, follows another tab, and is discarded after a question', async () => {
  await open();
  await takeReady();
  screen.getByText(/^Brouillon gardé dans ce navigateur, modifié le /);
  const key = Object.keys(localStorage).find((name) => name.includes('.letter.')) ?? '';
  const draft = JSON.parse(localStorage.getItem(key) ?? '{}');
  act(() => {
    localStorage.setItem(key, JSON.stringify({ ...draft, subjectFr: 'Écrit ailleurs' }));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
  expect(screen.getByLabelText<HTMLInputElement>('Objet').value).toBe('Écrit ailleurs');
  fireEvent.click(screen.getByRole('button', { name: 'Supprimer le brouillon…' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(localStorage.getItem(key)).not.toBeNull();
  fireEvent.click(question.getByRole('button', { name: 'Abandonner' }));
  expect(localStorage.getItem(key)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Objet').value).toBe('');
});

test('a draft outlasts a reload and a session that runs out, for three days, and nobody else who signs in', async () => {
  const others = 'guichet.letter.bob@exemple.ca.3.12';
  localStorage.setItem(others, '{}');
  const { unmount } = await open();
  expect(localStorage.getItem(others)).toBeNull();
  await takeReady();
  const kept = () => Object.keys(localStorage).filter((name) => name.includes('.letter.'));
  window.dispatchEvent(new Event('pagehide'));
  unmount();
  const { unmount: leave } = await open();
  expect(kept()).toHaveLength(1);
  expect(subject().value).not.toBe('');
  act(() => loseSession());
  expect(kept()).toHaveLength(1);
  leave();
  forgetOtherLetters(null);
  expect(kept()).toHaveLength(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 24 * 60 * 60 * 1000 + 1 });
  forgetOtherLetters(null);
  vi.useRealTimers();
  expect(kept()).toEqual([]);
});

test('a day that is typed letter by letter leaves the page as it is, also where it stays none', async () => {
  const { unmount } = await open();
  await takeReady();
  const day = () => screen.getByLabelText('Jour de l’envoi') as HTMLInputElement;
  for (const typed of ['2', '20', '2099-02', '2099-13-01', 'demain']) {
    fireEvent.change(day(), { target: { value: typed } });
    expect(day().value).toBe(typed);
  }
  unmount();
  await open();
  expect(day().value).toBe('demain');
  fireEvent.click(screen.getByRole('button', { name: 'Prévoir l’envoi…' }));
  expect(document.activeElement).toBe(day());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('without a preview nothing can be sent: the button says why, and the preview can be tried again', async () => {
  await open();
  server.on(previewLetter).reply(() => Promise.reject(new TypeError('fetch failed')));
  await takeReady();
  const send = screen.getByRole('button', { name: 'Prévoir l’envoi…' });
  await waitFor(() => expect(send.getAttribute('aria-disabled')).toBe('true'));
  const bar = within(send.parentElement as HTMLElement);
  bar.getByText(/^Le serveur ne répond pas\. Vérifiez votre connexion/);
  server.on(previewLetter).reply(() => found);
  fireEvent.click(bar.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(send.getAttribute('aria-disabled')).toBeNull());
  expect(bar.queryByText(/^Le serveur ne répond pas/)).toBeNull();
});

test('what is typed outlasts the page, and a ready text replaces it after a question alone', async () => {
  const { unmount } = await open();
  fireEvent.change(subject(), { target: { value: 'Salle changée' } });
  unmount();
  await open();
  expect(subject().value).toBe('Salle changée');
  await takeReady();
  const question = within(await screen.findByRole('alertdialog', { name: 'Remplacer le texte?' }));
  fireEvent.click(question.getByRole('button', { name: 'Annuler' }));
  expect(subject().value).toBe('Salle changée');
});

test('who was just written to, and whose address does not exist, is told before the letter goes', async () => {
  const at = new Date('2027-01-04T15:00:00Z');
  found = {
    ...found,
    recent: [
      { at, letter: { subjectFr: 'Salle changée', subjectEn: '' }, people: 5, names: ['Zoé Côté', 'Al Bo'] },
      { at, letter: null, people: 1, names: ['Éva Roy'] },
    ],
    unknown: { people: 1, samples: [{ name: 'Zoé Côté', email: 'zoe@exemple.ca' }] },
  };
  server.on(listMailFrames).reply(someUnreachableFrames);
  await open();
  const lines = [
    /^4 janvier 2027 à 10\sh\s: lettre «\sSalle changée\s», à Zoé Côté, Al Bo et 3 autres$/,
    /^4 janvier 2027 à 10\sh\s: rappel, à Éva Roy$/,
  ];
  for (const line of lines) screen.getByText(line);
  screen.getByText('Zoé Côté <zoe@exemple.ca>');
  await takeReady();
  fireEvent.click(screen.getByRole('radio', { name: 'Maintenant' }));
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer…' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Envoyer cette lettre?' }));
  for (const line of lines) question.getByText(line);
  question.getByText(/^1 de ces adresses n’existe pas/);
  question.getByText(/^Les personnes inscrites n’ont personne à joindre/);
  fireEvent.click(question.getByRole('button', { name: 'Annuler' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Ne pas envoyer la lettre à ces adresses' }));
  await waitFor(() =>
    expect(server.requestsTo(previewLetter).at(-1)).toMatchObject({ body: { withoutUnknown: true } }),
  );
});

test('the numbers are those of the text that readers get, and the page of the exam follows with no window open', async () => {
  const forecast = someForecast({ en: { language: 'fr' } });
  found = { ...found, forecast };
  server.on(sendLetter).reply(() => 3);
  renderPortal('/configuration/exams/3/12/letter');
  await screen.findByText('3 personnes recevraient la lettre maintenant, en français.');
  await takeReady();
  fireEvent.click(screen.getByRole('radio', { name: 'Maintenant' }));
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer…' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText('3 personnes recevront cette lettre.');
  question.getByText(/En français.: 3\. En anglais.: 0\./);
  fireEvent.click(question.getByRole('button', { name: 'Envoyer 3 courriels' }));
  await screen.findByText(/^Lettre en cours d’envoi à 3 personnes\./);
  await screen.findByRole('button', { name: 'Rappels et lettres' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(location.search).toBe('');
});

test('without a mail server no letter is said to be on its way', async () => {
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled: true }));
  server.on(sendLetter).reply(() => 3);
  await open();
  await takeReady();
  fireEvent.click(screen.getByRole('radio', { name: 'Maintenant' }));
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer…' }));
  const question = within(await screen.findByRole('alertdialog'));
  const kept = /^3 courriels, gardés dans la boîte d’envoi sans être envoyés/;
  await question.findByText(kept);
  fireEvent.click(question.getByRole('button', { name: 'Envoyer 3 courriels' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await screen.findByText(kept);
});

test('the question says what the letter lacks for its readers', async () => {
  const forecast = someForecast({ isExamOver: true, fr: { lacksLink: true, facts: ['examPlace'] } });
  found = { ...found, forecast };
  await open();
  await takeReady();
  fireEvent.click(screen.getByRole('radio', { name: 'Maintenant' }));
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer…' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Envoyer cette lettre?' }));
  question.getByText('L’examen est terminé.');
  question.getByText(/mentionne le lieu, que l’examen n’a pas encore/);
  question.getByText(/^1 personne n’a pas de mot de passe/);
  question.getByRole('button', { name: 'Envoyer 3 courriels' });
});

test('a text that the server refuses is shown at its field, in its language', async () => {
  const errors = [{ path: 'subjectEn', messageKey: 'unknownPlaceholder' }];
  const refusal = { params: { name: 'salle' }, errors };
  server.on(sendLetter).reply(() => problem(400, 'message.unknownPlaceholder', refusal));
  await open();
  await takeReady();
  fireEvent.click(screen.getByRole('radio', { name: 'Anglais' }));
  fireEvent.change(subject(), { target: { value: 'Room {{salle}}' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Français' }));
  fireEvent.click(screen.getByRole('button', { name: 'Prévoir l’envoi…' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Prévoir l’envoi' }));
  await waitFor(() => expect(subject().getAttribute('aria-invalid')).toBe('true'));
  expect(subject().value).toBe('Room {{salle}}');
  fireEvent.change(subject(), { target: { value: 'Room 12' } });
  expect(subject().getAttribute('aria-invalid')).toBeNull();
});

test('a mail beyond what Gmail shows is told while it is written', async () => {
  found = { ...found, mails: { fr: { ...mail, htmlBytes: 120_400 }, en: mail } };
  await open();
  await screen.findByText(/^Ce courriel fait 121.ko/);
});

test('a test goes to its author, in the language that shows', async () => {
  server.on(testLetter).reply(() => ({ state: 'sent', reason: null }));
  await open();
  await takeReady();
  fireEvent.click(screen.getByRole('button', { name: 'M’envoyer un essai en français' }));
  await screen.findByText('L’essai a été envoyé à votre adresse.');
  expect(server.requestsTo(testLetter)[0]?.url.pathname).toMatch(/test\/1$/);
});

test.each(['2099-02-12', '2020-02-12'])(
  'those who were present or have the attestation are offered from the day of the exam on: %s',
  async (examDate) => {
    server.on(getExam).reply(() => someExam({ examDate }));
    await open();
    const offered = ['Les personnes présentes', 'Les personnes qui ont l’attestation'].flatMap(
      (name) => screen.queryByRole('radio', { name }) ?? [],
    );
    expect(offered).toHaveLength(examDate > '2026' ? 0 : 2);
    if (offered.length === 0) return;
    fireEvent.click(screen.getByRole('radio', { name: 'Les personnes qui ont l’attestation' }));
    screen.getByText(/^Les personnes inscrites qui, au moment de l’envoi, ont l’attestation/);
    await waitFor(() =>
      expect(server.requestsTo(previewLetter).at(-1)?.body).toMatchObject({ audience: 'attested' }),
    );
  },
);
