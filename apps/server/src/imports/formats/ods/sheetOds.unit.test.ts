import { describe, expect, it } from 'vitest';
import { makeOpenDocument, odsCell, odsRow, odsValue } from '../../fixtures/openDocument.ts';
import { readAll } from '../../fixtures/readAll.ts';

const headings = ['Nom', 'Prénom', 'Courriel', 'No étudiant'];
const zoe = ['Côté', 'Zoé', 'zoe@example.ca', '0300000147'];
const headingRow = odsRow(headings.map(odsCell));
const read = (rows: string) => readAll(makeOpenDocument([{ rows: headingRow + rows }]), 'liste.ods');
const numberIn = (cell: string) => read(odsRow([...zoe.slice(0, 3).map(odsCell), cell]));

describe('an OpenDocument (.ods)', () => {
  it('is a list like any other', () => {
    const { candidates, problems, end } = readAll(makeOpenDocument([{ rows: [headings, zoe] }]), 'liste.ods');
    expect(problems).toEqual([]);
    expect(candidates).toMatchObject([{ line: 2, lastName: 'Côté', studentNumber: '0300000147' }]);
    expect(end.file).toMatchObject({ rows: 1, blankLines: 0, encoding: null });
  });

  it.each([
    ['a number', odsValue('float', 'office:value="300000007"', '300 000 007'), '300000007'],
    ['a number with zeros in front', odsValue('float', 'office:value="123"', '000000123'), '000000123'],
    [
      'a number with zeros and blanks',
      odsValue('float', 'office:value="12345678"', '012 345 678'),
      '012345678',
    ],
    ['a number behind a letter', odsValue('float', 'office:value="123"', 'M000123'), 'M000123'],
    [
      'blanks and links',
      '<table:table-cell office:value-type="string"><text:p>A<text:s text:c="2"/><text:a>1</text:a></text:p></table:table-cell>',
      'A 1',
    ],
    [
      'a comment, which is none of it',
      '<table:table-cell office:value-type="string"><office:annotation><text:p>à vérifier</text:p></office:annotation><text:p>A1</text:p></table:table-cell>',
      'A1',
    ],
  ])('may hold %s', (_, cell, number) => {
    const { problems, candidates } = numberIn(cell);
    expect(problems).toEqual([]);
    expect(candidates[0]?.studentNumber).toBe(number);
  });

  it.each([
    ['TRUE', odsValue('boolean', 'office:boolean-value="true"', 'VRAI'), 'import.nameIsBoolean'],
    ['a day', odsValue('date', 'office:date-value="2026-05-07"', '7 mai 26'), 'import.nameIsDate'],
    ['a number', odsValue('float', 'office:value="46147"', '46147'), 'import.nameIsNumber'],
    ['an hour', odsValue('time', 'office:time-value="PT12H"', '12:00'), 'import.nameIsDate'],
  ])('reports a name that was %s', (_, cell, code) => {
    expect(read(odsRow([cell, ...zoe.slice(1).map(odsCell)])).codes).toEqual([code]);
  });

  it.each([
    ['true', 'TRUE'],
    ['1', 'TRUE'],
    ['false', 'FALSE'],
    ['0', 'FALSE'],
  ])('reads the boolean %s as %s', (value, text) => {
    const cell = odsValue('boolean', `office:boolean-value="${value}"`);
    const { problems } = read(odsRow([cell, ...zoe.slice(1).map(odsCell)]));
    expect(problems).toMatchObject([{ code: 'import.nameIsBoolean', text }]);
  });

  it('reports the error of a formula, and reads a share as it is shown', () => {
    const error = odsValue('string', 'office:string-value="" calcext:value-type="error"', '#REF!');
    expect(numberIn(error).codes).toEqual(['import.errorValue']);
    for (const [type = '', value = '', shown = ''] of [
      ['percentage', 'office:value="0.07"', '7%'],
      ['float', 'office:value="0.07"', '7%'],
      ['percentage', '', '7 %'],
    ])
      expect(numberIn(odsValue(type, value, shown)).problems).toMatchObject([
        { code: 'import.valueInvalid', text: '7 %' },
      ]);
  });

  it.each(['filter', 'collapse'])('leaves out hidden rows (%s) and counts blank ones', (how) => {
    const row = (name: string, attributes = '') =>
      odsRow([name, 'Noé', `${name}@x.ca`].map(odsCell), attributes);
    const blank = odsRow([odsCell('')], 'table:number-rows-repeated="3"');
    const { candidates, end } = read(row('a') + blank + row('b', `table:visibility="${how}"`) + row('c'));
    expect(candidates.map(({ line, lastName }) => `${line} ${lastName}`)).toEqual(['2 a', '7 c']);
    expect(end.file).toMatchObject({ blankLines: 3, hidden: { rows: 1, included: false } });
  });

  it('reads the first visible sheet that is a list; a hidden one only if none is visible', () => {
    const list = { rows: [headings, zoe] };
    const other = { rows: [headings, ['Roux', 'Noé', 'noe@x.ca']], isHidden: true };
    const cover = { rows: [['Liste'], ['x']] };
    expect(readAll(makeOpenDocument([other, cover, list])).candidates).toMatchObject([{ lastName: 'Côté' }]);
    expect(readAll(makeOpenDocument([other])).candidates).toMatchObject([{ lastName: 'Roux' }]);
  });

  it('is refused if encrypted, damaged or without a sheet', () => {
    const encrypted = '<m><encryption-data/></m>';
    const of = (parts: Record<string, string>) =>
      readAll(makeOpenDocument([{ rows: [headings, zoe] }], parts)).codes;
    expect(of({ 'META-INF/manifest.xml': encrypted })).toEqual(['import.encrypted']);
    expect(of({ 'content.xml': '<a><b></a>' })).toEqual(['import.damaged']);
    expect(of({ 'content.xml': '<office/>' })).toEqual(['import.notASpreadsheet']);
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x/>';
    expect(of({ 'content.xml': bomb })).toEqual(['import.damaged']);
  });

  it('with endlessly repeated rows is bounded by the row limit, with repeated cells by the column limit', () => {
    const row = odsRow(zoe.map(odsCell), 'table:number-rows-repeated="99999999"');
    const { problems } = readAll(makeOpenDocument([{ rows: headingRow + row }]), 'liste.ods', {
      rows: 1_000,
    });
    expect(problems).toMatchObject([{ code: 'import.tooManyRows' }]);
    const wide = odsCell('x').replace(
      '<table:table-cell',
      '<table:table-cell table:number-columns-repeated="99999999"',
    );
    expect(read(odsRow([...zoe.map(odsCell), wide])).candidates).toHaveLength(1);
  });
});
