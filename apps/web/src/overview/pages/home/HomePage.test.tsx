import { listLeftExams, listOwnExams } from '@guichet/contract/exams/candidate';
import { listWrittenCorrections } from '@guichet/contract/exams/candidate.corrections';
import { listExtraTimeTroubles } from '@guichet/contract/exams/results.extraTime';
import { chooseFirstPassword } from '@guichet/contract/identity/account';
import { listOwnApplications } from '@guichet/contract/identity/provider.clients';
import { login } from '@guichet/contract/identity/sessions';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { countDoubts } from '@guichet/contract/learning/learning.doubts';
import { listPlatformTroubles } from '@guichet/contract/learning/learning.platforms';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { listSystemWork } from '@guichet/contract/overview/home';
import { listTodaysExams } from '@guichet/contract/overview/support';
import { seedSystems } from '@guichet/contract/systems/landings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { today } from '../../../core/i18n/formats.ts';
import { getSession } from '../../../core/session/sessionStore.ts';
import { someOwnExam } from '../../../testing/candidatePage.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someUserInfo } from '../../../testing/samples.ts';
import { accessToken } from '../../../testing/tokens.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
});

async function rowOf(system: string) {
  const link = await screen.findByRole('link', { name: system });
  return within(link.closest('tr') as HTMLElement);
}

function linksIn(row: Awaited<ReturnType<typeof rowOf>>) {
  return row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
}

test('S2.7 home lists one row per system, in the language of the page', async () => {
  welcome(server, {
    entrances: [
      { systemId: 2, isStudent: true },
      { systemId: 3, isSupport: true },
    ],
  });
  renderPortal('/home');
  await rowOf('Examens PDI');
  const links = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]);
  expect(links.map((link) => link?.textContent)).toEqual(['Examens PDI', 'Examens DC']);
});

test('the bar above a page has the name as it is now, corrected since the sign-in', async () => {
  welcome(server, {});
  renderPortal('/home', { name: 'Zoé Ancienne' });
  expect(await screen.findByRole('link', { name: /Zoé Côté/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Ancienne/ })).toBeNull();
});

test('a candidate finds the next exam on home with hour, place and way in, past ones not', async () => {
  welcome(server, {
    entrances: [
      { systemId: 3, isStudent: true },
      { systemId: 2, isStudent: true },
    ],
  });
  server
    .on(listOwnExams)
    .reply(() => [
      someOwnExam({ state: 'today', entry: 'open' }),
      someOwnExam({ examId: 13, title: { fr: 'Plus tard', en: 'Later' } }),
      someOwnExam({ examId: 14, isPast: true, state: 'over', entry: 'closed' }),
    ]);
  renderPortal('/home');
  const next = within(await screen.findByRole('region', { name: 'Votre prochain examen' }));
  expect(next.getAllByRole('listitem')).toHaveLength(1);
  expect(
    next
      .getByRole('link', { name: 'Et 1 autre\u00A0: Plus tard (Examens DC), 12\u00A0février 2027' })
      .getAttribute('href'),
  ).toBe('/my-exams');
  expect(next.getByText('Salle 204')).toBeTruthy();
  expect(next.getByText(/^vendredi 12 février 2027, 9 h à 12 h 30 /)).toBeTruthy();
  expect(next.getByRole('link', { name: /^Entrer dans l’examen/ }).getAttribute('href')).toBe(
    '/dc?orgId=dc-12',
  );
  expect((await rowOf('Examens PDI')).getByText('PDI · aucun examen en ce moment')).toBeTruthy();
  expect((await rowOf('Examens DC')).queryByText(/aucun examen/)).toBeNull();
});

test('a candidate reads on home from which exams they were moved or taken out lately, with the way to their exams', async () => {
  // The last exam of a system may have taken the system with it.
  welcome(server, { entrances: [] });
  const left = {
    examId: 12,
    systemTitle: { fr: 'Examens DC', en: 'DC Exams' },
    title: { fr: 'Hiver', en: 'Winter' },
    date: '2027-02-12',
    since: new Date('2027-01-11T15:00:00Z'),
    movedTo: { examId: 13, title: { fr: 'Printemps', en: 'Spring' }, date: '2027-03-04' },
    contact: { email: null, phone: null, office: null },
  };
  const removed = { ...left, examId: 14, title: { fr: 'Oral', en: 'Oral' }, movedTo: null };
  server.on(listLeftExams).reply(() => [left, removed]);
  renderPortal('/home');
  await screen.findByText(
    /^Votre inscription a été déplacée de « Hiver \(Examens DC\) » \(12 février 2027\) à « Printemps » \(4 mars 2027\)\.$/,
  );
  const told = screen.getByText(
    /^Votre inscription à «.Oral \(Examens DC\).», le .*, a été retirée.: ne vous y présentez pas\.$/,
  );
  const notice = within(told.parentElement?.parentElement as HTMLElement);
  expect(notice.getByRole('link', { name: 'Mes examens' }).getAttribute('href')).toBe('/my-exams');
});

test('S2.8 S2.9 each row has the links that the server names, and no other', async () => {
  welcome(server, {
    entrances: [
      { systemId: 2, isStudent: true },
      { systemId: 3, isAdmin: true, isSupport: true },
      { systemId: 4, isSupport: true },
    ],
  });
  renderPortal('/home');
  expect(linksIn(await rowOf('Examens PDI'))).toEqual([
    ['Examens PDI', '/fr/pdi'],
    ['Plateforme d’apprentissage', '/fr/pdi'],
  ]);
  expect(linksIn(await rowOf('Examens DC'))).toEqual([
    ['Examens DC', '/dc/configuration'],
    ['Voir les cours', '/dc'],
    ['Administrer', '/dc/configuration'],
  ]);
  expect(linksIn(await rowOf('Examens NP'))).toEqual([
    ['Examens NP', '/fr/np'],
    ['Voir les personnes', '/np/configuration'],
  ]);
});

test('S2.8 S2.9 whoever administers a system and is in its exams goes on to the platform by its name', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, isStudent: true }] });
  renderPortal('/home');
  expect(linksIn(await rowOf('Examens DC'))).toEqual([
    ['Examens DC', '/dc'],
    ['Plateforme d’apprentissage', '/dc'],
    ['Administrer', '/dc/configuration'],
  ]);
});

const unsaid = { startTime: '', endTime: '', placeFr: '', placeEn: '', toInvite: 0 };
const quiet = {
  comingExams: 0,
  nextExams: [],
  examsFailedOnPlatform: 0,
  examsDrifted: 0,
  examsShut: 0,
  examsRepaired: 0,
  rowsRepaired: 0,
  unresolvedMails: 0,
  messageGap: null,
  reminderGap: null,
  examsInOneLanguage: 0,
  titlesInOneLanguage: [],
  examsIncomplete: 0,
  examsBehind: 0,
  examsUntold: 0,
  examsClashing: 0,
  examsNotSignedIn: 0,
  firstSteps: null,
  hasSender: true,
};

test('a new administrator finds the way to the first exam on home, step by step, until somebody is in', async () => {
  welcome(server, {
    entrances: [
      { systemId: 2, isAdmin: true },
      { systemId: 3, isAdmin: true },
    ],
  });
  const firstSteps = (['exam', 'text', 'list', 'people'] as const).map((step) => ({
    step,
    isDone: step === 'exam',
  }));
  server.on(listSystemWork).reply(() => [
    { systemId: 2, ...quiet },
    { systemId: 3, ...quiet, firstSteps, hasSender: false },
  ]);
  renderPortal('/home');
  const card = within(await screen.findByRole('region', { name: 'Premiers pas\u00a0: Examens DC' }));
  expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    ['spaces', 'email', null, 'import', 'users'].map((tab) =>
      tab ? `/dc/configuration?tab=${tab}` : '/configuration/contacts',
    ),
  );
  const [first, second] = card.getAllByRole('listitem');
  expect([first?.textContent?.includes('(fait)'), second?.getAttribute('aria-current')]).toEqual([
    true,
    'step',
  ]);
  expect(screen.queryByRole('region', { name: /Premiers pas.*PDI/ })).toBeNull();
});

test.each([
  { hasExam: true, place: 'below', before: ['table', 'steps'] },
  { hasExam: false, place: 'above', before: ['steps', 'table'] },
])(
  'the first steps stand $place the rows of home where the system has an exam: $hasExam',
  async ({ hasExam, before }) => {
    welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
    const firstSteps = (['exam', 'text'] as const).map((step) => ({
      step,
      isDone: hasExam && step === 'exam',
    }));
    server.on(listSystemWork).reply(() => [{ systemId: 3, ...quiet, firstSteps }]);
    renderPortal('/home');
    const steps = await screen.findByRole('region', { name: /^Premiers pas/ });
    const isAbove =
      steps.compareDocumentPosition(await screen.findByRole('table')) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isAbove ? ['steps', 'table'] : ['table', 'steps']).toEqual(before);
  },
);

test('the row of a system says what its administrators have to see, and leads to each list', async () => {
  welcome(server, {
    entrances: [
      { systemId: 2, isAdmin: true },
      { systemId: 3, isAdmin: true },
      { systemId: 4, isStudent: true },
    ],
  });
  const path = '/np?orgId=np-12';
  server.on(listOwnExams).reply(() => [someOwnExam({ entryPath: { fr: `/fr${path}`, en: `/en${path}` } })]);
  const exam = {
    examId: 12,
    title: 'Hiver',
    titleEn: '',
    date: '2027-02-12',
    candidates: 412,
    notSignedIn: 37,
    ...unsaid,
    toInvite: 5,
  };
  server.on(listSystemWork).reply(() => [
    { systemId: 2, ...quiet },
    {
      systemId: 3,
      comingExams: 5,
      nextExams: [
        exam,
        { ...exam, examId: 13, title: 'Printemps', candidates: 1, notSignedIn: 0, toInvite: 0 },
      ],
      examsFailedOnPlatform: 1,
      examsDrifted: 2,
      examsShut: 1,
      examsRepaired: 1,
      rowsRepaired: 4,
      unresolvedMails: 2,
      messageGap: 'olderEn',
      reminderGap: 'emptyEn',
      examsInOneLanguage: 2,
      titlesInOneLanguage: [
        { title: 'Hiver', titleEn: '' },
        { title: 'Été', titleEn: '' },
      ],
      examsIncomplete: 1,
      examsBehind: 1,
      examsUntold: 2,
      examsClashing: 0,
      examsNotSignedIn: 4,
      firstSteps: null,
      hasSender: true,
    },
  ]);
  renderPortal('/home');
  await screen.findByText('Aucun examen à venir');
  expect(screen.getAllByRole('row')).toHaveLength(4);
  const own = '/dc/configuration?tab=';
  expect(linksIn(await rowOf('Examens DC')).slice(1, -2)).toEqual([
    ['Hiver, 12\u00A0février 2027 (412 personnes inscrites)', '/configuration/exams/3/12'],
    ['5 personnes sans convocation', '/configuration/exams/3/12?mail=toInvite'],
    ['37 personnes n’ont jamais ouvert de session', `${own}users&exam=12&only=notSignedIn`],
    ['Printemps, 12\u00A0février 2027 (1 personne inscrite)', '/configuration/exams/3/13'],
    ['Les 5 examens à venir', `${own}cohorts`],
    ['4 examens à venir où des personnes n’ont jamais ouvert de session', `${own}cohorts&only=notSignedIn`],
    ['2 courriels en échec ou non remis', '/outbox?system=3&only=unresolved'],
    ['1 examen d’ici une semaine sans heure ou sans lieu', `${own}cohorts&only=incomplete`],
    ['1 examen dont un texte n’a pas suivi l’autre langue', `${own}cohorts&only=behind`],
    ['2 examens dont un changement n’est pas annoncé', `${own}cohorts&only=untold`],
    ['1 examen en échec sur la plateforme', `${own}cohorts&only=failed`],
    ['1 examen dont une activité est fermée aux heures prévues', `${own}cohorts&only=drifted`],
    ['2 examens diffèrent sur la plateforme', `${own}cohorts&only=drifted`],
    ['4 différences réparées sur la plateforme (1 examen)', `${own}cohorts&only=repaired`],
    ['2 examens avec un texte dans une seule langue\u00a0: Hiver et Été', `${own}cohorts&only=oneLanguage`],
    ['Message en anglais à mettre à jour', `${own}email&message=en`],
    ['Rappel en anglais vide', `${own}email&text=reminder&message=en`],
  ]);
  expect(
    screen.getByRole('link', { name: '2 courriels en échec ou non remis\u00a0: Examens DC' }),
  ).toBeDefined();
  // Zeros are not shown.
  expect(linksIn(await rowOf('Examens PDI'))).toHaveLength(3);
  expect((await rowOf('Examens NP')).queryByText(/examen/)).toBeNull();
});

test('exams whose candidates have never signed in are counted where some of them are not named, and never twice', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  const exam = { title: 'Hiver', titleEn: '', date: '2027-02-12', candidates: 4, notSignedIn: 2, ...unsaid };
  const work = {
    systemId: 3,
    comingExams: 12,
    nextExams: [12, 13, 14].map((examId) => ({ ...exam, examId })),
    examsFailedOnPlatform: 0,
    examsDrifted: 0,
    examsShut: 0,
    examsRepaired: 0,
    rowsRepaired: 0,
    unresolvedMails: 0,
    messageGap: null,
    reminderGap: null,
    examsInOneLanguage: 0,
    titlesInOneLanguage: [],
    examsIncomplete: 0,
    examsBehind: 0,
    examsUntold: 0,
    examsClashing: 0,
    examsNotSignedIn: 3,
    firstSteps: null,
    hasSender: true,
  };
  server.on(listSystemWork).reply(() => [work]);
  renderPortal('/home');
  await screen.findByRole('link', { name: 'Les 12 examens à venir\u00a0: Examens DC' });
  expect(screen.getAllByText('2 personnes n’ont jamais ouvert de session')).toHaveLength(3);
  expect(screen.queryByText(/^3 examens/)).toBeNull();
});

test.each([
  ['super admins, with the way to the platforms', true, 'Ouvrir les plateformes', null],
  ['administrators, with whom to ask', false, null, 'La superadministration peut vérifier'],
])('a platform that takes nothing is told to %s', async (_whom, isSuperAdmin, link, ask) => {
  welcome(server, { isSuperAdmin, entrances: [{ systemId: 3, isAdmin: true }] });
  const remark = { code: 'invalidtoken', params: {}, text: 'the token is unknown' } as const;
  const since = new Date('2027-02-12T20:05:00Z');
  server
    .on(listPlatformTroubles)
    .reply(() => [{ platformId: null, name: null, since, remark, waiting: 1, refused: null }]);
  renderPortal('/home');
  await screen.findByText(/^Rien ne passe vers la plateforme d’apprentissage depuis le 12 février 2027 à /);
  expect(screen.getByText(/^Moodle ne connaît pas ce jeton/)).toBeTruthy();
  expect(screen.getByText(/^1 demande attend/)).toBeTruthy();
  const found = screen.queryByRole('link', { name: 'Ouvrir les plateformes' });
  expect([found?.textContent ?? null, found?.getAttribute('href') ?? null]).toEqual([
    link,
    link && '/configuration/platforms',
  ]);
  expect(screen.queryByText(/^La superadministration peut/)?.textContent ?? '').toMatch(ask ?? /^$/);
  expect(screen.queryAllByRole('link', { name: 'sol@exemple.ca' })).toHaveLength(ask ? 1 : 0);
});

test('a permission that the portal lacks on a platform is told, with how much it refuses', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  const params = { name: 'enrol_manual_enrol_users', said: 'x' };
  const remark = { code: 'wsusercannotassign', params, text: 'may not assign' } as const;
  const since = new Date('2027-02-12T20:05:00Z');
  const trouble = { platformId: 7, name: 'Campus', since, remark, waiting: 0, refused: 12 };
  server.on(listPlatformTroubles).reply(() => [trouble]);
  renderPortal('/home');
  await screen.findByText(/^La plateforme «.Campus.» refuse au portail une opération nécessaire/);
  expect(screen.getByText(/^12 demandes d’examens à venir sont refusées/)).toBeTruthy();
  expect(screen.queryByText(/Rien ne passe/)).toBeNull();
});

test.each([
  ['super admins are told of doubtful accounts, with the way to them', true, '/configuration/platforms'],
  ['nobody else asks for doubtful accounts', false, null],
])('%s', async (_what, isSuperAdmin, href) => {
  welcome(server, { isSuperAdmin, entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(countDoubts).reply(() => 2);
  renderPortal('/home');
  await rowOf('Examens DC');
  const told = screen.queryByText('2 comptes de plateformes appartiennent peut-être à quelqu’un d’autre');
  const link = screen.queryByRole('link', { name: 'Ouvrir les plateformes' });
  expect([told !== null, link?.getAttribute('href') ?? null]).toEqual([isSuperAdmin, href]);
  expect(server.requestsTo(countDoubts)).toHaveLength(isSuperAdmin ? 1 : 0);
});

test('support and candidates have no figures, and nobody asks for them', async () => {
  welcome(server, {
    entrances: [
      { systemId: 3, isSupport: true },
      { systemId: 4, isStudent: true },
    ],
  });
  renderPortal('/home');
  await rowOf('Examens DC');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Programme',
    'Accès',
  ]);
  expect(server.requestsTo(listSystemWork)).toEqual([]);
});

test('support finds on home what was written for callers, with its state and a way to the person; no administrator asks for it', async () => {
  welcome(server, { entrances: [{ systemId: 3, isSupport: true }] });
  const written = {
    ...{ id: 4, systemId: 3, systemTitle: { fr: 'Examens DC', en: 'DC Exams' }, field: 'name' as const },
    ...{ request: 'Noël', askedAt: new Date('2027-01-11T15:00:00Z'), askedBy: 'Sam Roy', note: '' },
    ...{ outcome: null, answeredAt: null, passedOn: { at: new Date(), by: 'Sam Roy' } },
    person: { id: 9, fullName: 'Noël Roy', email: 'noel@exemple.ca' },
  };
  server.on(listWrittenCorrections).reply(() => [
    written,
    { ...written, id: 3, outcome: 'answered', person: { id: 10, fullName: '', email: 'ida@exemple.ca' } },
    {
      ...written,
      id: 2,
      askedBy: null,
      passedOn: null,
      person: { ...written.person, id: 11, fullName: 'Eva Roy' },
    },
    {
      ...written,
      id: 1,
      askedBy: null,
      passedOn: { at: new Date(), by: '' },
      person: { ...written.person, id: 12, fullName: 'Max Roy' },
    },
  ]);
  const { unmount } = renderPortal('/home');
  const link = await screen.findByRole('link', { name: 'Noël Roy' });
  expect(link.getAttribute('href')).toBe('/dc/configuration?tab=users&q=noel%40exemple.ca');
  expect(link.closest('li')?.textContent).toMatch(
    /^Noël RoyNom ou prénom · 11.janvier 2027 à 10.h · Sam RoyTransmise/,
  );
  expect(screen.getByRole('link', { name: 'ida@exemple.ca' }).closest('li')?.textContent).toMatch(/Traitée$/);
  expect(screen.getByRole('link', { name: 'Eva Roy' }).closest('li')?.textContent).toMatch(
    /par la personne elle-mêmeEn attente d’une réponse$/,
  );
  expect(screen.getByRole('link', { name: 'Max Roy' }).closest('li')?.textContent).toMatch(/Transmise$/);
  // A plain click opens the panel here.
  server.on(getUserInfo).reply(() => someUserInfo({ id: 9, fullName: 'Noël Roy' }));
  fireEvent.click(link);
  await screen.findByRole('dialog', { name: 'Noël Roy' });
  unmount();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  renderPortal('/home');
  await rowOf('Examens DC');
  expect(server.requestsTo(listWrittenCorrections)).toHaveLength(1);
});

test('support reads today’s exams with hour, place, programme and who is in, and is led to their people; no administrator asks for them', async () => {
  welcome(server, { entrances: [{ systemId: 3, isSupport: true }] });
  server.on(listTodaysExams).reply(() => [
    {
      examId: 12,
      systemId: 3,
      title: { fr: 'Hiver 2027', en: 'Winter 2027' },
      startTime: '09:00',
      endTime: '12:30',
      place: { fr: 'Salle 204', en: 'Room 204' },
      candidates: 43,
      present: 5,
    },
  ]);
  const { unmount } = renderPortal('/home');
  const link = await screen.findByRole('link', { name: 'Hiver 2027' });
  expect(link.getAttribute('href')).toBe('/dc/configuration?tab=users&exam=12');
  expect(link.closest('li')?.textContent?.replaceAll('\u00a0', ' ')).toBe(
    '9 h à 12 h 30Hiver 2027Salle 204 · Examens DC · inscriptions : 43, pointages : 5',
  );
  unmount();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  renderPortal('/home');
  await rowOf('Examens DC');
  expect(server.requestsTo(listTodaysExams)).toHaveLength(1);
});

test('figures that do not load leave the rows, and say so with another try', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listSystemWork).reply(() => problem(403, 'access.denied'));
  renderPortal('/home');
  await screen.findByText('Ce qui est à suivre ne s’affiche pas pour l’instant.');
  expect(linksIn(await rowOf('Examens DC'))).toHaveLength(3);
  server.on(listSystemWork).reply(() => []);
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(screen.queryByText(/ne s’affiche pas/)).toBeNull());
});

const never = new Promise<never>(() => undefined);

test('the rows wait for their figures, two seconds at most', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listSystemWork).reply(() => never);
  renderPortal('/home');
  await waitFor(() => expect(server.requestsTo(listSystemWork)).toHaveLength(1));
  expect(screen.queryByRole('link', { name: 'Examens DC' })).toBeNull();
  await rowOf('Examens DC');
});

test('support reads that no mail leaves, and a candidate is asked nothing of it', async () => {
  welcome(server, { entrances: [{ systemId: 3, isSupport: true }] });
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled: true }));
  const { unmount } = renderPortal('/home');
  await screen.findByText(/^Aucun serveur de messagerie n’est configuré/);
  unmount();
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  renderPortal('/home');
  await rowOf('Examens DC');
  expect(screen.queryByText(/^Aucun serveur de messagerie/)).toBeNull();
  expect(server.requestsTo(findOutgoingStatus)).toHaveLength(1);
});

test('rows that show wait for nothing again when the language changes', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  renderPortal('/home');
  await rowOf('Examens DC');
  server.on(findOutgoingStatus).reply(() => never);
  fireEvent.click(screen.getByRole('button', { name: /English/ }));
  await waitFor(() => expect(server.requestsTo(findOutgoingStatus)).toHaveLength(2));
  expect(screen.getByRole('link', { name: 'DC Exams' })).toBeDefined();
});

test('S2.10 the Admin buttons link to the nine configuration pages in order', async () => {
  welcome(server, { entrances: seedSystems.map(({ id }) => ({ systemId: id, isAdmin: true })) });
  renderPortal('/home');
  await rowOf('Examens DC');
  const buttons = screen.getAllByRole('link', { name: /^Administrer/ });
  expect(buttons.map((button) => button.getAttribute('href'))).toEqual(
    ['education', 'pdi', 'dc', 'np', 'telfer', 'ac', 'ilob', 'tep', 'cgpp'].map(
      (slug) => `/${slug}/configuration`,
    ),
  );
});

test('S2.11 a super admin has a row for the systems page, and the outbox', async () => {
  welcome(server, { isSuperAdmin: true });
  renderPortal('/home');
  expect((await screen.findByRole('link', { name: 'Super Admin' })).getAttribute('href')).toBe(
    '/configuration',
  );
  expect(screen.getByRole('link', { name: 'Boîte d’envoi' }).getAttribute('href')).toBe('/outbox');
});

test('S2.12 nobody else has them', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  renderPortal('/home', { role: 'Admin - DC' });
  await rowOf('Examens DC');
  expect(screen.queryByRole('link', { name: 'Super Admin' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Boîte d’envoi' })).toBeNull();
});

test('a person without access is told what to do', async () => {
  welcome(server, {});
  renderPortal('/home');
  await screen.findByText('Aucun programme pour l’instant');
  expect(screen.getAllByRole('link', { name: 'Fermer la session' }).at(-1)?.getAttribute('href')).toBe(
    '/logout',
  );
});

test('S5.1 S5.2 S5.8 the first password is chosen here; errors show after the first try', async () => {
  welcome(server, { mustChoosePassword: true, entrances: [{ systemId: 3, isStudent: true }] });
  server.on(chooseFirstPassword).reply(() => true);
  renderPortal('/home');
  fireEvent.click(await screen.findByRole('button', { name: 'Choisir un mot de passe' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(
    dialog.queryByText(/^Entrez le (?:nouveau mot de passe|mot de passe une seconde fois)\.$/),
  ).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer le mot de passe' }));
  expect(
    await dialog.findAllByText(/^Entrez le (?:nouveau mot de passe|mot de passe une seconde fois)\.$/),
  ).toHaveLength(2);
  expect(document.activeElement).toBe(dialog.getByLabelText('Nouveau mot de passe'));
  expect(server.requestsTo(chooseFirstPassword)).toEqual([]);

  fireEvent.change(dialog.getByLabelText('Nouveau mot de passe'), { target: { value: 'Tambour2027!' } });
  fireEvent.change(dialog.getByLabelText('Confirmez le mot de passe'), { target: { value: 'Tambour2027!' } });
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  const tokens = { accessToken: accessToken({ jti: 'token-2' }), refreshToken: 'refresh-2' };
  server.on(login).reply(() => ({ outcome: 'signedIn', tokens }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer le mot de passe' }));
  await screen.findByText('Votre nouveau mot de passe a été enregistré.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Choisir un mot de passe' })).toBeNull());
  expect(server.requestsTo(chooseFirstPassword)[0]?.body).toEqual({
    newPassword: 'Tambour2027!',
    confirmNewPassword: 'Tambour2027!',
  });
  // The change of the password ended the session, so a new one was opened.
  expect(server.requestsTo(login)[0]?.body).toEqual({
    username: 'zoe.cote@exemple.ca',
    password: 'Tambour2027!',
  });
  expect(getSession()).toMatchObject({ isAuthenticated: true, refreshToken: 'refresh-2' });
});

test('no first password is asked of whoever signs in by the university', async () => {
  welcome(server, { mustChoosePassword: true, isByProvider: true });
  renderPortal('/home');
  await screen.findByText('Aucun programme pour l’instant');
  expect(screen.queryByRole('button', { name: 'Choisir un mot de passe' })).toBeNull();
});

test('a first password that the server rejects shows why, and the dialog stays', async () => {
  welcome(server, { mustChoosePassword: true });
  server.on(chooseFirstPassword).reply(() => problem(403, 'account.passwordAlreadyChosen'));
  renderPortal('/home');
  fireEvent.click(await screen.findByRole('button', { name: 'Choisir un mot de passe' }));
  for (const label of ['Nouveau mot de passe', 'Confirmez le mot de passe']) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'Tambour2027!' } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer le mot de passe' }));
  await screen.findByText('Détail de account.passwordAlreadyChosen.');
});

test('extra time that is not in place is told to those with the right to it, with a link to the exam', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, seesExtraTime: true }] });
  server
    .on(listExtraTimeTroubles)
    .reply(() => [{ systemId: 3, examId: 12, title: 'Oral', titleEn: '', date: '2099-02-12', people: 2 }]);
  renderPortal('/home');
  const link = await screen.findByRole('link', { name: 'Oral, 12\u00A0février 2099\u00a0: 2 personnes' });
  expect(link.getAttribute('href')).toBe('/configuration/exams/3/12');
});

test('nobody else asks for extra time', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, seesExtraTime: false }] });
  renderPortal('/home');
  await rowOf('Examens DC');
  expect(server.requestsTo(listExtraTimeTroubles)).toEqual([]);
});

test('an exam of today is told with hour, place and the way to its check-in', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  const exam = { examId: 12, title: 'Hiver', titleEn: '', candidates: 4, notSignedIn: 0, toInvite: 0 };
  const facts = { startTime: '09:00', endTime: '12:00', placeFr: 'Salle 112', placeEn: '' };
  server.on(listSystemWork).reply(() => [
    {
      systemId: 3,
      ...quiet,
      comingExams: 2,
      nextExams: [
        { ...exam, ...facts, date: today(new Date()) },
        { ...exam, ...facts, examId: 13, title: 'Printemps', date: '2099-01-01' },
      ],
    },
  ]);
  renderPortal('/home');
  const row = await rowOf('Examens DC');
  await row.findByText('Aujourd’hui');
  row.getByText(/^9\sh à 12\sh · Salle 112$/);
  const [checkIn, ...others] = row.getAllByRole('link', { name: /^Pointage des présences/ });
  expect([checkIn?.getAttribute('href'), others]).toEqual(['/configuration/exams/3/12/presence', []]);
});

test('the applications that the reader may enter are named, each with its link, and nothing without one', async () => {
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  const wiki = {
    id: '3f3c7f5e-58a5-4d9f-9a5e-0a7f0e6f2d11',
    name: 'Wiki',
    address: 'https://wiki.example.ca/',
  };
  server.on(listOwnApplications).reply(() => [wiki]);
  const shown = renderPortal('/home');
  const card = within(await screen.findByRole('region', { name: 'Applications' }));
  const link = card.getByRole('link', { name: 'Wiki' });
  // The browser itself opens it, also where it is an address of the portal's server.
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([wiki.address, '_self']);
  shown.unmount();
  server.on(listOwnApplications).reply(() => []);
  renderPortal('/home');
  await rowOf('Examens DC');
  await waitFor(() => expect(server.requestsTo(listOwnApplications)).toHaveLength(2));
  expect(screen.queryByRole('region', { name: 'Applications' })).toBeNull();
});
