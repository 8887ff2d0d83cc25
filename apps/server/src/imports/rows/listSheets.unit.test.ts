import { describe, expect, it } from 'vitest';
import type { ReadingChoices } from '../columns/sheetColumns.ts';
import { makeOpenDocument } from '../fixtures/openDocument.ts';
import { readAll } from '../fixtures/readAll.ts';
import { makeWorkbook, type TestSheet } from '../fixtures/workbook.ts';
import { splitLine } from '../formats/sheet.ts';

type Rows = readonly (readonly string[])[];
interface NamedSheet {
  readonly name: string;
  readonly rows: Rows;
  readonly isHidden?: boolean;
}

const headings = ['Nom', 'Prénom', 'Courriel'];
const person = (name: string) => [name, 'Zoé', `${name.toLowerCase()}@etu.example.ca`];
const groupA = { name: 'Groupe A', rows: [headings, person('Abel'), person('Roux'), person('Morel')] };
const groupB = { name: 'Groupe B', rows: [['Groupe B'], headings, person('Caron'), person('Huot')] };
const turned = {
  name: 'Groupe C',
  rows: [
    ['Courriel', 'Prénom', 'Nom'],
    ['ida@x.ca', 'Ida', 'Lo'],
  ],
};
const withNumber = {
  name: 'Cours',
  rows: [
    [...headings, 'Matricule'],
    [...person('Yu'), '123'],
  ],
};
const rooms = {
  name: 'Salles',
  rows: [
    ['Nom', 'Places'],
    ['B-101', '40'],
  ],
};

const asWorkbook = (sheets: readonly NamedSheet[]) =>
  makeWorkbook({
    sheets: sheets.map(
      ({ name, rows, isHidden }): TestSheet => ({ name, data: rows, ...(isHidden && { state: 'hidden' }) }),
    ),
  });

/** Reads the same sheets as .xlsx and as .ods, which agree. */
function read(sheets: readonly NamedSheet[], choices: ReadingChoices = {}) {
  const ofExcel = readAll(asWorkbook(sheets), 'liste.xlsx', {}, choices);
  const ofLibre = readAll(makeOpenDocument(sheets), 'liste.ods', {}, choices);
  const told = ({ candidates, problems, end: { file } }: typeof ofExcel) => ({ candidates, problems, file });
  expect(told(ofLibre)).toEqual(told(ofExcel));
  const { candidates, problems, end } = ofExcel;
  const { sheets: listed = [] } = end.file ?? {};
  return {
    problems,
    end,
    lines: candidates.map(({ line, lastName }) => `${line} ${lastName}`),
    names: candidates.map(({ lastName }) => lastName),
    sheets: listed.map(({ name, people, isRead }) => `${name}: ${people}${isRead ? ' read' : ''}`),
    alike: listed.filter(({ isAlike }) => isAlike).map(({ name }) => name),
  };
}

describe('a workbook with several sheets', () => {
  it('is read by its first sheet, and names every sheet with people', () => {
    const { names, sheets, alike } = read([rooms, groupA, groupB, turned, withNumber]);
    expect(names).toEqual(['Abel', 'Roux', 'Morel']);
    expect(sheets).toEqual(['Groupe A: 3 read', 'Groupe B: 2', 'Groupe C: 1', 'Cours: 1']);
    expect(alike).toEqual(['Groupe A', 'Groupe B', 'Groupe C']);
  });

  it('names people on hidden sheets, without headings, and before the sheet that is read', () => {
    const bare = { name: 'Ajouts', rows: [person('Bel'), person('Cot')] };
    const hidden = { ...groupB, isHidden: true };
    expect(read([bare, groupA, hidden]).sheets).toEqual(['Ajouts: 2', 'Groupe A: 3 read', 'Groupe B: 2']);
  });

  it('takes instructions that name an address for no people', () => {
    const help = {
      name: 'Mode d’emploi',
      rows: [['Comment remplir la liste'], ['La ligne d’exemple (zoe@example.ca) n’est jamais importée.']],
    };
    const authors = { name: 'Notes', rows: [['Zoé Côté <zoe@example.ca>']] };
    expect(read([groupA, help, authors]).sheets).toEqual(['Groupe A: 3 read', 'Notes: 1']);
  });

  it('is read by the sheets that are chosen, as one list in their order, with the headings of each', () => {
    const { lines, end } = read([groupA, rooms, groupB, turned], {
      sheets: ['Groupe C', 'Groupe A', 'Groupe B'],
    });
    const places = lines.map((text) => {
      const [line = '', name = ''] = text.split(' ');
      const place = splitLine(Number(line), ['Groupe A', 'Groupe B', 'Groupe C']);
      return `${place.sheet} ${place.line} ${name}`;
    });
    expect(places).toEqual([
      'Groupe A 2 Abel',
      'Groupe A 3 Roux',
      'Groupe A 4 Morel',
      'Groupe B 3 Caron',
      'Groupe B 4 Huot',
      'Groupe C 2 Lo',
    ]);
    expect(end.file).toMatchObject({ rows: 6, skipped: [{ line: 1, sheet: 'Groupe B', kind: 'title' }] });
  });

  it('reads a chosen sheet alone, a hidden one too, with its own lines', () => {
    expect(read([groupA, { ...groupB, isHidden: true }], { sheets: ['Groupe B'] }).lines).toEqual([
      '3 Caron',
      '4 Huot',
    ]);
  });

  it('finds one person on two sheets, and tells the line and the sheet of a problem', () => {
    const again = {
      name: 'Reprise',
      rows: [headings, person('Abel'), ['Bo', 'Ann', 'roux@etu.example.ca'], ['Ha']],
    };
    const { problems } = read([groupA, again], { sheets: ['Groupe A', 'Reprise'] });
    expect(problems).toMatchObject([
      {
        ...{ line: 3, sheet: 'Reprise', code: 'import.emailOfAnotherPerson' },
        params: { otherLine: '3 (Groupe A)' },
      },
      { line: 4, sheet: 'Reprise', code: 'import.firstNameMissing' },
      { line: 4, sheet: 'Reprise', code: 'import.emailMissing' },
    ]);
    const { candidates } = readAll(
      asWorkbook([groupA, { ...again, rows: again.rows.slice(0, 2) }]),
      '',
      {},
      {
        sheets: ['Groupe A', 'Reprise'],
      },
    );
    expect(candidates.map(({ duplicateOf }) => duplicateOf)).toEqual([null, null, null, 2]);
  });

  it('is refused for a sheet that it does not have, and for sheets whose columns differ', () => {
    expect(read([groupA, groupB], { sheets: ['Groupe A', 'Groupe D'] }).problems).toMatchObject([
      { code: 'import.sheetUnknown', params: { sheet: 'Groupe D', sheets: 'Groupe A, Groupe B' } },
    ]);
    expect(read([groupA, withNumber], { sheets: ['Groupe A', 'Cours'] }).problems).toMatchObject([
      { code: 'import.sheetsDiffer', params: { first: 'Groupe A', second: 'Cours' } },
    ]);
    expect(readAll('Nom;Prénom;Courriel\nA;B;c@d.ca', 'a.csv', {}, { sheets: ['x'] }).codes).toEqual([
      'import.sheetUnknown',
    ]);
  });

  it('whose columns are matched by hand is read by sheets with the same headings alone', () => {
    const odd = (name: string, at: readonly string[]) => ({ name, rows: [at, person(name)] });
    const sheets = [odd('Un', ['Zeugs', 'Dings', 'Bums']), odd('Deux', ['Zeugs', 'Dings', 'Bums'])];
    const columns = { lastName: 0, firstName: 1, email: 2 };
    const byHand = { columns, headingLine: 1, sheets: ['Un', 'Deux'] };
    expect(read(sheets, byHand).names).toEqual(['Un', 'Deux']);
    expect(read(sheets, { columns, headingLine: 1 })).toMatchObject({ names: ['Un'], alike: ['Un', 'Deux'] });
    const other = [sheets[0] ?? groupA, odd('Deux', ['Dings', 'Zeugs', 'Bums'])];
    expect(read(other, byHand).problems).toMatchObject([{ code: 'import.sheetsDiffer' }]);
  });
});
