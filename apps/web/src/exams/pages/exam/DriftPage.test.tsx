import { getExam } from '@guichet/contract/exams/exams';
import { type Drift, getDrift, readDrift, repairDrift } from '@guichet/contract/learning/learning.drift';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someExam } from '../../../testing/samples.ts';

const nothing: Drift = {
  state: 'done',
  reason: null,
  nextTryAt: null,
  readAt: new Date('2027-01-12T19:05:00Z'),
  counts: { course: 0, missing: 0, changed: 0, strangers: 0 },
  onPlatform: 3,
  others: 0,
  underway: 0,
  isSuspensionRead: true,
  course: [],
  missing: [],
  changed: [],
  strangers: [],
};
const zoe = { key: 'g1', name: 'Zoé Côté', email: 'zoe@exemple.ca' };
const noe = { key: 'g2', name: 'Noé Roy', email: 'noe@exemple.ca' };
const addressTaken = {
  code: 'addressTaken',
  params: { said: 'Address is in use' },
  text: 'the address is taken',
} as const;
const wordsOfItsOwn = { code: null, params: {}, text: 'no token' } as const;

const drifted: Drift = {
  ...nothing,
  counts: { course: 3, missing: 250, changed: 2, strangers: 1 },
  others: 2,
  course: [
    { fact: 'isOpen', wanted: 'true', found: 'false', isRepairable: true },
    {
      fact: 'startsAt',
      wanted: '2027-04-30T04:00:00.000Z',
      found: '2027-05-01T04:00:00.000Z',
      isRepairable: true,
    },
    { fact: 'unmarked', wanted: 'DC-1', found: 'DC-1-bis', isRepairable: true },
  ],
  missing: [
    { ...zoe, cause: 'refused', reason: addressTaken, isRepairable: true },
    { ...noe, cause: 'accountSuspended', reason: null, isRepairable: false },
  ],
  changed: [
    {
      ...zoe,
      causes: ['name', 'email'],
      found: { name: 'Zoé Roy', email: 'roy@exemple.ca', key: 'g1' },
      twins: [],
      isRepairable: true,
    },
    {
      ...noe,
      causes: ['twins'],
      found: { name: 'Noé Roy', email: noe.email, key: 'g2' },
      twins: ['41'],
      isRepairable: false,
    },
  ],
  strangers: [
    { externalId: '77', key: null, name: 'Ada Ajoutée', email: 'ada@ailleurs.ca', cause: 'unknown' },
  ],
};

let server: ReturnType<typeof fakeServer>;
let drift: Drift;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(getExam).reply(() => someExam({ id: 12 }));
  server.on(getDrift).reply(() => drift);
});

const open = () => renderPortal('/configuration/exams/3/12/platform');
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

test('what was never read says so, and is read on demand', async () => {
  drift = { ...nothing, state: null, readAt: null, onPlatform: 0 };
  open();
  await screen.findByText('Pas encore comparé');
  expect(screen.queryByText(/Rien ne diffère/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Tout réparer' })).toBeNull();
  server.on(readDrift).reply(() => {
    drift = { ...drift, state: 'pending' };
    return true;
  });
  fireEvent.click(screen.getByRole('button', { name: 'Comparer maintenant' }));
  await screen.findByText(/Comparaison en cours/);
  drift = nothing;
  await screen.findByText(/Rien ne diffère/, undefined, { timeout: 5000 });
  expect(screen.getByText(/^Lu le 12 janvier 2027 à 14 h 05/)).toBeDefined();
  expect(screen.getByText(/3 personnes dans le cours/)).toBeDefined();
});

test.each([
  ['somebody is on her way', { underway: 1 }],
  ['suspensions cannot be read', { isSuspensionRead: false }],
  ['the last reading failed', { state: 'failed', reason: wordsOfItsOwn }],
  ['it is being read again', { state: 'pending' }],
  ['it will be read again by itself', { nextTryAt: new Date('2027-01-12T19:06:00Z') }],
] as const)('nothing is green while %s', async (_why, more) => {
  drift = { ...nothing, ...more };
  open();
  await screen.findByText(/^Lu le/);
  expect(screen.queryByText(/Rien ne diffère/)).toBeNull();
});

test.each([
  ['the first one', { state: null, readAt: null, onPlatform: 0 }],
  ['a further one', {}],
] as const)('%s that is planned is announced, and can be had at once', async (_which, more) => {
  drift = { ...nothing, ...more, nextTryAt: new Date('2027-01-12T19:06:00Z') };
  server.on(readDrift).reply(() => {
    drift = { ...drift, state: 'pending' };
    return true;
  });
  open();
  await screen.findByText(/Prochaine comparaison automatique.: 12 janvier 2027 à 14 h 06/);
  expect(screen.queryByText(/Comparaison en cours/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Comparer maintenant' }));
  await screen.findByText(/Comparaison en cours/);
});

test('each list names who, why and what to do; the rest of a long list is counted', async () => {
  drift = drifted;
  open();
  await screen.findByRole('heading', { name: 'Absentes du cours, ou sans accès\u00a0: 250' });
  expect(rowsOf('Le cours')).toEqual([
    'Le cours est caché aux étudiants.Réparer',
    'Début\u00a0: 1er\u00A0mai 2027 à 0\u00a0h au lieu de 30\u00A0avril 2027 à 0\u00a0hRéparer',
    'Le cours ne porte plus le code de l’examen, DC-1, mais DC-1-bis. Le portail ne le reconnaît plus qu’à son numéro; la réparation lui redonne son code, sans créer d’autre cours.Réparer',
  ]);
  expect(rowsOf('Absentes du cours, ou sans accès')).toEqual([
    'Zoé Côtézoe@exemple.caLa plateforme a refusé son inscription.Un autre compte de la plateforme a déjà cette adresse.La plateforme a répondu\u00a0: Address is in useRéparer',
    'Noé Roynoe@exemple.caSon compte est suspendu sur la plateforme; seule l’équipe de la plateforme peut lever la suspension.À corriger sur la plateforme',
  ]);
  expect(rowsOf('Autre nom, adresse, identifiant ou rôle')[0]).toContain(
    'Nom sur la plateforme\u00a0: Zoé RoyAdresse sur la plateforme\u00a0: roy@exemple.ca',
  );
  expect(rowsOf('Autre nom, adresse, identifiant ou rôle')[1]).toContain('(n°\u00a041)');
  expect(screen.getByText('et 248 autres')).toBeDefined();
  expect(screen.getByText(/2 d’entre elles y ont un autre rôle/)).toBeDefined();
});

test('one row, or everything, is repaired at once; a stranger only after a question', async () => {
  drift = drifted;
  server.on(repairDrift).reply(() => 1);
  open();
  fireEvent.click(
    (await screen.findAllByRole('button', { name: 'Réparer\u00a0: Zoé Côté' }))[0] as HTMLElement,
  );
  await screen.findByText(/La réparation d’un écart est prévue/);
  fireEvent.click(screen.getByRole('button', { name: 'Tout réparer' }));
  await waitFor(() => expect(server.requestsTo(repairDrift)).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Retirer du cours\u00a0: Ada Ajoutée' }));
  const question = await screen.findByRole('alertdialog', { name: 'Retirer Ada Ajoutée du cours' });
  expect(server.requestsTo(repairDrift)).toHaveLength(2);
  fireEvent.click(within(question).getByRole('button', { name: 'Retirer du cours' }));
  await waitFor(() => expect(server.requestsTo(repairDrift)).toHaveLength(3));
  expect(server.requestsTo(repairDrift).map(({ body }) => body)).toEqual([
    { what: 'person', key: 'g1' },
    { what: 'all' },
    { what: 'stranger', externalId: '77' },
  ]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await screen.findByText(/^Retrait prévu\s: Ada Ajoutée\. Le cours/);
});

test('a quiz that is shut in the hours of the exam is told with its dates, and set to them', async () => {
  const found = '2026-04-30T13:00:00.000Z/2026-04-30T16:00:00.000Z';
  const wanted = '2027-04-30T13:00:00.000Z/2027-04-30T16:00:00.000Z';
  const quiz = { name: 'Épreuve', people: 2 };
  drift = {
    ...nothing,
    counts: { ...nothing.counts, course: 1 },
    course: [{ fact: 'shut', wanted, found, isRepairable: true, quiz }],
  };
  server.on(repairDrift).reply(() => 1);
  open();
  await screen.findByText(/Le test «\sÉpreuve\s» est fermé à 2 personnes/);
  expect(rowsOf('Le cours')[0]).toMatch(
    /Ouverture\s: 30\u00A0avril 2026 à 9\sh · Fermeture\s: 30\u00A0avril 2026 à 12\sh · Examen\s: le 30\u00A0avril 2027, de 9\sh à 12\sh/,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Mettre aux heures de l’examen\u00a0: Le cours' }));
  await waitFor(() => expect(server.requestsTo(repairDrift)).toHaveLength(1));
  expect(server.requestsTo(repairDrift)[0]?.body).toEqual({ what: 'dates' });
});

test('after a repair the page says how many differences were settled, and how many are left', async () => {
  drift = drifted;
  server.on(repairDrift).reply(() => {
    drift = { ...drifted, state: 'pending' };
    return 2;
  });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Tout réparer' }));
  await screen.findByText(/^Réparation en cours/);
  const readAt = new Date('2027-01-12T19:06:00Z');
  drift = { ...drifted, readAt, counts: { course: 0, missing: 1, changed: 0, strangers: 1 } };
  await screen.findByText('254 écarts réglés. Il en reste 2.', undefined, { timeout: 5000 });
});

test('while it is read nothing can be repaired; a refusal is told', async () => {
  drift = { ...drifted, state: 'pending' };
  const { unmount } = open();
  const all = await screen.findByRole('button', { name: 'Tout réparer' });
  expect(all.getAttribute('aria-disabled')).toBe('true');
  unmount();
  drift = drifted;
  server.on(repairDrift).reply(() => problem(403, 'access.denied'));
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Tout réparer' }));
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(''),
    ).not.toBe(''),
  );
});

test.each([
  ['in the reader’s words', { code: 'invalidtoken', params: { said: 'Invalid token' }, text: '' }, null],
  ['as the platform says it, where there are none', wordsOfItsOwn, 'en'],
] as const)('why the platform could not be read is told %s', async (_how, reason, lang) => {
  drift = { ...nothing, state: 'failed', reason };
  open();
  const notice = (await screen.findByText('La plateforme n’a pas pu être lue')).closest('[role=status]');
  const words = lang ? 'no token' : 'Moodle ne connaît pas ce jeton';
  const told = within(notice as HTMLElement).getByText((text) => text.startsWith(words));
  expect(told.closest('[lang]')?.getAttribute('lang')).toBe(lang ?? 'fr');
  const said = within(notice as HTMLElement).queryByText('Invalid token');
  expect(said?.getAttribute('lang') ?? null).toBe(lang ? null : 'en');
});

test('a cancelled exam says so, and shows a course that is visible all the same', async () => {
  server.on(getExam).reply(() => someExam({ id: 12, isCancelled: true }));
  const course = [{ fact: 'isOpen', wanted: 'false', found: 'true', isRepairable: true }] as const;
  drift = { ...nothing, counts: { ...nothing.counts, course: 1 }, course: [...course] };
  open();
  await screen.findByText('Cet examen est annulé');
  await screen.findByRole('table', { name: 'Le cours' });
  expect(rowsOf('Le cours')).toEqual(['Le cours est visible, alors que l’examen est annulé.Réparer']);
});
