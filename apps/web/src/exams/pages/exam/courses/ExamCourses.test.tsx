import { type CourseComparison, compareCourse, listExamCourses } from '@guichet/contract/exams/lti';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../../../app/queryClient.ts';
import { fakeServer } from '../../../../testing/fakeServer.ts';
import { ExamCourses } from './ExamCourses.tsx';

const course = {
  id: '3f3c7f5e-58a5-4d9f-9a5e-0a7f0e6f2d11',
  title: 'Langue et société',
  platform: { fr: 'Moodle', en: 'Moodle' },
};

async function compare(found: CourseComparison) {
  const server = fakeServer();
  server.on(listExamCourses).reply(() => [course]);
  server.on(compareCourse).reply(() => found);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExamCourses systemId={3} exam={{ id: 12, title: 'Oral' }} />
    </QueryClientProvider>,
  );
  fireEvent.click(
    await screen.findByRole('button', {
      name: 'Comparer le cours Langue et société avec les personnes inscrites',
    }),
  );
}

test('the learners of a course stand beside the candidates, and those who are missing can be saved as a list', async () => {
  const stranger = { name: 'Noé Roy', firstName: 'Noé', lastName: 'Roy', email: 'noe@etu.example.ca' };
  await compare({ isRead: true, inBoth: 2, onlyInCourse: [stranger], onlyInExam: [] });
  expect(await screen.findByText('2 personnes inscrites sont aussi dans le cours.')).toBeDefined();
  expect(screen.getByText('1 personne du cours n’est pas inscrite à l’examen')).toBeDefined();
  expect(screen.getByText('Noé Roy')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Enregistrer comme liste à importer' })).toBeDefined();
  expect(screen.getByText('0 personne inscrite n’est pas dans le cours')).toBeDefined();
});

test('a platform that does not give its list says why', async () => {
  await compare({ isRead: false, reason: '400 invalid_scope' });
  expect(await screen.findByText('400 invalid_scope')).toBeDefined();
});
