import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readAll } from '../fixtures/readAll.ts';
import { templateColumns, templateFile, templateHeadings } from './template.ts';

const read = {
  email: 'zoe.cote@example.ca',
  firstName: 'Zoé',
  lastName: 'Côté',
  studentNumber: '0300000147',
};
const known = ['studentNumber', 'firstName', 'lastName', 'email', 'language', 'extraTime'];
const filled: Readonly<Record<string, string>> = { ...read, language: 'F', extraTime: '1,5' };
const columns = templateColumns(true);
const zoe = columns.map(({ field, sample }) => filled[field] ?? sample);

/** The template workbook, with Zoé in place of the sample. */
function filledIn(workbook: Uint8Array): Uint8Array {
  const parts = unzipSync(workbook);
  const changed = Object.entries(parts).map(([name, bytes]) => {
    const text = columns.reduce(
      (xml, { sample }, column) => xml.replace(`<t>${sample}</t>`, `<t>${zoe[column]}</t>`),
      strFromU8(bytes),
    );
    return [name, strToU8(text)];
  });
  return zipSync(Object.fromEntries(changed));
}

/** Whoever has the right to extra time. */
const holder = { readsConfidential: true };

describe('the template', () => {
  it.each([
    ['xlsx', true],
    ['csv', true],
    ['xlsx', false],
    ['csv', false],
  ] as const)(
    'as it is handed out (%s, extra time: %s) has all columns and no candidate',
    async (format, hasExtraTime) => {
      const { bytes, fileName } = await templateFile(format, hasExtraTime);
      const columns = templateColumns(hasExtraTime);
      const headings = templateHeadings(columns);
      const { codes, end } = readAll(bytes, fileName, {}, { readsConfidential: hasExtraTime });
      expect(codes).toEqual(['import.noRows']);
      expect(end.file?.recognised).toEqual(
        columns.map(({ field }, at) => ({ heading: headings[at], field })),
      );
      expect(columns.map(({ field }) => field)).toEqual(hasExtraTime ? known : known.slice(0, -1));
      expect(end.file?.ignoredColumns).toEqual([]);
    },
  );

  it('S7.30 filled in as a workbook is read, with leading zeros', async () => {
    const { bytes, fileName } = await templateFile('xlsx', true);
    const { candidates, problems } = readAll(filledIn(bytes), fileName, {}, holder);
    expect(problems).toEqual([]);
    expect(candidates).toMatchObject([{ line: 2, ...read, language: 'fr', extraTime: { factor: 1.5 } }]);
  });

  it('S7.30 filled in as text is read, below the sample row', async () => {
    const { bytes, fileName } = await templateFile('csv', true);
    const { candidates, problems } = readAll(`${bytes}${zoe.join(';')}\r\n`, fileName, {}, holder);
    expect(problems).toEqual([]);
    expect(candidates).toMatchObject([{ line: 3, ...read, language: 'fr', extraTime: { factor: 1.5 } }]);
  });

  it('formats the student number cells as text, well below the sample row', async () => {
    const { bytes } = await templateFile('xlsx', true);
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const styleOf = (cell: string) => new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(sheet)?.[1];
    expect(styleOf('A2')).toBeDefined();
    expect(styleOf('A1000')).toBeDefined();
  });

  it('has instructions in both languages', async () => {
    const { bytes } = await templateFile('xlsx', true);
    const workbook = strFromU8(unzipSync(bytes)['xl/workbook.xml'] ?? new Uint8Array());
    expect(workbook).toContain('Mode d’emploi');
    expect(workbook).toContain('Instructions');
  });
});
