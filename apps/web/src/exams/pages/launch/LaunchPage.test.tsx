import { searchExams } from '@guichet/contract/exams/exams.list';
import { chooseLaunchExam, type LaunchPlace, openLaunch } from '@guichet/contract/exams/lti';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { candidatePage } from '../../../testing/candidatePage.ts';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const path = `/launch?launch=${'x'.repeat(43)}.fr`;
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isSupport: true }] });
  candidatePage(server);
});

function follow(place: LaunchPlace) {
  server.on(openLaunch).reply(() => place);
  renderPortal(path);
}

test('a candidate is led to the exam', async () => {
  follow({ to: 'exam', examId: 12 });
  await waitFor(() => expect(location.pathname + location.search).toBe('/my-exams?exam=12'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Mes examens' })).toBeDefined();
});

test.each([
  ['noRight', /secrétariat de votre programme\.$/],
  ['noExam', /^Aucun examen n’a été choisi/],
  ['mayNotChoose', /Votre rôle dans le cours n’y suffit pas/],
  ['over', /suivez de nouveau le lien\.$/],
] as const)('a link that leads nowhere (%s) says what to do', async (why, words) => {
  follow({ to: 'nowhere', why });
  expect(await screen.findByText(words)).toBeDefined();
});

test('staff search for the exam of a new link, and are told to go back to the course', async () => {
  const title = { fr: 'Épreuve orale', en: 'Oral test' };
  server.on(searchExams).reply(() => [
    { examId: 12, systemId: 3, title, date: '2099-02-12', lastDay: '', isCancelled: false },
    {
      examId: 13,
      systemId: 3,
      title: { fr: 'Annulée', en: 'Cancelled' },
      date: '2099-02-12',
      lastDay: '',
      isCancelled: true,
    },
  ]);
  server.on(chooseLaunchExam).reply(() => ({ next: null }));
  follow({ to: 'choice', course: 'Langue et société' });
  expect(await screen.findByText(/Langue et société/)).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Choisir Épreuve orale' }));
  expect(await screen.findByText('L’examen est choisi')).toBeDefined();
  expect(screen.queryByText('Annulée')).toBeNull();
  expect(server.requestsTo(chooseLaunchExam)).toMatchObject([{ body: { examId: 12 } }]);
});
