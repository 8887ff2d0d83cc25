import { describe, expect, it } from 'vitest';
import { readAll } from '../../fixtures/readAll.ts';
import { readLanguage } from './candidateLanguage.ts';

describe('a language', () => {
  it.each('F f FR fr Fr-CA fr_ca Français FRANÇAIS francais Francais French 1'.split(' '))(
    '%s is French',
    (cell) => expect(readLanguage(` ${cell} `)).toEqual({ value: 'fr' }),
  );

  it.each('E e EN En-CA Anglais ANGLAIS English english 2'.split(' '))('%s is English', (cell) =>
    expect(readLanguage(cell)).toEqual({ value: 'en' }),
  );

  it('that is not stated is null', () => expect(readLanguage(' \u00a0')).toEqual({ value: null }));

  it.each(['Klingon', '3', 'F/E', 'x'.repeat(10_000)])('%s is unknown', (cell) =>
    expect(readLanguage(cell)).toEqual({ fault: 'import.languageUnknown' }),
  );
});

describe('a language in two words', () => {
  it.each([
    ['Français / French', 'fr'],
    ['French/Français', 'fr'],
    ['English / Anglais', 'en'],
    ['Anglais (English)', 'en'],
    ['F - Français', 'fr'],
    ['A - Anglais', 'en'],
    ['EN : English', 'en'],
    ['Français (Canada)', 'fr'],
    ['English (US)', 'en'],
  ])('%s is one language', (cell, language) => expect(readLanguage(cell)).toEqual({ value: language }));

  it.each(['Français / English', 'F / A', 'F/E', 'Français et anglais', 'Canada', 'A / B', '/'])(
    '%s is none',
    (cell) => expect(readLanguage(cell)).toEqual({ fault: 'import.languageUnknown' }),
  );
});

describe('a column of F and A', () => {
  const read = (heading: string, ...cells: string[]) =>
    readAll(
      [`Nom;Prénom;Courriel;${heading}`, ...cells.map((cell, at) => `Roux;Noé;noe${at}@x.ca;${cell}`)].join(
        '\n',
      ),
    );

  it.each(['Langue (F/A)', 'Langue F/A', 'LANGUE (A/F)', 'Langue - F/A', 'Langue (F ou A)', 'Langue [F|A]'])(
    'is one of languages under %s',
    (heading) => {
      const { problems, candidates } = read(heading, 'A', 'F', 'a', 'E', '');
      expect(problems).toEqual([]);
      expect(candidates.map(({ language }) => language)).toEqual(['en', 'fr', 'en', 'en', null]);
    },
  );

  it('is read as languages under any heading if it holds no other value', () => {
    const { problems, candidates } = read('Langue', 'A', 'F', '', 'A');
    expect(problems).toEqual([]);
    expect(candidates.map(({ language }) => language)).toEqual(['en', 'fr', null, 'en']);
  });

  it.each([
    ['E', ['A', 'F', 'E'], ['2 import.languageUnknown']],
    ['what is no language', ['F', 'A', 'D'], ['4 import.languageUnknown', '3 import.languageUnknown']],
    ['no F', ['A', 'A'], ['2 import.languageUnknown', '3 import.languageUnknown']],
  ])('is reported beside %s', (_, cells, faults) => {
    const { problems, end } = read('Langue', ...cells);
    expect(problems.map(({ line, code }) => `${line} ${code}`)).toEqual(faults);
    expect(end.badRows).toBe(faults.length);
  });
});
