import { expect, test } from 'vitest';
import { someOwnExam } from '../../../testing/candidatePage.ts';
import { documentsIn } from '../OwnExamEntry.tsx';

test('the documents of an exam have the names of the reader’s language, each once, from the newest mail', () => {
  const names = { fr: 'Consignes.pdf', en: 'Instructions.pdf' };
  const exam = someOwnExam({
    documents: [
      { mailId: 9, name: 'Instructions.pdf', names },
      { mailId: 4, name: 'Consignes.pdf', names },
      { mailId: 5, name: 'Plan.pdf' },
    ],
  });
  expect(documentsIn('en', exam)).toEqual([
    { mailId: 9, name: 'Instructions.pdf' },
    { mailId: 5, name: 'Plan.pdf' },
  ]);
  expect(documentsIn('fr', exam).map(({ name }) => name)).toEqual(['Consignes.pdf', 'Plan.pdf']);
});
