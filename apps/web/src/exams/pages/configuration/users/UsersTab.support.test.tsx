import {
  listCorrectionsOf,
  type OwnCorrection,
  requestCorrectionOf,
} from '@guichet/contract/exams/candidate.corrections';
import { listExams, searchExams } from '@guichet/contract/exams/exams.list';
import { forecastMail } from '@guichet/contract/exams/notices.invitations';
import { unenrol } from '@guichet/contract/exams/places';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { getUserInfo, type UserInfo } from '@guichet/contract/identity/users.changes';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import {
  getPersonHistory,
  inviteAgain,
  listAdministrators,
  type PersonHistory,
  readMailOf,
  sendResetLink,
} from '@guichet/contract/overview/support';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someForecast, someHistory, someUser, someUserInfo } from '../../../../testing/samples.ts';

const at = (hour: number) => new Date(Date.UTC(2027, 0, 11, hour));
const none = {
  systemId: 3,
  exam: null,
  by: null,
  isOfOthers: false,
  changes: [],
  fileName: null,
  address: null,
  mail: null,
  platformState: null,
  removal: null,
  formerExam: null,
  presence: null,
  roles: null,
};
const mail = {
  id: 7,
  subject: 'Votre examen',
  language: 'fr' as const,
  recipient: 'zoe@exemple.ca',
  state: 'failed' as const,
  problem: 'Cette adresse n’existe pas.',
  delay: null,
  nextTryAt: null,
  link: null,
};
const entries: PersonHistory['entries'] = [
  { ...none, at: at(20), event: 'session.started', systemId: null },
  { ...none, at: at(19), event: 'mailed', exam: 'Hiver 2027', mail },
  { ...none, at: at(18), event: 'sentToPlatform', exam: 'Hiver 2027', platformState: 'waiting' },
  { ...none, at: at(17), event: 'imported', exam: 'Hiver 2027', by: 'Alice Roy', fileName: 'hiver.csv' },
];
const invitation = {
  examId: 12,
  systemId: 3,
  title: 'Hiver 2027',
  examDate: '2027-02-01',
  isUnderWay: false,
  isFirst: false,
  lacksLink: null,
};

const nothingMissing = someForecast();

/** Opens the panel of a person as support does, from the list of the system. */
async function openPanel(
  given: Partial<PersonHistory>,
  person: Partial<UserInfo> = {},
  missingOf13 = nothingMissing,
  isFiled = false,
) {
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isSupport: true }] });
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled }));
  server.on(listExams).reply(() => []);
  server.on(searchExams).reply(() => []);
  server.on(listSystemUsers).reply(() => [someUser()]);
  server.on(getUserInfo).reply(() => someUserInfo({ mayLock: false, ...person }));
  server.on(getPersonHistory).reply(() => someHistory(given));
  server.on(forecastMail).reply(({ url }) => (url.pathname.endsWith('/13') ? missingOf13 : nothingMissing));
  renderPortal('/dc/configuration?tab=users');
  fireEvent.click(await screen.findByRole('button', { name: /^Voir les renseignements/ }));
  const panel = within(await screen.findByRole('dialog'));
  await panel.findByRole('heading', { name: 'Parcours' });
  await panel.findByRole('button', { name: 'Envoyer un lien de mot de passe' });
  return { server, panel };
}

test('support sees what became of a person, newest first, with the reason of a mail that failed', async () => {
  const { panel } = await openPanel({ entries, isCut: true });
  const told = within(panel.getByRole('list', { name: 'Parcours' })).getAllByRole('listitem');
  expect(told.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^11\u00A0janvier 2027 à 15.hOuverture de session$/),
    expect.stringContaining(
      'CourrielÉchecVotre examen · zoe@exemple.caHiver 2027Cette adresse n’existe pas.',
    ),
    expect.stringContaining('Inscription transmise à la plateforme d’apprentissageNouvel essai prévu'),
    expect.stringContaining('Importation d’une listeHiver 2027 · hiver.csv · par Alice Roy'),
  ]);
  expect(panel.getByText('Les événements plus anciens ne sont pas affichés.')).toBeDefined();
});

test('exams of two systems that are called the same are told apart by the system', async () => {
  const both = [3, 2].map((systemId) => ({ ...invitation, systemId, examId: 10 + systemId }));
  const { panel } = await openPanel({
    invitations: both,
    entries: [3, 2].map((systemId) => ({
      ...none,
      systemId,
      at: at(19),
      event: 'candidate.enrolled',
      exam: 'Hiver 2027',
    })),
  });
  panel.getByRole('button', { name: 'Renvoyer la convocation\u00A0: Hiver 2027 (DC)' });
  panel.getByRole('button', { name: 'Renvoyer la convocation\u00A0: Hiver 2027 (2)' });
  panel.getByText('Hiver 2027 · DC');
});

test('a cancelled mail says why, and one that left late says why it waited', async () => {
  const cancelled = {
    ...mail,
    state: 'cancelled' as const,
    problem: 'Quelqu’un a annulé cet envoi. (Ada Roy)',
  };
  const late = { ...mail, state: 'sent' as const, problem: null, delay: 'Le serveur demande de réessayer.' };
  const { panel } = await openPanel({
    entries: [cancelled, late].map((one) => ({ ...none, at: at(19), event: 'mailed' as const, mail: one })),
  });
  await panel.findByText('Quelqu’un a annulé cet envoi. (Ada Roy)');
  panel.getByText(/^Parti en retard\s: Le serveur demande de réessayer\.$/);
});

test('a mail says until when its link works, or that it works no more', async () => {
  const links = [
    { state: 'good', until: at(20) },
    { state: 'good', lastDay: '2027-02-15' },
    { state: 'good' },
    { state: 'used', until: at(20) },
    { state: 'over', until: at(18) },
    { state: 'over' },
  ] as const;
  const sent = { ...mail, state: 'sent' as const, problem: null };
  const { panel } = await openPanel({
    entries: links.map((link) => ({
      ...none,
      at: at(19),
      event: 'mailed' as const,
      mail: { ...sent, link },
    })),
  });
  const told = within(panel.getByRole('list', { name: 'Parcours' })).getAllByText(/^Son lien/);
  expect(told.map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '))).toEqual([
    'Son lien fonctionne jusqu’au 11 janvier 2027 à 15 h.',
    'Son lien fonctionne jusqu’au 15 février 2027 inclus.',
    'Son lien fonctionne jusqu’à ce que la personne ait choisi un mot de passe.',
    'Son lien ne fonctionne plus : il a été utilisé, ou un mot de passe a été choisi depuis.',
    'Son lien a fonctionné jusqu’au 11 janvier 2027 à 13 h.',
    'Son lien ne fonctionne plus : un plus récent l’a remplacé, ou l’adresse a changé.',
  ]);
});

test('the last mail, its state and its link stand in one line above the actions', async () => {
  const used = { ...mail, state: 'sent' as const, problem: null, link: { state: 'used' as const } };
  const { panel } = await openPanel({
    entries: [
      { ...none, at: at(20), event: 'session.started', systemId: null },
      { ...none, at: at(19), event: 'mailed', mail: used },
      { ...none, at: at(18), event: 'mailed', mail },
    ],
  });
  const line = (await panel.findByText(/^Dernier courriel/)).closest('p');
  expect(line?.textContent).toMatch(/Envoyé.*14.h.*Son lien ne fonctionne plus.*utilisé/);
  const link = panel.getByRole('button', { name: 'Envoyer un lien de mot de passe' });
  expect(line?.compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a misspelt name offers the names of the list that are written almost like it', async () => {
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isSupport: true }] });
  server.on(listExams).reply(() => []);
  server
    .on(listSystemUsers)
    .reply(() => [
      someUser(),
      someUser({ id: 2, firstName: 'Émile', lastName: 'Zola', email: 'emile@exemple.ca' }),
    ]);
  renderPortal('/dc/configuration?tab=users&q=cotte');
  fireEvent.click(await screen.findByRole('button', { name: /Zoé Côté · zoe\.cote@exemple\.ca/ }));
  await screen.findByRole('button', { name: /^Voir les renseignements/ });
});

test('the history says from which address to which, and who undid their import', async () => {
  const changed = { from: 'zoe@exemple.ca', to: 'zoe@autre.ca' };
  const { panel } = await openPanel({
    entries: [
      {
        ...none,
        at: at(20),
        event: 'candidates.importUndone',
        exam: 'Hiver 2027',
        by: 'Alice Roy',
        fileName: 'hiver.csv',
      },
      { ...none, at: at(19), event: 'user.newAddressDropped', address: { from: 'zoe@rien.ca', to: null } },
      { ...none, at: at(18), event: 'account.addressChanged', address: changed, by: 'Alice Roy' },
      {
        ...none,
        at: at(17),
        event: 'user.corrected',
        changes: [
          { field: 'lastName', from: 'Cote', to: 'Côté' },
          { field: 'language', from: 'fr', to: 'en' },
          { field: 'studentNumber', from: null, to: '300123456' },
        ],
        isOfOthers: true,
      },
    ],
  });
  const told = within(panel.getByRole('list', { name: 'Parcours' })).getAllByRole('listitem');
  expect(told.map(({ textContent }) => textContent?.replace(/^.*?h/, ''))).toEqual([
    'Importation annuléeHiver 2027 · hiver.csv · par Alice Roy',
    'Nouvelle adresse retirée avant d’être confirméezoe@rien.ca',
    'Adresse changéezoe@exemple.ca → zoe@autre.ca · par Alice Roy',
    'Compte modifiéNom\u00a0: Cote → Côté · Langue\u00a0: Français → Anglais · No d’étudiant\u00a0: aucun → 300123456 · par le personnel d’un autre programme',
  ]);
});

test('the history says from which exam one was moved, who came, and which roles were given and taken', async () => {
  const roles = { given: ['admin:3', 'superAdmin'], taken: ['support:3'] };
  const { panel } = await openPanel({
    entries: [
      { ...none, at: at(20), event: 'user.rolesChanged', roles, by: 'Alice Roy' },
      { ...none, at: at(19), event: 'candidate.presenceTicked', exam: 'Hiver 2027', presence: 'present' },
      { ...none, at: at(18), event: 'candidates.moved', exam: 'Hiver 2027', formerExam: 'Automne 2026' },
    ],
  });
  const told = within(panel.getByRole('list', { name: 'Parcours' })).getAllByRole('listitem');
  expect(told.map(({ textContent }) => textContent?.replace(/^.*?h/, ''))).toEqual([
    expect.stringMatching(
      /^Rôles modifiésreçoit.: Administration – .+ et Superadministration · perd.: .+ · par Alice Roy$/,
    ),
    'Présence ou absence pointéePrésent · Hiver 2027',
    'Déplacement vers un autre examenAutomne 2026 → Hiver 2027',
  ]);
});

test.each([
  ['bounced', 'Le courriel « Votre examen » n’a pas été remis à zoe@exemple.ca', true, true],
  ['bounced', 'Le courriel « Votre examen » n’a pas été remis à zoe@exemple.ca', false, false],
  ['delayed', 'Le courriel « Votre examen » n’est pas encore arrivé à zoe@exemple.ca', true, false],
] as const)(
  'the panel says that the latest mail is %s (%s, may manage: %s), with its cause',
  async (state, title, mayManage, offers) => {
    const undelivered = { ...mail, mailId: 5, state, at: at(19), reason: mail.problem, isSenderFault: false };
    const { panel } = await openPanel({}, { undelivered, mayManage });
    expect(panel.getByText(title)).toBeDefined();
    expect(panel.getByText(/Cette adresse n’existe pas\./)).toBeDefined();
    for (const name of ['Corriger l’adresse', `Renvoyer à ${someUserInfo().email}`])
      expect(panel.queryByRole('button', { name }) !== null).toBe(offers);
  },
);

test('the panel asks for no other address where the sender is at fault', async () => {
  const undelivered = {
    ...mail,
    mailId: 5,
    state: 'bounced',
    at: at(19),
    reason: mail.problem,
    isSenderFault: true,
  } as const;
  const { panel } = await openPanel({}, { undelivered, mayManage: true });
  expect(panel.queryByRole('button', { name: 'Corriger l’adresse' })).toBeNull();
  expect(panel.getByRole('button', { name: `Renvoyer à ${someUserInfo().email}` })).toBeDefined();
});

test('a link is sent from the panel, which tells the outcome and loads the history again', async () => {
  const { server, panel } = await openPanel({});
  expect(panel.getByText('Rien n’est encore consigné au sujet de cette personne.')).toBeDefined();
  const button = panel.getByRole('button', { name: 'Envoyer un lien de mot de passe' });
  server.on(sendResetLink).reply(() => 'sent');
  fireEvent.click(button);
  await waitFor(() => expect(panel.getByRole('status').textContent).toContain('zoe.cote@exemple.ca'));
  await waitFor(() => expect(server.requestsTo(getPersonHistory)).toHaveLength(2));
  server.on(sendResetLink).reply(() => 'recent');
  fireEvent.click(button);
  await panel.findByText(/il y a moins d’une minute/);
  server.on(sendResetLink).reply(() => problem(404, 'user.notFound'));
  fireEvent.click(button);
  expect((await panel.findByRole('alert')).textContent).toBe('Détail de user.notFound.');
});

test('without a mail server no link is said to leave, and what happened stands beside the buttons', async () => {
  const invitations = [{ ...invitation, lacksLink: 'fr' as const }];
  const { server, panel } = await openPanel({ invitations }, {}, nothingMissing, true);
  server.on(sendResetLink).reply(() => 'sent');
  fireEvent.click(panel.getByRole('button', { name: 'Envoyer un lien de mot de passe' }));
  const told = await panel.findByRole('status');
  expect(told.textContent).toMatch(/gardé dans la boîte d’envoi sans être envoyé/);
  expect(panel.queryByText(/part à l’adresse/)).toBeNull();
  const warning = panel.getByText(/^La convocation en français n’a pas le lien du mot de passe/);
  expect(told.compareDocumentPosition(warning) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('an invitation is sent again for the exam, repeated under the same id until it is answered', async () => {
  const { server, panel } = await openPanel({ invitations: [invitation] });
  const button = panel.getByRole('button', { name: /^Renvoyer la convocation.*Hiver 2027$/ });
  server.on(inviteAgain).reply(() => problem(503, 'database.unavailable'));
  fireEvent.click(button);
  await panel.findByRole('alert');
  server.on(inviteAgain).reply(() => 'sent');
  fireEvent.click(button);
  await panel.findByText(/part à l’adresse zoe\.cote@exemple\.ca/);
  await askOnceMore(button);
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer de nouveau' }));
  await waitFor(() => expect(server.requestsTo(inviteAgain)).toHaveLength(3));
  const ids = server.requestsTo(inviteAgain).map(({ body }) => (body as { requestId: string }).requestId);
  expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
});

test('the first invitation is sent, and only then sent again', async () => {
  const { server, panel } = await openPanel({ invitations: [{ ...invitation, isFirst: true }] });
  server.on(inviteAgain).reply(() => 'sent');
  const button = panel.getByRole('button', { name: /^Envoyer la convocation.*Hiver 2027$/ });
  fireEvent.click(button);
  await panel.findByText(/part à l’adresse zoe\.cote@exemple\.ca/);
  expect(button.textContent).toMatch(/^Renvoyer la convocation/);
});

/** Presses the button of an invitation that was just sent, which asks before any call. */
async function askOnceMore(button: HTMLElement) {
  fireEvent.click(button);
  const question = await screen.findByRole('alertdialog', { name: 'Envoyer ce courriel une deuxième fois?' });
  within(question).getByText(/^Le même courriel a été envoyé le .+ à zoe\.cote@exemple\.ca/);
}

test('an invitation that has just been sent goes no second time without an answer, and a failure is told there', async () => {
  const { server, panel } = await openPanel({ invitations: [invitation] });
  const button = panel.getByRole('button', { name: /^Renvoyer la convocation.*Hiver 2027$/ });
  server.on(inviteAgain).reply(() => 'sent');
  fireEvent.click(button);
  await panel.findByText(/part à l’adresse zoe\.cote@exemple\.ca/);
  await askOnceMore(button);
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.requestsTo(inviteAgain)).toHaveLength(1);
  await askOnceMore(button);
  server.on(inviteAgain).reply(() => problem(503, 'database.unavailable'));
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer de nouveau' }));
  await within(screen.getByRole('alertdialog')).findByText('Détail de database.unavailable.');
});

test.each([
  [/^Renvoyer la convocation/, inviteAgain],
  ['Envoyer un lien de mot de passe', sendResetLink],
] as const)('%s to an address that does not exist asks first, every time', async (name, endpoint) => {
  const unknownSince = new Date('2027-01-11T14:05:00Z');
  const { server, panel } = await openPanel({ invitations: [invitation], unknownSince });
  server.on(endpoint).reply(() => 'sent');
  const title = 'Écrire à une adresse qui n’existe pas?';
  for (const times of [1, 2]) {
    fireEvent.click(panel.getByRole('button', { name }));
    const question = await screen.findByRole('alertdialog', { name: title });
    within(question).getByText(
      /^Un courriel à zoe\.cote@exemple\.ca n’a pas pu être remis le 11.janvier 2027/,
    );
    expect(server.requestsTo(endpoint)).toHaveLength(times - 1);
    fireEvent.click(within(question).getByRole('button', { name: 'Envoyer quand même' }));
    await waitFor(() => expect(server.requestsTo(endpoint)).toHaveLength(times));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
});

test('an invitation whose text lacks the password link is told before it is sent again', async () => {
  const { panel } = await openPanel({ invitations: [{ ...invitation, lacksLink: 'fr' }] });
  panel.getByText(/^La convocation en français n’a pas le lien du mot de passe/);
  // Support may not correct the invitation.
  expect(panel.queryByRole('link', { name: 'Corriger la convocation' })).toBeNull();
});

test('of several exams, the one that lacks what its notice mentions is named before that is sent again', async () => {
  const { panel } = await openPanel(
    { invitations: [invitation, { ...invitation, examId: 13, title: 'Été 2027' }] },
    {},
    someForecast({
      fr: { facts: ['examInstructions'], inOtherLanguage: ['examTitle'] },
      en: { facts: ['examInstructions'], inOtherLanguage: ['examTitle'] },
    }),
  );
  await panel.findByText(/^La convocation mentionne les consignes, que l’examen n’a pas encore/);
  panel.getByText('Été 2027');
  // Support may not edit the exam, nor translate its title.
  expect(panel.queryByText(/donneront en/)).toBeNull();
  expect(panel.queryByRole('link', { name: /^Compléter l’examen/ })).toBeNull();
});

test('an invitation under way is said to be, without a call; a closed account offers no link', async () => {
  const { server, panel } = await openPanel({ invitations: [{ ...invitation, isUnderWay: true }] });
  fireEvent.click(panel.getByRole('button', { name: /^Renvoyer la convocation/ }));
  await panel.findByText(/attend déjà de partir/);
  expect(server.requestsTo(inviteAgain)).toEqual([]);
});

const contacts = { systemId: 3, people: [], phone: null, office: null };
const alice = { fullName: 'Alice Roy', email: 'alice@exemple.ca' };
const bob = { fullName: 'Bob Côté', email: 'bob@exemple.ca' };

test.each([
  [[{ ...contacts, people: [alice, bob] }], /Alice Roy, Bob Côté/],
  [[contacts], /: la superadministration/],
  [[], /adressez-vous à la superadministration/],
])('the panel names who may do the rest: %j', async (whoMay, words) => {
  const { panel } = await openPanel({ whoMay });
  expect(panel.getByText(words)).toBeDefined();
  expect(panel.getByRole('link', { name: 'sol@exemple.ca' })).toBeDefined();
});

test('whoever may do the rest can be reached from the panel: by address, at the office, by telephone', async () => {
  const office = { fr: 'Pavillon Tabaret, bureau 12', en: 'Tabaret Hall, room 12' };
  const { panel } = await openPanel({
    whoMay: [{ ...contacts, people: [alice], phone: '613 555-0100', office }],
  });
  expect(panel.getByRole('link', { name: 'alice@exemple.ca' }).getAttribute('href')).toBe(
    'mailto:alice@exemple.ca',
  );
  expect(panel.getByText(/^Pavillon Tabaret, bureau 12 Téléphone : 613 555-0100$/)).toBeDefined();
});

test('support asks for no reset where two-step verification is off', async () => {
  const { server, panel } = await openPanel({});
  server
    .on(listCorrectionsOf)
    .reply(() => ({ corrections: [], managers: [], readers: [], passedOnFields: [] }));
  fireEvent.click(panel.getByRole('button', { name: 'Écrire une demande' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Écrire une demande pour/ }));
  expect(dialog.queryByText(/^La vérification en deux étapes n’est pas activée/)).toBeNull();
  fireEvent.change(dialog.getByLabelText('Ce qui est à corriger'), { target: { value: 'password' } });
  dialog.getByText(/^La vérification en deux étapes n’est pas activée/);
  expect(dialog.queryByRole('option', { name: /deux étapes/ })).toBeNull();
  expect(dialog.getAllByRole('option').length).toBeGreaterThan(3);
});

test('support writes a request for a caller of several programmes, reads to whom it goes, and what became of it', async () => {
  const { server, panel } = await openPanel({}, { hasSecondFactor: true });
  const managers = [{ fullName: 'Ada Roy', email: 'ada@exemple.ca', isSuperAdmin: true }];
  const readers = ['Bo Lee', 'Cy Ng', 'Di Oh', 'Ed Po', 'Flo Ry'].map((fullName) => ({
    fullName,
    email: '',
    isSuperAdmin: false,
  }));
  const corrections: OwnCorrection[] = [];
  server
    .on(listCorrectionsOf)
    .reply(() => ({ corrections, managers, readers, passedOnFields: ['secondFactor', 'name'] }));
  server.on(requestCorrectionOf).reply(() => {
    corrections.push({
      id: 1,
      systemTitle: { fr: 'Examens DC', en: 'DC Exams' },
      field: 'secondFactor',
      request: 'Téléphone perdu',
      askedAt: at(20),
      outcome: 'answered',
      note: '',
      answeredAt: at(20),
      askedBy: 'Sam Roy',
      passedOn: { at: at(20), by: 'Sam Roy' },
      done: { fr: 'Vérification réinitialisée.', en: 'Reset.' },
    });
    return true;
  });
  // The first screen has the requests, before roles and history.
  const headings = panel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(headings.indexOf('Demandes au sujet de ce compte')).toBeLessThan(headings.indexOf('Rôles'));
  panel.getByText(/^Nom, adresse, examen ou vérification en deux étapes/);
  fireEvent.click(panel.getByRole('button', { name: 'Écrire une demande' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Écrire une demande pour/ }));
  fireEvent.change(dialog.getByLabelText('Ce qui est à corriger'), { target: { value: 'secondFactor' } });
  dialog.getByText('Reste-t-il un code de récupération?');
  dialog.getByText(/« Utiliser un code de récupération »/);
  fireEvent.change(dialog.getByLabelText('Ce que la personne demande'), {
    target: { value: 'Téléphone perdu' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer la demande' }));
  await panel.findByText('Téléphone perdu');
  panel.getByText(/^Examens DC.*Transmise par Sam Roy, .* : Ada Roy \(superadministration\)$/s);
  expect(panel.getByText('Vérification réinitialisée.')).toBeDefined();
  expect(panel.getByText(/reviennent à qui administre tous ses programmes : Ada Roy/)).toBeDefined();
  expect(server.requestsTo(requestCorrectionOf)[0]?.body).toEqual({
    field: 'secondFactor',
    request: 'Téléphone perdu',
  });
  const ofOne = /Bo Lee, Cy Ng, Di Oh et 2 autres\./;
  for (const [field, receivers] of [
    ['language', ofOne],
    ['name', /Ada Roy \(superadministration\)\./],
  ] as const) {
    fireEvent.click(panel.getByRole('button', { name: 'Écrire une demande' }));
    const again = within(await screen.findByRole('dialog', { name: /^Écrire une demande pour/ }));
    fireEvent.change(again.getByLabelText('Ce qui est à corriger'), { target: { value: field } });
    again.getByText(receivers);
    fireEvent.change(again.getByLabelText('Ce que la personne demande'), { target: { value: 'Non' } });
    fireEvent.click(again.getByRole('button', { name: 'Envoyer la demande' }));
    await panel.findByText((text) => text.startsWith('Demande envoyée') && receivers.test(text));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Écrire/ })).toBeNull());
  }
});

test('a request about an exam names the person’s exam and the one where they should be', async () => {
  const facts = { startTime: '', endTime: '', endDate: '', place: '', instructions: '' };
  const exam = { examId: 12, systemId: 3, title: 'Hiver 2099', date: '2099-02-12' };
  const { server, panel } = await openPanel(
    {},
    { mayManage: false, exams: [{ ...exam, ...facts, isCancelled: false, hasExtraTime: false }] },
  );
  const found = { systemId: 3, isCancelled: false, date: '2099-03-01', lastDay: '' };
  server.on(searchExams).reply(() => [
    { ...found, examId: 13, title: { fr: 'Printemps', en: 'Spring' } },
    { ...found, examId: 14, title: { fr: 'Annulé', en: 'Cancelled' }, isCancelled: true },
    { ...found, examId: 16, title: { fr: 'D’ailleurs', en: 'Elsewhere' }, systemId: 4 },
    { ...found, examId: 15, title: { fr: 'Passé', en: 'Past' }, date: '2020-03-01' },
    {
      ...found,
      examId: 17,
      title: { fr: 'Long', en: 'Long' },
      date: '2020-03-01',
      lastDay: '2099-03-02',
      systemId: 4,
    },
  ]);
  server.on(requestCorrectionOf).reply(() => true);
  fireEvent.click(panel.getByRole('button', { name: 'Écrire une demande' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Écrire une demande pour/ }));
  const choose = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  choose('Ce qui est à corriger', 'exam');
  // The person’s only exam.
  expect(dialog.getByLabelText<HTMLSelectElement>('Examen où la personne est inscrite').value).toBe(
    'Hiver 2099 (12\u00A0février 2099)',
  );
  const wanted = await dialog.findByLabelText<HTMLSelectElement>('Où la personne devrait être');
  expect([...wanted.options].map(({ value }) => value)).toEqual([
    '',
    'Printemps (1er\u00A0mars 2099)',
    'D’ailleurs (1er\u00A0mars 2099)',
    'Long (1er\u00A0mars 2020)',
    'notListed',
  ]);
  // The only other exam of that system.
  expect(wanted.value).toBe('Printemps (1er\u00A0mars 2099)');
  const request = dialog.getByLabelText('Ce que la personne demande');
  const send = () => fireEvent.click(dialog.getByRole('button', { name: 'Envoyer la demande' }));
  choose('Où la personne devrait être', '');
  expect(wanted.getAttribute('aria-invalid')).not.toBe('true');
  send();
  await waitFor(() => expect(document.activeElement).toBe(wanted));
  expect([wanted, request].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
  choose('Où la personne devrait être', 'Printemps (1er\u00A0mars 2099)');
  choose('Ce que la personne demande', 'Carte vue.');
  expect([wanted, request].map((field) => field.getAttribute('aria-invalid'))).not.toContain('true');
  expect(server.requestsTo(requestCorrectionOf)).toEqual([]);
  send();
  await waitFor(() => expect(server.requestsTo(requestCorrectionOf)).toHaveLength(1));
  expect(server.requestsTo(requestCorrectionOf)[0]?.body).toEqual({
    field: 'exam',
    examId: 12,
    wantedExamId: 13,
    request:
      'Examen\u00a0: Hiver 2099 (12\u00A0février 2099)\nDevrait être\u00a0: Printemps (1er\u00A0mars 2099)\nCarte vue.',
  });
});

test('support is offered no export of the list (readings §5)', async () => {
  await openPanel({});
  expect(screen.queryByRole('button', { name: 'Exporter', hidden: true })).toBeNull();
});

test('a mail in the history opens as the person got it', async () => {
  const { server, panel } = await openPanel({ entries });
  server.on(readMailOf).reply(() => ({
    id: 7,
    language: 'fr',
    subject: mail.subject,
    state: 'failed',
    at: at(19),
    from: 'DC <dc@exemple.ca>',
    recipient: mail.recipient,
    html: '<p>Bonjour</p>',
    attachments: [],
  }));
  fireEvent.click(panel.getByRole('button', { name: /^Lire le courriel.*Votre examen$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Courriel' }));
  await dialog.findByText('DC <dc@exemple.ca>');
  expect(dialog.getByTitle('Votre examen').tagName).toBe('IFRAME');
  expect(server.requestsTo(readMailOf)[0]?.url.pathname).toBe('/api/support/people/1/mails/7');
});

test('in the panel each exam says in words how to take the person out of it, which asks first and names who may undo it', async () => {
  const hours = { startTime: '', endTime: '', endDate: '', place: '', instructions: '' };
  const exam = { examId: 12, systemId: 3, title: 'Hiver 2099', date: '2099-02-01', ...hours };
  const { server, panel } = await openPanel(
    {},
    {
      exams: [{ ...exam, isCancelled: false, hasExtraTime: false }],
      externalList: [{ userId: 1, systemId: 3, key: 'g1' }],
    },
  );
  server.on(unenrol).reply(() => true);
  server
    .on(listAdministrators)
    .reply(() => [
      { systemId: 3, people: [{ fullName: 'Ada Roy', email: 'ada@exemple.ca' }], phone: null, office: null },
    ]);
  expect(panel.queryByRole('button', { name: /^Déplacer/ })).toBeNull();
  fireEvent.click(panel.getByRole('button', { name: /^Désinscrire….: Hiver 2099$/ }));
  const question = within(await screen.findByRole('alertdialog', { name: /^Désinscrire / }));
  expect(server.requestsTo(unenrol)).toEqual([]);
  await question.findByText(/^Seule l’administration du système peut rétablir l’inscription.*Ada Roy/);
  fireEvent.click(question.getByRole('button', { name: 'Non' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  // Whoever says no reads on in the panel.
  fireEvent.click(await panel.findByRole('button', { name: /^Désinscrire….: Hiver 2099$/ }));
  const again = within(await screen.findByRole('alertdialog', { name: /^Désinscrire / }));
  fireEvent.click(again.getByRole('button', { name: 'Oui' }));
  await screen.findByText(/n’a plus d’inscription à l’examen «.Hiver 2099.»\. .*Ada Roy/);
  expect(server.requestsTo(unenrol).map(({ url }) => url.pathname)).toEqual(['/api/user/unroll/3/12/g1']);
});
