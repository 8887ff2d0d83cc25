import { describe, expect, it } from 'vitest';
import { readAll } from '../fixtures/readAll.ts';
import { makeWorkbook } from '../fixtures/workbook.ts';

const lines = [
  'First Name,Last Name,Email,Student ID',
  'Zoé,"Côté, fille",zoe@example.ca,0300000147',
  "Shaq,O'Neal,shaq@example.ca,0300000148",
];
const people = [
  { line: 2, firstName: 'Zoé', lastName: 'Côté, fille', studentNumber: '0300000147' },
  { line: 3, firstName: 'Shaq', lastName: "O'Neal", email: 'shaq@example.ca' },
];
const workbook = (data: readonly (readonly string[])[]) => makeWorkbook({ sheets: [{ data }] });
const read = (data: readonly (readonly string[])[]) => readAll(workbook(data), 'liste.xlsx');

describe('lines of a text that stand whole in the first column', () => {
  it('are split in a workbook, as Excel makes it of a list with commas where it awaits semicolons', () => {
    const { candidates, problems, end } = read(lines.map((line) => [line]));
    expect(problems).toEqual([]);
    expect(candidates).toMatchObject(people);
    expect(end.file?.recognised.map(({ field }) => field)).toEqual([
      'firstName',
      'lastName',
      'email',
      'studentNumber',
    ]);
  });

  it('are split in a text each of whose lines is one quoted cell, also below a title', () => {
    const quoted = lines.map((line) => `"${line.replaceAll('"', '""')}"`).join('\r\n');
    expect(readAll(quoted).candidates).toMatchObject(people);
    expect(readAll(`Groupe A\r\n${quoted}`).candidates).toMatchObject([{ line: 3 }, { line: 4 }]);
  });

  it('are split to the last, and each whose cells do not fit is a problem', () => {
    const end = (at: number) => (at % 2 ? '' : '\r\n');
    const many = Array.from({ length: 30 }, (_, at) => [`Ana,Roux,ana${at}@example.ca,${at + 1}${end(at)}`]);
    const torn = [
      ['Bob,"Sims', ' fils",bob@example.ca,3'],
      ['Cid,"Tan,cid@example.ca,4'],
      ['a,b,c@x.ca,55,6'],
      ['Eva,Uhl,eva@example.ca,7\nFay,Vau,fay@example.ca,8'],
    ];
    const { candidates, problems } = read([[lines[0] ?? ''], ...many, ...torn]);
    expect(candidates).toHaveLength(30);
    expect(problems).toMatchObject([
      { line: 32, code: 'import.emailMissing' },
      { line: 33, code: 'import.unclosedQuote' },
      { line: 34, code: 'import.extraCells' },
      { line: 35, code: 'import.unclosedQuote' },
    ]);
  });

  it('stay whole where the headings stand in cells of their own, or the cell is one of names', () => {
    const instructions = [['Nom, prénom, courriel : voir plus bas'], ['Nom', 'Prénom', 'Courriel']];
    expect(read([...instructions, ['Roux', 'Ana', 'ana@example.ca']]).candidates).toHaveLength(1);
    expect(read([['Nom, prénom'], ['Roux, Ana']]).problems).toMatchObject([
      { code: 'import.missingColumn', params: { field: 'email' } },
    ]);
  });

  it('are a problem where they may have been cut', () => {
    const long = `Ana,Roux,ana@example.ca,1,${'x'.repeat(2_000)}`;
    expect(read([[`${lines[0]},Note`], [long]]).problems).toMatchObject([
      { line: 2, code: 'import.unclosedQuote' },
    ]);
  });
});

it('headings in one language above the other are those of the list', () => {
  const { candidates, problems, end } = read([
    ['Nom', 'Prénom', 'Courriel', 'Local'],
    ['Last name', 'First name', 'Email', ''],
    ['Roux', 'Ana', 'ana@example.ca', 'B-101'],
  ]);
  expect(problems).toEqual([]);
  expect(candidates).toMatchObject([{ line: 3, lastName: 'Roux', firstName: 'Ana' }]);
  expect(end.file).toMatchObject({ ignoredColumns: ['Local'], skipped: [{ line: 1, kind: 'title' }] });
});

it('a person whose role is a known heading is no line of headings', () => {
  const people = [
    ['Prénom et nom', 'Adresse de travail', 'Nom', 'Rôle'],
    ['Ana', 'ana@example.ca', 'Roux', 'Étudiant'],
  ];
  expect(read(people).end.file?.recognised).toMatchObject([{ field: 'lastName' }]);
  expect(
    read([
      ['Étudiant', 'Note'],
      ['Étudiant', 'Candidat'],
      ['x', 'y'],
    ]).end.file?.recognised,
  ).toMatchObject([{ field: 'fullName' }]);
});
