import { describe, expect, it } from 'vitest';
import { readAll } from '../../fixtures/readAll.ts';
import { inlineCell, makeWorkbook, type TestWorkbook } from '../../fixtures/workbook.ts';

const headings = ['Nom', 'Prénom', 'Courriel', 'No étudiant'];
const zoe = ['Côté', 'Zoé', 'zoe@example.ca', '0300000147'];
const headingRow = `<row r="1">${headings.map(inlineCell).join('')}</row>`;
const read = (workbook: TestWorkbook) => readAll(makeWorkbook(workbook), 'liste.xlsx');
const readRows = (data: string, more: Partial<TestWorkbook> = {}) =>
  read({ sheets: [{ data: headingRow + data }], ...more });

/** A row with this cell as student number. */
const rowWith = (cell: string) => `<row>${zoe.slice(0, 3).map(inlineCell).join('')}${cell}</row>`;
const numberIn = (cell: string, more: Partial<TestWorkbook> = {}) =>
  readRows(rowWith(cell), more).candidates[0]?.studentNumber;

/** The value of a cell beside the person, if its column is kept. */
const keptIn = (cell: string, more: Partial<TestWorkbook> = {}) => {
  const data = `<row r="1">${[...headings, 'Heure'].map(inlineCell).join('')}</row><row>${zoe.map(inlineCell).join('')}${cell}</row>`;
  const columns = { lastName: 0, firstName: 1, email: 2, studentNumber: 3, 'list.Heure': 4 };
  const { candidates } = readAll(
    makeWorkbook({ sheets: [{ data }], ...more }),
    'liste.xlsx',
    {},
    { columns },
  );
  return candidates[0]?.listValues?.Heure;
};

describe('a cell of a workbook', () => {
  it.each([
    ['a number', '<c><v>300000007</v></c>', '300000007'],
    ['a number in powers of ten', '<c><v>3.00000007E8</v></c>', '300000007'],
    ['a number with a fraction that is none', '<c t="n"><v>300000007.0</v></c>', '300000007'],
    ['the text of a formula', '<c t="str"><f>A1&amp;"7"</f><v>0012</v></c>', '0012'],
    ['a formula whose text is empty', '<c t="str"><f>IF(1,"")</f><v></v></c>', null],
    ['nothing', '<c s="1"/>', null],
    ['runs of rich text', '<c t="inlineStr"><is><r><t>00</t></r><r><t>12</t></r></is></c>', '0012'],
    ['a text in CDATA', '<c t="inlineStr"><is><t><![CDATA[0012]]></t></is></c>', '0012'],
    [
      'the reading aloud of a text',
      '<c t="inlineStr"><is><t>12</t><rPh sb="0" eb="1"><t>x</t></rPh></is></c>',
      '12',
    ],
    ['escapes', '<c t="str"><v>_x0041_12_x000D_</v></c>', 'A12'],
    ['entities', '<c t="str"><v>A&#49;&amp;&lt;</v></c>', 'A1&<'],
  ])('may hold %s', (_, cell, number) => expect(numberIn(cell)).toBe(number));

  it('may hold a shared text', () => {
    const strings = '<si><t>x</t></si><si><r><t>00</t></r><r><t xml:space="preserve">12 </t></r></si><si/>';
    expect(numberIn('<c t="s"><v>1</v></c>', { strings })).toBe('0012');
    expect(numberIn('<c t="s"><v>2</v></c>', { strings })).toBeNull();
  });

  it('shows the leading zeros of its number format', () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="000000000"/></numFmts><cellStyleXfs><xf numFmtId="164"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';
    expect(numberIn('<c s="1"><v>123</v></c>', { styles })).toBe('000000123');
    expect(numberIn('<c s="0"><v>123</v></c>', { styles })).toBe('123');
  });

  it.each([
    ['000\\ 000\\ 000', '012345678'],
    ['000-000-000', '012345678'],
    ['[$-C0C]000000000', '012345678'],
    ['000000000_);(000000000)', '012345678'],
    ['0#" "##" "##" "##" "##', '0012345678'],
    ['#000000000', '012345678'],
    ['0.00', '12345678'],
    ['#,##0', '12345678'],
    ['"M"0000000000', 'M0012345678'],
    ['\\C\\P000\\-000\\-000', 'CP012345678'],
    ['0" min"', '12345678 min'],
    ['General "h"', '12345678 h'],
    ['"general "0', 'general 12345678'],
    ['#,##0.00\\ "CAD";[Red]-#,##0.00\\ "CAD"', '12345678 CAD'],
    ['_-* #,##0.00\\ "$"_-', '12345678'],
    ['0.00E+00', '12345678'],
  ])(
    'shows the leading zeros and the words of the number format %s, and no other sign of it',
    (formatCode, shown) => {
      const styles =
        `<numFmts><numFmt numFmtId="164" formatCode="${formatCode.replaceAll('"', '&quot;')}"/></numFmts>` +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';
      expect(keptIn(`<c s="1"><v>12345678</v></c>`, { styles })).toBe(shown);
    },
  );

  it.each([
    ['0.25', '9', '25 %'],
    ['0.07', '10', '7 %'],
    ['0.3333', '164', '33.33 %'],
    ['1.5', '165', '150 %'],
  ])('with %s in a format of percentages (%s) is %s', (value, format, shown) => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="#,##0\\ %"/></numFmts>' +
      `<cellXfs><xf numFmtId="0"/><xf numFmtId="${format}"/></cellXfs>`;
    expect(keptIn(`<c s="1"><v>${value}</v></c>`, { styles })).toBe(shown);
  });

  it.each([
    ['hh:mm', '0.375', '09:00'],
    ['h:mm AM/PM', '0.38888888888888895', '09:20'],
    ['hh:mm', '46149.5625', '13:30'],
    ['[h]:mm', '1.0625', '25:30'],
    ['yyyy-mm-dd hh:mm', '46149.5625', '2026-05-07 13:30'],
    ['yyyy-mm-dd hh:mm:ss', '46149.56255787037', '2026-05-07 13:30:05'],
    ['dd/mm/yyyy', '46149.5625', '2026-05-07'],
  ])('with the format %s shows the hour of %s as %s in a column that is kept', (formatCode, value, shown) => {
    const styles =
      `<numFmts><numFmt numFmtId="164" formatCode="${formatCode}"/></numFmts>` +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';
    expect(keptIn(`<c s="1"><v>${value}</v></c>`, { styles })).toBe(shown);
  });

  it('shows days as they were meant in a workbook that counts from 1904', () => {
    const styles = '<cellXfs><xf numFmtId="14"/><xf numFmtId="20"/></cellXfs>';
    const counted = (date1904: string) => {
      const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
      const sheets = '<sheets><sheet name="F" sheetId="1" r:id="rId1"/></sheets>';
      return {
        styles,
        parts: { 'xl/workbook.xml': `<workbook xmlns="${main}">${date1904}${sheets}</workbook>` },
      };
    };
    const day = (more: Partial<TestWorkbook>) => keptIn('<c s="0"><v>37232</v></c>', more);
    expect(day(counted('<workbookPr date1904="1"/>'))).toBe('2005-12-08');
    expect(day(counted('<workbookPr date1904="true"/>'))).toBe('2005-12-08');
    expect(day(counted('<workbookPr date1904="0"/>'))).toBe('2001-12-07');
    expect(keptIn('<c s="1"><v>0.375</v></c>', counted('<workbookPr date1904="1"/>'))).toBe('09:00');
  });

  it('of ISO dates shows the hour without a T', () =>
    expect(keptIn('<c t="d"><v>2026-05-07T09:30:00</v></c>')).toBe('2026-05-07 09:30'));

  it('with the error of a formula is a problem', () => {
    const row = `<row>${inlineCell('Côté')}<c t="e"><v>#N/A</v></c>${inlineCell('zoe@example.ca')}</row>`;
    expect(readRows(row).problems).toMatchObject([
      { line: 2, column: 'Prénom', code: 'import.errorValue', text: '#N/A' },
    ]);
  });

  it.each([
    '<c><f>A2&amp;"@x.ca"</f></c>',
    '<c><f>A2&amp;"@x.ca"</f><v></v></c>',
    '<c t="str"><f>A2&amp;"@x.ca"</f></c>',
  ])('with a formula that no program has computed is a problem: %s', (cell) => {
    const row = `<row>${inlineCell('Côté')}${inlineCell('Zoé')}${cell}</row>`;
    expect(readRows(row).problems).toMatchObject([
      { line: 2, column: 'Courriel', code: 'import.formulaNotComputed', text: '=A2&"@x.ca"' },
    ]);
  });

  it('is placed by its name, in any order', () => {
    const cells = [3, 1, 0, 2].map((at) => `<c r="${'ABCD'[at]}2" t="str"><v>${zoe[at]}</v></c>`);
    expect(readRows(`<row r="2">${cells.join('')}</row>`).candidates).toMatchObject([
      { lastName: 'Côté', studentNumber: zoe[3] },
    ]);
  });
});

describe('a name that a spreadsheet converted', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="[$-C0C]jj/mm/yyyy;@"/></numFmts>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>';
  const nameFaults = (cell: string) => {
    const row = `<row>${inlineCell('Côté')}${cell}${inlineCell('zoe@example.ca')}</row>`;
    return readRows(row, { styles }).problems.map(({ column, code, text }) => [column, code, text]);
  };

  it.each([
    ['TRUE', '<c t="b"><v>1</v></c>', 'import.nameIsBoolean', 'TRUE'],
    ['FALSE', '<c t="b"><v>0</v></c>', 'import.nameIsBoolean', 'FALSE'],
    ['a number', '<c><v>46147</v></c>', 'import.nameIsNumber', '46147'],
    ['a day', '<c s="1"><v>46149</v></c>', 'import.nameIsDate', '2026-05-07'],
    ['a day in a format of its own', '<c s="2"><v>46149.5</v></c>', 'import.nameIsDate', '2026-05-07'],
    ['an ISO day', '<c t="d"><v>2026-05-07</v></c>', 'import.nameIsDate', '2026-05-07'],
    ['a number from a formula', '<c t="n"><f>A1</f><v>7</v></c>', 'import.nameIsNumber', '7'],
  ])('is a problem: %s', (_, cell, code, text) => expect(nameFaults(cell)).toEqual([['Prénom', code, text]]));

  it.each(['True', 'Vrai', 'Mai'])('is accepted if the cell holds the text %s', (name) =>
    expect(nameFaults(inlineCell(name))).toEqual([]),
  );

  it('is no student number if it is a date, TRUE, a fraction, or has lost digits', () => {
    const faultOf = (cell: string) => readRows(rowWith(cell), { styles }).codes;
    for (const cell of ['<c s="1"><v>46149</v></c>', '<c t="b"><v>1</v></c>', '<c><v>300000007.5</v></c>'])
      expect(faultOf(cell)).toEqual(['import.valueInvalid']);
    expect(faultOf('<c><v>1.2345678901234567E+17</v></c>')).toEqual(['import.valueInvalid']);
  });
});

describe('a row of a workbook', () => {
  const row = (name: string, r?: number) =>
    `<row${r === undefined ? '' : ` r="${r}"`}>${['Roux', name, `${name}@example.ca`].map(inlineCell).join('')}</row>`;
  const linesOf = (data: string) =>
    readRows(data).candidates.map(({ line, firstName }) => `${line} ${firstName}`);

  it('keeps its number; absent rows between two others count as blank lines, those after the last do not', () => {
    const { candidates, end } = readRows(
      `${row('a', 3)}<row r="4"><c s="1"/></row>${row('b', 9)}<row r="9000"><c s="1"/></row>`,
    );
    expect(candidates.map(({ line }) => line)).toEqual([3, 9]);
    expect(end.file).toMatchObject({ rows: 2, blankLines: 6 });
  });

  it('without a number follows the one before it', () => {
    expect(linesOf(row('a') + row('b', 7) + row('c'))).toEqual(['2 a', '7 b', '8 c']);
  });

  const hidden = (attribute: string) => row('a', 2).replace('<row', `<row ${attribute}`) + row('b', 3);
  it.each(['hidden="1"', 'hidden="true"', 'ht="0" customHeight="1"'])(
    'that is hidden (%s) is left out and counted, and read where that is asked for',
    (attribute) => {
      const bytes = makeWorkbook({ sheets: [{ data: headingRow + hidden(attribute) }] });
      const without = readAll(bytes);
      expect(without.candidates.map(({ line }) => line)).toEqual([3]);
      expect(without.end.file).toMatchObject({ rows: 1, hidden: { rows: 1, included: false } });
      const all = readAll(bytes, 'liste.xlsx', {}, { includeHidden: true });
      expect(all.candidates.map(({ line }) => line)).toEqual([2, 3]);
      expect(all.end.file).toMatchObject({ rows: 2, hidden: { rows: 1, included: true } });
    },
  );

  it('that is hidden is no problem of the list; a list of only hidden rows is refused as such', () => {
    const bad = hidden('hidden="1"').replace('a@example.ca', 'nobody');
    expect(readRows(bad).problems).toEqual([]);
    expect(readRows(row('a', 2).replace('<row', '<row hidden="1"')).problems).toMatchObject([
      { line: 1, code: 'import.allHidden', params: { count: 1 } },
    ]);
  });

  it('may have notes beside the list', () => {
    const noted = `<row>${[...zoe, '', 'à vérifier'].map(inlineCell).join('')}</row>`;
    expect(readRows(noted).problems).toEqual([]);
  });

  it.each([
    ['twice the same number', row('a', 2) + row('b', 2)],
    ['a number before that of the row above', row('a', 5) + row('b', 3)],
    ['a number that is none', row('a', 2).replace('"2"', '"x"')],
    ['a number past the last row', row('a', 1_048_577)],
    ['a text that is not among the shared ones', rowWith('<c t="s"><v>5</v></c>')],
    ['broken XML', '<row><c></row>'],
    ['an unknown entity', rowWith('<c t="str"><v>&x;</v></c>')],
    ['bottomless nesting', `${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`],
    ['a text without end', `<!--${'x'.repeat(5_000_000)}-->`],
  ])('with %s is reported as damage of the file', (_, data) => {
    expect(readRows(data).problems.at(-1)?.code).toBe('import.damaged');
  });
});

it('too many shared texts are refused', () => {
  const { problems } = readRows('', { strings: '<si/>'.repeat(2_000_001) });
  expect(problems).toMatchObject([{ line: null, code: 'import.unpackedTooLarge', params: { limit: 64 } }]);
});

describe('the sheet that is read', () => {
  const list = { data: [headings, zoe] };
  const cover = { data: [['Liste de candidats'], ['Responsable', 'Courriel']] };

  it('is the first with the required headings', () => {
    expect(read({ sheets: [cover, list] }).candidates).toHaveLength(1);
  });

  it('is a visible one', () => {
    const others = [headings, ['Roux', 'Noé', 'noe@example.ca']];
    const { candidates } = read({
      sheets: [{ data: others, state: 'hidden' }, { data: others, state: 'veryHidden' }, list],
    });
    expect(candidates.map(({ firstName }) => firstName)).toEqual(['Zoé']);
  });

  it('may be hidden if all are', () => {
    expect(read({ sheets: [{ ...list, state: 'hidden' }] }).candidates).toHaveLength(1);
  });

  it('is found by its relation, whatever the workbook’s prefixes and folders', () => {
    const relations = (id: string, kind: string, target: string) =>
      `<Relationships><Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${kind}" Target="${target}"/></Relationships>`;
    const cells = (texts: readonly string[]) =>
      texts.map((text) => `<x:c t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`).join('');
    const workbook = makeWorkbook({
      sheets: [],
      parts: {
        '_rels/.rels': relations('a', 'officeDocument', '/book/main.xml'),
        'book/main.xml':
          '<x:workbook><x:sheets><x:sheet name="x" sheetId="4" q:id="b"/></x:sheets></x:workbook>',
        'book/_rels/main.xml.rels': relations('b', 'worksheet', '../lists/one.xml'),
        'lists/one.xml': `<x:worksheet><x:sheetData><x:row>${cells(headings)}</x:row><x:row>${cells(zoe)}</x:row></x:sheetData></x:worksheet>`,
      },
    });
    expect(readAll(workbook).candidates).toHaveLength(1);
  });

  it('reports the missing columns if no sheet is complete', () => {
    const { problems } = read({ sheets: [cover, { data: [['x']] }] });
    expect(problems.map(({ code, params }) => `${code} ${params?.field}`)).toEqual([
      'import.missingColumn firstName',
      'import.missingColumn lastName',
    ]);
  });

  it('is reported as damage if its part is absent', () => {
    const { codes } = read({ sheets: [list], parts: { 'xl/worksheets/sheet1.xml': null } });
    expect(codes).toEqual(['import.damaged']);
  });
});

it.each(['xl/workbook.xml', 'xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml'])(
  'a document type in %s is refused',
  (part) => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x/>';
    expect(read({ sheets: [{ data: [headings, zoe] }], strings: '', parts: { [part]: bomb } }).codes).toEqual(
      ['import.damaged'],
    );
  },
);
