import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAll } from '../fixtures/readAll.ts';

/** A folder beside the checkout, which the program does not bring. */
const lists = new URL('../../../../../../shared/data/', import.meta.url);

describe.skipIf(!existsSync(lists))('lists of registrars (skipped without shared/data)', () => {
  const read = (name: string) => readAll(readFileSync(new URL(name, lists)), name);
  const languages = (name: string) => {
    const { candidates } = read(name);
    const count = (language: string | null) => candidates.filter((one) => one.language === language).length;
    return { fr: count('fr'), en: count('en'), none: count(null) };
  };

  it('the winter list, saved by French Excel, has 412 candidates', () => {
    const { problems, end, candidates } = read('liste-hiver-2027.csv');
    expect(problems).toEqual([]);
    expect(end.file).toMatchObject({ rows: 412, blankLines: 0, ignoredColumns: ['Programme'] });
    expect(languages('liste-hiver-2027.csv')).toEqual({ fr: 275, en: 137, none: 0 });
    expect(candidates.find(({ line }) => line === 15)?.lastName).toBe('L’Hœureux');
  });

  it('the registrar’s export has 160 candidates, and its preferred names are not read', () => {
    const { problems, end } = read('registrar-export.csv');
    expect(problems).toEqual([]);
    expect(end.file).toMatchObject({ rows: 160, ignoredColumns: ['Preferred Name'] });
  });

  it('the example of the learning platform has 3 candidates', () => {
    const { problems, candidates } = read('moodle-upload-example.csv');
    expect(problems).toEqual([]);
    expect(candidates.map(({ email }) => email)).toEqual([
      's1@example.com',
      's2@example.com',
      's3@example.com',
    ]);
  });

  it('the spring workbook has 120 candidates and one blank row', () => {
    const { problems, end } = read('candidats-printemps.xlsx');
    expect(problems).toEqual([]);
    expect(end.file).toMatchObject({ rows: 120, blankLines: 1, ignoredColumns: [] });
    expect(languages('candidats-printemps.xlsx')).toEqual({ fr: 80, en: 40, none: 0 });
  });

  it('the list with faults yields each of its faults and nothing else', () => {
    const { problems, end } = read('liste-avec-fautes.csv');
    expect(problems.map(({ line, column, code }) => `${line} | ${column} | ${code}`)).toEqual([
      '4 | Adresse courriel | import.emailInvalid',
      '8 | Prénom | import.firstNameMissing',
      '10 | Adresse courriel | import.emailOfAnotherPerson',
      '13 | Nom de famille | import.looksLikeFormula',
      '16 | Adresse courriel | import.emailInvalid',
      '21 | Langue | import.languageUnknown',
      '26 | Nom de famille | import.textTooLong',
    ]);
    expect(problems.find(({ line }) => line === 10)?.params).toEqual({ otherLine: 6 });
    expect(end).toMatchObject({ badRows: 7, file: { rows: 29, blankLines: 1 } });
  });
});
