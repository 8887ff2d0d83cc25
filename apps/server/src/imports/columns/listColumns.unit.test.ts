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

it('no heading stands for two columns', () => {
  const words = listColumns.flatMap(wordsOf);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

it('what stands together in one cell are columns of their own', () => {
  for (const { parts } of compoundColumns) expect(listFields).toEqual(expect.arrayContaining([...parts]));
});

it('a field that is not known is called as it is', () => {
  expect(nameOfField('email', 'fr')).toBe('Courriel');
  expect(nameOfField('role', 'fr')).toBe('role');
});
