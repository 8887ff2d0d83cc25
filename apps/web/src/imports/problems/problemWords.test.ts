import { expect, test } from 'vitest';
import { problemsFileRows } from './problemWords.ts';

test('each problem is a row with its line number in the list', () => {
  const headings = {
    line: 'Ligne',
    column: 'Colonne',
    reason: 'Motif',
    text: 'Texte',
    person: 'Personne',
    email: 'Adresse',
  };
  const rows = problemsFileRows(
    [
      {
        line: 12_345,
        column: 'Courriel',
        code: 'import.emailInvalid',
        text: '=1',
        person: { name: 'Zoé Côté', email: '=1' },
      },
      { line: null, column: null, code: 'import.noRows', text: '' },
    ],
    headings,
    ({ code }) => code,
  );
  expect(rows).toEqual([
    ['Ligne', 'Colonne', 'Motif', 'Texte', 'Personne', 'Adresse'],
    ['12345', 'Courriel', 'import.emailInvalid', '=1', 'Zoé Côté', '=1'],
    ['', '', 'import.noRows', '', '', ''],
  ]);
});
