import { expect, test } from 'vitest';
import { translate } from './translate.ts';

const texts = {
  'Import.Success': '{0} candidats importés.',
  'System.3.Import.Success': 'Deuxième chance a reçu {0} candidats.',
  'Exam.Count.one': '{count} candidat',
  'Exam.Count.other': '{count} candidats',
  'System.2.Exam.Count.other': '{count} personnes',
  Greeting: 'Bonjour {name}',
};

test('S1.4 a text of a system takes precedence over the general one on its pages only', () => {
  expect(translate(texts, 'fr', 'Import.Success', { 0: 412 }, 3)).toBe(
    'Deuxième chance a reçu 412 candidats.',
  );
  expect(translate(texts, 'fr', 'Import.Success', { 0: 412 }, 2)).toBe('412 candidats importés.');
  expect(translate(texts, 'fr', 'Import.Success', { 0: 412 })).toBe('412 candidats importés.');
});

test('uses the plural of the language: zero is one in French and many in English', () => {
  expect(translate(texts, 'fr', 'Exam.Count', { count: 0 })).toBe('0 candidat');
  expect(translate(texts, 'fr', 'Exam.Count', { count: 1 })).toBe('1 candidat');
  expect(translate(texts, 'fr', 'Exam.Count', { count: 2 })).toBe('2 candidats');
  expect(translate(texts, 'en', 'Exam.Count', { count: 0 })).toBe('0 candidats');
});

test('says none in its own words where a text has them', () => {
  const withNone = { ...texts, 'Exam.Count.zero': 'personne' };
  expect(translate(withNone, 'fr', 'Exam.Count', { count: 0 })).toBe('personne');
  expect(translate(withNone, 'fr', 'Exam.Count', { count: 1 })).toBe('1 candidat');
});

test('falls back to the general plural where French has its form for millions', () => {
  expect(translate(texts, 'fr', 'Exam.Count', { count: 1_000_000 })).toMatch(/^1\s000\s000 candidats$/u);
});

test('a system may override one plural form and leave the others', () => {
  expect(translate(texts, 'fr', 'Exam.Count', { count: 5 }, 2)).toBe('5 personnes');
  expect(translate(texts, 'fr', 'Exam.Count', { count: 1 }, 2)).toBe('1 candidat');
});

test('leaves a mark without a value and a key without a text unchanged', () => {
  expect(translate(texts, 'fr', 'Greeting')).toBe('Bonjour {name}');
  expect(translate(texts, 'fr', 'Nowhere.Said')).toBe('Nowhere.Said');
});
