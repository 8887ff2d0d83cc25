import { expect, it } from 'vitest';
import { compoundColumns, listColumns, listFields, nameOfField } from './listColumns.ts';
import { readHeading } from './sheetHeadings.ts';

const wordsOf = ({ headings }: (typeof listColumns)[number]) =>
  [headings.aliases, headings.vague ?? ''].flatMap((words) => words.match(/\S+/g) ?? []);

it.each(listColumns.map((column) => [column.field, column] as const))(
  'the column %s is told by each of its headings',
  (field, column) => {
    const headings = [column.headings.fr, column.headings.en, ...wordsOf(column)];
    expect(headings.filter((heading) => readHeading(heading)?.field !== field)).toEqual([]);
  },
);

it('no heading names two columns', () => {
  const words = listColumns.flatMap(wordsOf);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

it('the parts of a combined column are columns of their own', () => {
  for (const { parts } of compoundColumns) expect(listFields).toEqual(expect.arrayContaining([...parts]));
});

it('an unknown field is returned as its own name', () => {
  expect(nameOfField('email', 'fr')).toBe('Courriel');
  expect(nameOfField('role', 'fr')).toBe('role');
});
