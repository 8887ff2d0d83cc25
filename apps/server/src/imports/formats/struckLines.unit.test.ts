import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAll } from '../fixtures/readAll.ts';
import { inlineCell, makeWorkbook } from '../fixtures/workbook.ts';

const file = (name: string) => readFileSync(new URL(`../fixtures/files/${name}`, import.meta.url));
const told = ({ end }: ReturnType<typeof readAll>) =>
  end.file?.leavers?.people.map(({ line, name, column }) => `${line} ${name} ${column}`);

/**
 * Written by LibreOffice 7.4. Row 3 is struck through as a whole, the name in row 4 in two runs; in row 5 only a
 * correction inside of the name is, and in row 6 only the address.
 */
describe.each(['lignes-barrees.xlsx', 'lignes-barrees.ods'])('%s', (name) => {
  it('tells the people whose line is struck through', () => {
    const found = readAll(file(name), name);
    expect(found.codes).toEqual(['import.leavers']);
    expect(told(found)).toEqual(['3 Léa Roy null', '4 Sara Fortin null']);
    const leftOut = readAll(file(name), name, {}, { leavers: 'leaveOut' });
    expect(leftOut.problems).toEqual([]);
    expect(leftOut.candidates.map(({ line }) => line)).toEqual([2, 5, 6]);
  });
});

describe('a workbook', () => {
  const font = (inner: string) => `<fonts><font/><font>${inner}</font></fonts>`;
  const of = (inner: string, cell = inlineCell) => {
    const row = (r: number, cells: readonly string[]) => `<row r="${r}">${cells.join('')}</row>`;
    const struck = (text: string) => cell(text).replace('<c ', '<c s="1" ');
    const rows = [
      row(1, ['Nom', 'Prénom', 'Courriel'].map(inlineCell)),
      row(2, ['Roy', 'Léa', 'l@x.ca'].map(struck)),
    ];
    const styles = `${font(inner)}<cellXfs><xf/><xf fontId="1"/></cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs>`;
    return told(readAll(makeWorkbook({ sheets: [{ data: rows.join('') }], styles })));
  };

  it('strikes through by a font of a style, unless the font says no', () => {
    expect(of('<strike/>')).toEqual(['2 Léa Roy null']);
    expect(of('<strike val="1"/>')).toEqual(['2 Léa Roy null']);
    expect(of('<strike val="0"/>')).toBeUndefined();
    expect(of('<b/>')).toBeUndefined();
  });

  it('strikes through run by run: a run with properties of its own does not inherit the style', () => {
    const runs = (properties: string) => (text: string) =>
      `<c t="inlineStr"><is><r>${properties}<t>${text}</t></r></is></c>`;
    expect(of('<strike/>', runs('<rPr><b/></rPr>'))).toBeUndefined();
    expect(of('<strike/>', runs(''))).toEqual(['2 Léa Roy null']);
    expect(of('', runs('<rPr><strike/></rPr>'))).toEqual(['2 Léa Roy null']);
  });
});
