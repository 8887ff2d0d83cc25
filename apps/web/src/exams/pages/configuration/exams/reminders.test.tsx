import type { Endpoint } from '@guichet/contract/core/endpoint';
import { listExams } from '@guichet/contract/exams/exams.list';
import { forecastMail, previewInvitation } from '@guichet/contract/exams/notices.invitations';
import {
  getTimeLine,
  planReminder,
  type Reminder,
  readReminder,
  resumeLetter,
  sendReminder,
  stopReminderOrLetter,
  type TimeLine,
} from '@guichet/contract/exams/notices.reminders';
import { getMessage, type MessageText } from '@guichet/contract/mail/messages';
import { cancelPlannedMails, sendPlannedMails } from '@guichet/contract/mail/outbox';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { listMailFrames } from '@guichet/contract/systems/systems';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import {
  someForecast,
  someListedExam,
  someMessage,
  someUnreachableFrames,
} from '../../../../testing/samples.ts';

const nobody: TimeLine = {
  endTime: '',
  endDate: '',
  people: [],
  tooSoon: 0,
  mailUnderWay: 0,
  lacksLink: [],
  reminders: [],
  plannedMails: [],
};
const planned: Reminder = {
  id: 5,
  daysBefore: 7,
  hour: 9,
  at: new Date('2099-02-05T14:00:00Z'),
  state: 'planned',
  mails: null,
  unsentBecause: null,
  letter: null,
  leaving: 0,
  failed: 0,
  filed: 0,
  madeBy: 'Ada Roy',
};
const people = ['Aube', 'Berg', 'Caro', 'Dion', 'Eaux', 'Fern'].map((name, n) => ({
  id: n + 1,
  fullName: `Zoé ${name}`,
  email: `${name.toLowerCase()}@x.ca`,
  language: n % 2 === 0 ? ('fr' as const) : ('en' as const),
  cause: n === 0 ? ('noPassword' as const) : ('neverSignedIn' as const),
}));

let server: ReturnType<typeof fakeServer>;
let timeLine: TimeLine;
beforeEach(() => {
  server = fakeServer();
  timeLine = { ...nobody, people, tooSoon: 1, mailUnderWay: 2 };
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listExams).reply(() => [someListedExam({ title: 'Hiver' })]);
  server.on(getTimeLine).reply(() => timeLine);
});

/** The requests to one endpoint; other endpoints have the same path with another method. */
const requestsTo = (endpoint: Endpoint) =>
  server.requestsTo(endpoint).filter(({ method }) => method === endpoint.method);

/** `only`: a figure of home, under which also exams that are over stand. */
async function open(date?: string, only = '') {
  if (date) server.on(listExams).reply(() => [someListedExam({ title: 'Hiver', date })]);
  renderPortal(`/dc/configuration?tab=cohorts${only}`);
  const row = within(await screen.findByRole('row', { name: /Hiver/ }));
  fireEvent.click(row.getByRole('button', { name: /Autres actions/ }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Rappels et lettres' }));
  return within(await screen.findByRole('dialog', { name: /^Rappels et lettres.: Hiver/ }));
}

test('reminders warn once where nobody of the program can be reached', async () => {
  server.on(listMailFrames).reply(someUnreachableFrames);
  const dialog = await open();
  const warning = /^Les personnes inscrites n’ont personne à joindre/;
  await dialog.findByText(warning);
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer un rappel à 6 personnes…' }));
  await screen.findByRole('alertdialog');
  expect(screen.getAllByText(warning)).toHaveLength(1);
});

test('a reminder names everybody whom it reaches, and is sent once after a question', async () => {
  let sent = 0;
  server.on(sendReminder).reply(() => {
    sent += 1;
    timeLine = { ...nobody, tooSoon: 7 };
    return 6;
  });
  const dialog = await open();
  await dialog.findByText(
    /^Un rappel irait maintenant à 6 personnes, qui n’ont pas .* Qui l’a fait n’en reçoit pas\.$/,
  );
  const table = within(dialog.getByRole('table', { name: /serait envoyé/ }));
  expect(table.getAllByRole('row').map((row) => row.textContent?.slice(0, 8))).toEqual([
    'NomAdres',
    ...people.slice(0, 5).map(({ fullName }) => fullName),
  ]);
  expect(table.getByText('N’a pas choisi de mot de passe')).toBeDefined();
  dialog.getByText('1 autre personne a un rappel de moins de 24 heures, déjà envoyé ou en route.');
  dialog.getByText(/^2 autres personnes attendent encore un courriel/);
  fireEvent.click(dialog.getByRole('button', { name: 'Page suivante' }));
  expect(table.getByText('Zoé Fern')).toBeDefined();
  expect(dialog.getByRole('link', { name: 'Modifier le texte du rappel' }).getAttribute('href')).toBe(
    '?tab=email&text=reminder',
  );
  expect(
    dialog.getByRole('link', { name: 'Écrire plutôt à toutes les personnes inscrites' }).getAttribute('href'),
  ).toBe('/configuration/exams/3/12/letter');
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer un rappel à 6 personnes…' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(/^6 personnes de « Hiver » qui n’ont pas encore ouvert .* chacune dans sa langue/);
  const yes = question.getByRole('button', { name: 'Envoyer 6 courriels' });
  fireEvent.click(yes);
  fireEvent.click(yes, { detail: 2 });
  await screen.findByText('Rappel en cours d’envoi à 6 personnes.');
  expect(sent).toBe(1);
  expect(requestsTo(sendReminder)[0]?.body).toEqual({
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await dialog.findByText('Il n’y a personne à relancer pour l’instant.');
  dialog.getByText('7 personnes ont un rappel de moins de 24 heures, déjà envoyé ou en route.');
  expect(dialog.getByRole('button', { name: 'Envoyer un rappel…' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
});

test('the reminder can be read before it goes, in the languages of those whom it reaches', async () => {
  timeLine = { ...nobody, people: people.filter(({ language }) => language === 'en') };
  const isFrench = ({ url }: { url: URL }) => url.pathname.endsWith('/1');
  server.on(getMessage).reply((request) => someMessage(isFrench(request) ? {} : { subject: '', body: '' }));
  server.on(previewInvitation).reply(({ body }) => ({
    ...{
      from: 'a@x.ca',
      to: 'b@x.ca',
      replyTo: null,
      preheader: '',
      text: '',
      fileName: null,
      isUsable: true,
      htmlBytes: 1000,
    },
    ...{ subject: `Rappel: ${(body as MessageText).subject}`, html: '<p>Texte</p>', examId: null },
  }));
  const dialog = await open();
  fireEvent.click(await dialog.findByRole('button', { name: /^Envoyer un rappel à/ }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(requestsTo(previewInvitation)).toHaveLength(0);
  fireEvent.click(question.getByRole('button', { name: 'Lire ce courriel' }));
  // The message has no English text, so readers of English get the French text.
  expect((await question.findByText('Rappel: Convocation')).lang).toBe('fr');
  expect(question.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Courriel en anglais',
  ]);
  const [asked] = requestsTo(previewInvitation);
  expect([asked?.url.pathname, asked?.url.search]).toEqual(['/api/message/preview/3/1', '?kind=reminder']);
});

test.each([
  [{ tooSoon: 0, mailUnderWay: 2 }, /^2 personnes attendent encore/],
  [{ tooSoon: 1, mailUnderWay: 2 }, /^2 autres personnes attendent encore/],
])('others are counted as such only beside those who are named or counted: %o', async (given, words) => {
  timeLine = { ...nobody, ...given };
  const dialog = await open();
  await dialog.findByText(words);
});

test('a refusal stays in the question, and the list is read anew', async () => {
  server.on(sendReminder).reply(() => problem(409, 'reminder.nobody'));
  const dialog = await open();
  fireEvent.click(await dialog.findByRole('button', { name: /^Envoyer un rappel à/ }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Envoyer 6 courriels' }));
  await question.findByText('Détail de reminder.nobody.');
  await waitFor(() => expect(requestsTo(getTimeLine)).toHaveLength(2));
});

test('a reminder is planned for days before the exam and an hour, and stands on the time line until it is stopped', async () => {
  server.on(planReminder).reply(() => {
    timeLine = { ...timeLine, reminders: [planned] };
    return planned;
  });
  server.on(stopReminderOrLetter).reply(() => {
    timeLine = { ...timeLine, reminders: [{ ...planned, state: 'stopped' }] };
    return true;
  });
  const dialog = await open();
  await dialog.findByText('Aucun envoi n’est prévu, et ni rappel ni lettre n’a été envoyé.');
  fireEvent.change(dialog.getByLabelText('Jour de l’envoi'), { target: { value: '10' } });
  fireEvent.change(dialog.getByLabelText('Heure'), { target: { value: '20' } });
  dialog.getByText(/^Envoi le 2 février 2099 à 20 h, heure de l’université/);
  fireEvent.click(dialog.getByRole('button', { name: 'Prévoir le rappel' }));
  const row = await dialog.findByRole('row', { name: /7 jours avant l’examen \(prévu par Ada Roy\)/ });
  expect(requestsTo(planReminder)[0]?.body).toEqual({ daysBefore: 10, hour: 20 });
  within(row).getByText('Prévu; irait maintenant à 6 personnes');
  fireEvent.click(within(row).getByRole('button', { name: /^Arrêter l’envoi.: rappel du/ }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Arrêter l’envoi de ce rappel?' }));
  expect(requestsTo(stopReminderOrLetter)).toHaveLength(0);
  fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  await dialog.findByText('Arrêté avant l’envoi');
  expect(new URL(requestsTo(stopReminderOrLetter)[0]?.url ?? '').pathname).toBe('/api/reminder/3/12/5');
});

const someLetter = {
  subjectFr: 'Salle changée',
  subjectEn: 'Other room',
  audience: 'all' as const,
  fileName: null,
  missing: 0,
  leftOut: 0,
  isPlannable: false,
  plannedAt: null,
};

test('a stopped letter can be read, says what it held, and goes on to those who did not get it', async () => {
  const letter = { ...someLetter, fileName: 'salle.docx', missing: 3, leftOut: 2 };
  const stopped: Reminder = { ...planned, state: 'stopped', mails: 1, letter };
  timeLine = { ...timeLine, reminders: [stopped] };
  const mail = {
    ...{ from: 'dc@exemple.ca', to: 'ada@exemple.ca', replyTo: null, subject: 'Salle changée' },
    ...{ preheader: '', html: '<p>Salle 12</p>', htmlBytes: 16, text: 'Salle 12', fileName: null },
    ...{ isUsable: true, examId: 12 },
  };
  server.on(readReminder).reply(() => ({ fr: mail, en: null }));
  server.on(resumeLetter).reply(() => {
    timeLine = { ...timeLine, reminders: [{ ...stopped, letter: { ...letter, missing: 0 } }] };
    return 3;
  });
  const dialog = await open();
  const row = within(await dialog.findByRole('row', { name: /Lettre «.Salle changée.», par Ada Roy/ }));
  row.getByText('Arrêtée, après 1 courriel');
  row.getByText(/^Pièce jointe.: salle\.docx$/);
  row.getByText('2 personnes laissées de côté, car leur adresse n’existe pas.');
  fireEvent.click(row.getByRole('button', { name: /^Lire la lettre du/ }));
  const read = within(await screen.findByRole('dialog', { name: 'Salle changée' }));
  await read.findByText('Courriel en français');
  fireEvent.click(read.getByRole('button', { name: 'Fermer' }));
  fireEvent.click(row.getByRole('button', { name: /^Reprendre l’envoi \(3 personnes\).: lettre du/ }));
  const asked = within(
    await screen.findByRole('alertdialog', { name: 'Reprendre l’envoi de cette lettre?' }),
  );
  asked.getByText(/^3 personnes que concerne la lettre «.Salle changée.» ne l’ont pas reçue\./);
  expect(requestsTo(resumeLetter)).toEqual([]);
  fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
  await screen.findByText(/^Lettre en cours d’envoi à 3 personnes/);
  await waitFor(() => expect(row.queryByRole('button', { name: /^Reprendre/ })).toBeNull());
});

test('a stopped letter is planned again for its hour, or for another one, or sent at once', async () => {
  const plannedAt = new Date('2099-02-05T14:00:00Z');
  const letter = { ...someLetter, missing: 3, isPlannable: true, plannedAt };
  timeLine = { ...timeLine, reminders: [{ ...planned, state: 'stopped', letter }] };
  server.on(resumeLetter).reply(() => 0);
  const dialog = await open();
  const takeUp = async () => {
    fireEvent.click(dialog.getByRole('button', { name: /^Reprendre l’envoi/ }));
    return within(await screen.findByRole('alertdialog'));
  };
  const choose = (asked: ReturnType<typeof within>, moment: string) =>
    fireEvent.change(asked.getByLabelText('Moment de l’envoi'), { target: { value: moment } });
  const answer = async (asked: ReturnType<typeof within>) => {
    fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    return requestsTo(resumeLetter).at(-1)?.body;
  };
  await dialog.findByText('Arrêtée avant l’envoi');
  const first = await takeUp();
  first.getByText(/^La lettre «.Salle changée.» sera envoyée le 5 février 2099 à 9 h, telle/);
  expect(await answer(first)).toMatchObject({ atItsHour: true });

  const other = await takeUp();
  choose(other, 'another');
  fireEvent.change(other.getByLabelText('Heure'), { target: { value: '17' } });
  other.getByText(/^Envoi le 11 février 2099 à 17 h, heure de l’université/);
  server
    .on(resumeLetter)
    .reply(() => problem(400, 'request.invalid', { errors: [{ path: 'hour', messageKey: 'hourInPast' }] }));
  fireEvent.click(other.getByRole('button', { name: 'Oui' }));
  await other.findByText('Cette heure est passée. Choisissez-en une plus tard.');
  server.on(resumeLetter).reply(() => 0);
  fireEvent.change(other.getByLabelText('Heure'), { target: { value: '18' } });
  expect(other.queryByText(/Cette heure est passée/)).toBeNull();
  const body = await answer(other);
  expect(body).toMatchObject({ plan: { daysBefore: 1, hour: 18 } });
  expect(body).not.toHaveProperty('atItsHour');
  await screen.findByText(/^La lettre «.Salle changée.» sera envoyée le 11 février 2099 à 18 h, telle/);

  const last = await takeUp();
  choose(last, 'now');
  last.getByText(/^3 personnes que concerne/);
  const atOnce = await answer(last);
  expect(atOnce).not.toHaveProperty('atItsHour');
  expect(atOnce).not.toHaveProperty('plan');
});

test.each([
  [{ state: 'sent', mails: 12, leaving: 12 }, '12 courriels restent à envoyer.'],
  [{ state: 'sent', mails: 12, leaving: 5 }, 'Envoyé à 7 personnes; 5 courriels restent à envoyer.'],
  [
    { state: 'stopped', mails: 5, leaving: 7 },
    'Arrêtée, après 5 courriels; 7 courriels sont peut-être encore en route.',
  ],
] as const)('a letter that is leaving says only what has left: %o', async (progress, words) => {
  timeLine = { ...timeLine, reminders: [{ ...planned, ...progress, letter: someLetter }] };
  const dialog = await open();
  const row = within(await dialog.findByRole('row', { name: /Lettre «.Salle changée.»/ }));
  row.getByText(words);
  expect(row.queryAllByRole('button', { name: /^Arrêter l’envoi/ })).toHaveLength(
    progress.state === 'sent' ? 1 : 0,
  );
  timeLine = { ...timeLine, reminders: [{ ...planned, ...progress, leaving: 0, letter: someLetter }] };
  await waitFor(() => expect(row.queryByText(/à envoyer|en route/)).toBeNull(), { timeout: 5000 });
});

test('without a mail server no letter or reminder is said to have reached anyone', async () => {
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled: true }));
  timeLine = {
    ...timeLine,
    reminders: [{ ...planned, state: 'sent', mails: 17, filed: 17, letter: someLetter }],
  };
  const dialog = await open();
  await dialog.findByText('17 gardés dans la boîte d’envoi, sans serveur de messagerie');
  expect(dialog.queryByText(/Envoyé à/)).toBeNull();
});

test.each([
  [0, /^La lettre «.Salle changée.», prévue pour le 5 février 2099 .*, ne sera envoyée à personne\.$/],
  [
    2,
    /^2 courriels de la lettre «.Salle changée.» ne sont pas encore partis.: ils ne seront pas envoyés, sauf ceux que le serveur de messagerie/,
  ],
] as const)(
  'a letter with %i mails that leave is stopped after a question that names it',
  async (leaving, question) => {
    const letter: Reminder = {
      ...planned,
      letter: someLetter,
      leaving,
      state: leaving > 0 ? 'sent' : 'planned',
    };
    timeLine = { ...timeLine, reminders: [letter] };
    server.on(stopReminderOrLetter).reply(() => {
      timeLine = { ...timeLine, reminders: [{ ...letter, state: 'stopped', leaving: 0 }] };
      return true;
    });
    const dialog = await open();
    fireEvent.click(await dialog.findByRole('button', { name: /^Arrêter l’envoi.: lettre du/ }));
    const asked = within(
      await screen.findByRole('alertdialog', { name: 'Arrêter l’envoi de cette lettre?' }),
    );
    asked.getByText(question);
    expect(requestsTo(stopReminderOrLetter)).toEqual([]);
    fireEvent.click(asked.getByRole('button', { name: 'Oui' }));
    await screen.findByText('L’envoi de la lettre est arrêté.');
    const stopped = await dialog.findByText('Arrêtée avant l’envoi');
    expect(stopped.closest('td')?.querySelector('svg')).toBeNull();
  },
);

test('an hour that is over is told at the hour, and any other refusal below the form', async () => {
  server
    .on(planReminder)
    .reply(() => problem(400, 'request.invalid', { errors: [{ path: 'hour', messageKey: 'hourInPast' }] }));
  const dialog = await open();
  fireEvent.click(await dialog.findByRole('button', { name: 'Prévoir le rappel' }));
  await dialog.findByText('Cette heure est passée. Choisissez-en une plus tard.');
  expect(dialog.getByLabelText('Heure').getAttribute('aria-invalid')).toBe('true');
  server.on(planReminder).reply(() => problem(409, 'reminder.alreadyPlanned'));
  fireEvent.click(dialog.getByRole('button', { name: 'Prévoir le rappel' }));
  await dialog.findByText('Détail de reminder.alreadyPlanned.');
});

test('an hour at which the exam has ended is told at the hour, and nothing is sent', async () => {
  timeLine = { ...timeLine, endTime: '12:00' };
  const dialog = await open();
  fireEvent.change(await dialog.findByLabelText('Jour de l’envoi'), { target: { value: '0' } });
  fireEvent.change(dialog.getByLabelText('Heure'), { target: { value: '12' } });
  dialog.getByText('L’examen sera terminé à cette heure. Choisissez-en une plus tôt.');
  fireEvent.click(dialog.getByRole('button', { name: 'Prévoir le rappel' }));
  expect(requestsTo(planReminder)).toEqual([]);
  server.on(planReminder).reply(() => planned);
  fireEvent.change(dialog.getByLabelText('Heure'), { target: { value: '11' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Prévoir le rappel' }));
  await waitFor(() =>
    expect(requestsTo(planReminder).map(({ body }) => body)).toEqual([{ daysBefore: 0, hour: 11 }]),
  );
  // The form, which stays, and the message name the same people.
  const whom =
    /ux personnes qui n’auront pas encore ouvert de session ou choisi de mot de passe à ce moment-là\./;
  await waitFor(() => expect(screen.getAllByText(whom)).toHaveLength(2));
});

test.each([
  [
    { tooSoon: 12 },
    /^Les 12 personnes qui n’ont pas encore ouvert de session ont reçu un rappel il y a moins de 24 heures\. Qui n’aura/,
  ],
  [{ tooSoon: 1, mailUnderWay: 2 }, /^La personne qui .* heures\. 2 personnes attendent encore un courriel/],
  [{}, /^Il ne reste personne à qui envoyer un rappel\.$/],
])('a planned reminder that would reach nobody now says why: %o', async (given, why) => {
  timeLine = { ...nobody, ...given, reminders: [planned] };
  const dialog = await open();
  const row = within(
    await dialog.findByRole('row', {
      name: /Prévu\. S’il partait maintenant, il n’aurait personne à joindre\./,
    }),
  );
  row.getByText(why);
});

test('a reminder that is due within a day of the last one does not promise to reach whoever had that one', async () => {
  const at = new Date(Date.now() + 3 * 60 * 60 * 1000);
  timeLine = { ...nobody, tooSoon: 12, reminders: [{ ...planned, at }] };
  const dialog = await open();
  await dialog.findByText(/^Les 12 personnes .* il y a moins de 24 heures\.$/);
});

test('the time line says what became of each reminder', async () => {
  timeLine = {
    ...nobody,
    reminders: [
      { ...planned, id: 1, daysBefore: null, hour: null, state: 'sent', mails: 1 },
      { ...planned, id: 2, daysBefore: 0, state: 'sent', mails: 31, failed: 1 },
      { ...planned, id: 3, state: 'unsent', mails: 0, unsentBecause: 'examOver' },
      { ...planned, id: 4, state: 'unsent', unsentBecause: null },
    ],
  };
  const dialog = await open('2020-10-01', '&only=failed');
  const table = within(
    await dialog.findByRole('table', { name: 'Envois prévus, rappels et lettres envoyés' }),
  );
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 2)
          .map((cell) => cell.textContent),
      ),
  ).toEqual([
    ['Rappel envoyé par Ada Roy', 'Envoyé à 1 personne'],
    ['Rappel, Le jour de l’examen (prévu par Ada Roy)', 'Envoyé à 30 personnes, 1 refusé'],
    ['Rappel, 7 jours avant l’examen (prévu par Ada Roy)', 'Non envoyé\u00a0: l’examen était passé'],
    ['Rappel, 7 jours avant l’examen (prévu par Ada Roy)', 'Non envoyé, à la suite d’une erreur'],
  ]);
  expect(table.getByRole('link', { name: '1 refusé' }).getAttribute('href')).toBe(
    '/outbox?system=3&exam=12&only=unresolved',
  );
  dialog.getByText('L’examen est passé : aucun rappel n’est envoyé après le jour de l’examen.');
  expect(dialog.queryByRole('button', { name: 'Prévoir le rappel' })).toBeNull();
});

test.each([
  ['Envoyer maintenant', sendPlannedMails, '30 courriels partent maintenant.'],
  ['Annuler', cancelPlannedMails, '30 courriels ne seront pas envoyés.'],
])('%s: mails of an import that are planned, after a question', async (name, endpoint, told) => {
  const at = new Date('2099-02-01T14:00:00Z');
  timeLine = { ...nobody, plannedMails: [{ at, mails: 30 }] };
  server.on(endpoint).reply(() => {
    timeLine = nobody;
    return 30;
  });
  const dialog = await open();
  const row = within(await dialog.findByRole('row', { name: /Convocations d’une importation/ }));
  row.getByText('30 courriels prévus');
  fireEvent.click(row.getByText(name));
  const question = within(await screen.findByRole('alertdialog'));
  expect(requestsTo(endpoint)).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  await screen.findByText(told);
  expect(requestsTo(endpoint)[0]?.body).toEqual({ at: at.toISOString() });
  await dialog.findByText('Aucun envoi n’est prévu, et ni rappel ni lettre n’a été envoyé.');
});

test('a text without the password link is told before a reminder is sent, with the way to its editor', async () => {
  timeLine = { ...timeLine, lacksLink: ['en'] };
  const dialog = await open();
  await dialog.findByText(/^Le rappel en anglais n’a pas le lien du mot de passe/);
  const link = dialog.getByRole('link', { name: 'Corriger le rappel' });
  expect(link.getAttribute('href')).toBe('?tab=email&text=reminder&message=en');
});

test('what the exam lacks that the reminder mentions is told once, for those sent by hand and those planned', async () => {
  server
    .on(forecastMail)
    .reply(() => someForecast({ fr: { facts: ['examTime'] }, en: { facts: ['examTime', 'examPlace'] } }));
  const dialog = await open();
  await dialog.findByText(/^Le rappel en français mentionne l’heure, que l’examen n’a pas encore/);
  dialog.getByText(/^Le rappel en anglais mentionne l’heure et le lieu, que l’examen n’a pas encore/);
  const link = dialog.getByRole('link', { name: /^Compléter l’examen/ });
  expect(link.getAttribute('href')).toBe('/configuration/exams/3/12#exam-form');
  expect(server.requestsTo(forecastMail)[0]?.url.searchParams.get('kind')).toBe('reminder');
});

test.each([
  ['07:20', '', '9'],
  ['13:20', '', '14'],
  ['13:20', '16:30', '14'],
  ['07:20', '08:30', '8'],
  ['13:20', '13:45', null],
  ['23:05', '', null],
] as const)(
  'on the day of the exam, at %s, an hour to come before its end (%s) is proposed: %s',
  async (now, endTime, hour) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2027-01-12T${now}:00-05:00`) });
    timeLine = { ...timeLine, endTime };
    const dialog = await open('2027-01-12');
    await dialog.findByText(/^Un rappel irait maintenant à 6 personnes/);
    const field = dialog.queryByLabelText<HTMLSelectElement>('Heure');
    expect(field?.value ?? null).toBe(hour);
    if (!field) return;
    expect(Number(field.options[0]?.value)).toBe(Number(now.slice(0, 2)) + 1);
    fireEvent.change(dialog.getByLabelText('Jour de l’envoi'), { target: { value: '0' } });
    expect(field.value).toBe(hour);
  },
);
