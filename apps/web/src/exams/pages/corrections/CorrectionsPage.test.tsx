import {
  type AskedCorrection,
  answerCorrection,
  listCorrections,
  passOnCorrection,
} from '@guichet/contract/exams/candidate.corrections';
import { listExams } from '@guichet/contract/exams/exams.list';
import { addCandidate } from '@guichet/contract/exams/places';
import { moveCandidates } from '@guichet/contract/exams/places.removals';
import { checkEmailAvailable } from '@guichet/contract/identity/account.given';
import { resetFactors } from '@guichet/contract/identity/factors';
import { correctUser, getUserInfo } from '@guichet/contract/identity/users.changes';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { getMessage } from '@guichet/contract/mail/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { today } from '../../../core/i18n/formats.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someListedExam, someMessage, someUserInfo } from '../../../testing/samples.ts';

const asked: AskedCorrection = {
  id: 4,
  systemId: 3,
  systemTitle: { fr: 'Examens DC', en: 'DC Exams' },
  field: 'name',
  request: 'Mon nom s’écrit Côté.',
  askedAt: new Date('2027-01-11T15:00:00Z'),
  outcome: null,
  note: '',
  answeredAt: null,
  answeredBy: null,
  isAskedElsewhere: false,
  person: {
    id: 9,
    fullName: 'Zoé Cote',
    email: 'zoe@exemple.ca',
    language: 'fr',
    studentNumber: null,
    isActive: true,
    mayManage: true,
    mayCorrect: true,
    hasSecondFactor: false,
  },
  isCorrected: false,
  askedBy: null,
  passedOn: null,
  exam: null,
  wanted: null,
  others: [],
  managers: [],
};

let open: AskedCorrection[];
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  open = [asked];
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listCorrections).reply(({ url }) =>
    url.searchParams.get('isAnswered') === 'true'
      ? [
          {
            ...asked,
            outcome: 'declined',
            note: 'Il est juste.',
            answeredBy: 'Léa Roy',
            answeredAt: asked.askedAt,
          },
        ]
      : open,
  );
});

test('home counts what waits for an answer, and leads there', async () => {
  const nora = { ...asked.person, id: 10, fullName: 'Nora Roy' };
  open = [asked, { ...asked, id: 5, field: 'secondFactor', person: nora }];
  renderPortal('/home');
  await screen.findByText('2 corrections demandées attendent une réponse.');
  await screen.findByText(/^Ne peuvent plus ouvrir de session.: Nora Roy$/);
  expect(screen.getByRole('link', { name: 'Voir les demandes' }).getAttribute('href')).toBe('/corrections');
});

test('an answer is sent with its note, and the request leaves the list', async () => {
  server.on(answerCorrection).reply(() => {
    open = [];
    return true;
  });
  renderPortal('/corrections');
  await screen.findByText(/Mon nom s’écrit Côté\./);
  fireEvent.click(screen.getByRole('button', { name: 'Répondre à Zoé Cote' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.click(dialog.getByRole('radio', { name: 'Refusée' }));
  fireEvent.change(dialog.getByLabelText('Mot pour la personne'), { target: { value: 'Il est juste.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer la réponse' }));
  await screen.findByText('Aucune demande ici');
  expect(screen.getByText(/La personne la recevra par courriel/)).toBeDefined();
  expect(server.requestsTo(answerCorrection)[0]?.body).toEqual({
    outcome: 'declined',
    note: 'Il est juste.',
  });
});

test('an answer to a deactivated account says that no mail is sent', async () => {
  open = [{ ...asked, person: { ...asked.person, isActive: false } }];
  server.on(answerCorrection).reply(() => true);
  const dialog = await openAnswer();
  expect(dialog.queryByText(/La personne le recevra par courriel/)).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer la réponse' }));
  await screen.findByText(/le compte est désactivé ou verrouillé, et aucun courriel n’est envoyé/);
});

async function openAnswer() {
  renderPortal('/corrections');
  fireEvent.click(await screen.findByRole('button', { name: 'Répondre à Zoé Cote' }));
  return within(screen.getByRole('dialog'));
}
const unchanged = /n’a pas été corrigé depuis la demande/;

test('the question says what is asked and what stands, and warns where nothing has been corrected since', async () => {
  const dialog = await openAnswer();
  expect(dialog.getByText('Mon nom s’écrit Côté.').previousSibling?.textContent).toBe(
    'Ce qui est demandé (Nom ou prénom)',
  );
  expect(dialog.getByText('Ce qui est enregistré maintenant').parentElement?.textContent).toBe(
    'Ce qui est enregistré maintenantNom\u00a0: Zoé CoteAdresse courriel\u00a0: zoe@exemple.caNo d’étudiant\u00a0: aucunLangue\u00a0: FrançaisVérification en deux étapes\u00a0: inactive',
  );
  expect(dialog.getByText(unchanged)).toBeDefined();
  fireEvent.click(dialog.getByRole('radio', { name: 'Refusée' }));
  expect(dialog.queryByText(unchanged)).toBeNull();
});

test('a correction made since the list was read is known when the question opens', async () => {
  renderPortal('/corrections');
  await screen.findByText(/Mon nom s’écrit Côté\./);
  open = [{ ...asked, person: { ...asked.person, fullName: 'Zoé Côté' }, isCorrected: true }];
  fireEvent.click(screen.getByRole('button', { name: 'Répondre à Zoé Cote' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Répondre à Zoé Côté' }));
  expect(dialog.getByText('Nom : Zoé Côté')).toBeDefined();
  expect(dialog.queryByText(unchanged)).toBeNull();
});

test('what the account does not say is not warned of', async () => {
  open = [{ ...asked, field: 'exam', isCorrected: null }];
  server.on(getUserInfo).reply(() => someUserInfo({ id: 9 }));
  const dialog = await openAnswer();
  expect(dialog.queryByText('Ce qui est enregistré maintenant')).toBeNull();
  expect(dialog.queryByText(unchanged)).toBeNull();
});

test('Escape asks before it discards the note', async () => {
  const dialog = await openAnswer();
  const note = dialog.getByLabelText('Mot pour la personne');
  note.focus();
  fireEvent.change(note, { target: { value: 'C’est fait.' } });
  fireEvent.keyDown(note, { key: 'Escape' });
  const question = within(await screen.findByRole('alertdialog', { name: 'Abandonner la saisie?' }));
  fireEvent.click(question.getByText('Continuer la saisie'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(note).toHaveProperty('value', 'C’est fait.');
});

test('the card leads straight to the correction, and shows there what it has made of the account', async () => {
  server
    .on(getUserInfo)
    .reply(() =>
      someUserInfo({ id: 9, firstName: 'Zoé', lastName: 'Cote', fullName: 'Zoé Cote', mayManage: true }),
    );
  server.on(correctUser).reply(() => {
    open = [{ ...asked, person: { ...asked.person, fullName: 'Zoé Côté' }, isCorrected: true }];
    return { outcome: 'corrected', address: null, linkSentTo: null, mailIds: [], isOnPlatform: false };
  });
  renderPortal('/corrections');
  fireEvent.click(await screen.findByRole('button', { name: 'Corriger les renseignements\u00a0: Zoé Cote' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Corriger les renseignements/ }));
  await dialog.findByText(/^Ce qui est demandé/);
  fireEvent.change(await dialog.findByLabelText('Nom'), { target: { value: 'Côté' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les corrections' }));
  await screen.findByText('Nom : Zoé Côté');
  expect(server.requestsTo(correctUser)[0]?.body).toMatchObject({ requestId: asked.id });
});

test('who may not correct the person, or is asked about an exam, has only the answer', async () => {
  open = [
    { ...asked, person: { ...asked.person, mayManage: false } },
    { ...asked, id: 5, field: 'exam', isCorrected: null },
  ];
  server.on(getUserInfo).reply(() => someUserInfo({ id: 9 }));
  renderPortal('/corrections');
  expect(await screen.findAllByRole('button', { name: 'Répondre à Zoé Cote' })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^Corriger/ })).toBeNull();
});

test('a request about an exam has the coming exams on record, marks today’s, and moves the person from there', async () => {
  const request = 'Exam: Ce matin (11 January 2027)\nShould be in: Ce matin, salle 2 (11 January 2027)';
  open = [{ ...asked, field: 'exam', request, isCorrected: null }];
  const exam = { systemId: 3, isCancelled: false, hasExtraTime: false };
  const facts = { startTime: '', endTime: '', endDate: '', place: '', instructions: '' };
  const exams = [
    { ...exam, ...facts, examId: 1, title: 'Passé', date: '2020-01-05' },
    { ...exam, ...facts, examId: 2, title: 'Ce matin', date: today(new Date()) },
    { ...exam, ...facts, examId: 3, title: 'Ailleurs', date: '2099-02-12', systemId: 2 },
  ];
  server.on(getUserInfo).reply(() => someUserInfo({ id: 9, fullName: 'Zoé Cote', exams }));
  server.on(getMessage).reply(() => someMessage());
  server.on(moveCandidates).reply(() => ({ userIds: [9], others: [] }));
  const target = (id: number, title: string) => someListedExam({ id, title });
  server
    .on(listExams)
    .reply(() => [target(2, 'Ce matin'), target(4, 'Ce matin, salle 1'), target(5, 'Ce matin, salle 2')]);
  renderPortal('/corrections');
  const [past, now, abroad] = await within(
    (await screen.findByRole('heading', { name: 'Examens' })).parentElement as HTMLElement,
  ).findAllByRole('listitem');
  expect(past?.textContent).toMatch(/^Passé \(5\u00A0janvier 2020\)/);
  expect(now?.textContent).toMatch(/^Ce matin \(.*\)Aujourd’huiDéplacer/);
  expect(abroad?.textContent).toBe('Ailleurs (12\u00A0février 2099)');
  fireEvent.click(screen.getByRole('button', { name: /Déplacer.*Ce matin/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer Zoé Cote vers/ }));
  expect(await dialog.findByLabelText('Nouvel examen')).toHaveProperty('value', '5');
  fireEvent.click(dialog.getByRole('button', { name: /^Déplacer/ }));
  await waitFor(() =>
    expect(server.requestsTo(moveCandidates)[0]?.body).toMatchObject({ toExamId: 5, requestId: asked.id }),
  );
});

test('a request that names an exam enrols the person there, or moves them there, by its id and as far as the reader may in it', async () => {
  const title = { fr: 'Final', en: 'Final' };
  const wanted = { examId: 6, systemId: 3, title, date: '2099-02-12', mayEnrol: true };
  const about = { ...asked, field: 'exam' as const, isCorrected: null, request: 'Devrait être à : Final' };
  const left = { examId: 2, systemId: 3, title: { fr: 'Matin', en: 'Morning' }, date: '2099-02-12' };
  open = [
    { ...about, wanted },
    { ...about, id: 5, wanted: { ...wanted, mayEnrol: false } },
    { ...about, id: 6, wanted, exam: { ...left, mayMove: true } },
  ];
  server.on(getUserInfo).reply(() => someUserInfo({ id: 9, fullName: 'Zoé Cote' }));
  server.on(getMessage).reply(() => someMessage());
  server.on(checkEmailAvailable).reply(() => false);
  server.on(searchUsers).reply(() => ({ data: [], totalItems: 0 }));
  // Two exams of one title: the words of the request do not tell them apart.
  server
    .on(listExams)
    .reply(() => [4, 6].map((id) => someListedExam({ id, title: 'Final', date: '2099-02-12' })));
  server.on(addCandidate).reply(() => true);
  server.on(moveCandidates).reply(() => ({ userIds: [9], others: [] }));
  renderPortal('/corrections');
  const enrol = await screen.findAllByRole('button', { name: /^Ajouter à l’examen «\sFinal/ });
  expect(enrol).toHaveLength(1);
  fireEvent.click(enrol[0] as HTMLElement);
  const question = within(await screen.findByRole('alertdialog', { name: /^Ajouter à l’examen/ }));
  fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  await waitFor(() =>
    expect(server.requestsTo(addCandidate)[0]).toMatchObject({
      body: { email: 'zoe@exemple.ca', requestId: 4 },
    }),
  );
  expect(server.requestsTo(addCandidate)[0]?.url.pathname).toMatch(/\/3\/6\//);
  fireEvent.click(await screen.findByRole('button', { name: /^Déplacer vers Final/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer Zoé Cote vers/ }));
  expect(await dialog.findByLabelText('Nouvel examen')).toHaveProperty('value', '6');
});

test('where the second factor was removed since the list was read, a reset says that there was none', async () => {
  open = [{ ...asked, field: 'secondFactor', person: { ...asked.person, hasSecondFactor: true } }];
  server.on(resetFactors).reply(() => false);
  renderPortal('/corrections');
  fireEvent.click(await screen.findByRole('button', { name: /^Réinitialiser la vérification/ }));
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Réinitialiser' }),
  );
  await screen.findByText(/^Zoé Cote n’a pas de vérification en deux étapes/);
  expect(screen.queryByText(/étapes réinitialisée/)).toBeNull();
});

test('the name opens the panel in which the correction is made', async () => {
  server.on(getUserInfo).reply(() => someUserInfo({ id: 9, fullName: 'Zoé Cote', mayManage: true }));
  renderPortal('/corrections');
  const name = await screen.findByRole('link', { name: 'Zoé Cote' });
  expect(name.getAttribute('href')).toBe('/configuration/users?q=zoe%40exemple.ca');
  fireEvent.click(name);
  const panel = within(await screen.findByRole('dialog', { name: /Zoé Cote/ }));
  await panel.findByRole('button', { name: 'Corriger les renseignements' });
});

test('one that somebody else has answered meanwhile says so in the dialog', async () => {
  server.on(answerCorrection).reply(() => problem(409, 'correction.alreadyAnswered'));
  renderPortal('/corrections');
  fireEvent.click(await screen.findByRole('button', { name: 'Répondre à Zoé Cote' }));
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer la réponse' }));
  await screen.findByText('Détail de correction.alreadyAnswered.');
});

test('answered ones show who answered what', async () => {
  renderPortal('/corrections');
  fireEvent.click(await screen.findByRole('radio', { name: 'Traitées' }));
  expect((await screen.findByText(/Il est juste\./)).textContent).toContain('Léa Roy');
});

const chief = { fullName: 'Ada Roy', email: 'ada@exemple.ca', isSuperAdmin: true };
const ofBoth = { ...asked, person: { ...asked.person, mayManage: false }, managers: [chief] };
const passedOn = { at: asked.askedAt, by: 'Léa Roy' };

test('a request that the reader may not fulfil names who may, and goes on in one press', async () => {
  open = [ofBoth];
  server.on(passOnCorrection).reply(() => {
    open = [{ ...ofBoth, passedOn }];
    return true;
  });
  renderPortal('/corrections');
  await screen.findByText(
    /reviennent à qui administre tous ses programmes : Ada Roy \(superadministration\)/,
  );
  expect(screen.queryByRole('button', { name: /^Corriger/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Transmettre la demande/ }));
  await screen.findByText(/Transmise par Léa Roy/);
  for (const name of [/^Transmettre/, /^Répondre/]) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(server.requestsTo(passOnCorrection)).toHaveLength(1);
});

test('a request about another system of the person goes to it in one press', async () => {
  const others = [{ systemId: 2, title: { fr: 'Examens PDI', en: 'PDI Exams' } }];
  open = [{ ...asked, field: 'other', others }];
  server.on(passOnCorrection).reply(() => {
    open = [];
    return true;
  });
  renderPortal('/corrections');
  fireEvent.click(await screen.findByRole('button', { name: /^Transmettre la demande à Examens PDI/ }));
  await screen.findByText('La demande est transmise à Examens PDI.');
  expect(String(server.requestsTo(passOnCorrection)[0]?.url)).toContain('systemId=2');
});

test('what an administrator of one of several systems may correct is offered, and the rest is not', async () => {
  open = [{ ...ofBoth, field: 'language' }];
  server.on(getUserInfo).reply(() => someUserInfo({ id: 9, mayCorrect: true }));
  renderPortal('/corrections');
  fireEvent.click(await screen.findByRole('button', { name: /^Corriger les renseignements/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByLabelText(/No d’étudiant/);
  for (const name of ['Prénom', 'Adresse courriel']) expect(dialog.queryByLabelText(name)).toBeNull();
});

test('home tells of whom a request was passed on to the reader', async () => {
  open = [{ ...asked, field: 'secondFactor', passedOn }];
  renderPortal('/home');
  await screen.findByText('Transmises parce que ces comptes sont dans plusieurs programmes : Zoé Cote.');
});

test('a request that was passed on to others does not wait for the reader', async () => {
  open = [{ ...ofBoth, passedOn }];
  renderPortal('/home');
  await waitFor(() => expect(server.requestsTo(listCorrections).length).toBeGreaterThan(0));
  expect(screen.queryByText(/attend une réponse/)).toBeNull();
});

test('a verification that is off already is not offered to be reset: the request is answered', async () => {
  open = [{ ...asked, field: 'secondFactor' }];
  renderPortal('/corrections');
  await screen.findByRole('button', { name: /^Répondre/ });
  expect(screen.queryByRole('button', { name: /^Réinitialiser/ })).toBeNull();
});

test('a request of somebody who cannot sign in is marked as urgent, and no other', async () => {
  open = [
    { ...asked, field: 'secondFactor' },
    { ...asked, id: 5 },
  ];
  renderPortal('/corrections');
  const [urgent, other] = await screen.findAllByRole('heading', { level: 2 });
  expect(urgent?.textContent).toMatch(/Urgent.: ne peut plus entrer$/);
  expect(other?.textContent).not.toMatch(/Urgent/);
});

test('a mail leads to its own request, which is marked and has the focus', async () => {
  open = [{ ...asked, id: 5, request: 'Une autre.' }, asked];
  renderPortal('/corrections?request=4&systemId=3&lang=fr');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Mon nom s’écrit Côté.'));
  expect(document.activeElement?.getAttribute('aria-current')).toBe('true');
  expect(document.querySelectorAll('li[aria-current]')).toHaveLength(1);
  expect(screen.queryByText(/n’attend plus de réponse/)).toBeNull();
});

test('where the request of a mail has its answer, the page says so and leads to it', async () => {
  open = [{ ...asked, id: 5, request: 'Une autre.' }];
  renderPortal('/corrections?request=4');
  await screen.findByText('La demande de votre courriel n’attend plus de réponse.');
  fireEvent.click(screen.getByRole('button', { name: 'Voir les demandes traitées' }));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Il est juste.'));
  expect(screen.queryByText(/n’attend plus de réponse/)).toBeNull();
});
