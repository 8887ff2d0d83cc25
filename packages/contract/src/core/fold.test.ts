import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, nameKey, searchWords } from './fold.ts';

describe('fold', () => {
  test.each([
    ['Zoé Côté', 'zoe cote'],
    ['Łukasz Đorđević', 'lukasz dordevic'],
    ['Øystein Æsir Œuvrard', 'oystein aesir oeuvrard'],
    ['Strauß', 'strauss'],
    ['STRAẞE', 'strasse'],
    ['Þóra Guðmundsdóttir', 'thora gudmundsdottir'],
    ['Işıl İnci', 'isil inci'],
    ['  Jean –  Luc\u00a0\tRoy ', 'jean - luc roy'],
    ['Jean\u2010Paul Saint\u2011Amand', 'jean-paul saint-amand'],
    ['Desro\u00adsiers \u202bליאת\u202c مه\u200cدی', 'desrosiers ליאת مهدی'],
    ['O’Brien', "o'brien"],
    ['Nguyễn', 'nguyen'],
    ['ﬁn', 'fin'],
    ['', ''],
  ])('makes «%s» «%s»', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('gives the same result for composed and decomposed letters, and for capitals', () => {
    expect(fold('\u00c9')).toBe(fold('e\u0301'));
  });

  test('is idempotent for every character', () => {
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const once = fold(`a${String.fromCodePoint(point)}b`);
      if (fold(once) !== once) expect.unreachable(`U+${point.toString(16)} folds to «${once}», then further`);
    }
    // A million characters take three seconds on an idle machine.
  }, 60_000);

  test('leaves no mark, no capital, no space at either end and no double space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(text)).not.toMatch(/\p{M}|^\s|\s$|\s\s/u);
        expect(fold(text)).toBe(fold(text).toLowerCase());
      }),
    );
  });

  test('gives the same result for Latin letters alone as next to another script', () => {
    const among = (text: string) => fold(`${text}漢`).slice(0, -1).trimEnd();
    for (let point = 0; point < 0x3000; point += 1) {
      const letter = String.fromCodePoint(point);
      for (const text of [letter, `e${letter} ${letter}b`]) {
        if (fold(text) !== among(text))
          expect.unreachable(`U+${point.toString(16)} folds to «${fold(text)}»`);
      }
    }
    const latin = fc.string({ unit: fc.integer({ min: 0, max: 0x24f }).map((n) => String.fromCodePoint(n)) });
    fc.assert(
      fc.property(latin, (text) => {
        expect(fold(text)).toBe(among(text));
      }),
    );
  });
});

test.each([
  ['Jean-Pierre Côté', 'Jean Pierre Cote', true],
  ['Anne\u2010Marie  Roy - Ouellet', 'anne marie roy-ouellet', true],
  ['Marie-Anne Roy', 'Marianne Roy', false],
  ['Marie Anne', 'Marieanne', false],
])('«%s» and «%s» are one name: %s', (one, other, isOne) => {
  expect(nameKey(one) === nameKey(other)).toBe(isOne);
});

test.each([
  ['Côté, Fatoumata', ['cote', 'fatoumata']],
  ['Côté,Fatoumata;', ['cote', 'fatoumata']],
  [' Fatoumata\u00a0Côté ', ['fatoumata', 'cote']],
  ['d’Amours-Roy, 1,5', ["d'amours-roy", '1', '5']],
  [' , ', []],
])('the words of the search «%s» are %j', (search, words) => {
  expect(searchWords(search)).toEqual(words);
});

describe('the words of a search', () => {
  test('stand there once each, in their order', () => {
    expect(searchWords('Côté, zoé COTE; 2027 ')).toEqual(['cote', 'zoe', '2027']);
    expect(searchWords('a '.repeat(99))).toEqual(['a']);
  });

  test('are the longest of very many', () => {
    const many = Array.from({ length: 60 }, (_, n) => 'x'.repeat(n + 1)).join(' ');
    expect(searchWords(many)).toHaveLength(12);
    expect(searchWords(many).at(-1)).toHaveLength(60);
  });
});
