import {
  addPlatform,
  changePlatform,
  listPlatforms,
  listPlatformTroubles,
  type Platform,
  type PlatformList,
  removePlatform,
  type TrialResult,
  tryPlatform,
  tryPlatformWithCourse,
} from '@guichet/contract/learning/learning.platforms';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const redirectUri = 'https://guichet.exemple.ca/configuration/platforms/brightspace/callback';

const campus: Platform = {
  id: 7,
  name: 'Campus',
  kind: 'moodle',
  address: 'https://moodle.exemple.ca',
  semesterId: 3,
  templateId: null,
  studentRole: 5,
  callSeconds: 30,
  copySeconds: 120,
  version: 4,
  systems: [{ systemId: 3, slug: 'dc', name: 'DC' }],
};

const answering = { product: 'Moodle 4.5.6', site: 'Campus', secondsAhead: 0, problems: [], notes: [] };

let server: ReturnType<typeof fakeServer>;
let list: PlatformList;
beforeEach(() => {
  server = fakeServer();
  list = { environment: { kind: 'builtin', systems: [] }, platforms: [campus], redirectUri };
  welcome(server, { isSuperAdmin: true });
  server.on(listPlatforms).reply(() => list);
  server.on(tryPlatform).reply(() => answering);
});

const open = async (button: string | RegExp) => {
  renderPortal('/configuration/platforms');
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
};
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (dialog: ReturnType<typeof within>, name: string) =>
  fireEvent.click(dialog.getByRole('button', { name }));

test('the list begins with the platform of the settings, and says when none is registered', async () => {
  list = { ...list, platforms: [] };
  renderPortal('/configuration/platforms');
  await screen.findByText('Aucune autre plateforme n’est inscrite.');
  expect(screen.getByRole('rowheader', { name: 'Plateforme des réglages' })).toBeTruthy();
  expect(screen.getByText('intégrée au portail')).toBeTruthy();
});

test('a list that cannot be read says so, and is read again', async () => {
  server.on(listPlatforms).reply(() => problem(500, 'internal'));
  renderPortal('/configuration/platforms');
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  server.on(listPlatforms).reply(() => list);
  fireEvent.click(again);
  await screen.findByRole('rowheader', { name: 'Campus' });
});

test('a platform that takes nothing says why, how much waits, and opens its form', async () => {
  server.on(listPlatformTroubles).reply(() => [
    {
      platformId: 7,
      name: 'Campus',
      since: new Date('2027-02-12T20:05:00Z'),
      remark: { code: 'connectAgain', params: {}, text: 'connect again' },
      waiting: 31,
      refused: null,
    },
  ]);
  renderPortal('/configuration/platforms');
  await screen.findByText(/^Rien ne passe vers la plateforme «.Campus.» depuis le 12 février 2027 à \d/);
  expect(screen.getByText(/^Brightspace n’accepte plus le jeton de renouvellement/)).toBeTruthy();
  expect(screen.getByText(/^31 demandes attendent/)).toBeTruthy();
  expect(screen.queryByText(/^La superadministration peut/)).toBeNull();
  const [inNotice] = await screen.findAllByRole('button', { name: 'Modifier Campus' });
  fireEvent.click(inNotice as HTMLElement);
  expect(within(await screen.findByRole('dialog')).getByLabelText('Nom')).toHaveProperty('value', 'Campus');
});

test('a platform is tried before it is saved: its version, its clock, what is missing', async () => {
  server.on(tryPlatform).reply(() => ({
    product: 'Moodle 4.5.6',
    site: 'Campus numérique',
    secondsAhead: -300,
    problems: [
      { code: 'noTemplate', params: { id: '42' }, text: 'there is no template with the id 42' },
      { code: null, params: {}, text: 'Moodle refuses: nothing' },
    ],
    notes: [{ code: 'forGrades', params: { names: 'gradereport_user_get_grade_items' }, text: '' }],
  }));
  const dialog = await open('Inscrire une plateforme');
  type(dialog.getByLabelText('Nom'), 'Autre');
  type(dialog.getByLabelText('Adresse'), 'https://autre.exemple.ca');
  type(dialog.getByLabelText('Jeton du service web'), 'jeton-secret');
  press(dialog, 'Essayer');
  await dialog.findByText('Moodle 4.5.6');
  expect(dialog.getByText('Campus numérique')).toBeTruthy();
  expect(dialog.getByText(/en retard de 300/)).toBeTruthy();
  expect(dialog.getByText(/^Aucun modèle de cours n’a le numéro 42/).getAttribute('lang')).toBeNull();
  expect(dialog.getByText('Moodle refuses: nothing').getAttribute('lang')).toBe('en');
  expect(dialog.getByText(/^Pour les notes, ajoutez au service web\s: gradereport_/)).toBeTruthy();
  expect(document.activeElement?.contains(dialog.getByText('Moodle 4.5.6'))).toBe(true);
  expect(server.requestsTo(tryPlatform)[0]?.body).toEqual({
    platformId: null,
    kind: 'moodle',
    address: 'https://autre.exemple.ca',
    credentials: { token: 'jeton-secret' },
    semesterId: null,
    templateId: null,
    studentRole: 5,
    callSeconds: 30,
    copySeconds: 120,
  });
  const saved = server
    .requestsTo(addPlatform)
    .filter(({ method, url }) => method === 'POST' && url.pathname === '/api/learning/platforms');
  expect(saved).toEqual([]);
});

test('another kind has other credentials, and no role that all its sites have', async () => {
  const dialog = await open('Inscrire une plateforme');
  type(dialog.getByLabelText('Type'), 'brightspace');
  expect(dialog.queryByLabelText('Jeton du service web')).toBeNull();
  for (const label of [/Numéro de client/, /Secret du client/, /^Jeton de renouvellement/])
    expect((dialog.getByLabelText(label) as HTMLInputElement).type).toBe('password');
  expect((dialog.getByLabelText('Rôle des étudiants') as HTMLInputElement).value).toBe('');
  type(dialog.getByLabelText('Type'), 'moodle');
  expect((dialog.getByLabelText('Rôle des étudiants') as HTMLInputElement).value).toBe('5');
});

test('a trial with a hidden course shows each step, and the first that failed', async () => {
  server.on(tryPlatformWithCourse).reply(() => ({
    steps: [
      { step: 'course', problem: null },
      { step: 'accounts', problem: { code: null, params: {}, text: 'the service user lacks a permission' } },
      { step: 'removal', problem: null },
    ],
    notes: [{ code: 'accountsStay', params: { accounts: 'guichet-check-fr (id 4)' }, text: '' }],
  }));
  const dialog = await open('Modifier Campus');
  press(dialog, 'Essayer avec un cours caché');
  await dialog.findByText('L’essai s’est arrêté');
  expect(dialog.getByText('the service user lacks a permission')).toBeTruthy();
  expect(dialog.getAllByText('réussi')).toHaveLength(1);
  expect(dialog.getByText('réussi; les comptes restent, comme prévu')).toBeTruthy();
  expect(
    dialog.getByText(/Les comptes de l’essai restent.*guichet-check-fr \(id 4\).*C’est prévu/),
  ).toBeTruthy();
});

test('credentials are never filled in, and stay when nothing is entered; a refused field is told at it', async () => {
  server.on(changePlatform).reply(() =>
    problem(400, 'request.invalid', {
      errors: [{ path: 'credentials.token', messageKey: 'credentialAgain' }],
    }),
  );
  const dialog = await open('Modifier Campus');
  const token = dialog.getByLabelText('Jeton du service web') as HTMLInputElement;
  expect([token.value, token.type]).toEqual(['', 'password']);
  type(dialog.getByLabelText('Adresse'), 'https://ailleurs.exemple.ca');
  press(dialog, 'Enregistrer');
  await dialog.findByText(/L’adresse a changé/);
  await waitFor(() => expect(document.activeElement).toBe(token));
  server.on(changePlatform).reply(() => ({ id: 7 }));
  type(token, 'nouveau');
  press(dialog, 'Enregistrer');
  await screen.findByText(/^Plateforme enregistrée/);
  expect(server.requestsTo(changePlatform).at(-1)?.body).toMatchObject({
    name: 'Campus',
    credentials: { token: 'nouveau' },
    semesterId: 3,
    version: 4,
  });
});

const theirs = {
  ...campus,
  name: 'Campus Nord',
  templateId: 12,
  version: 5,
  savedAt: new Date('2099-01-01T15:00:00Z'),
  savedBy: 'Anne Roy',
  hasNewCredentials: true,
};
const sent = () => server.requestsTo(changePlatform).map(({ body }) => body);

/** Saves a longer time for a copy after somebody else has saved another name, a template and credentials. */
async function meetConflict() {
  const form = await open('Modifier Campus');
  type(form.getByLabelText(/^Durée d’une copie/), '300');
  server.on(changePlatform).reply(() => ({ outcome: 'changedMeanwhile', current: theirs }));
  press(form, 'Enregistrer');
  const conflict = await screen.findByRole('dialog', {
    name: 'Une autre version a été enregistrée entre-temps',
  });
  return { form, conflict: within(conflict) };
}

test('the second who edits a platform is shown what the first has saved, never credentials, and may take it', async () => {
  const { form, conflict } = await meetConflict();
  expect(sent()).toMatchObject([{ copySeconds: 300, version: 4 }]);
  expect(conflict.getByText(/par Anne Roy/)).toBeTruthy();
  const saved = within(conflict.getByRole('region', { name: 'Ce qui est enregistré' }));
  const fields = ['Nom', 'Accès', 'Numéro du cours à copier', 'Durée d’une copie, en secondes'];
  for (const name of fields) expect(saved.getByText(name)).toBeTruthy();
  for (const name of ['Type', 'Adresse', 'Rôle des étudiants']) expect(saved.queryByText(name)).toBeNull();
  expect(saved.getByText('Accès').parentElement?.textContent).toBe('AccèsRemplacé entre-temps');
  press(conflict, 'Garder ce qui est enregistré');
  await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(1));
  expect((form.getByLabelText('Nom') as HTMLInputElement).value).toBe('Campus Nord');
  expect((form.getByLabelText(/^Durée d’une copie/) as HTMLInputElement).value).toBe('120');
  server.on(changePlatform).reply(() => ({ id: 7 }));
  type(form.getByLabelText('Nom'), 'Campus Sud');
  press(form, 'Enregistrer');
  await screen.findByText(/^Plateforme enregistrée/);
  expect(sent().at(-1)).toMatchObject({ name: 'Campus Sud', copySeconds: 120, version: 5 });
});

test('or saves over it, over this version and no later one; going on leaves what was typed', async () => {
  const { form, conflict } = await meetConflict();
  press(conflict, 'Continuer la modification');
  await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(1));
  expect((form.getByLabelText(/^Durée d’une copie/) as HTMLInputElement).value).toBe('300');
  press(form, 'Enregistrer');
  const again = within(
    await screen.findByRole('dialog', { name: 'Une autre version a été enregistrée entre-temps' }),
  );
  expect(sent().at(-1)).toMatchObject({ version: 4 });
  server.on(changePlatform).reply(() => ({ id: 7 }));
  press(again, 'Enregistrer les miennes');
  await screen.findByText(/^Plateforme enregistrée/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent().at(-1)).toMatchObject({ name: 'Campus', copySeconds: 300, version: 5 });
});

test('what is refused of a save over the other one is told in the form', async () => {
  const { form, conflict } = await meetConflict();
  server.on(changePlatform).reply(() =>
    problem(400, 'request.invalid', {
      errors: [{ path: 'credentials.token', messageKey: 'credentialAgain' }],
    }),
  );
  press(conflict, 'Enregistrer les miennes');
  await form.findByText(/^L’adresse a changé/);
  await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(1));
  server.on(changePlatform).reply(() => ({ id: 7 }));
  press(form, 'Enregistrer');
  await screen.findByText(/^Plateforme enregistrée/);
  expect(sent().at(-1)).toMatchObject({ version: 5 });
});

test('a platform in use is not removed, with the reason; another one is', async () => {
  server.on(removePlatform).reply(() => problem(409, 'platform.inUse', { params: { systems: 'DC' } }));
  renderPortal('/configuration/platforms');
  fireEvent.click(await screen.findByRole('button', { name: 'Retirer Campus' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Retirer Campus' }));
  question.getByText(/^L’accès à Campus sera effacé.* La retirer\?$/);
  press(question, 'Oui');
  await question.findByText('Détail de platform.inUse.');
  server.on(removePlatform).reply(() => true);
  press(question, 'Oui');
  await screen.findByText(/^Plateforme retirée/);
});

test('a Brightspace may have a way in, which is refused without the place of the course', async () => {
  server
    .on(addPlatform)
    .reply(() =>
      problem(400, 'request.invalid', { errors: [{ path: 'credentials.wayIn', messageKey: 'wayIn' }] }),
    );
  const dialog = await open('Inscrire une plateforme');
  type(dialog.getByLabelText('Type'), 'brightspace');
  type(dialog.getByLabelText('Nom'), 'Brightspace');
  type(dialog.getByLabelText('Adresse'), 'https://bs.exemple.ca');
  type(dialog.getByLabelText('Rôle des étudiants'), '110');
  const wayIn = dialog.getByLabelText(/^Adresse d’entrée/) as HTMLInputElement;
  expect([wayIn.type, wayIn.required]).toEqual(['text', false]);
  type(wayIn, 'https://sso.exemple.ca/');
  press(dialog, 'Enregistrer');
  await dialog.findByText(/contient \{course\} une seule fois/);
  await waitFor(() => expect(document.activeElement).toBe(wayIn));
  const added = server.requestsTo(addPlatform).find(({ method }) => method === 'POST');
  expect(added?.body).toMatchObject({
    kind: 'brightspace',
    credentials: { clientId: '', clientSecret: '', refreshToken: '', wayIn: 'https://sso.exemple.ca/' },
  });
});

test('that only accounts stay is no warning; that the course stays is one', async () => {
  const accounts = {
    code: 'accountsStay',
    params: { accounts: 'guichet-check-fr (id 4)' },
    text: '',
  } as const;
  const course = { code: 'courseStays', params: { course: 'GUICHET-CHECK', said: 'no' }, text: '' } as const;
  let notes: TrialResult['notes'] = [accounts];
  server.on(tryPlatformWithCourse).reply(() => ({ steps: [{ step: 'removal', problem: null }], notes }));
  const dialog = await open('Modifier Campus');
  press(dialog, 'Essayer avec un cours caché');
  await dialog.findByText('Tout a réussi');
  expect(dialog.queryByText(/^en partie/)).toBeNull();
  notes = [course, accounts];
  press(dialog, 'Essayer avec un cours caché');
  await dialog.findByText('Tout a réussi, avec des remarques');
  expect(dialog.getByText(/^en partie/)).toBeTruthy();
});

test('a platform whose trial has failed, or whose address is registered already, is saved after a question', async () => {
  const silent = { product: null, site: null, secondsAhead: null, problems: [], notes: [] };
  server.on(tryPlatform).reply(() => silent);
  server.on(addPlatform).reply(() => ({ id: 8 }));
  const added = () =>
    server
      .requestsTo(addPlatform)
      .filter(({ method, url }) => method === 'POST' && url.pathname === '/api/learning/platforms');
  const dialog = await open('Inscrire une plateforme');
  type(dialog.getByLabelText('Nom'), 'Autre');
  type(dialog.getByLabelText('Adresse'), `${campus.address}/`);
  press(dialog, 'Essayer');
  await dialog.findByText('Le site n’a pas répondu comme il faut');
  press(dialog, 'Enregistrer');
  const question = within(await screen.findByRole('alertdialog', { name: 'Enregistrer quand même?' }));
  expect(question.getByText(/^L’essai n’a pas réussi/)).toBeTruthy();
  expect(question.getByText(/^«\sCampus\s» a déjà cette adresse/)).toBeTruthy();
  expect(added()).toEqual([]);
  press(question, 'Revenir au formulaire');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  // The failure was that of another draft; the save tries the present one, which is silent too.
  type(dialog.getByLabelText('Adresse'), 'https://autre.exemple.ca');
  press(dialog, 'Enregistrer');
  const second = within(await screen.findByRole('alertdialog', { name: 'Enregistrer quand même?' }));
  expect([added(), server.requestsTo(tryPlatform).length]).toEqual([[], 2]);
  press(second, 'Revenir au formulaire');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  server.on(tryPlatform).reply(() => answering);
  type(dialog.getByLabelText('Adresse'), 'https://encore.exemple.ca');
  press(dialog, 'Enregistrer');
  await screen.findByText(/^Plateforme enregistrée/);
  expect(added()).toHaveLength(1);
});

test('a good answer of the site does not hide that the trial with a course has failed', async () => {
  server.on(tryPlatformWithCourse).reply(() => ({
    steps: [{ step: 'course', problem: { code: null, params: {}, text: 'no' } }],
    notes: [],
  }));
  const dialog = await open('Modifier Campus');
  press(dialog, 'Essayer avec un cours caché');
  await dialog.findByText('L’essai s’est arrêté');
  press(dialog, 'Essayer');
  await dialog.findByText('Le portail peut utiliser ce site');
  press(dialog, 'Enregistrer');
  expect(await screen.findByText(/^L’essai n’a pas réussi/)).toBeTruthy();
});

test('each kind names its semester and its template in its own words, and what is too long is told, not cut', async () => {
  const dialog = await open('Inscrire une plateforme');
  expect(dialog.getByLabelText(/^Numéro de la catégorie/)).toBeTruthy();
  expect(dialog.getByLabelText(/^Numéro du cours à copier/)).toBeTruthy();
  type(dialog.getByLabelText('Type'), 'brightspace');
  expect(dialog.getByLabelText(/^Numéro du modèle de cours/)).toBeTruthy();
  const semester = dialog.getByLabelText(/^Numéro du semestre/) as HTMLInputElement;
  for (const field of dialog.getAllByRole('textbox')) expect(field.getAttribute('maxlength')).toBeNull();
  type(dialog.getByLabelText('Nom'), 'n'.repeat(101));
  type(dialog.getByLabelText('Adresse'), 'https://bs.exemple.ca');
  type(semester, '1234567890');
  press(dialog, 'Enregistrer');
  await dialog.findByText('Ce texte est trop long : 100 caractères au plus. Raccourcissez-le.');
  expect(semester.getAttribute('aria-invalid')).toBe('true');
  expect(dialog.getByText(/d’au plus neuf chiffres/)).toBeTruthy();
  expect(server.requestsTo(addPlatform).filter(({ method }) => method === 'POST')).toEqual([]);
});
