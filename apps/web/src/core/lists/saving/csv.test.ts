import { csvCell } from '@guichet/contract/core/csv';
import { expect, test } from 'vitest';
import { csvFile } from './useSaveList.ts';

test.each([
  ['Zoé', 'Zoé'],
  ['Côté; Zoé', '"Côté; Zoé"'],
  ['a,b', '"a,b"'],
  ['dit « "oui" »', '"dit « ""oui"" »"'],
  ['deux\nlignes', '"deux\nlignes"'],
  ['', ''],
])('the cell %j is written as %j', (text, written) => {
  expect(csvCell(text)).toBe(written);
});

test.each(['=1+1', '+33', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠A'])(
  '%j is no formula in the file',
  (text) => {
    expect(csvCell(text).replaceAll('"', '')).toBe(`'${text}`);
  },
);

test("the file has Excel's byte order mark, separator and line ends", async () => {
  const rows = [
    ['Prénom', 'Nom'],
    ['Zoé', 'Côté'],
  ];
  const text = async (blob: Blob) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer());
  expect(await text(csvFile(rows, 'fr'))).toBe('\uFEFFPrénom;Nom\r\nZoé;Côté\r\n');
  expect(await text(csvFile(rows, 'en'))).toBe('\uFEFFPrénom,Nom\r\nZoé,Côté\r\n');
});
