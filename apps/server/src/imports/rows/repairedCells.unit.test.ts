import { expect, it } from 'vitest';
import { readAll } from '../fixtures/readAll.ts';

const list = [
  'First name,Last name,Email,Lang',
  'Nora,O&#039;Brien,p0@etu.example.ca,CE',
  'M&eacute;lanie, "Côté",p1@etu.example.ca, "CFR"',
  "“Ève”,O\\'Connor,p2@etu.example.ca,NULL",
  'Jean‑Paul,Roy,jean‑paul@etu.example.ca,\\N',
].join('\n');
const namesOf = ({ candidates }: ReturnType<typeof readAll>) =>
  candidates.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

it('cells that passed through another program are repaired, and told old and new', () => {
  const read = readAll(list);
  expect(read.problems).toEqual([]);
  expect(namesOf(read)).toEqual(["Nora O'Brien", 'Mélanie Côté', "Ève O'Connor", 'Jean-Paul Roy']);
  expect(read.candidates.map(({ email }) => email)).toContain('jean-paul@etu.example.ca');
  expect(read.candidates.map(({ language }) => language)).toEqual(['en', 'fr', null, null]);
  const { cells, samples, left } = read.end.file?.repaired ?? { cells: 0, samples: [], left: 0 };
  expect([cells, left]).toEqual([8, 0]);
  expect(samples[0]).toEqual({ line: 2, column: 'Last name', before: 'O&#039;Brien', after: "O'Brien" });
});

it('nothing is repaired if somebody says so; then the preview counts what would have been', () => {
  const read = readAll(list, 'liste.csv', {}, { repairCells: false });
  expect(namesOf(read)).toEqual(['Nora O&#039;Brien', "“Ève” O\\'Connor"]);
  expect(read.problems).toMatchObject([{ line: 3 }, { line: 5, code: 'import.emailInvalid' }]);
  expect(read.end.file?.repaired).toEqual({ cells: 0, samples: [], left: 8 });
});
