import { describe, expect, it } from 'vitest';
import { readAll } from '../../fixtures/readAll.ts';
import { readLanguage } from './candidateLanguage.ts';

describe('a language', () => {
  it.each('F f FR fr Fr-CA fr_ca Fr. Franç. FRANÇAIS Français francais Francais French 1'.split(' '))(
    '%s is French',
    (cell) => expect(readLanguage(` ${cell} `)).toEqual({ value: 'fr' }),
  );

  it.each('E e EN En-CA Ang Ang. Angl angl. Anglais ANGLAIS English english 2'.split(' '))(
    '%s is English',
    (cell) => expect(readLanguage(cell)).toEqual({ value: 'en' }),
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
    ['E', 'Langue', ['A', 'F', 'E', 'a.']],
    ['Anglais', 'Langue de correspondance', ['A', 'F', 'Anglais', 'Ang']],
    ['no F', 'LANGUE', ['A', 'A']],
  ])('is read as anglais beside %s under a French heading', (_, heading, cells) => {
    const { problems, candidates } = read(heading, ...cells);
    expect(problems).toEqual([]);
    expect(candidates.map(({ language }) => language)).toEqual(
      cells.map((cell) => (cell === 'F' ? 'fr' : 'en')),
    );
  });

  it('is anglais too while another line of a French column has a word that is no language', () => {
    expect(read('Langue', 'F', 'A', 'E', 'Klingon').problems.map(({ line }) => line)).toEqual([5]);
  });

  it.each([
    ['E', 'Language', ['A', 'F', 'E'], ['2 import.languageUnknown']],
    [
      'the code of another language',
      'Langue',
      ['F', 'A', 'D'],
      ['4 import.languageUnknown', '3 import.languageUnknown'],
    ],
    ['no F', 'Language', ['A', 'A'], ['2 import.languageUnknown', '3 import.languageUnknown']],
  ])('is reported beside %s', (_, heading, cells, faults) => {
    const { problems, end } = read(heading, ...cells);
    expect(problems.map(({ line, code }) => `${line} ${code}`)).toEqual(faults);
    expect(end.badRows).toBe(faults.length);
  });
});
