import { type LeftExam, listLeftExams, listOwnExams } from '@guichet/contract/exams/candidate';
import { changeOwnLanguage } from '@guichet/contract/identity/account.own';
import { listOwnIdentities } from '@guichet/contract/identity/federation';
import { listOwnApplications } from '@guichet/contract/identity/provider.clients';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { findOffice } from '@guichet/contract/systems/systems.office';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { candidatePage, someOwnExam as someExam } from '../../../testing/candidatePage.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  candidatePage(server);
});
afterEach(() => act(() => setLanguage('fr')));

const entries = async (region: string) =>
  within(await screen.findByRole('region', { name: region })).getAllByRole('listitem');

test('home and the account page lead a candidate to their exams', async () => {
  server.on(listOwnSessions).reply(() => []);
  server.on(listOwnIdentities).reply(() => []);
  renderPortal('/account');
  const link = await screen.findByRole('link', { name: 'Mes examens' });
  fireEvent.click(link);
  await screen.findByRole('heading', { level: 1, name: 'Mes examens' });
  fireEvent.click(screen.getByRole('link', { name: 'Accueil' }));
  expect((await screen.findByRole('link', { name: 'Mes examens' })).getAttribute('href')).toBe('/my-exams');
});

test('a candidate finds the applications that they may enter beside their exams', async () => {
  const wiki = {
    id: '3f3c7f5e-58a5-4d9f-9a5e-0a7f0e6f2d11',
    name: 'Wiki',
    address: 'https://wiki.example.ca/',
  };
  server.on(listOwnApplications).reply(() => [wiki]);
  renderPortal('/my-exams');
  const [entry] = await entries('Applications');
  expect(entry?.textContent).toBe('Wiki');
});

test('two exams at one hour name each other; a cancelled one, and one on another day, do not', async () => {
  const at = { startTime: '09:00', endTime: '12:00' };
  server.on(listOwnExams).reply(() => [
    someExam({ ...at, title: { fr: 'Anatomie', en: 'Anatomy' } }),
    someExam({
      examId: 13,
      startTime: '11:00',
      endTime: '13:00',
      title: { fr: 'Chimie', en: 'Chemistry' },
    }),
    someExam({ ...at, examId: 14, state: 'cancelled', entry: 'closed' }),
    someExam({ ...at, examId: 15, date: '2027-02-13' }),
  ]);
  renderPortal('/my-exams');
  const [first, second, cancelled, other] = await entries('À venir');
  expect(first?.textContent).toMatch(/À la même heure que «\sChimie\s»/);
  expect(second?.textContent).toMatch(/À la même heure que «\sAnatomie\s»/);
  for (const one of [cancelled, other]) expect(one?.textContent).not.toContain('À la même heure');
  // The heading of the list has said that an exam is to come; its entry says another state alone.
  expect(other?.textContent).not.toContain('À venir');
  expect(cancelled?.textContent).toContain('Annulé');
});

test('staff have no link to exams of their own', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, isSupport: true }] });
  renderPortal('/home');
  await screen.findByRole('link', { name: /^Administrer/ });
  expect(screen.queryByRole('link', { name: 'Mes examens' })).toBeNull();
});

test('a refused place is not said to be prepared; every exam that is not over names its office', async () => {
  server
    .on(listOwnExams)
    .reply(() => [
      someExam({ entry: 'refused' }),
      someExam({ examId: 13, entry: 'preparing', state: 'today' }),
      someExam({ examId: 14, entry: 'preparing' }),
    ]);
  renderPortal('/my-exams');
  const listed = await entries('À venir');
  const [refused] = listed;
  expect(refused?.textContent).toContain('n’a pas accepté votre inscription');
  expect(refused?.textContent).not.toContain('se prépare');
  expect(listed).toHaveLength(3);
  for (const one of listed)
    for (const way of ['bureau@exemple.ca', '613 555-0100', 'Bureau 12'])
      expect(one?.textContent).toContain(way);
});

test('Tab reaches the place and each calendar of an exam, whose web calendars open beside the page', async () => {
  server.on(listOwnExams).reply(() => [someExam()]);
  renderPortal('/my-exams');
  const [entry] = await entries('À venir');
  const reached = [...(entry?.querySelectorAll<HTMLElement>('a, button') ?? [])];
  expect(reached.filter(({ tabIndex }) => tabIndex !== 0)).toEqual([]);
  expect(reached.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Voir le lieu', 'Ajouter à mon agenda', 'Google Agenda', 'Outlook']),
  );
  const google = screen.getByRole('link', { name: /^Ajouter à Google Agenda/ });
  expect(google.getAttribute('target')).toBe('_blank');
  expect(new URL(google.getAttribute('href') ?? '').searchParams.get('text')).toBe('Hiver 2027 (Examens DC)');
});

test('an exam of a program without contact details says so, and where to look', async () => {
  const contact = { email: null, phone: null, office: null };
  server.on(listOwnExams).reply(() => [someExam({ contact })]);
  renderPortal('/my-exams');
  const [entry] = await entries('À venir');
  expect(entry?.textContent).toContain('Adressez-vous à son secrétariat, à l’université.');
});

const left: LeftExam = {
  examId: 13,
  title: { fr: 'Anatomie', en: 'Anatomy' },
  systemTitle: { fr: 'Examens DC', en: 'DC Exams' },
  date: '2027-02-12',
  since: new Date('2027-01-11T15:00:00Z'),
  movedTo: null,
  contact: { email: null, phone: '613 555-0142', office: null },
};

test('who was taken out reads it with the day, and whom to ask', async () => {
  server.on(listLeftExams).reply(() => [left]);
  renderPortal('/my-exams');
  const [entry] = await entries('Inscriptions retirées');
  expect(entry?.textContent?.replaceAll('\u00a0', ' ')).toMatch(
    /^AnatomieExamens DCVotre inscription à cet examen, prévu le 12 février 2027, a été retirée le .*11 janvier 2027.* : ne vous y présentez pas\..*613 555-0142$/,
  );
});

test('who was moved reads to which exam, with a link that leads to it on the page, and not that they were taken out', async () => {
  const movedTo = { examId: 12, title: { fr: 'Hiver 2027', en: 'Winter 2027' }, date: '2027-02-12' };
  server.on(listLeftExams).reply(() => [{ ...left, movedTo }]);
  server.on(listOwnExams).reply(() => [someExam()]);
  renderPortal('/my-exams');
  const [entry] = await entries('Inscriptions déplacées');
  expect(entry?.textContent).toMatch(/a été déplacée le .*11\u00A0janvier 2027.*pour l’examen suivant/);
  expect(screen.queryByRole('region', { name: 'Inscriptions retirées' })).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Hiver 2027 (12\u00A0février 2027)' }));
  expect(document.activeElement?.textContent).toBe('Hiver 2027');
});

test('the language of the mails is chosen in place', async () => {
  server.on(changeOwnLanguage).reply(() => true);
  renderPortal('/my-exams');
  const select = await screen.findByRole('combobox', { name: 'Langue des courriels' });
  fireEvent.change(select, { target: { value: 'en' } });
  await screen.findByText(/^Vos prochains courriels seront en anglais\. Seul celui que vous demandez/);
  expect(server.requestsTo(changeOwnLanguage)[0]?.body).toEqual({ languageId: 2 });
  // Back at once: the second message takes the place of the first.
  await waitFor(() => expect(select).toHaveProperty('disabled', false));
  fireEvent.change(select, { target: { value: 'fr' } });
  await screen.findByText(/^Vos prochains courriels seront en français/);
  expect(screen.queryByText(/^Vos prochains courriels seront en anglais/)).toBeNull();
});

test('who expects an exam and sees none reads how to reach each of their programs', async () => {
  welcome(server, {
    entrances: [
      { systemId: 3, isStudent: true },
      { systemId: 2, isAdmin: true },
    ],
  });
  server.on(findOffice).reply(() => ({ email: null, phone: '613 555-0142', office: null }));
  renderPortal('/my-exams');
  const phone = await screen.findByRole('link', { name: '613 555-0142' });
  expect(phone.previousSibling?.textContent).toBe('Examens DC');
  expect(server.requestsTo(findOffice).map(({ url }) => url.searchParams.get('systemId'))).toEqual(['3']);
});

test.each([
  [
    'the same day',
    { day: '2027-02-12', time: '13:00' },
    'pour vous, l’examen se termine à 13\u00a0h (heure de l’Est).',
  ],
  [
    'the next day',
    { day: '2027-02-13', time: '00:15' },
    'pour vous, l’examen se termine à 0\u00a0h\u00a015 (heure de l’Est), le samedi 13\u00A0février 2027.',
  ],
  ['no hour', null, 'Vous disposez de temps supplémentaire.'],
])('somebody with extra time reads their own end: %s', async (_what, ownEnd, sentence) => {
  server
    .on(listOwnExams)
    .reply(() => [
      someExam({ hasExtraTime: true, ownEnd, endTime: '12:00' }),
      someExam({ examId: 13, state: 'cancelled', entry: 'closed', hasExtraTime: true, ownEnd }),
      someExam({ examId: 14 }),
    ]);
  renderPortal('/my-exams');
  const [own, cancelled, other] = await entries('À venir');
  expect(own?.textContent).toContain(sentence);
  // The hours above the sentence end with it: a page that names two ends lets nobody know which one counts.
  if (ownEnd) expect(own?.textContent).not.toContain('12\u00a0h (');
  expect(cancelled?.textContent).not.toContain('supplémentaire');
  expect(other?.textContent).not.toContain('supplémentaire');
});

test('whose password or address somebody else set reads why the hours are those of everybody', async () => {
  server.on(listOwnExams).reply(() => [someExam({ isHandedOver: true }), someExam({ examId: 14 })]);
  renderPortal('/my-exams');
  const [handed, other] = await entries('À venir');
  expect(handed?.textContent).toMatch(
    /choisi par quelqu’un du personnel\. Par prudence, .* heures communes à tout le monde/,
  );
  expect(other?.textContent).not.toContain('tout le monde');
});

test('each exam has its day, its state, and the way in while it is open', async () => {
  server.on(listOwnExams).reply(() => [
    someExam({ state: 'today', entry: 'open' }),
    someExam({ examId: 13, title: { fr: 'Été', en: 'Summer' }, entry: 'preparing' }),
    someExam({ examId: 14, title: { fr: 'Automne', en: 'Fall' }, state: 'cancelled', entry: 'closed' }),
    someExam({
      examId: 15,
      title: { fr: 'Vieux', en: 'Old' },
      state: 'over',
      isPast: true,
      entry: 'closed',
    }),
  ]);
  renderPortal('/my-exams');
  const [today, preparing, cancelled] = await entries('À venir');
  expect(today?.textContent).toContain(
    'vendredi 12\u00A0février 2027, 9\u00a0h à 12\u00a0h\u00a030 (heure de l’Est)Salle 204',
  );
  expect(today?.textContent).toContain('Aujourd’hui');
  expect(today?.textContent).toContain('Apportez votre carte.');
  const place = within(today as HTMLElement).getByRole('link', { name: /^Voir le lieu/ });
  expect(place.getAttribute('href')).toBe('https://plan.example.ca/204');
  const way = within(today as HTMLElement).getByRole('link', {
    name: /^Entrer dans l’examen «.Hiver 2027 \(Examens DC\).»$/,
  });
  expect(way.getAttribute('href')).toBe('/dc?orgId=dc-12');
  expect(preparing?.textContent).toContain('Votre accès à la plateforme se prépare');
  expect(cancelled?.textContent).toContain('vous n’avez pas à vous y présenter');
  const [old] = await entries('Passés');
  expect(old?.textContent).toContain('Vieux');
  expect(screen.getAllByRole('link', { name: /^Entrer/ })).toHaveLength(1);
});

test('on its day the instructions stand open, and an exam that has begun says so', async () => {
  server.on(listOwnExams).reply(() => [
    someExam({ state: 'underWay', entry: 'open' }),
    someExam({
      examId: 13,
      title: { fr: 'Été', en: 'Summer' },
      instructions: { fr: 'Apportez un crayon. '.repeat(20), en: '' },
    }),
    someExam({ examId: 14, title: { fr: 'Juin', en: 'June' } }),
  ]);
  renderPortal('/my-exams');
  const [running, later, short] = await entries('À venir');
  expect(running?.textContent).toContain('En cours');
  const isOpen = (entry: HTMLElement | undefined) => entry?.querySelector('details')?.open;
  // Short ones stand open before the day as well.
  expect([isOpen(running), isOpen(later), isOpen(short)]).toEqual([true, false, true]);
});

test('before its day an exam says when the way in opens, and the link is to look at its space', async () => {
  server.on(listOwnExams).reply(() => [
    someExam(),
    someExam({ examId: 13, title: { fr: 'Été', en: 'Summer' }, entry: 'preparing' }),
    someExam({
      examId: 14,
      title: { fr: 'Juin', en: 'June' },
      state: 'today',
      date: '2027-06-01',
      entry: 'preparing',
    }),
  ]);
  renderPortal('/my-exams');
  const [ready, preparing, today] = await entries('À venir');
  expect(ready?.textContent).toContain('s’ouvre le vendredi 12\u00A0février 2027. Vous pouvez déjà');
  const look = within(ready as HTMLElement).getByRole('link', {
    name: /^Voir la page de l’examen «.Hiver 2027 \(Examens DC\).»$/,
  });
  expect([look.getAttribute('href'), look.textContent]).toEqual([
    '/dc?orgId=dc-12',
    'Voir la page de l’examen',
  ]);
  expect(preparing?.textContent).toContain('s’ouvre le vendredi 12\u00A0février 2027.');
  expect(today?.textContent).not.toContain('s’ouvre');
  expect(screen.queryByText(/pas encore indiqué/)).toBeNull();
  expect(screen.queryByRole('link', { name: /^Entrer/ })).toBeNull();
  await act(() => setLanguage('en'));
  await screen.findByRole('link', { name: 'See the exam’s page: “Winter 2027 (DC Exams)”' });
  expect(screen.getAllByText(/^The exam opens on Friday, February 12, 2027\./)).toHaveLength(2);
});

test('an exam without hours says that they are not known yet, with the place where that is not either', async () => {
  const open = { startTime: '', endTime: '' };
  server.on(listOwnExams).reply(() => [
    someExam({ ...open, title: { fr: 'Sans heure', en: 'No hour' } }),
    someExam({
      ...open,
      examId: 13,
      place: { fr: '', en: '' },
      title: { fr: 'Sans rien', en: 'Nothing' },
    }),
    someExam({ ...open, examId: 14, state: 'cancelled', title: { fr: 'Annulé', en: 'Cancelled' } }),
  ]);
  renderPortal('/my-exams');
  const [hour, both, cancelled] = (await entries('À venir')).map(({ textContent }) => textContent);
  expect(hour).toContain('L’heure n’est pas encore indiquée ici.');
  expect(both).toContain('L’heure et le lieu ne sont pas encore indiqués ici.');
  expect(cancelled).not.toContain('pas encore');
});

test('without an exam they are told what to check, with the address that they are signed in with', async () => {
  renderPortal('/my-exams');
  await screen.findByText('Aucun examen à venir');
  expect(screen.getByText(/Vérifiez que zoe\.cote@exemple\.ca est bien/)).toBeTruthy();
});

test('a failure says why and can be tried again', async () => {
  server.on(listOwnExams).reply(() => problem(503, 'database.unavailable'));
  renderPortal('/my-exams');
  await screen.findByText('Détail de database.unavailable.');
  server.on(listOwnExams).reply(() => [someExam()]);
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await entries('À venir')).toHaveLength(1);
});
