import type { ReplyOf } from '@guichet/contract/core/endpoint';
import {
  type AccountMatch,
  joinAccounts,
  listAccountMatches,
  listPlatformAccounts,
  type PlatformAccount,
  releaseAccount,
} from '@guichet/contract/learning/learning.accounts';
import { listPlatforms } from '@guichet/contract/learning/learning.platforms';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const matchOf = (userId: number, more: Partial<AccountMatch> = {}): AccountMatch => ({
  userId,
  fullName: `Zoé Côté ${userId}`,
  email: `zoe${userId}@exemple.ca`,
  studentNumber: String(300_000 + userId),
  account: { externalId: `${userId}9`, name: `Zoe Cote ${userId}`, email: 'z@campus.test', number: '300' },
  agrees: true,
  obstacle: null,
  ...more,
});

let server: ReturnType<typeof fakeServer>;
let people: AccountMatch[];
beforeEach(() => {
  server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  server.on(listPlatforms).reply(() => ({
    environment: { kind: 'moodle', systems: [] },
    platforms: [],
    redirectUri: '',
  }));
  server.on(listAccountMatches).reply(({ body }) => {
    const rest = people.filter(({ userId }) => userId > (body as { after: number }).after);
    const matches = rest.slice(0, 100);
    return { matches, next: rest.length > 100 ? (matches.at(-1)?.userId ?? null) : null, problem: null };
  });
  server.on(joinAccounts).reply(({ body }) => join(body));
});

const pairsOf = (body: unknown) => (body as { pairs: { userId: number }[] }).pairs;
function join(body: unknown, refusals: ReplyOf<typeof joinAccounts>['refused'] = []) {
  const ids = pairsOf(body).map(({ userId }) => userId);
  const refused = refusals.filter(({ userId }) => ids.includes(userId));
  const obstacleOf = (id: number) => refused.find(({ userId }) => userId === id)?.obstacle;
  people = people.flatMap((one) => {
    const obstacle = obstacleOf(one.userId) ?? null;
    return ids.includes(one.userId) && !obstacle ? [] : { ...one, obstacle: obstacle ?? one.obstacle };
  });
  return { joined: ids.length - refused.length, refused, problem: null };
}
const joined = () => server.requestsTo(joinAccounts).map(({ body }) => pairsOf(body).length);

async function openAccounts() {
  renderPortal('/configuration/platforms');
  fireEvent.click(await screen.findByRole('button', { name: /^Comptes sur la plateforme.*Moodle/ }));
  return within(await screen.findByRole('dialog', { name: 'Comptes sur la plateforme « Moodle »' }));
}

async function confirm(title: string | RegExp) {
  const question = within(await screen.findByRole('alertdialog', { name: title }));
  fireEvent.click(question.getByRole('button', { name: 'Rattacher' }));
}

test('hundreds of matches stand on pages, by kind, and all whose names agree are joined after one question', async () => {
  people = Array.from({ length: 250 }, (_, n) => matchOf(n + 1));
  people[4] = matchOf(5, { agrees: false });
  people[6] = matchOf(7, { obstacle: 'staff' });
  const dialog = await openAccounts();
  const all = await dialog.findByRole('button', {
    name: 'Rattacher les 248 personnes dont le nom est le même',
  });
  expect(dialog.getAllByRole('row')).toHaveLength(21);
  fireEvent.change(dialog.getByLabelText('Afficher :'), { target: { value: 'barred' } });
  expect(dialog.getByText('Compte du personnel ou de l’administration.')).toBeTruthy();
  expect(dialog.getAllByRole('row')).toHaveLength(2);
  const refusals = [
    { userId: 9, obstacle: 'taken' as const },
    { userId: 10, obstacle: null },
  ];
  server.on(joinAccounts).reply(({ body }) => join(body, refusals));
  fireEvent.click(all);
  await confirm('Rattacher 248 personnes aux comptes qui portent leur nom?');
  await screen.findByText('Comptes rattachés : 246');
  expect(joined()).toEqual([100, 100, 48]);
  const notice = within(
    dialog.getByText('2 personnes n’ont pas été rattachées').parentElement as HTMLElement,
  );
  expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Zoé Côté 9 : Compte déjà utilisé pour une autre personne.',
    'Zoé Côté 10 : Le compte ou la personne a changé entre-temps.',
  ]);
  await dialog.findByRole('option', { name: 'Impossibles à rattacher (2)' });
  expect(dialog.getByRole('option', { name: 'Même nom (0)' })).toBeTruthy();
  // The focus stays in the dialog's table, so that the next Enter does not close the dialog.
  await waitFor(() =>
    expect(
      document.activeElement?.contains(dialog.getByRole('table', { name: 'Comptes qui correspondent' })),
    ).toBe(true),
  );
});

test('when the connection breaks on the way, what is done is not sent again', async () => {
  people = Array.from({ length: 150 }, (_, n) => matchOf(n + 1));
  const dialog = await openAccounts();
  server.on(joinAccounts).reply(({ body }) => (joined().length === 2 ? problem(503, 'busy') : join(body)));
  fireEvent.click(await dialog.findByRole('button', { name: /^Rattacher les 150/ }));
  await confirm(/^Rattacher 150/);
  const question = within(await screen.findByRole('alertdialog'));
  await question.findByText('Détail de busy.');
  fireEvent.click(question.getByRole('button', { name: 'Rattacher' }));
  await screen.findByText('Comptes rattachés : 50');
  expect(joined()).toEqual([100, 50, 50]);
});

test('an account with another name is joined only after a question that names both', async () => {
  people = [matchOf(5, { agrees: false, account: { ...matchOf(5).account, name: 'Max Roy' } }), matchOf(6)];
  const dialog = await openAccounts();
  fireEvent.click(
    await dialog.findByRole('button', { name: 'Rattacher Zoé Côté 6 au compte « Zoe Cote 6 »' }),
  );
  await waitFor(() => expect(joined()).toEqual([1]));
  fireEvent.click(await dialog.findByRole('button', { name: 'Rattacher Zoé Côté 5 au compte « Max Roy »' }));
  expect(joined()).toEqual([1]);
  await confirm('Ce compte est-il à Zoé Côté 5?');
  await dialog.findByText('Aucun compte ne correspond');
  expect(joined()).toEqual([1, 1]);
});

test('after a thousand people without a match one asks for the next ones', async () => {
  people = [];
  server.on(listAccountMatches).reply(({ body }) => {
    const next = (body as { after: number }).after + 100;
    return { matches: next === 1100 ? [matchOf(1050)] : [], next: next < 1500 ? next : null, problem: null };
  });
  const dialog = await openAccounts();
  await dialog.findByText(/1\s000 premières personnes : 0/);
  expect(dialog.queryByText('Aucun compte ne correspond')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Chercher plus loin' }));
  await dialog.findByText('Zoé Côté 1050');
});

test('one of hundreds of joined accounts is found by name and taken back', async () => {
  people = [];
  let accounts = Array.from({ length: 130 }, (_, n): PlatformAccount => {
    const { userId, fullName, email, studentNumber } = matchOf(n + 1);
    return {
      userId,
      fullName,
      email,
      studentNumber,
      key: String(300_000 + userId),
      externalId: '9',
      isJoined: true,
    };
  });
  server.on(listPlatformAccounts).reply(() => ({ accounts, next: null }));
  server.on(releaseAccount).reply(({ body }) => {
    accounts = accounts.filter(({ userId }) => userId !== (body as { userId: number }).userId);
    return true;
  });
  const dialog = await openAccounts();
  fireEvent.click(dialog.getByRole('radio', { name: 'Comptes connus' }));
  await waitFor(() => expect(dialog.getAllByRole('row')).toHaveLength(21));
  fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'cote 117' } });
  expect(dialog.getAllByRole('row')).toHaveLength(2);
  fireEvent.click(dialog.getByRole('button', { name: 'Détacher le compte : Zoé Côté 117' }));
  await screen.findByText('Compte détaché : Zoé Côté 117');
  await waitFor(() => expect(dialog.queryByText('Zoé Côté 117')).toBeNull());
});
