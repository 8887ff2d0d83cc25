import { getExam } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates } from '@guichet/contract/exams/places';
import { setPresence } from '@guichet/contract/exams/results';
import { listExtraTimes } from '@guichet/contract/exams/results.extraTime';
import type { ListedUser } from '@guichet/contract/identity/users';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someExam, someListedExam, someUser } from '../../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let people: ListedUser[];
beforeEach(() => {
  server = fakeServer();
  people = [
    someUser({ id: 1, lastName: 'Roy', firstName: 'Noé', fullName: 'Noé Roy', studentNumber: '300123456' }),
    someUser({ id: 2, lastName: 'Émond', firstName: 'Zoé', fullName: 'Zoé Émond' }),
    someUser({ id: 3, lastName: 'Roy', firstName: 'Ana', fullName: 'Ana Roy' }),
  ];
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(getExam).reply(() => someExam({}));
  server.on(listExams).reply(() => [someListedExam({ mayAttest: true })]);
  server.on(listCandidates).reply(() => people);
  server.on(setPresence).reply(({ url, body }) => {
    const { presence } = body as { presence: 'present' | 'absent' | null };
    set(Number(url.pathname.split('/').at(-1)), presence, 'Ève Roy');
    return true;
  });
});
afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

function set(id: number, state: 'present' | 'absent' | null, by: string) {
  const presence = state && { state, at: new Date('2027-02-01T14:05:00Z'), by };
  people = people.map((one) => (one.id === id ? { ...one, presence } : one));
}

const open = () => renderPortal('/configuration/exams/3/12/presence');
const button = (name: string) => screen.findByRole('button', { name: name.replace(' :', '\u00A0:') });
const press = async (name: string) => fireEvent.click(await button(name));
const sent = () =>
  server.requestsTo(setPresence).map(({ url, body }) => [url.pathname.split('/').at(-1), body]);
const pressed = async (name: string) => (await button(name)).getAttribute('aria-pressed');

test('everybody is ticked by one press, with hour and author, and a second press takes the tick back', async () => {
  open();
  await screen.findByText('0 présent · 0 absent · 3 à pointer');
  expect(screen.getAllByRole('listitem').filter((one) => within(one).queryByText(/, /))).toHaveLength(3);
  await press('Présent : Émond, Zoé');
  await screen.findByText('1 présent · 0 absent · 2 à pointer');
  await screen.findByText(/Pointage : 9.h.05, Ève Roy/);
  await press('Absent : Roy, Ana');
  await screen.findByText('1 présent · 1 absent · 1 à pointer');
  await press('Présent : Émond, Zoé');
  await screen.findByText('0 présent · 1 absent · 2 à pointer');
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()).toEqual([
    ['2', { presence: 'present', secondsAgo: 0 }],
    ['3', { presence: 'absent', secondsAgo: 0 }],
    ['2', { presence: null, secondsAgo: 0 }],
  ]);
  expect(await pressed('Absent : Roy, Ana')).toBe('true');
});

test('Enter in the search ticks the only person found as present, and nobody while several are', async () => {
  open();
  const field = await screen.findByRole('searchbox');
  const enter = (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  enter('roy');
  await screen.findByText('2 personnes correspondent : précisez le nom.');
  expect(sent()).toEqual([]);
  enter('roy noe');
  await screen.findByText('Présence pointée : Roy, Noé');
  expect((field as HTMLInputElement).value).toBe('');
  await waitFor(() => expect(sent()).toEqual([['1', { presence: 'present', secondsAgo: 0 }]]));
  enter('300123');
  const said = await screen.findByText('Présence pointée : Roy, Noé');
  expect(sent()).toHaveLength(1);
  // The words go with the tick; their line stays, so that no row moves under the pointer.
  await press('Présent : Roy, Noé');
  await waitFor(() => expect(said.textContent).toBe(''));
  expect(said.isConnected).toBe(true);
  expect(said.className).not.toContain('empty:hidden');
});

test('a list narrowed to those who are left keeps whoever is ticked in it until it is chosen again', async () => {
  set(1, 'present', 'Ève Roy');
  open();
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'unticked' } });
  expect(screen.queryByRole('button', { name: /^Présent.*Noé/ })).toBeNull();
  await press('Absent : Roy, Ana');
  await screen.findByText('1 présent · 1 absent · 1 à pointer');
  expect(await pressed('Absent : Roy, Ana')).toBe('true');
});

test('without a network ticks stay on the page and over a reload, it is said, and they are sent again with their age', async () => {
  let isDown = true;
  server.on(setPresence).reply(({ url, body }) => {
    if (isDown) throw new TypeError('Failed to fetch');
    set(Number(url.pathname.split('/').at(-1)), (body as { presence: 'present' }).presence, 'Ève Roy');
    return true;
  });
  open();
  await press('Présent : Émond, Zoé');
  await press('Absent : Roy, Ana');
  await screen.findByText('Le réseau ne répond pas : 2 pointages sont gardés sur cette page');
  expect(screen.getAllByText('Gardé sur cette page, pas encore envoyé')).toHaveLength(2);
  expect(await pressed('Présent : Émond, Zoé')).toBe('true');
  cleanup();
  open();
  await screen.findByText('1 présent · 1 absent · 1 à pointer');
  await screen.findByText('Le réseau ne répond pas : 2 pointages sont gardés sur cette page');
  isDown = false;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText(/Le réseau ne répond pas/)).toBeNull());
  await waitFor(() =>
    expect(people.map(({ presence }) => presence?.state)).toEqual([undefined, 'present', 'absent']),
  );
});

test('a tick that the server cannot take holds up nobody, and is tried again', async () => {
  server
    .on(setPresence)
    .reply(({ url }) => (url.pathname.endsWith('/2') ? problem(500, 'server.failed') : true));
  open();
  await press('Présent : Émond, Zoé');
  await waitFor(() => expect(sent()).toHaveLength(1));
  await press('Absent : Roy, Ana');
  await press('Absent : Roy, Noé');
  const tried = () => sent().map(([id]) => id);
  await waitFor(() => expect(tried()).toEqual(['2', '1', '3', '2']), { timeout: 8000 });
}, 10_000);

test('a press that corrects another one is the later one, however long the answer to the first has taken', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { promise: answered, resolve: answer } = Promise.withResolvers<true>();
  server.on(setPresence).reply(() => answered);
  open();
  await press('Présent : Émond, Zoé');
  await waitFor(() => expect(sent()).toHaveLength(1));
  vi.setSystemTime(Date.now() + 500);
  await press('Absent : Émond, Zoé');
  vi.setSystemTime(Date.now() + 3000);
  answer(true);
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual(['2', { presence: 'absent', secondsAgo: 0 }]);
});

test('when the page is left, ticks that wait behind another one are sent at once', async () => {
  server.on(setPresence).reply(() => new Promise<true>(() => undefined));
  open();
  await press('Présent : Émond, Zoé');
  await waitFor(() => expect(sent()).toHaveLength(1));
  await press('Absent : Roy, Ana');
  expect(sent()).toHaveLength(1);
  fireEvent(window, new Event('pagehide'));
  expect(sent()).toEqual([
    ['2', { presence: 'present', secondsAgo: 0 }],
    ['3', { presence: 'absent', secondsAgo: 0 }],
  ]);
});

test('a tick that the server refuses, or that somebody overtook, is told at the person', async () => {
  server.on(setPresence).reply(() => problem(409, 'exam.attestedPresent'));
  open();
  await press('Absent : Roy, Noé');
  await screen.findByText('Détail de exam.attestedPresent.');
  expect(await pressed('Absent : Roy, Noé')).toBe('false');
  server.on(setPresence).reply(() => {
    set(2, 'absent', 'Léo Roux');
    return false;
  });
  await press('Présent : Émond, Zoé');
  await screen.findByText(/plus tard : c’est ce pointage qui compte/);
  await waitFor(async () => expect(await pressed('Absent : Émond, Zoé')).toBe('true'));
});

test('before the day of the exam it is said when the check-in begins, above the people, whom nobody can tick yet', async () => {
  server.on(listExams).reply(() => [someListedExam({ mayAttest: false })]);
  open();
  await screen.findByText(/le pointage commence ce jour.là/);
  await screen.findByText('Émond, Zoé');
  const field = screen.getByRole('searchbox');
  fireEvent.change(field, { target: { value: 'noe' } });
  expect(screen.queryByText('Émond, Zoé')).toBeNull();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.queryByRole('button', { name: /^Présent/ })).toBeNull();
  expect(sent()).toEqual([]);
});

test('extra time shows at the door to who may see it, on request', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, seesExtraTime: true }] });
  server.on(getExam).reply(() => someExam({ startTime: '09:00', endTime: '12:00' }));
  server.on(listExtraTimes).reply(() => [
    {
      id: 2,
      fullName: '',
      email: '',
      isGiven: true,
      platform: null,
      extraTime: { minutes: 45, factor: null },
    },
  ]);
  open();
  await screen.findByText('Émond, Zoé');
  expect(server.requestsTo(listExtraTimes)).toEqual([]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Avec le temps supplémentaire' }));
  await screen.findByText(/^Temps supplémentaire.*45.min, jusqu’à 12.h.45$/);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Avec le temps supplémentaire' }));
  expect(screen.queryByText(/45.min/)).toBeNull();
});

test('who may not see extra time is not offered it', async () => {
  open();
  await screen.findByText('Émond, Zoé');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('the others are absent in one press, once somebody was ticked, and one press takes it back', async () => {
  open();
  await screen.findByText('0 présent · 0 absent · 3 à pointer');
  expect(screen.queryByRole('button', { name: 'Les autres sont absents' })).toBeNull();
  await press('Présent : Émond, Zoé');
  await press('Les autres sont absents');
  expect(screen.getByText(/^2 personnes ne sont pas encore pointées/)).toBeTruthy();
  await press('Oui, marquer 2 personnes absentes');
  await screen.findByText('1 présent · 2 absents · 0 à pointer');
  expect(screen.queryByRole('button', { name: 'Les autres sont absents' })).toBeNull();
  await waitFor(() => expect(sent()).toHaveLength(3));
  await press('Annuler ce changement – 2 personnes marquées absentes.');
  await screen.findByText('1 présent · 0 absent · 2 à pointer');
  await waitFor(() =>
    expect(people.map(({ presence }) => presence?.state)).toEqual([undefined, 'present', undefined]),
  );
});
