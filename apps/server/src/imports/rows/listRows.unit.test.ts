import { describe, expect, it } from 'vitest';
import { readAll } from '../fixtures/readAll.ts';

const headings = 'STUDENT.ID\tLAST.NAME\tFIRST.NAME\tPREFERRED.EMAIL';
const people = ['0300\tRoux\tNoé\tnoe@x.ca', '0301\tCôté\tZoé\tzoe@x.ca'];
const read = (...lines: string[]) => readAll(lines.join('\r\n'), 'liste.txt');
const skipped = (...lines: string[]) =>
  read(...lines).end.file?.skipped.map(({ line, kind, text }) => `${line} ${kind} ${text}`);

describe('a line without a candidate', () => {
  it.each(['----------\t---------\t----------\t---------', '=====\t-\t--\t', '________________'])(
    'is left out and told: %j under the headings',
    (rule) => {
      const { candidates, problems } = read(headings, rule, ...people);
      expect(problems).toEqual([]);
      expect(candidates.map(({ studentNumber }) => studentNumber)).toEqual(['0300', '0301']);
      expect(skipped(headings, rule, ...people)?.[0]).toMatch(/^2 rule /);
    },
  );

  it.each([
    'Total\t2',
    'TOTAL : 2',
    'Total général\t\t\t2',
    'Nombre d’étudiants : 2',
    'Number of students\t2',
    '2 records',
    '2 étudiants inscrits',
    'Sous-total\t2',
    'Count\t2',
    'Généré le 22 novembre 2026',
    '*** End of report ***',
    'Page 1 de 1',
    'Overall average\t\t\t\t18.95\t0.98',
    'Moyenne du groupe\t14,2',
    `Note: ${'This list has preferred first names. '.repeat(5)}`,
  ])('is left out and noted at the end: %j', (total) => {
    expect(read(headings, ...people, '', total).problems).toEqual([]);
    expect(skipped(headings, ...people, '', total)?.[0]).toMatch(/^5 total /);
  });

  it('may be one of several at the end', () => {
    expect(skipped(headings, ...people, 'Sous-total\t2', 'Total\t2', '2', 'Fin du rapport')).toHaveLength(4);
  });

  it('is reported if candidates follow it', () => {
    const { problems, end } = read(headings, people[0] ?? '', 'Total\t1', people[1] ?? '');
    expect(problems.every(({ line }) => line === 3)).toBe(true);
    expect(end).toMatchObject({ badRows: 1, file: { skipped: [] } });
  });

  it('may repeat the headings, as on each printed page', () => {
    expect(skipped(headings, people[0] ?? '', headings, people[1] ?? '')).toEqual([
      `3 headingsAgain ${headings.replaceAll('\t', ' ')}`,
    ]);
  });

  it.each([
    ['other words in columns that are not read', `${headings}\tCONGÉ`],
    ['a figure in a heading, as a program has turned it', `${headings}\t0.0`],
  ])('may repeat the headings with %s', (_, again) => {
    expect(skipped(`${headings}\t0`, people[0] ?? '', again, people[1] ?? '')).toHaveLength(1);
    expect(read(`${headings}\t0`, people[0] ?? '', again, people[1] ?? '').problems).toEqual([]);
  });

  it('may be the titles of a group, or the end of a page, before the headings again', () => {
    const group = ['Page 1 of 2', '', 'Séance du 3 mai, de 16h00 à 17h45', 'Local 204', headings];
    const { candidates, problems } = read(headings, people[0] ?? '', ...group, people[1] ?? '');
    expect(problems).toEqual([]);
    expect(candidates).toHaveLength(2);
    expect(
      skipped(headings, people[0] ?? '', ...group, people[1] ?? '')?.map((told) => told.slice(0, 7)),
    ).toEqual(['3 total', '5 title', '6 title', '7 headi']);
  });

  it.each([
    ['before people', ['Tremblay', people[1] ?? '']],
    ['at the end', [people[1] ?? '', 'Tremblay', 'Total\t3']],
    ['among many', [...Array<string>(30).fill('Tremblay'), headings, people[1] ?? '']],
  ])('is reported with a lone name %s', (_, rows) => {
    expect(read(headings, people[0] ?? '', ...rows).codes).toContain('import.emailMissing');
  });

  it.each(['0302\tTotal\tMarc\tmarc.total@x.ca', '0302\tCompte\tAna\tana@x.ca', '-\t-\tRoy\tana@x.ca'])(
    'is nobody with an address: %j',
    (row) => {
      expect(read(headings, ...people, row).candidates).toHaveLength(3);
    },
  );

  it.each(['\tTotal\tMarc\t', '\tRoux\tNoé\t', '\t\t\t-'])('is reported otherwise: %j', (row) => {
    expect(read(headings, ...people, row).codes.length).toBeGreaterThan(0);
  });
});
