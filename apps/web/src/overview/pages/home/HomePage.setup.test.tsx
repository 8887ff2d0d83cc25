import { listPlatformTroubles } from '@guichet/contract/learning/learning.platforms';
import {
  closeSetup,
  listOpenSteps,
  type OpenStep,
  tryLearningPlatform,
  tryMailServer,
} from '@guichet/contract/overview/home.setup';
import { getUniversity, saveUniversity, type UniversityName } from '@guichet/contract/systems/university';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

let server: ReturnType<typeof fakeServer>;
let steps: OpenStep[];
beforeEach(() => {
  server = fakeServer();
  steps = [
    { step: 'universityName' },
    { step: 'publicAddress', address: 'http://localhost:3000' },
    { step: 'firstAddress', address: 'admin@guichet.local' },
    { step: 'secondSuperAdmin', waiting: [] },
    { step: 'senders', missing: 8, systems: 9 },
    { step: 'mailServer', transport: 'smtp' },
    { step: 'learningPlatform', platform: 'builtin' },
    { step: 'texts', systems: [{ systemId: 3, slug: 'dc', name: 'DC', lacks: 'message' }] },
    { step: 'administrator' },
    { step: 'backup', restoredOn: null },
  ];
  welcome(server, { isSuperAdmin: true, entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listOpenSteps).reply(() => steps);
});

async function openList() {
  renderPortal('/home');
  return within(await screen.findByRole('region', { name: 'Premiers réglages' }));
}

test('a platform that takes nothing stands above the first settings', async () => {
  server.on(listPlatformTroubles).reply(() => [
    {
      platformId: null,
      name: null,
      since: new Date('2027-02-12T20:05:00Z'),
      remark: { code: 'invalidtoken', params: {}, text: 'the token is unknown' },
      waiting: 1,
      refused: null,
    },
  ]);
  const list = await openList();
  const alarm = await screen.findByText(/^Rien ne passe vers la plateforme/);
  const settings = list.getByRole('button', { name: 'Écrire le nom' });
  expect(alarm.compareDocumentPosition(settings)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a super admin sees what the portal still needs, each line with the way to do it', async () => {
  const list = await openList();
  expect(list.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Nom de l’université',
    'Adresse publique du portail',
    'Adresse du premier compte',
    'Deuxième personne à la superadministration',
    'Adresse d’expédition de chaque système',
    'Serveur de messagerie',
    'Plateforme d’apprentissage',
    'Textes dans les deux langues',
    'Premier compte d’administration',
    'Sauvegarde',
  ]);
  expect(list.getByRole('button', { name: 'Écrire le nom' })).toBeDefined();
  expect(list.getByText(/^8 systèmes sur 9/)).toBeDefined();
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/configuration/users?q=admin%40guichet.local',
    '/configuration/users?new=superAdmin',
    '/configuration/contacts',
    '/configuration/platforms',
    '/dc/configuration?tab=email',
    '/configuration/users?new=admin',
  ]);
});

test('nobody else is asked about it', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  renderPortal('/home');
  await screen.findByRole('link', { name: 'Examens DC' });
  expect(server.requestsTo(listOpenSteps)).toEqual([]);
});

test('a test mail that was sent takes its line away; one that was refused says why', async () => {
  const list = await openList();
  const recipient = 'zoe.cote@exemple.ca';
  server
    .on(tryMailServer)
    .reply(() => ({ recipient, state: 'failed', reason: 'Cette adresse n’existe pas.' }));
  fireEvent.click(list.getByRole('button', { name: 'M’envoyer un courriel d’essai' }));
  const said = await list.findByRole('alert');
  expect(said.textContent).toBe(
    `Le courriel d’essai pour ${recipient} a été refusé.Cette adresse n’existe pas.`,
  );

  server.on(tryMailServer).reply(() => {
    steps = steps.filter(({ step }) => step !== 'mailServer');
    return { recipient, state: 'sent', reason: null };
  });
  fireEvent.click(list.getByRole('button', { name: 'M’envoyer un courriel d’essai' }));
  await screen.findByText(
    `Le serveur a accepté le courriel d’essai pour ${recipient}. Vérifiez qu’il est arrivé.`,
  );
  await waitFor(() => expect(list.queryByText('Serveur de messagerie')).toBeNull());
  // The button disappeared with its step, but the focus stays in the list.
  expect(document.activeElement).toBe(list.getByRole('list', { name: 'Premiers réglages' }));
});

test('a platform that does not work shows its problems, in the reader’s language where they have words', async () => {
  const list = await openList();
  const problems = [
    { code: 'invalidtoken', params: {}, text: 'the token is unknown' } as const,
    { code: null, params: {}, text: 'a strange answer' },
  ];
  server.on(tryLearningPlatform).reply(() => ({ product: null, problems }));
  fireEvent.click(list.getByRole('button', { name: 'Mettre à l’essai' }));
  expect((await list.findByText('a strange answer')).getAttribute('lang')).toBe('en');
  expect(list.getByText(/^Moodle ne connaît pas ce jeton/)).toBeDefined();
  server.on(tryLearningPlatform).reply(() => problem(503, 'busy'));
  fireEvent.click(list.getByRole('button', { name: 'Mettre à l’essai' }));
  await list.findByText('Détail de busy.');
});

test('the list goes when its reader says so, and only then', async () => {
  const list = await openList();
  server.on(closeSetup).reply(() => {
    steps = [];
    return true;
  });
  const hide = () => fireEvent.click(list.getByRole('button', { name: 'Masquer cette liste' }));
  hide();
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Non' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.requestsTo(closeSetup)).toEqual([]);
  hide();
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Oui' }));
  await waitFor(() => expect(screen.queryByText('Premiers réglages')).toBeNull());
});

const noMails = {
  emailFrom: null,
  emailFromName: null,
  emailFromNameEn: null,
  replyTo: null,
  phone: null,
  officeFr: null,
  officeEn: null,
  senderDomains: '',
};

test('the name of the university is written from its line; who wrote it meanwhile is told', async () => {
  server.on(getUniversity).reply(() => ({ ...noMails, fr: 'Université', en: 'University', version: 0 }));
  const list = await openList();
  fireEvent.click(list.getByRole('button', { name: 'Écrire le nom' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Université' }));
  // The fields do not begin with the neutral names.
  const french = await dialog.findByLabelText<HTMLInputElement>('Nom en français');
  const english = dialog.getByLabelText<HTMLInputElement>('Nom en anglais');
  expect([french.value, english.value]).toEqual(['', '']);
  server.on(saveUniversity).reply(() =>
    problem(400, 'request.invalid', {
      errors: [{ path: 'fr', messageKey: 'required' }],
    }),
  );
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  submit();
  await waitFor(() => expect(french.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(french);

  fireEvent.change(french, { target: { value: 'Université du Nord' } });
  expect(french.getAttribute('aria-invalid')).not.toBe('true');
  fireEvent.change(english, { target: { value: 'University of the North' } });
  const theirs = { ...noMails, fr: 'Université du Sud', en: 'University of the South', version: 4 };
  server.on(saveUniversity).reply(() => ({
    outcome: 'changedMeanwhile',
    current: { ...theirs, savedAt: new Date('2027-01-11T15:00:00Z'), savedBy: 'Ana Roy' },
  }));
  submit();
  const conflict = within(await screen.findByRole('dialog', { name: /entre-temps/ }));
  expect(conflict.getByText(/Ana Roy/).closest('section')?.textContent).toContain('University of the South');
  server.on(saveUniversity).reply(({ body }) => ({ ...noMails, ...(body as UniversityName), version: 5 }));
  fireEvent.click(conflict.getByRole('button', { name: 'Enregistrer les miennes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requestsTo(saveUniversity).map(({ body }) => (body as { version: number }).version)).toEqual([
    0, 4,
  ]);
});

test('a name in one language alone stands in both', async () => {
  server.on(getUniversity).reply(() => ({ ...noMails, fr: 'Université', en: 'University', version: 0 }));
  server.on(saveUniversity).reply(() => ({ ...noMails, fr: 'Nord', en: 'Nord', version: 1 }));
  const list = await openList();
  fireEvent.click(list.getByRole('button', { name: 'Écrire le nom' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Université' }));
  const french = await dialog.findByLabelText<HTMLInputElement>('Nom en français');
  fireEvent.change(french, { target: { value: 'Nord' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requestsTo(saveUniversity)[0]?.body).toMatchObject({ fr: 'Nord', en: 'Nord' });
});

test('Cancel in the form of the name asks before it discards what was typed, and only then', async () => {
  server.on(getUniversity).reply(() => ({ ...noMails, fr: 'Université', en: 'University', version: 0 }));
  const list = await openList();
  const open = async () => {
    fireEvent.click(list.getByRole('button', { name: 'Écrire le nom' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Université' }));
    return { dialog, french: await dialog.findByLabelText<HTMLInputElement>('Nom en français') };
  };
  const first = await open();
  fireEvent.click(first.dialog.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const { dialog, french } = await open();
  fireEvent.change(french, { target: { value: 'Université du Nord' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Abandonner la saisie?' }));
  fireEvent.click(question.getByText('Continuer la saisie', { selector: 'button' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(french.value).toBe('Université du Nord');
});
