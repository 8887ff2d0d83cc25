import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { makeOpenDocument, odsCell, odsRow } from '../../fixtures/openDocument.ts';
import { readAll } from '../../fixtures/readAll.ts';
import { inlineCell, makeWorkbook, type TestSheet, workbookParts } from '../../fixtures/workbook.ts';

const headings = ['Nom', 'Prénom', 'Courriel', 'Groupe'];
const names = ['Roux', 'Sims', 'Tan', 'Uhl'];
/** Groups of three and of one; the group of the first three stands in the first cell. */
const groups = ['A', '', '', ''];
const rows = names.map((name, at) => [name, 'Ana', `${name}@example.ca`, groups[at] ?? '']);
const columns = { lastName: 0, firstName: 1, email: 2, 'list.Groupe': 3 };

const part = 'xl/worksheets/sheet1.xml';

function workbook(data: TestSheet['data'], merged: readonly string[], padding = '', styles = '') {
  const sheets = [{ data }];
  const cells = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const sheet = workbookParts({ sheets })[part] ?? '';
  const whole = sheet.replace('</sheetData>', `</sheetData>${padding}<mergeCells>${cells}</mergeCells>`);
  return makeWorkbook({ sheets, styles, parts: { [part]: whole } });
}

/** Spans: the number of rows of the cells in the last column, by row. */
const openDocument = () => {
  const span = (text: string) =>
    `<table:table-cell table:number-rows-spanned="3" office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  const covered = '<table:covered-table-cell/>';
  const last = [span('A'), covered, covered, ''];
  const written = rows.map((row, at) => odsRow([...row.slice(0, 3).map(odsCell), last[at] ?? '']));
  return makeOpenDocument([{ rows: odsRow(headings.map(odsCell)) + written.join('') }]);
};

const page = () => {
  const cells = (texts: readonly string[]) => texts.map((text) => `<td>${text}</td>`).join('');
  const last = ['<td rowspan="3">A</td>', '', '', '<td></td>'];
  const written = rows.map((row, at) => `<tr>${cells(row.slice(0, 3))}${last[at]}</tr>`);
  return `<table><tr>${cells(headings)}</tr>${written.join('')}</table>`;
};

const groupsIn = (file: Uint8Array | string, name: string) =>
  readAll(file, name, {}, { columns }).candidates.map(({ listValues }) => listValues?.Groupe ?? null);

describe('a cell that is merged over the rows of several people', () => {
  it.each([
    ['liste.xlsx', () => workbook([headings, ...rows], ['A1:B1', 'D2:D4'])],
    ['liste.ods', openDocument],
    ['liste.xls', page],
  ])('states its text for each of them, and for nobody else (%s)', (name, make) => {
    expect(groupsIn(make(), name)).toEqual(['A', 'A', 'A', null]);
  });

  it('neither replaces a text nor makes a row of an empty one', () => {
    const some = [...rows.slice(0, 2), ['', '', '', ''], ...rows.slice(2)];
    const list = workbook([headings, ...some], ['D2:D6']);
    expect(groupsIn(list, 'liste.xlsx')).toEqual(['A', 'A', 'A', 'A']);
    expect(readAll(list, 'liste.xlsx').end.file).toMatchObject({ rows: 4, blankLines: 1 });
    const own = rows.map((row, at) => [...row.slice(0, 3), at === 1 ? 'B' : (row[3] ?? '')]);
    expect(groupsIn(workbook([headings, ...own], ['D2:D4']), 'liste.xlsx')).toEqual(['A', 'B', 'A', null]);
  });

  it('gives nothing to a line of totals', () => {
    const total = ['Total', '', '', ''];
    const inFront = ([name = '', first = '', email = '', group = '']: readonly string[]) => [
      group,
      name,
      first,
      email,
    ];
    const list = workbook([headings, ...rows, total].map(inFront), ['A2:A6']);
    const { problems, end } = readAll(list, 'liste.xlsx');
    expect(problems).toEqual([]);
    expect(end.file?.skipped).toMatchObject([{ line: 6, kind: 'total' }]);
  });

  it('is struck through for each of them where it is', () => {
    const styles =
      '<fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="0" fontId="1"/></cellXfs>';
    const family = [
      headings,
      ['Roux', 'Ana', 'ana@example.ca'],
      ['', 'Bob', 'bob@example.ca'],
      rows[1] ?? [],
    ];
    const cells = family.map((row) =>
      row
        .map(inlineCell)
        .join('')
        .replace('<c ', `<c s="${row[0] === 'Roux' ? 1 : 0}" `),
    );
    const list = workbook(cells.map((row) => `<row>${row}</row>`).join(''), ['A2:A3'], '', styles);
    expect(readAll(list, 'liste.xlsx').end.file?.leavers).toMatchObject({ count: 2 });
  });

  it('is found in a workbook in UTF-16', () => {
    const parts = Object.entries(workbookParts({ sheets: [{ data: [headings, ...rows] }] }));
    const xml = (text: string) => text.replace('</sheetData>', '</sheetData><mergeCell ref="D2:D4"/>');
    const list = parts.map(([name, text]) => [name, Buffer.from(`\ufeff${xml(text)}`, 'utf16le')]);
    expect(groupsIn(zipSync(Object.fromEntries(list)), 'liste.xlsx')).toEqual(['A', 'A', 'A', null]);
  });

  it('is found wherever the parts of the file are cut', () => {
    for (let length = 14_000; length < 16_400; length += 20) {
      const list = workbook([headings, ...rows], ['D2:D4'], `<x>${'y'.repeat(length)}</x>`);
      expect(groupsIn(list, 'liste.xlsx')).toEqual(['A', 'A', 'A', null]);
    }
  });

  it('may be a heading above two others', () => {
    const data = [
      ['Étudiant', '', 'Courriel', 'Matricule'],
      ['Nom', 'Prénom', '', ''],
      ['Roux', 'Ana', 'ana@example.ca', '0012'],
    ];
    for (const merged of [['A1:B1', 'C1:C2', 'D1:D2'], ['A1:B1'], []]) {
      const { candidates, problems, end } = readAll(workbook(data, merged), 'liste.xlsx');
      expect(problems).toEqual([]);
      expect(candidates).toMatchObject([
        { line: 3, lastName: 'Roux', firstName: 'Ana', studentNumber: '0012' },
      ]);
      expect(end.file?.skipped).toMatchObject([{ line: 1, kind: 'title' }]);
    }
    const kept = { lastName: 0, firstName: 1, email: 2, 'list.Matricule': 3 };
    expect(readAll(workbook(data, []), 'liste.xlsx', {}, { columns: kept }).candidates).toMatchObject([
      { listValues: { Matricule: '0012' } },
    ]);
  });

  it('costs a hostile file no more than its rows', () => {
    const merged = Array.from({ length: 20_000 }, (_, at) => `A${(at % 9_000) + 1}:A1048576`);
    const data = Array.from({ length: 9_000 }, () => `<row>${inlineCell('x')}</row>`).join('');
    const sheets = [{ data }];
    const sheet = workbookParts({ sheets })[part] ?? '';
    const cells = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
    const started = performance.now();
    readAll(
      makeWorkbook({ sheets, parts: { [part]: sheet.replace('</sheetData>', `</sheetData>${cells}`) } }),
    );
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
