import { type ClosedExam, findClosedExam } from '@guichet/contract/exams/candidate';
import { checkAccess } from '@guichet/contract/identity/access';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const left: ClosedExam = {
  state: 'left',
  since: new Date('2027-01-11T15:00:00Z'),
  title: { fr: 'Rédaction', en: 'Writing' },
  date: '2027-02-12',
  movedTo: null,
  contact: { email: 'dc@example.ca', phone: null, office: null },
};

async function openLink(exam: ClosedExam) {
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  server.on(checkAccess).reply(() => true);
  server.on(redirectToPlatform).reply(() => problem(404, 'exam.notFound'));
  server.on(findClosedExam).reply(() => exam);
  renderPortal('/dc?orgId=course-7');
  return (await screen.findByText(/^Votre inscription à/)).textContent;
}

test('the old link of a moved candidate says to which exam they were moved, and leads to it', async () => {
  const movedTo = { examId: 12, title: { fr: 'Synthèse', en: 'Synthesis' }, date: '2027-02-19' };
  const told = await openLink({ ...left, movedTo });
  expect(told).toMatch(
    /déplacée le .*11\u00A0janvier 2027.*Elle est maintenant pour «\sSynthèse\s», 19\u00A0février 2027\.$/,
  );
  expect(told).not.toContain('retirée');
  screen.getByRole('heading', { level: 1, name: 'Votre inscription a été déplacée vers un autre examen' });
  const link = screen.getByRole('link', { name: /^Voir la page de l’examen «\sSynthèse\s»$/ });
  expect(link.getAttribute('href')).toBe('/my-exams?exam=12');
});

test('the old link of a candidate who was taken out says so, and leads to no exam', async () => {
  expect(await openLink(left)).toContain('a été retirée le');
  expect(screen.queryByRole('link', { name: /^Voir la page de l’examen/ })).toBeNull();
});
