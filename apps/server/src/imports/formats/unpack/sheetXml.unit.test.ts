import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readAll } from '../../fixtures/readAll.ts';
import { workbookParts } from '../../fixtures/workbook.ts';

const data = [
  ['Nom', 'Prénom', 'Courriel'],
  ['Côté', 'Zoé', 'zoe@example.ca'],
];

/** A workbook all of whose parts are in this encoding. */
function workbookIn(encode: (xml: string) => Buffer, declared = ''): Uint8Array {
  const parts = Object.entries(workbookParts({ sheets: [{ data }] }));
  return zipSync(
    Object.fromEntries(parts.map(([name, xml]) => [name, encode(`<?xml version="1.0"${declared}?>${xml}`)])),
  );
}

const littleEndian = (xml: string) => Buffer.from(xml, 'utf16le');
const bigEndian = (xml: string) => littleEndian(xml).swap16();

const latin1 = (xml: string) => Buffer.from(xml, 'latin1');

it.each<[string, (xml: string) => Buffer, string?]>([
  ['UTF-16 with its mark', (xml: string) => littleEndian(`\ufeff${xml}`)],
  ['UTF-16, big-endian, with its mark', (xml: string) => bigEndian(`\ufeff${xml}`)],
  ['UTF-16 without a mark', littleEndian],
  ['UTF-16, big-endian, without a mark', bigEndian],
  ['UTF-8 with its mark', (xml: string) => Buffer.from(`\ufeff${xml}`)],
  ['UTF-8 that says it is UTF-16', (xml: string) => Buffer.from(xml), ' encoding="utf-16"'],
  ['ISO-8859-1', latin1, ' encoding="ISO-8859-1" standalone="yes"'],
  ['Windows-1252', latin1, " encoding='windows-1252'"],
])('the parts of a workbook may be in %s', (_, encode, declared) => {
  expect(readAll(workbookIn(encode, declared), 'liste.xlsx').candidates).toMatchObject([
    { firstName: 'Zoé', lastName: 'Côté', email: 'zoe@example.ca' },
  ]);
});

it('a part in an encoding that nobody knows, or that ends within a letter, is damaged', () => {
  const unknown = workbookIn(latin1, ' encoding="iso-8859-99"');
  expect(readAll(unknown, 'liste.xlsx').problems).toMatchObject([{ code: 'import.damaged' }]);
  const cut = workbookIn((xml) => littleEndian(`\ufeff${xml}`).subarray(0, -1));
  expect(readAll(cut, 'liste.xlsx').problems).toMatchObject([{ code: 'import.damaged' }]);
});
