import { Problem } from '@guichet/contract/imports/imports.problems';
import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../columns/sheetHeadings.ts';
import { readAll, testLimits } from '../fixtures/readAll.ts';
import { inlineCell, makeWorkbook } from '../fixtures/workbook.ts';
import type { Sheet } from './sheet.ts';
import { openTextSheet } from './text/sheetCsv.ts';
import { openWorkbook } from './workbook/sheetWorkbook.ts';

const headings = ['Prénom', 'Nom', 'Courriel'];

function rowsOf({ rows }: Sheet) {
  const all: { line: number; cells: readonly string[] }[] = [];
  for (let step = rows.next(); !step.done; step = rows.next()) {
    all.push({ line: step.value.line, cells: step.value.cells });
  }
  return all;
}

/** Cells with characters that look like structure, and with letters of Windows-1252. */
const cell = fc.string({
  unit: fc.constantFrom(...'ab é’œ";,\t|\n\r=\'\u00a0€'.split(''), '\r\n', '""'),
  maxLength: 12,
});
const table = fc.array(fc.tuple(cell, cell, cell), { maxLength: 30 });

const writing = fc.record({
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
  hasMark: fc.boolean(),
  separator: fc.constantFrom(';', ',', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  quotesAll: fc.boolean(),
  endsWithLineEnd: fc.boolean(),
});

describe('any table', () => {
  it('written as text is read back unchanged, cell by cell and line by line', () => {
    const isRead = (
      rows: readonly (readonly string[])[],
      way: typeof writing extends fc.Arbitrary<infer W> ? W : never,
    ) => {
      const { encoding, hasMark, separator, lineEnd, quotesAll, endsWithLineEnd } = way;
      const quoted = (text: string) =>
        quotesAll || /["\n\r]/.test(text) || text.includes(separator)
          ? `"${text.replaceAll('"', '""')}"`
          : text;
      const all = [headings, ...rows];
      const content = all.map((cells) => cells.map(quoted).join(separator)).join(lineEnd);
      const addBOM = hasMark && encoding !== 'windows-1252';
      const bytes = iconv.encode(endsWithLineEnd ? content + lineEnd : content, encoding, { addBOM });
      let line = 1;
      const expected = all.map((cells) => {
        const plain = cells.map((text) => text.replaceAll(/\r\n?/g, '\n'));
        const row = { line, cells: plain };
        line += 1 + plain.join('').split('\n').length - 1;
        return row;
      });
      expect(rowsOf(openTextSheet(bytes, fieldNamed))).toEqual(expected);
    };
    fc.assert(fc.property(table, writing, isRead), { numRuns: 1_000 });
  });

  it('written as a workbook is read back unchanged, cell by cell and row by row', () => {
    const printable = fc
      .string({ unit: 'binary', maxLength: 8 })
      .filter((text) => !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(text));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(printable, fc.constant('x')), { minLength: 1, maxLength: 20 }),
        (rows) => {
          const data = rows
            .map((cells, at) => `<row r="${at * 2 + 1}">${cells.map(inlineCell).join('')}</row>`)
            .join('');
          const [sheet] = openWorkbook(makeWorkbook({ sheets: [{ data }] }), testLimits);
          const expected = rows.map((cells, at) => ({ line: at * 2 + 1, cells }));
          expect(sheet && rowsOf(sheet)).toEqual(expected);
        },
      ),
    );
  });
});

describe('any bytes', () => {
  const workbook = makeWorkbook({
    sheets: [{ data: [headings, ['Zoé', 'Côté', 'zoe@example.ca']] }],
    strings: '<si><t>x</t></si>',
  });
  const bytes = fc.uint8Array({ maxLength: 400 });
  const endsInProblems = (content: Uint8Array, fileName = 'liste') => {
    const { problems, end } = readAll(content, fileName);
    expect(problems.every((problem) => Problem.safeParse(problem).success)).toBe(true);
    expect(problems.length > 0 || (end.file?.rows ?? 0) > 0).toBe(true);
  };

  it('yield candidates or problems with a code', () => {
    fc.assert(
      fc.property(bytes, (content) => endsInProblems(content)),
      { numRuns: 1_000 },
    );
  });

  it('do so after headings', () => {
    const head = iconv.encode(`${headings.join(';')}\r\n`, 'windows-1252');
    fc.assert(
      fc.property(bytes, (content) => endsInProblems(Buffer.concat([head, content]))),
      { numRuns: 1_000 },
    );
  });

  it('do so after the signature of an archive or of an Excel 97 workbook', () => {
    const marks = fc.constantFrom('504b0304', '504b0506', 'd0cf11e0a1b11ae1', 'fffe', 'feff', 'efbbbf');
    fc.assert(
      fc.property(marks, bytes, (mark, content) =>
        endsInProblems(Buffer.concat([Buffer.from(mark, 'hex'), content])),
      ),
      { numRuns: 1_000 },
    );
  });

  it('do so as a workbook damaged anywhere, or truncated', () => {
    const damage = fc.array(fc.tuple(fc.nat(workbook.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(
        damage,
        fc.option(fc.nat(workbook.length), { freq: 5, nil: workbook.length }),
        (changes, length) => {
          const damaged = Uint8Array.from(workbook);
          for (const [at, value] of changes) damaged[at] = value;
          endsInProblems(damaged.subarray(0, length));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('do so as a sheet with any XML', () => {
    const piece = fc.constantFrom(
      '<row>',
      '</row>',
      '<c>',
      '<c r="B2" t="s">',
      '</c>',
      '<v>',
      '</v>',
      '1',
      '<t>',
      '</t>',
      '<c t="inlineStr"><is><t>Nom</t></is></c>',
      '<c r="',
      '"/>',
      '&amp;',
      '&x;',
      '<![CDATA[',
      ']]>',
      '<row r="-1">',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) =>
        endsInProblems(makeWorkbook({ sheets: [{ data: pieces.join('') }] })),
      ),
      { numRuns: 500 },
    );
  });
});
