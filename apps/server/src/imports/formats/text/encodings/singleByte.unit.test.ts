import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { makeList, readAll } from '../../../fixtures/readAll.ts';

const names = [
  'Zoé',
  'Côté',
  'Élise',
  'L’Hœureux',
  'François',
  'Noël',
  'Benoît',
  'MICHÈLE',
  'Ève',
  'Anaïs',
  'Goûter',
  'd’Amours',
];
const list = makeList(...names.map((name, at) => [name, name, `p${at}@example.ca`]));

describe('a list in a single-byte encoding', () => {
  it.each(['windows-1252', 'macintosh'])('is read in %s', (encoding) => {
    const { candidates, problems, end } = readAll(iconv.encode(list, encoding));
    expect(problems).toEqual([]);
    expect(candidates.map(({ lastName }) => lastName)).toEqual(names);
    expect(end.file?.encoding).toBe(encoding);
  });

  it('is read in the MS-DOS encoding', () => {
    const plain = list.replaceAll('’', "'").replaceAll('œ', 'oe');
    const { candidates } = readAll(iconv.encode(plain, 'cp850'));
    expect(candidates[4]?.lastName).toBe('François');
  });

  it.each([
    ['zoé', 'windows-1252'],
    ['Zoé', 'windows-1252'],
    ['ZOÉ', 'windows-1252'],
    ['Élise', 'windows-1252'],
    ['Zoé', 'macintosh'],
    ['ZOÉ', 'macintosh'],
    ['L’Heureux', 'macintosh'],
    ['Jos–É', 'windows-1252'],
    ['Muñoz', 'windows-1252'],
    ['Muñoz', 'macintosh'],
    ['Garcí', 'macintosh'],
    ['Ève', 'macintosh'],
    ['ève', 'windows-1252'],
    ['Goûter', 'macintosh'],
    ['Björn', 'macintosh'],
  ])('with only %s in %s is read as such or reported', (name, encoding) => {
    const content = iconv.encode(`Nom;Courriel;First name\n${name};x@x.ca;Ana`, encoding);
    const { candidates, codes } = readAll(content);
    expect(codes[0] ?? candidates[0]?.lastName).toSatisfy(
      (read) => read === name || read === 'import.lettersUnsure' || read === 'import.lostCharacters',
    );
  });
});

describe('a list in UTF-16', () => {
  it.each(['utf-16le', 'utf-16be'])('is read in %s with tabs, with a mark and without', (encoding) => {
    const tabs = list.replaceAll(';', '\t');
    for (const addBOM of [true, false]) {
      const { candidates } = readAll(iconv.encode(tabs, encoding, { addBOM }), 'liste.txt');
      expect(candidates.map(({ lastName }) => lastName)).toEqual(names);
    }
  });
});
