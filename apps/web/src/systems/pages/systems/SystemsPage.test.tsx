import { listExams } from '@guichet/contract/exams/exams.list';
import {
  listPlatforms,
  moveSystem,
  type PlatformList,
  previewMove,
  tryPlatform,
} from '@guichet/contract/learning/learning.platforms';
import {
  changeSystem,
  createSystem,
  listSystems,
  type System,
  setArchived,
} from '@guichet/contract/systems/systems';
import { logoMaxBytes, removeLogo, saveLogo } from '@guichet/contract/systems/systems.logo';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someListedExam } from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let system: System;
let platforms: PlatformList;
beforeEach(() => {
  server = fakeServer();
  system = {
    id: 3,
    slug: 'dc',
    name: 'DC',
    coursePrefix: 'DC',
    templateId: null,
    semesterId: null,
    emailFrom: 'dc@exemple.ca',
    emailFromName: 'Examens',
    emailFromNameEn: null,
    replyTo: null,
    phone: null,
    officeFr: 'Bureau 312',
    officeEn: null,
    logoId: 7,
    isArchived: false,
  };
  welcome(server, { isSuperAdmin: true, entrances: [{ systemId: 3, isAdmin: true }] });
  platforms = { environment: { kind: 'builtin', systems: [] }, platforms: [], redirectUri: '' };
  server.on(listPlatforms).reply(() => platforms);
  server.on(listSystems).reply(() => [system]);
  server.on(changeSystem).reply(() => system);
  server.on(saveLogo).reply(() => system);
  server.on(removeLogo).reply(() => system);
});

async function edit() {
  renderPortal('/configuration');
  fireEvent.click(await screen.findByRole('button', { name: 'Modifier DC' }));
  return within(await screen.findByRole('dialog'));
}

test('the way to senders and contact details counts nothing, since the list of the first day counts otherwise', async () => {
  renderPortal('/configuration');
  await screen.findByRole('button', { name: 'Modifier DC' });
  expect(screen.getByRole('link', { name: 'Expéditeurs et coordonnées' })).toBeDefined();
});

test('an office in one language is said, while it is typed, to be shown to readers of the other', async () => {
  const dialog = await edit();
  const english = () => dialog.getByLabelText('Bureau, en anglais');
  const hint = () => document.getElementById(english().getAttribute('aria-describedby')?.split(' ')[0] ?? '');
  expect(hint()?.textContent).toMatch(/ces courriels donneront le texte de l’autre langue/);
  type(english(), 'Room 312');
  expect(hint()?.textContent).toMatch(/^Au bas des courriels/);
  type(dialog.getByLabelText('Bureau, en français'), '');
  expect(
    dialog.getByText(/ces courriels donneront le texte de l’autre langue/).closest('div')?.textContent,
  ).toMatch(/Bureau, en français/);
});

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const save = (dialog: ReturnType<typeof within>) =>
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
const methods = () =>
  server.seen.filter(({ url }) => url.pathname === '/api/SystemLogo/3').map(({ method }) => method);

test('a system to copy hands on nothing of how people reach it: sender, telephone and office are typed or left empty', async () => {
  const other = { ...system, id: 4, name: 'NP', emailFrom: 'np@exemple.ca', phone: '613 555-0144' };
  server.on(listSystems).reply(() => [system, other]);
  server.on(createSystem).reply(() => system);
  renderPortal('/configuration');
  fireEvent.click(await screen.findByRole('button', { name: 'Créer un système' }));
  const dialog = within(await screen.findByRole('dialog'));
  const typedIn = (label: string) => dialog.getByLabelText<HTMLInputElement>(label).value;
  const copy = dialog.getByLabelText('Système dont les textes sont copiés');
  type(dialog.getByLabelText('Bureau, en français'), 'Bureau 9');
  fireEvent.change(copy, { target: { value: '4' } });
  const shown = () => ['Adresse d’expédition', 'Téléphone', 'Bureau, en français'].map(typedIn);
  expect(shown()).toEqual(['', '', 'Bureau 9']);
  dialog.getByText(/L’expéditeur, les coordonnées, les personnes et les examens ne sont jamais copiés\.$/);
  dialog.getByText(/Ses adresses et son préfixe de cours ne changeront jamais\./);
  dialog.getByText(/^Il paraît dans les deux langues/);
  // The next free number stands there.
  expect(typedIn('Numéro')).toBe('5');
  type(dialog.getByLabelText('Nom'), 'Génie civil');
  fireEvent.click(dialog.getByRole('button', { name: 'Créer le système' }));
  // Only POST requests count, since the list has the same address.
  const made = () => server.requestsTo(createSystem).filter(({ method }) => method === 'POST');
  await waitFor(() => expect(made()).toHaveLength(1));
  expect(made()[0]?.body).toMatchObject({
    id: 5,
    copyFromSystem: 4,
    emailFrom: '',
    emailFromName: '',
    officeFr: 'Bureau 9',
    phone: '',
  });
  // The dialog has said what is final; the notice offers the next step.
  const team = await screen.findByRole('link', { name: 'Ajouter à l’administration' });
  expect(team.getAttribute('href')).toBe(`/${system.slug}/configuration?team=1`);
});

test('a system without coming exams is put aside after one question, and taken back by one press', async () => {
  server.on(listExams).reply(() => []);
  server.on(setArchived).reply(() => {
    system = { ...system, isArchived: !system.isArchived };
    return system;
  });
  renderPortal('/configuration');
  fireEvent.click(await screen.findByRole('button', { name: 'Mettre de côté\u00a0: DC' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(/Rien n’est supprimé/);
  fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  const aside = await screen.findByRole('table', { name: 'Systèmes mis de côté' });
  within(aside).getByRole('button', { name: 'Reprendre DC' });
  screen.getByText(/^Système mis de côté/);
  fireEvent.click(screen.getByRole('button', { name: 'Reprendre' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Systèmes mis de côté' })).toBeNull());
  expect(server.requestsTo(setArchived).map(({ body }) => body)).toEqual([
    { isArchived: true },
    { isArchived: false },
  ]);
  // The notice that offered to take it back is gone.
  expect(screen.queryByText(/^Système mis de côté/)).toBeNull();
});

test('a system with coming exams says how many, leads to them, and cannot be put aside', async () => {
  server.on(listExams).reply(() => [someListedExam(), someListedExam({ id: 13, courseId: 'dc-13' })]);
  renderPortal('/configuration');
  fireEvent.click(await screen.findByRole('button', { name: 'Mettre de côté\u00a0: DC' }));
  const question = within(await screen.findByRole('alertdialog'));
  await question.findByText(/DC a 2 examens à venir/);
  const way = question.getByRole('link', { name: 'Voir les examens à venir' });
  expect(way.getAttribute('href')).toBe('/dc/configuration?tab=cohorts');
  question.getByText('DC ne peut pas encore être mis de côté');
  expect(question.queryByRole('button', { name: 'Oui' })).toBeNull();
  expect(question.getAllByRole('button', { name: 'Fermer' })).toHaveLength(2);
});

test('reply address, telephone, office and the English sender are sent with the rest', async () => {
  const dialog = await edit();
  type(dialog.getByLabelText('Adresse de réponse'), 'bureau@exemple.ca');
  type(dialog.getByLabelText('Téléphone'), '613 555-0133');
  type(dialog.getByLabelText('Expéditeur des courriels en anglais'), 'Exams');
  type(dialog.getByLabelText('Bureau, en anglais'), 'Room 312');
  save(dialog);
  await waitFor(() => expect(server.requestsTo(changeSystem)).toHaveLength(1));
  expect(server.requestsTo(changeSystem)[0]?.body).toEqual({
    name: 'DC',
    templateId: null,
    semesterId: null,
    emailFrom: 'dc@exemple.ca',
    emailFromName: 'Examens',
    emailFromNameEn: 'Exams',
    replyTo: 'bureau@exemple.ca',
    phone: '613 555-0133',
    officeFr: 'Bureau 312',
    officeEn: 'Room 312',
    before: system,
  });
  await screen.findByText('Système enregistré : DC');
  expect(methods()).toEqual([]);
});

test('what somebody else has saved meanwhile is shown, and overwritten only after a question', async () => {
  const current = {
    ...system,
    phone: '613 555-0100',
    savedAt: new Date('2027-01-11T15:00:00Z'),
    savedBy: 'Léa Roy',
  };
  server
    .on(changeSystem)
    .reply(({ body }) =>
      (body as { before: System }).before.phone === null ? { outcome: 'changedMeanwhile', current } : system,
    );
  const dialog = await edit();
  type(dialog.getByLabelText('Téléphone'), '613 555-0199');
  save(dialog);
  const question = await screen.findByRole('dialog', {
    name: 'Une autre version a été enregistrée entre-temps',
  });
  for (const said of ['Léa Roy', '613 555-0100', '613 555-0199'])
    expect(question.textContent).toContain(said);
  expect(question.textContent).not.toContain('Bureau 312');
  fireEvent.click(within(question).getByRole('button', { name: 'Enregistrer les miennes' }));
  await screen.findByText('Système enregistré : DC');
  expect(server.requestsTo(changeSystem).at(-1)?.body).toMatchObject({
    phone: '613 555-0199',
    before: { phone: '613 555-0100' },
  });
});

test('a refused field is told at it', async () => {
  const errors = [{ path: 'replyTo', messageKey: 'email' }];
  server.on(changeSystem).reply(() => problem(400, 'request.invalid', { errors }));
  const dialog = await edit();
  save(dialog);
  const field = dialog.getByLabelText('Adresse de réponse');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field);
});

test('the logo is shown, replaced or removed with the rest, and one that is too large is not sent', async () => {
  const dialog = await edit();
  expect(dialog.getByRole('img', { name: 'Logo actuel' }).getAttribute('src')).toBe('/api/valid/logo/3?v=7');
  const field = dialog.getByLabelText(/Logo en tête des courriels/);
  dialog.getByText('Remplacez le logo par une autre image');
  const choose = (file: File) => fireEvent.change(field, { target: { files: [file] } });
  choose(new File([new Uint8Array(logoMaxBytes + 1)], 'grand.png'));
  await dialog.findByText(/Ce fichier dépasse 200/);
  save(dialog);
  expect(server.requestsTo(changeSystem)).toEqual([]);
  choose(new File(['x'], 'logo.png'));
  expect(dialog.queryByText(/Ce fichier dépasse/)).toBeNull();
  server.on(saveLogo).reply(() => problem(400, 'logo.wrongKind'));
  save(dialog);
  await dialog.findByText('Détail de logo.wrongKind.');
  fireEvent.click(dialog.getByRole('button', { name: 'Retirer l’image choisie' }));
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Retirer le logo' }));
  save(dialog);
  await vi.waitFor(() => expect(methods()).toEqual(['POST', 'DELETE']));
});

test('another platform is chosen after a look at what that moves; without registered ones there is no choice', async () => {
  const dialog = await edit();
  await waitFor(() => expect(server.requestsTo(listPlatforms)).toHaveLength(1));
  expect(dialog.queryByLabelText('Plateforme d’apprentissage')).toBeNull();
  cleanup();

  const numbers = {
    semesterId: null,
    templateId: null,
    studentRole: 5,
    callSeconds: 30,
    copySeconds: 120,
    version: 1,
  };
  const campus = { id: 7, name: 'Campus', kind: 'moodle', address: 'https://moodle.exemple.ca' } as const;
  const inSettings = { kind: 'builtin', systems: [{ systemId: 3, slug: 'dc', name: 'DC' }] };
  platforms = {
    environment: inSettings,
    platforms: [{ ...campus, ...numbers, systems: [] }],
    redirectUri: '',
  };
  const counts = { courses: 2, enrolments: 31, left: 1, past: 4, semesterId: 9, templateId: null };
  server.on(previewMove).reply(() => counts);
  server.on(moveSystem).reply(() => {
    const { systems } = inSettings;
    const environment = { ...inSettings, systems: [] };
    platforms = { environment, platforms: [{ ...campus, ...numbers, systems }], redirectUri: '' };
    return counts;
  });
  const silent = { product: null, site: null, secondsAhead: null, notes: [] };
  server
    .on(tryPlatform)
    .reply(() => ({ ...silent, problems: [{ code: null, params: {}, text: 'getaddrinfo ENOTFOUND' }] }));
  const again = await edit();
  await screen.findByText(/^Plateforme\s: celle des réglages$/);
  const choice = await again.findByLabelText('Plateforme d’apprentissage');
  type(choice, '7');
  await again.findByText(/créés de nouveau sur cette plateforme\s: 2, avec 31 inscriptions/);
  await again.findByText(/^L’essai n’a pas réussi/);
  expect(again.getByText('getaddrinfo ENOTFOUND')).toBeTruthy();
  expect(server.requestsTo(previewMove)[0]?.body).toEqual({ platformId: 7 });
  expect(server.requestsTo(moveSystem)).toEqual([]);
  // A save before the move would lose the choice without a warning.
  save(again);
  await again.findByText(/^Le système n’est pas encore déplacé/);
  expect(document.activeElement).toBe(choice);
  expect(server.requestsTo(changeSystem)).toEqual([]);
  fireEvent.click(again.getByRole('button', { name: 'Déplacer vers Campus' }));
  const moved = (await again.findByText(/^Le système utilise maintenant/)).closest('[tabindex="-1"]');
  expect(document.activeElement).toBe(moved);
  expect(again.getByRole('link', { name: 'Voir l’avancement' }).getAttribute('href')).toBe(
    '/dc/configuration',
  );
  expect(again.queryByRole('button', { name: 'Annuler' })).toBeNull();
  expect(server.requestsTo(moveSystem)[0]?.body).toEqual({ platformId: 7 });
  await waitFor(() => expect(again.queryByRole('button', { name: 'Déplacer vers Campus' })).toBeNull());
  fireEvent.click(within(again.getByRole('heading').parentElement as HTMLElement).getByRole('button'));
  await screen.findByText(/^Plateforme\s: Campus$/);
});
