import { describe, expect, it } from 'vitest';
import { longTest } from '../../../test/longTest.ts';
import { makeList, readAll, testLimits } from '../fixtures/readAll.ts';
import { makeWorkbook } from '../fixtures/workbook.ts';
import { type Batch, readBatches } from './candidateBatches.ts';

const rowsOf = (count: number, first = 1) =>
  Array.from({ length: count }, (_, at) => ['Roux', 'Noé', `noe${first + at}@example.ca`]);

describe('a list', () => {
  longTest('may have 200,000 rows; the next one is refused with its line', () => {
    const list = [makeList(), ...rowsOf(200_000).map((cells) => cells.join(';'))].join('\r\n');
    expect(readAll(list).end.file?.rows).toBe(200_000);
    expect(readAll(`${list}\r\n\r\nRoux;Noé;one.more@example.ca`).problems).toEqual([
      { line: 200_003, column: null, code: 'import.tooManyRows', text: '', params: { limit: 200_000 } },
    ]);
  });

  it('is read in batches of 1,000 rows, each with its progress', () => {
    const steps = [...readBatches(Buffer.from(makeList(...rowsOf(2_500))), 'liste.csv', testLimits)];
    const batches = steps.filter((step): step is Batch => step.kind === 'batch');
    expect(batches.map(({ candidates, rows }) => [candidates.length, rows])).toEqual([
      [1_000, 1_000],
      [1_000, 2_000],
      [500, 2_500],
    ]);
    const shares = batches.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(steps.at(-1)?.kind).toBe('end');
  });

  it('leaves out blank lines and counts them', () => {
    const { end, candidates } = readAll(
      'Nom;Prénom;Courriel\n\nRoux;Noé;n@x.ca\n;;\n \u00a0;\t;\nCôté;Zoé;z@x.ca\n\n',
    );
    expect(candidates.map(({ line }) => line)).toEqual([3, 6]);
    expect(end.file).toMatchObject({ rows: 2, blankLines: 4 });
  });

  it('leaves out the sample row of the template', () => {
    const { end, candidates } = readAll(makeList(['Exemple', '', ' Exemple@Example.invalid'], ...rowsOf(1)));
    expect(candidates.map(({ line }) => line)).toEqual([3]);
    expect(end.file?.rows).toBe(1);
  });

  it('with only headings has no rows', () => {
    expect(readAll(makeList()).problems).toMatchObject([{ line: 1, code: 'import.noRows' }]);
  });

  it('with many problems returns those up to the limit and counts the rest', () => {
    const bad = Array.from({ length: 30 }, () => ['', '', 'x']);
    const { problems, end } = readAll(makeList(...bad), 'liste.csv', { problems: 10 });
    expect(problems).toHaveLength(10);
    expect(end).toMatchObject({ badRows: 30, problemsLeftOut: 80 });
  });
});

describe('headings', () => {
  it('may be below titles, within ten rows', () => {
    const titles = (count: number) => 'Session d’hiver;;\n\n'.repeat(count);
    const list = 'Nom;Prénom;Courriel\nRoux;Noé;n@x.ca';
    expect(readAll(titles(9) + list).candidates).toMatchObject([{ line: 20 }]);
    expect(readAll(`Langue;Français;\n${list}`).candidates).toMatchObject([{ line: 3 }]);
    expect(readAll(titles(10) + list).problems).toMatchObject([
      { line: 1, code: 'import.noHeadings', text: 'Session d’hiver' },
    ]);
  });

  it('without a required column are reported as such, with each missing column', () => {
    expect(readAll('x;Courriel;y\n1;n@x.ca;2').problems).toMatchObject([
      { line: 1, column: null, code: 'import.missingColumn', params: { field: 'firstName' } },
      { line: 1, column: null, code: 'import.missingColumn', params: { field: 'lastName' } },
    ]);
  });

  it('that name one field twice are refused', () => {
    expect(readAll('Nom;Prénom;Courriel;E-mail\nRoux;Noé;n@x.ca;m@x.ca').problems).toEqual([
      {
        line: 1,
        column: 'E-mail',
        code: 'import.columnTwice',
        text: 'E-mail',
        params: { field: 'email', first: 'Courriel', second: 'E-mail' },
      },
    ]);
  });

  it('that are not read are reported as in the file', () => {
    const { end } = readAll(
      'Nom;Prénom usuel;Prénom; Date  de naissance ;Courriel;\nRoux;No;Noé;2001;n@x.ca;',
    );
    expect(end.file?.ignoredColumns).toEqual(['Prénom usuel', 'Date de naissance']);
    const wide = readAll(`Nom;Prénom;Courriel${`;${'x'.repeat(300)}`.repeat(500)}\nRoux;Noé;n@x.ca`).end.file;
    expect(wide?.ignoredColumns).toHaveLength(100);
    expect(wide?.ignoredColumns[0]).toHaveLength(200);
    expect(wide?.columnsLeftOut).toBe(400);
  });

  it('that are empty above values are reported, wherever the first value is', () => {
    const rows = ['Roux;;Noé;n@x.ca; ;', 'Roux;x;Noé;m@x.ca;;y'];
    const { end, codes } = readAll(['Nom;;Prénom;Courriel;;', ...rows].join('\n'));
    expect([codes, end.file?.ignoredColumns, end.file?.unnamedColumns]).toEqual([[], [], ['B', 'F']]);
    const sheets = [
      {
        data: [
          ['Nom', 'Prénom', 'Courriel'],
          ['Roux', 'Noé', 'n@x.ca', '', 'vu'],
        ],
      },
    ];
    expect(readAll(makeWorkbook({ sheets }), 'liste.xlsx').end.file?.unnamedColumns).toEqual(['E']);
    const many = `Nom;Prénom;Courriel${';'.repeat(300)}\nRoux;Noé;n@x.ca${';z'.repeat(300)}`;
    expect(readAll(many).end.file).toMatchObject({ columnsLeftOut: 200 });
    expect(readAll(many).end.file?.unnamedColumns.slice(0, 2)).toEqual(['D', 'E']);
  });

  it('that were encoded twice are read and shown repaired', () => {
    const { end, candidates } = readAll('Nom;PrÃ©nom;Courriel;AnnÃ©e dâ€™Ã©tude\nRoux;Noé;n@x.ca;2');
    expect(candidates[0]?.firstName).toBe('Noé');
    expect(end.file?.recognised).toContainEqual({ heading: 'Prénom', field: 'firstName' });
    expect(end.file?.ignoredColumns).toEqual(['Année d’étude']);
    expect(end.layout?.layout.columns.map(({ heading }) => heading)).toEqual([
      'Nom',
      'Prénom',
      'Courriel',
      'Année d’étude',
    ]);
    expect(end.layout?.layout.firstLines[0]?.cells[1]).toBe('Prénom');
  });
});
