import { describe, expect, it } from 'vitest';
import { makeList, readAll } from '../fixtures/readAll.ts';

const zoe = ['Côté', 'Zoé', 'zoe.cote@example.ca', '300000147', 'F'];
const dara = ['Okafor', 'Dara', 'dara@example.ca', '300000154', 'E'];

/** The problems of a list as « line code », in order. */
function faultsOf(...rows: readonly (readonly string[])[]): string[] {
  return readAll(makeList(...rows)).problems.map(({ line, code }) => `${line} ${code}`);
}

describe('a row of a list', () => {
  it('becomes a candidate with line, address, key, names, number and language', () => {
    const row = ['Côté', 'Zoé', 'Zoe.Cote@Example.ca', '0300000147', 'Français'];
    // All other fields are null.
    expect(readAll(makeList(row)).candidates).toMatchObject([
      {
        line: 2,
        email: 'Zoe.Cote@Example.ca',
        emailKey: 'zoe.cote@example.ca',
        firstName: 'Zoé',
        lastName: 'Côté',
        studentNumber: '0300000147',
        language: 'fr',
        duplicateOf: null,
      },
    ]);
  });

  it('returns all its problems in the order of its cells, with column, text, and the person of the row', () => {
    const person = { name: '=1+1', email: 'nobody' };
    expect(readAll(makeList(zoe, ['', '=1+1', 'nobody', '3E+08', 'Klingon'])).problems).toEqual([
      { line: 3, column: 'Nom', field: 'lastName', code: 'import.lastNameMissing', text: '', person },
      {
        line: 3,
        column: 'Prénom',
        field: 'firstName',
        code: 'import.looksLikeFormula',
        text: '=1+1',
        person,
      },
      { line: 3, column: 'Courriel', field: 'email', code: 'import.emailInvalid', text: 'nobody', person },
      {
        line: 3,
        column: 'No étudiant',
        field: 'studentNumber',
        code: 'import.valueInvalid',
        text: '3E+08',
        params: { field: 'studentNumber' },
        person,
      },
      {
        line: 3,
        column: 'Langue',
        field: 'language',
        code: 'import.languageUnknown',
        text: 'Klingon',
        person,
      },
    ]);
  });

  it('is a candidate or has problems, never both', () => {
    const { candidates, end } = readAll(makeList(zoe, ['', ...dara.slice(1)], dara));
    expect(candidates.map(({ line }) => line)).toEqual([2, 4]);
    expect(end.badRows).toBe(1);
  });

  it('with fewer cells than headings is read as if the others were empty', () => {
    expect(faultsOf(['Côté', 'Zoé'])).toEqual(['2 import.emailMissing']);
  });

  it('with more cells than headings is refused', () => {
    expect(faultsOf([...zoe, 'x'])).toEqual(['2 import.extraCells']);
    expect(faultsOf([...zoe, '', ' '])).toEqual([]);
  });
});

describe('two rows', () => {
  it('about the same person are one candidate and one duplicate with the first line', () => {
    const again = ['CÔTÉ', 'zoe', 'ZOE.COTE@example.ca', '', 'E'];
    const { candidates, problems } = readAll(makeList(zoe, dara, again));
    expect(problems).toEqual([]);
    expect(candidates.map(({ duplicateOf }) => duplicateOf)).toEqual([null, null, 2]);
  });

  it('with one address for two people are refused, with the other line', () => {
    const { problems } = readAll(makeList(zoe, dara, ['Roux', 'Noé', 'ZOE.COTE@example.ca', '', '']));
    expect(problems).toEqual([
      {
        line: 4,
        column: 'Courriel',
        field: 'email',
        code: 'import.emailOfAnotherPerson',
        text: 'ZOE.COTE@example.ca',
        params: { otherLine: 2 },
        person: { name: 'Noé Roux', email: 'ZOE.COTE@example.ca' },
      },
    ]);
  });

  it('with one address, one name and two student numbers are two people', () => {
    expect(faultsOf(zoe, [...zoe.slice(0, 3), '300000999', 'F'])).toEqual(['3 import.emailOfAnotherPerson']);
  });

  it('with one student number and two addresses are refused', () => {
    const other = ['Côté', 'Zoé', 'zoe@example.org', '300000147', 'F'];
    const { problems } = readAll(makeList(zoe, other));
    expect(problems).toMatchObject([
      { line: 3, code: 'import.studentNumberOfAnotherEmail', params: { otherLine: 2 } },
    ]);
  });

  it('without student numbers do not clash over placeholders such as n/a', () => {
    expect(faultsOf([...zoe.slice(0, 3), '000000000', ''], [...dara.slice(0, 3), '000000000', ''])).toEqual(
      [],
    );
    expect(faultsOf([...zoe.slice(0, 3), 'N/A', ''], [...dara.slice(0, 3), 'N/A', ''])).toEqual([]);
  });

  it('are not taken for two people because a name of the first is unreadable', () => {
    expect(faultsOf(['', ...zoe.slice(1)], zoe)).toEqual(['2 import.lastNameMissing']);
  });
});
