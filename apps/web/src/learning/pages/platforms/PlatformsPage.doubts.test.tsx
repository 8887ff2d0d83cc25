import { countDoubts, type Doubt, decideDoubt, listDoubts } from '@guichet/contract/learning/learning.doubts';
import { listPlatforms, type PlatformList } from '@guichet/contract/learning/learning.platforms';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const professor = {
  externalId: '55',
  login: 'prof.roy',
  authentication: 'ldap',
  name: 'Ada Roy',
  email: 'ada@campus.test',
};
const zoe: Doubt = {
  id: 1,
  userId: 248,
  name: 'Zoé Côté',
  email: 'zoe@exemple.ca',
  platformId: null,
  key: 'g248',
  accounts: [professor],
  reasons: ['login', 'signIn', 'person'],
};
const admin = { ...professor, externalId: '2', login: 'admin', name: 'Admin Campus' };
const max: Doubt = { ...zoe, id: 2, userId: 249, name: 'Max Roy', key: 'g249', reasons: ['several'] };
const ana: Doubt = { ...zoe, id: 3, userId: 250, name: 'Ana Lam', key: 'g250', reasons: ['staff'] };
const silent: Doubt = {
  ...zoe,
  id: 4,
  userId: 251,
  name: 'Léo Gay',
  key: 'g251',
  accounts: null,
  reasons: [],
};

let server: ReturnType<typeof fakeServer>;
let doubts: readonly Doubt[];
beforeEach(() => {
  server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  const list: PlatformList = { environment: { kind: 'moodle', systems: [] }, platforms: [], redirectUri: '' };
  server.on(listPlatforms).reply(() => list);
  doubts = [zoe, { ...max, accounts: [professor, admin] }, { ...ana, accounts: [admin] }, silent];
  server.on(listDoubts).reply(() => [...doubts]);
  server.on(countDoubts).reply(() => doubts.length);
  server.on(decideDoubt).reply(({ url }) => {
    doubts = doubts.filter(({ id }) => !url.pathname.endsWith(`/${id}`));
    return true;
  });
});

const decided = () => server.requestsTo(decideDoubt).map(({ url, body }) => [url.pathname, body]);

async function openDoubts() {
  renderPortal('/configuration/platforms');
  fireEvent.click(await screen.findByRole('button', { name: 'Comparer et décider' }));
  return within(await screen.findByRole('dialog', { name: 'Comptes douteux' }));
}

const rowOf = async (dialog: ReturnType<typeof within>, name: string) =>
  within(
    (await dialog.findByRole('rowheader', { name: new RegExp(`^${name}`) })).closest('tr') as HTMLElement,
  );

test('doubtful accounts are shown beside their people, with why, and only what may be theirs can be given', async () => {
  const dialog = await openDoubts();
  const row = await rowOf(dialog, 'Zoé Côté');
  expect(row.getByText('Ancien identifiant : g248')).toBeTruthy();
  expect(row.getByText('Ada Roy')).toBeTruthy();
  expect(row.getByText('Nom d’utilisateur : prof.roy')).toBeTruthy();
  expect(row.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Le nom d’utilisateur n’est pas celui que le portail avait donné.',
    'On y ouvre des sessions autrement que par le portail.',
    'Ni le nom ni l’adresse ne sont ceux de cette personne.',
  ]);
  const namesOf = async (name: string) =>
    (await rowOf(dialog, name)).queryAllByRole('button').map((one) => one.textContent);
  expect(await namesOf('Zoé Côté')).toEqual(['C’est son compte', 'Nouveau compte']);
  expect(await namesOf('Max Roy')).toEqual(['Nouveau compte']);
  expect(await namesOf('Ana Lam')).toEqual(['Nouveau compte']);
  expect(await namesOf('Léo Gay')).toEqual([]);
  expect(dialog.getByText(/^Une plateforme ne répond pas/)).toBeTruthy();
  doubts = [zoe];
  fireEvent.click(dialog.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(dialog.queryByText(/^Une plateforme ne répond pas/)).toBeNull());
});

test('each is decided on after a question, as it was seen, until none is left', async () => {
  doubts = [zoe, { ...max, accounts: [professor, admin] }];
  const dialog = await openDoubts();
  fireEvent.click(
    await dialog.findByRole('button', { name: 'Attribuer à Zoé Côté le compte «\u00a0Ada Roy\u00a0»' }),
  );
  let question = within(await screen.findByRole('alertdialog', { name: 'Ce compte est-il à Zoé Côté?' }));
  expect(question.getByText(/entrera dans le compte n°.55 \(Ada Roy\)/)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Non' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(decided()).toEqual([]);
  fireEvent.click(
    dialog.getByRole('button', { name: 'Attribuer à Zoé Côté le compte «\u00a0Ada Roy\u00a0»' }),
  );
  question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'C’est son compte' }));
  await screen.findByText('Décision enregistrée : Zoé Côté');
  await waitFor(() => expect(dialog.queryByText('Zoé Côté')).toBeNull());
  fireEvent.click(dialog.getByRole('button', { name: 'Donner un nouveau compte à Max Roy' }));
  question = within(await screen.findByRole('alertdialog', { name: 'Donner un nouveau compte à Max Roy?' }));
  fireEvent.click(question.getByRole('button', { name: 'Nouveau compte' }));
  await dialog.findByText('Aucun compte n’attend de décision');
  expect(decided()).toEqual([
    ['/api/learning/doubts/1', { externalId: '55' }],
    ['/api/learning/doubts/2', { externalId: null }],
  ]);
});

test('what has changed meanwhile is told in the question, and the list is read again', async () => {
  doubts = [zoe];
  server.on(decideDoubt).reply(() => {
    doubts = [{ ...zoe, reasons: ['staff'] }];
    return problem(409, 'platform.doubtChanged');
  });
  const dialog = await openDoubts();
  fireEvent.click(
    await dialog.findByRole('button', { name: 'Attribuer à Zoé Côté le compte «\u00a0Ada Roy\u00a0»' }),
  );
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'C’est son compte' }));
  await question.findByText('Détail de platform.doubtChanged.');
  await waitFor(() => expect(dialog.queryByText('C’est son compte')).toBeNull());
});

test('a list that cannot be read says so, and is read again', async () => {
  server.on(listDoubts).reply(() => problem(500, 'internal'));
  const dialog = await openDoubts();
  const again = await dialog.findByRole('button', { name: 'Réessayer' });
  server.on(listDoubts).reply(() => [zoe]);
  fireEvent.click(again);
  await rowOf(dialog, 'Zoé Côté');
});

test('nothing is told while no account is doubtful', async () => {
  doubts = [];
  renderPortal('/configuration/platforms');
  await screen.findByText('Aucune autre plateforme n’est inscrite.');
  await waitFor(() => expect(server.requestsTo(countDoubts)).not.toEqual([]));
  expect(screen.queryByRole('button', { name: 'Comparer et décider' })).toBeNull();
});
