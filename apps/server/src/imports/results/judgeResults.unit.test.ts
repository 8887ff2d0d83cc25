import { describe, expect, it } from 'vitest';
import { testLimits } from '../fixtures/readAll.ts';
import { makeWorkbook } from '../fixtures/workbook.ts';
import { readResults } from '../rows/readResults.ts';
import { judgeResults, type MarkedCandidate } from './judgeResults.ts';

const read = (list: string | Uint8Array, limits = testLimits) =>
  readResults(typeof list === 'string' ? Buffer.from(list) : list, 'liste.csv', limits);
const wordsOf = (list: string) => read(list).rows.map(({ result }) => result);
const codesOf = (list: string, limits = testLimits) => read(list, limits).problems.map(({ code }) => code);

describe('a list of results', () => {
  it('is read with titles above, in any order of columns, in both languages and as a workbook', () => {
    const rows = [
      ['Examen du 1er février'],
      ['No étudiant', 'Présence / Attended', 'Nom', 'Prénom', 'Courriel'],
      ['00123', 'Oui', 'Côté', 'Zoé', 'zoe@etu.example.ca'],
      ['', '', '', '', ''],
      ['00124', 'absent', 'Roy', 'Noé', ''],
      ['Total: 2', '', '', '', ''],
    ];
    for (const list of [
      rows.map((cells) => cells.join(';')).join('\r\n'),
      makeWorkbook({ sheets: [{ data: rows }] }),
    ])
      expect(read(list).rows).toMatchObject([
        { line: 3, name: 'Zoé Côté', email: 'zoe@etu.example.ca', studentNumber: '00123', result: true },
        { line: 5, name: 'Noé Roy', email: null, studentNumber: '00124', result: false },
      ]);
    expect(wordsOf('Email,Passed\na@b.ca,YES\nc@d.ca,Fail')).toEqual([true, false]);
  });

  it.each([
    ['Oui o YES y 1 VRAI true ✓ X Présente réussi Passed', true],
    ['Non N no 0 FAUX false Absente Échec failed no-show', false],
    ['72 % E peut-être -', 'unclear'],
  ])('reads %s as %s', (words, result) => {
    for (const word of words.split(' ')) {
      const stated = word === 'no-show' ? 'No show' : word;
      expect(wordsOf(`Courriel;Résultat\na@b.ca;${stated}`), word).toEqual([result]);
    }
  });

  it('names what it lacks, and is refused as a whole', () => {
    expect(codesOf('Courriel;Nom\na@b.ca;Roy')).toEqual(['import.noResultColumn']);
    expect(codesOf('Nom;Réussite\nRoy;Oui')).toEqual(['import.noPersonColumn']);
    expect(codesOf('Courriel;Présence;Résultat\na@b.ca;Oui;Non')).toEqual(['import.resultColumnTwice']);
    expect(codesOf('Courriel;Présence\n')).toEqual(['import.noRows']);
    expect(codesOf('')).toEqual(['import.emptyFile']);
    expect(codesOf('%PDF-1.7 rien')).toEqual(['import.notASpreadsheet']);
    const three = 'Courriel;Présence\na@b.ca;Oui\nc@d.ca;Oui\ne@f.ca;Oui';
    expect(codesOf(three, { ...testLimits, rows: 2 })).toEqual(['import.tooManyRows']);
  });

  it('leaves out rows that the workbook hides, and counts them', () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = (at: number, hidden: string, ...texts: string[]) =>
      `<row r="${at}"${hidden}>${texts.map(cell).join('')}</row>`;
    const data = [
      row(1, '', 'Courriel', 'Présence'),
      row(2, ' hidden="1"', 'a@b.ca', 'Oui'),
      row(3, '', 'c@d.ca', 'Oui'),
    ].join('');
    const { rows, hiddenRows } = read(makeWorkbook({ sheets: [{ data }] }));
    expect([rows.map(({ key }) => key), hiddenRows]).toEqual([['c@d.ca'], 1]);
  });
});

describe('what a list changes', () => {
  const passed: readonly Omit<MarkedCandidate, 'notPresent'>[] = [
    { id: 1, fullName: 'Zoé Côté', email: 'Zoe@etu.example.ca', studentNumber: '00123', isAttested: false },
    { id: 2, fullName: 'Noé Roy', email: 'noe@etu.example.ca', studentNumber: '00124', isAttested: true },
    { id: 3, fullName: 'Ana Roux', email: 'ana@etu.example.ca', studentNumber: null, isAttested: false },
    { id: 4, fullName: 'Léo Roux', email: 'leo@etu.example.ca', studentNumber: '7', isAttested: false },
    { id: 5, fullName: 'Mia Roux', email: 'mia@etu.example.ca', studentNumber: '007', isAttested: false },
  ];
  const candidates = passed.map((one) => ({ ...one, notPresent: null }));
  const judge = (lines: readonly string[], people: readonly MarkedCandidate[] = candidates) =>
    judgeResults(read(['No;No étudiant;Courriel;Résultat', ...lines].join('\n')).rows, people);
  const outcomes = (...lines: string[]) => judge(lines).rows.map(({ outcome }) => outcome);

  it('goes by address or by number, whatever the case and the leading zeros', () => {
    expect(judge([';123;;oui', ';;NOE@ETU.example.ca;non', ';;ana@etu.example.ca;non']).rows).toMatchObject([
      { userId: 1, name: 'Zoé Côté', from: false, to: true, outcome: 'marked' },
      { userId: 2, from: true, to: false, outcome: 'unmarked' },
      { userId: 3, from: false, to: false, outcome: 'same' },
    ]);
  });

  it('says who is unknown, stands twice, or is two people; blank and unclear results change nothing', () => {
    expect(
      outcomes(
        ';999;;oui',
        ';;zoe@etu.example.ca;oui',
        ';00123;;oui',
        ';00124;zoe@etu.example.ca;oui',
        ';7;;oui',
        ';;ana@etu.example.ca;',
        ';;leo@etu.example.ca;72',
      ),
    ).toEqual(['unknown', 'marked', 'double', 'ambiguous', 'ambiguous', 'blank', 'unclear']);
  });

  it('marks nobody whose rows disagree', () => {
    expect(outcomes(';;zoe@etu.example.ca;oui', ';00123;;non')).toEqual(['conflict', 'conflict']);
  });

  it('is counted, with the candidates who are not on the list', () => {
    const { counts, absent } = judge([';123;;oui', ';999;;oui', ';998;;non']);
    expect([counts.marked, counts.unknown, counts.same, absent]).toEqual([1, 2, 0, 4]);
  });

  it('marks nobody who was not ticked as present, and tells the absent apart', () => {
    const reasons = ['absent', null, 'unticked', null, null] as const;
    const people = candidates.map((one, place) => ({ ...one, notPresent: reasons[place] ?? null }));
    const { rows } = judge(
      [';123;;oui', ';;noe@etu.example.ca;oui', ';;ana@etu.example.ca;oui', ';;leo@etu.example.ca;oui'],
      people,
    );
    expect(rows.map(({ outcome, to }) => [outcome, to])).toEqual([
      ['absent', false],
      ['same', true],
      ['unticked', false],
      ['marked', true],
    ]);
  });
});
