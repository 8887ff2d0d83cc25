import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readAll } from '../fixtures/readAll.ts';
import { sampleRow, templateColumns, templateFile, templateHeadings } from './template.ts';

const read = {
  email: 'zoe.cote@example.ca',
  firstName: 'Zoé',
  lastName: 'Côté',
  studentNumber: '0300000147',
};
const known = [...Object.keys(read), 'language'];
const filled: Readonly<Record<string, string>> = { ...read, language: 'F' };
const zoe = templateColumns.map(({ field, sample }) => filled[field] ?? sample);

/** The template workbook, with Zoé in place of the sample. */
function filledIn(workbook: Uint8Array): Uint8Array {
  const parts = unzipSync(workbook);
  const changed = Object.entries(parts).map(([name, bytes]) => {
    const text = sampleRow.reduce(
      (xml, sample, column) => xml.replace(`<t>${sample}</t>`, `<t>${zoe[column]}</t>`),
      strFromU8(bytes),
    );
    return [name, strToU8(text)];
  });
  return zipSync(Object.fromEntries(changed));
}

describe('the template', () => {
  it.each(['xlsx', 'csv'] as const)(
    'as it is handed out (%s) has all columns and no candidate',
    async (format) => {
      const { bytes, fileName } = await templateFile(format);
      const { codes, end } = readAll(bytes, fileName);
      expect(codes).toEqual(['import.noRows']);
      expect(end.file?.recognised).toEqual(
        templateColumns.map(({ field }, at) => ({ heading: templateHeadings[at], field })),
      );
      expect(templateColumns.map(({ field }) => field)).toEqual(expect.arrayContaining(known));
      expect(end.file?.ignoredColumns).toEqual([]);
    },
  );

  it('S7.30 filled in as a workbook is read, with leading zeros', async () => {
    const { bytes, fileName } = await templateFile('xlsx');
    const { candidates, problems } = readAll(filledIn(bytes), fileName);
    expect(problems).toEqual([]);
    expect(candidates).toMatchObject([{ line: 2, ...read, language: 'fr' }]);
  });

  it('S7.30 filled in as text is read, below the sample row', async () => {
    const { bytes, fileName } = await templateFile('csv');
    const { candidates, problems } = readAll(`${bytes}${zoe.join(';')}\r\n`, fileName);
    expect(problems).toEqual([]);
    expect(candidates).toMatchObject([{ line: 3, ...read, language: 'fr' }]);
  });

  it('formats the student number cells as text, well below the sample row', async () => {
    const { bytes } = await templateFile('xlsx');
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const styleOf = (cell: string) => new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(sheet)?.[1];
    expect(styleOf('A2')).toBeDefined();
    expect(styleOf('A1000')).toBeDefined();
  });

  it('has instructions in both languages', async () => {
    const { bytes } = await templateFile('xlsx');
    const workbook = strFromU8(unzipSync(bytes)['xl/workbook.xml'] ?? new Uint8Array());
    expect(workbook).toContain('Mode d’emploi');
    expect(workbook).toContain('Instructions');
  });
});
