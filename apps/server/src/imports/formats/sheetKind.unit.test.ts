import { describe, expect, it } from 'vitest';
import { makeList, readAll } from '../fixtures/readAll.ts';
import { makeWorkbook } from '../fixtures/workbook.ts';

const good = makeList(['Côté', 'Zoé', 'zoe@example.ca']);
const compound = (name: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_000), Buffer.from(name, 'utf16le')]);

const xmlOf2003 = `<?xml version="1.0"?>\r\n<?mso-application progid="Excel.Sheet"?>\r\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>`;
const webArchiveOf = (head: string) =>
  `${head}\r\nContent-Type: multipart/related; boundary="x"\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<table><tr><td>Nom`;

describe('the format of a file follows from its content', () => {
  it.each([
    ['nothing', '', 'import.emptyFile'],
    ['blanks', ' \r\n\r\n', 'import.emptyFile'],
    ['only a mark', '\ufeff', 'import.emptyFile'],
    ['blank rows', `${';;;\r\n'.repeat(900)}`, 'import.emptyFile'],
    ['a PDF', '%PDF-1.7\nNom;Prénom;Courriel', 'import.notASpreadsheet'],
    ['a web page without a table', '<!DOCTYPE html><p>Nom</p>', 'import.notASpreadsheet'],
    ['a web page under a mark', '\ufeff <html>', 'import.notASpreadsheet'],
    ['SYLK', 'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"Nom"\r\n', 'import.notASpreadsheet'],
    ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n', 'import.notASpreadsheet'],
    ['rich text', '{\\rtf1 Nom;Courriel}', 'import.notASpreadsheet'],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'import.notASpreadsheet'],
    ['text with a zero byte', `${good}\u0000`, 'import.notASpreadsheet'],
    ['a workbook of before 2007', compound('Workbook'), 'import.oldExcel'],
    [
      'a binary workbook',
      makeWorkbook({
        sheets: [],
        parts: {
          '_rels/.rels':
            '<Relationships><Relationship Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        },
      }),
      'import.oldExcel',
    ],
    ['an XML workbook of 2003', xmlOf2003, 'import.oldExcel'],
    ['an XML workbook of 2003 in UTF-16', Buffer.from(`\ufeff${xmlOf2003}`, 'utf16le'), 'import.oldExcel'],
    [
      'a web archive as Excel writes it',
      webArchiveOf('MIME-Version: 1.0\r\nX-Document-Type: Workbook'),
      'import.oldExcel',
    ],
    [
      'a web archive as a browser writes it',
      webArchiveOf('From: <Saved by Blink>\r\nMIME-Version: 1.0'),
      'import.oldExcel',
    ],
    ['a mail', 'MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nNom', 'import.notASpreadsheet'],
    [
      'a text document as XML',
      '<?xml version="1.0"?><w:wordDocument xmlns:w="x"/>',
      'import.notASpreadsheet',
    ],
    ['a workbook with a password', compound('EncryptedPackage'), 'import.encrypted'],
    ['another program’s container', compound('WordDocument'), 'import.notASpreadsheet'],
    [
      'an archive without a workbook',
      makeWorkbook({ sheets: [], parts: { 'xl/workbook.xml': null } }),
      'import.notASpreadsheet',
    ],
    [
      'an empty archive',
      Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
      'import.notASpreadsheet',
    ],
    [
      'the beginning of an archive',
      makeWorkbook({ sheets: [{ data: [['Nom']] }] }).subarray(0, 200),
      'import.damaged',
    ],
    ['prose', 'Bonjour,\nvoici la liste.', 'import.noHeadings'],
  ])('%s', (_, content, code) => {
    const { problems, end } = readAll(content);
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(end.file).toBeNull();
  });

  it('text with the extension of a workbook is refused with that extension', () => {
    expect(readAll(good, 'Liste.XLSX').problems).toMatchObject([
      { line: null, code: 'import.wrongEnding', params: { ending: '.XLSX' } },
    ]);
  });

  it('a workbook is read with any file name', () => {
    const workbook = makeWorkbook({
      sheets: [
        {
          data: [
            ['Nom', 'Prénom', 'Courriel'],
            ['Côté', 'Zoé', 'zoe@example.ca'],
          ],
        },
      ],
    });
    expect(readAll(workbook, 'liste.csv').candidates).toHaveLength(1);
  });

  it('a file above the size limit is refused before it is read', () => {
    const { problems } = readAll(good, 'liste.csv', { bytes: 10 });
    expect(problems).toMatchObject([{ line: null, code: 'import.tooLarge' }]);
  });
});
