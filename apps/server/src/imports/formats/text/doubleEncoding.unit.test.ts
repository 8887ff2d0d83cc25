import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { makeList, readAll } from '../../fixtures/readAll.ts';
import { repairText } from './doubleEncoding.ts';

/** UTF-8 as a program decodes it in another encoding. */
const misread = (text: string, encoding: string) =>
  [...Buffer.from(text)]
    .map((byte) => {
      const letter = iconv.decode(Buffer.from([byte]), encoding);
      return letter === '\ufffd' ? String.fromCharCode(byte) : letter;
    })
    .join('');

const names =
  'Zoé|Côté|Élise|Ève|ÈVE|L’Hœureux|François|Noël|Anaïs|Müller|Ñíguez|Åsa|Łukasz|Škoda|Ștefan|Nguyễn|Ünal|Oğuz|Иван|李小龙|À Côté'.split(
    '|',
  );

describe('text that was encoded twice', () => {
  it.each(names)('%s is repaired', (name) => {
    expect(repairText(misread(name, 'windows-1252'))).toBe(name);
    expect(repairText(misread(name, 'macintosh'))).toBe(name);
    expect(repairText(misread(misread(name, 'windows-1252'), 'windows-1252'))).toBe(name);
  });

  // Ω and € of today’s programs; older ones have the sign of the unit ohm there, and ¤.
  it.each([
    ['Novotn√Ω', 'Novotný'],
    ['Novotn√\u2126', 'Novotný'],
    ['€Äÿßÿ±ÿ≥', 'ۀارس'],
  ])('%s, once Mac Roman, is repaired', (text, name) => expect(repairText(text)).toBe(name));

  it('is looked at in time, whatever signs follow one another', () => {
    const began = performance.now();
    for (const sign of ['\u093e', '\u064e', '\u0e31', '\u0301'])
      expect(repairText(misread(`${sign.repeat(300)}☃`, 'windows-1252'))).toBe(null);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it.each([
    ...names,
    'JOÃO',
    'RENÉ–PAUL',
    'RENÉ’S',
    'MAGALHÃES',
    'LÊ–X',
    'Gruša',
    'Ångström',
    '«Zoé»',
    'a',
    'd’étudiants',
    'D’Évian',
    'L’Élan',
  ])('does not include the correct name %s', (name) => expect(repairText(name)).toBeNull());

  const list = misread(makeList(['Côté', 'Zoé', 'zoe@example.ca', '7', 'Français']), 'windows-1252');

  it('is a problem that offers the repair', () => {
    expect(readAll(list).problems).toMatchObject([
      { line: 2, column: 'Nom', code: 'import.encodedTwice', text: 'CÃ´tÃ©', params: { repaired: 'Côté' } },
      { line: 2, code: 'import.encodedTwice', params: { repaired: 'Zoé' } },
      { line: 2, column: 'Langue', code: 'import.encodedTwice', params: { repaired: 'Français' } },
    ]);
  });

  it('is repaired on request, and reported cell by cell', () => {
    const { candidates, end } = readAll(list, 'liste.csv', {}, { repairText: true });
    expect(candidates).toMatchObject([{ firstName: 'Zoé', lastName: 'Côté', language: 'fr' }]);
    expect(end.file?.repaired).toMatchObject({ cells: 3 });
    expect(end.file?.repaired.samples).toContainEqual(
      expect.objectContaining({ line: 2, column: 'Nom', before: 'CÃ´tÃ©', after: 'Côté' }),
    );
  });
});
