import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../../columns/sheetHeadings.ts';
import { makeList, readAll } from '../../fixtures/readAll.ts';
import { openTextSheet } from './sheetCsv.ts';

const list = (separator: string) =>
  ['Prénom;Nom;Courriel', 'Zoé;L’Hœureux;zoe@example.ca', 'Dara;Okafor;dara@example.ca']
    .join('\r\n')
    .replaceAll(';', separator);

function rowsOf(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const { rows } = openTextSheet(bytes, fieldNamed);
  const all: string[] = [];
  for (let step = rows.next(); !step.done; step = rows.next()) {
    all.push(`${step.value.line}: ${step.value.cells.map((cell) => JSON.stringify(cell)).join(' ')}`);
  }
  return all;
}

describe('a text list', () => {
  it.each(['\u001a', '\r\n\u001a', '\r\n\u001a\u001a'])('may end with the sign of DOS: %j', (end) => {
    const { candidates, problems } = readAll(`${list(';')}${end}`);
    expect(problems).toEqual([]);
    expect(candidates.map(({ email }) => email)).toEqual(['zoe@example.ca', 'dara@example.ca']);
    expect(readAll(`${list(';')};\u001a\r\n`).codes).not.toEqual([]);
  });

  it.each([
    [';', 'semicolons'],
    [',', 'commas'],
    ['\t', 'tabs'],
    ['|', 'strokes'],
  ])('is split at %j (%s)', (separator) => {
    expect(readAll(list(separator)).candidates.map(({ line, lastName }) => [line, lastName])).toEqual([
      [2, 'L’Hœureux'],
      [3, 'Okafor'],
    ]);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])('is read in %s', (encoding) => {
    const bytes = iconv.encode(list(';'), encoding);
    expect(readAll(bytes).candidates[0]).toMatchObject({ firstName: 'Zoé', lastName: 'L’Hœureux' });
  });

  it('of a classic Mac is read as such where an apostrophe before an accent is all that is beyond ASCII', () => {
    const mac = iconv.encode('Nom;Ville\r\nRoux;Riviere-d’Étoile', 'macintosh');
    expect(rowsOf(mac)[1]).toBe('2: "Roux" "Riviere-d’Étoile"');
    expect(rowsOf('Nom;Ville\r\nRoux;Երևան')[1]).toBe('2: "Roux" "Երևան"');
  });

  it.each(['utf-16le', 'utf-16be'])('is read in %s, also with letters that have a zero byte', (encoding) => {
    const list = makeList(['Āboliņa', '一诺', 'zoe@example.ca', '1', 'F']);
    expect(readAll(iconv.encode(list, encoding, { addBOM: false })).candidates).toMatchObject([
      { lastName: 'Āboliņa', firstName: '一诺' },
    ]);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    'is read in %s with a byte order mark',
    (encoding) => {
      const bytes = iconv.encode(list(';'), encoding, { addBOM: true });
      expect(readAll(bytes).end.file?.recognised[0]).toEqual({ heading: 'Prénom', field: 'firstName' });
    },
  );

  it('with a UTF-8 mark but damaged reports each line that lost a character', () => {
    const marked = Buffer.concat([
      Buffer.from(`\ufeff${list(';')}\r\nNo`),
      Buffer.from([0xe9]),
      Buffer.from(';Roux;n@example.ca'),
    ]);
    expect(readAll(marked).problems).toMatchObject([
      { line: 4, column: 'Prénom', code: 'import.lostCharacters' },
    ]);
  });

  it('in UTF-8 without a mark that lost a byte reports the line; the other lines stay readable', () => {
    const rows = Array.from({ length: 20 }, (_, at) => `Zoé;Côté;zoe${at}@example.ca`);
    const bytes = Buffer.from(['Prénom;Nom;Courriel', ...rows, 'Zo\u0001;Roux;z@example.ca'].join('\n'));
    bytes[bytes.indexOf(1)] = 0xc3;
    const { problems, candidates } = readAll(bytes);
    expect(problems).toMatchObject([{ line: 22, column: 'Prénom', code: 'import.lostCharacters' }]);
    expect(candidates).toHaveLength(20);
  });

  it('in Windows-1252 is read as such even if some letters could be UTF-8', () => {
    const rows = ['RENÉ–PAUL;Côté;r@example.ca', 'Zoé;Roux;z@example.ca'];
    const { candidates } = readAll(iconv.encode(['Prenom;Nom;Courriel', ...rows].join('\n'), 'windows-1252'));
    expect(candidates.map(({ firstName }) => firstName)).toEqual(['RENÉ–PAUL', 'Zoé']);
  });

  it('uses the separator stated in its first line, and counts that line', () => {
    expect(rowsOf('sep=,\r\nNom;x,Prénom\r\n')).toEqual(['2: "Nom;x" "Prénom"']);
    expect(rowsOf('"sep=;"\na;b')).toEqual(['2: "a" "b"']);
  });

  it('is not misled by separators inside its headings', () => {
    const content = 'Notes, a, b, c, d;Nom;Prénom;Courriel\na,b,c;Côté;Zoé;zoe@example.ca';
    expect(readAll(content).candidates).toHaveLength(1);
  });
});

describe('the line of a row', () => {
  it.each([
    ['\n', 'line feeds'],
    ['\r\n', 'both'],
    ['\r', 'carriage returns'],
  ])('counts every line of the file with line ends %j (%s)', (end) => {
    expect(rowsOf(['a;b', '', ';', '"c', '"";x";d', 'e;f', ''].join(end))).toEqual([
      '1: "a" "b"',
      '2: ""',
      '3: "" ""',
      '4: "c\\n\\";x" "d"',
      '6: "e" "f"',
    ]);
  });

  it('is right with mixed line breaks, also across chunks', () => {
    const filler = 'x'.repeat(127);
    const lines = Array.from({ length: 5_000 }, (_, at) => `${filler};${at + 1}`);
    const content = lines.map((line, at) => line + ['\r\n', '\n', '\r'][at % 3]).join('');
    expect(
      rowsOf(content).every((row, at) => row.startsWith(`${at + 1}: `) && row.endsWith(` "${at + 1}"`)),
    ).toBe(true);
  });

  it('is that of the row’s begin for an unclosed quote', () => {
    const content = `${list(';')}\r\n"Noé;Roux;noe@example.ca\r\nLéa;Roux;lea@example.ca`;
    const { problems } = readAll(content);
    expect(problems).toMatchObject([{ line: 4, code: 'import.unclosedQuote' }]);
    expect(problems[0]?.text).toContain('Noé;Roux');
  });

  it('is reported where text follows a closing quote', () => {
    const content = `${list(';')}\r\n"Noé"x;Roux;noe@example.ca\r\nLéa;Roux;lea@example.ca`;
    expect(readAll(content).problems).toMatchObject([{ line: 4, code: 'import.unclosedQuote' }]);
  });

  it('is reported where a quote exceeds the longest row', () => {
    const content = `${list(';')}\r\n"${'Noé;Roux;noe@example.ca\r\n'.repeat(60_000)}`;
    expect(readAll(content).problems).toMatchObject([{ line: 4, code: 'import.unclosedQuote' }]);
  });

  it('keeps quotes inside a cell', () => {
    expect(rowsOf('Zoé "Zo" Côté;b')).toEqual(['1: "Zoé \\"Zo\\" Côté" "b"']);
  });
});
