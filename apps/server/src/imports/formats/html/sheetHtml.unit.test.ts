import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readAll } from '../../fixtures/readAll.ts';

const cells = (texts: readonly string[]) => texts.map((text) => `<td>${text}</td>`).join('');
const rowsOf = (...rows: readonly (readonly string[])[]) =>
  rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
const headings = ['Nom', 'Prénom', 'Courriel', 'No étudiant'];
const zoe = ['Côté', 'Zoé', 'zoe@example.ca', '0300000147'];
const page = (rows: string, head = '<meta charset="utf-8">') =>
  `<html><head>${head}<style>td { color: red }</style></head><body><table>${rows}</table></body></html>`;
const read = (rows: string) => readAll(page(rowsOf(headings) + rows), 'liste.xls');

describe('a web page saved as a workbook', () => {
  it('is a list like any other', () => {
    const { candidates, problems } = read(rowsOf(zoe));
    expect(problems).toEqual([]);
    expect(candidates).toMatchObject([{ line: 2, lastName: 'Côté', studentNumber: '0300000147' }]);
  });

  it.each([
    ['entities', 'C&ocirc;t&eacute;', 'Côté'],
    ['numbered entities', 'C&#244;t&#xe9;', 'Côté'],
    ['markup', '<font><b>Cô</b><i>té</i></font>', 'Côté'],
    ['blanks and line ends', '\n   Côté \r\n', 'Côté'],
    ['no-break spaces', '&nbsp;Côté&nbsp;', 'Côté'],
    ['a script and a comment', '<script>x</script>Côté<!-- x -->', 'Côté'],
    ['a paragraph', '<p>Côté</p>', 'Côté'],
    ['a line break at the end', 'Côté<br>', 'Côté'],
    ['an ampersand', 'C &amp; D', 'C & D'],
  ])('may hold %s', (_, cell, name) => {
    expect(read(rowsOf([cell, ...zoe.slice(1)])).candidates).toMatchObject([{ lastName: name }]);
  });

  it('may leave its cells and rows unclosed', () => {
    const open = `<table><tr><th>${headings.join('<th>')}<tr><td>${zoe.join('<td>')}</table>`;
    expect(readAll(open, 'liste.xls').candidates).toMatchObject([{ lastName: 'Côté', firstName: 'Zoé' }]);
  });

  it('is read in its declared encoding, else in the detected one', () => {
    const encoded = (encoding: string, head: string) =>
      iconv.encode(page(rowsOf(headings, zoe), head), encoding);
    for (const [encoding, head] of [
      ['windows-1252', '<meta http-equiv=Content-Type content="text/html; charset=windows-1252">'],
      ['windows-1252', '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'],
      ['windows-1252', ''],
      ['macintosh', '<meta charset=macintosh>'],
      ['utf-16le', '<meta charset="unicode">'],
      ['utf-8', ''],
    ] as const)
      expect(readAll(encoded(encoding, head), 'a.xls').candidates).toMatchObject([{ lastName: 'Côté' }]);
  });

  it('leaves out hidden rows', () => {
    const hidden = `<tr style='display:none'>${cells(['Roux', 'Noé', 'noe@x.ca', ''])}</tr>`;
    const { candidates, end } = read(hidden + rowsOf(zoe));
    expect(candidates).toMatchObject([{ line: 3, lastName: 'Côté' }]);
    expect(end.file?.hidden).toEqual({ rows: 1, included: false });
  });

  it('may have titles over several columns, and a name over several rows', () => {
    const title = '<tr><td colspan="4">Liste</td></tr>';
    const above = `<tr><td rowspan=2>Côté</td>${cells(zoe.slice(1))}</tr><tr>${cells(['Noé', 'noe@x.ca'])}</tr>`;
    const { problems, candidates } = readAll(page(title + rowsOf(headings) + above), 'a.xls');
    expect(problems).toEqual([]);
    expect(candidates).toMatchObject([
      { line: 3, lastName: 'Côté', firstName: 'Zoé' },
      { line: 4, lastName: 'Côté', firstName: 'Noé', email: 'noe@x.ca' },
    ]);
  });

  it('may be inside a layout table', () => {
    const inner = `<tr><td><table>${rowsOf(headings, zoe)}</table></td></tr>`;
    expect(readAll(page(inner), 'a.xls').candidates).toMatchObject([{ lastName: 'Côté' }]);
  });

  it('reports names that are numbers', () => {
    const { codes } = read(
      `<tr><td x:num>46147</td>${cells(zoe.slice(1))}</tr>${rowsOf(['VRAI', ...zoe.slice(1)])}`,
    );
    expect(codes).toEqual(expect.arrayContaining(['import.nameIsNumber', 'import.nameIsBoolean']));
  });

  it.each([
    ['no table', '<html><body>Bonjour</body></html>', 'import.notASpreadsheet'],
    ['a picture', '<?xml version="1.0"?><svg><rect/></svg>', 'import.notASpreadsheet'],
    ['bottomless nesting', `<html>${'<b>'.repeat(100_000)}${'</b>'.repeat(100_000)}`, 'import.damaged'],
    ['tables without end', `<html>${'<table><tr><td>'.repeat(50_000)}`, 'import.damaged'],
    ['more rows than any list has', `<table>${'<tr>'.repeat(400_001)}`, 'import.damaged'],
    ['an attribute without end', `<html><table a="${'x'.repeat(3_000_000)}`, 'import.damaged'],
  ])('is refused with %s', (_, content, code) => expect(readAll(content, 'a.xls').codes).toEqual([code]));
});
