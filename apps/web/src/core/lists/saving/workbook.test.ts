import { expect, test, vi } from 'vitest';
import { workbookFile } from './workbook.ts';

// Here encoded bytes are of another class than `Uint8Array`, unlike in a browser.
vi.stubGlobal('Uint8Array', new TextEncoder().encode('').constructor);

/** The texts of the files in an archive, by name (APPNOTE 4.3.7: the sizes stand in each local header). */
async function unzip(blob: Blob): Promise<Map<string, string>> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const files = new Map<string, string>();
  let at = 0;
  while (view.getUint32(at, true) === 0x04034b50) {
    const [method, size] = [view.getUint16(at + 8, true), view.getUint32(at + 18, true)];
    const nameEnd = at + 30 + view.getUint16(at + 26, true);
    const begin = nameEnd + view.getUint16(at + 28, true);
    const packed = new Response(bytes.slice(begin, begin + size));
    const whole =
      method === 0 ? packed : new Response(packed.body?.pipeThrough(new DecompressionStream('deflate-raw')));
    files.set(new TextDecoder().decode(bytes.slice(at + 30, nameEnd)), await whole.text());
    at = begin + size;
  }
  return files;
}

/** The cells of the sheet by address: a text, or a number with the format of its style. */
async function cellsOf(blob: Blob) {
  const files = await unzip(blob);
  const parse = (name: string) => new DOMParser().parseFromString(files.get(name) ?? '', 'application/xml');
  const styles = parse('xl/styles.xml');
  const formatOf = (style: string | null) => {
    const id = styles.querySelectorAll('cellXfs > xf')[Number(style)]?.getAttribute('numFmtId');
    return styles.querySelector(`numFmt[numFmtId="${id}"]`)?.getAttribute('formatCode') ?? id;
  };
  const sheet = parse('xl/sheet.xml');
  expect(sheet.querySelectorAll('f')).toHaveLength(0);
  const cells = [...sheet.querySelectorAll('row')].flatMap((row, line) =>
    [...row.children].map((cell, column): [string, unknown] => {
      const text = cell.querySelector('is > t');
      const number = [Number(cell.querySelector('v')?.textContent), formatOf(cell.getAttribute('s'))];
      return [`${'ABCDE'[column]}${line + 1}`, text ? text.textContent : number];
    }),
  );
  return Object.fromEntries(cells);
}

const rows = [
  ['Nom', 'No', 'Inscription', 'Visite', 'Examens'],
  ['=HYPERLINK("http://x")', '0300123', { day: '2026-09-01' }, new Date('2027-03-01T15:30:00Z'), 2],
  ['Côté & <Roy>\u0007', '', { day: '2026-09-01' }, '', 0],
];

test('a workbook keeps texts as texts, leading zeros too, and runs no formula', async () => {
  expect(await cellsOf(await workbookFile(rows, 'fr'))).toMatchObject({
    ...{ A1: 'Nom', E1: 'Examens' },
    ...{ A2: '=HYPERLINK("http://x")', B2: '0300123' },
    ...{ A3: 'Côté & <Roy>', B3: '', D3: '' },
  });
});

test('a text that looks like an escaped character stays as it is', async () => {
  const cells = await cellsOf(await workbookFile([['Nom'], ['A_x0042_C _x4_ _X000D_']], 'fr'));
  // ECMA-376 22.9.2.19: `_x0042_` alone would be read as B.
  expect(cells.A2).toBe('A_x005F_x0042_C _x4_ _x005F_X000D_');
});

// 46266 is September 1, 2026; 46447.4375 is March 1, 2027, 10:30 in the university's zone.
test.each([
  ['fr', 'dd/mm/yyyy'],
  ['en', 'yyyy-mm-dd'],
] as const)('its days, moments and numbers are such, in %s as %s', async (language, format) => {
  const cells = await cellsOf(await workbookFile(rows, language));
  expect([cells.C2, cells.D2]).toEqual([
    [46266, format],
    [46447.4375, `${format} hh:mm`],
  ]);
  expect([cells.E2, cells.E3]).toEqual([
    [2, '0'],
    [0, '0'],
  ]);
});
