import { type ListedExam, listExams } from '@guichet/contract/exams/exams.list';
import { getPlatformHealth } from '@guichet/contract/learning/learning.health';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someListedExam } from '../../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
});

async function rowOf(found: Partial<ListedExam>) {
  server.on(listExams).reply(() => [someListedExam({ id: 11, title: 'Automne 2099', ...found })]);
  renderPortal('/dc/configuration');
  return within(await screen.findByRole('row', { name: /Automne 2099/ }));
}

test.each([
  [
    'a course that the platform refused',
    { platformState: 'failed', differences: 2 },
    'Cours refusé',
    '2 écarts à voir · ',
  ],
  [
    'an enrolment that it refused',
    { places: { failed: 1, waiting: 2 } },
    '1 inscription refusée',
    '2 inscriptions à réessayer · ',
  ],
  [
    'a course that it could not be asked for',
    { platformState: 'waiting' },
    'Injoignable, nouvel essai prévu',
    '',
  ],
  ['enrolments that are tried again', { places: { done: 9, waiting: 2 } }, '2 inscriptions à réessayer', ''],
] as const)(
  '%s is named in the row of the exam, with the rest in the tooltip, and leads to what can be done',
  async (_what, found, word, rest) => {
    const row = await rowOf(found);
    server.on(getPlatformHealth).reply(() => ({
      course: { state: 'failed', attempts: 1, nextTryAt: null, reason: null },
      states: {},
      stuck: [],
    }));
    expect(row.queryByText('Cours prêt et vérifié')).toBeNull();
    const description = `${rest}Voir les demandes bloquées`;
    fireEvent.click(row.getByRole('button', { name: word, description }));
    const dialog = within(await screen.findByRole('dialog', { name: /Automne 2099/ }));
    expect(await dialog.findByRole('button', { name: 'Réessayer maintenant' })).toBeDefined();
  },
);

test('differences lead to the comparison of the course', async () => {
  const row = await rowOf({ differences: 2 });
  expect(row.getByRole('link', { name: '2 écarts à voir' }).getAttribute('href')).toBe(
    '/configuration/exams/3/11/platform',
  );
});

test('an exam of which all is well has its state alone', async () => {
  const row = await rowOf({ places: { done: 9 } });
  expect(row.getByText('Cours prêt et vérifié')).toBeDefined();
  expect(row.getAllByRole('button')).toHaveLength(1);
  expect(row.getAllByRole('button')[0]?.getAttribute('aria-label')).toMatch(/^Autres actions/);
});
