import { describe, expect, it } from 'vitest';
import { readAll } from '../../fixtures/readAll.ts';
import { workbookParts } from '../../fixtures/workbook.ts';
import { makeZip, type TestFile } from '../../fixtures/zip.ts';
import { type Budget, openZip, unpack } from './sheetZip.ts';

const megabyte = 1024 * 1024;
const rows = [
  ['Nom', 'Prénom', 'Courriel'],
  ['Côté', 'Zoé', 'zoe@example.ca'],
];
const files = Object.entries(workbookParts({ sheets: [{ data: rows }] })).map(([name, content]) => ({
  name,
  content,
}));
const each = (change: (file: TestFile) => Partial<TestFile>) =>
  files.map((file) => ({ ...file, ...change(file) }));

describe('an archive', () => {
  it.each([
    ['deflated', makeZip(files)],
    ['stored', makeZip(each(() => ({ isStored: true })))],
    ['with sizes behind the content', makeZip(each(() => ({ hasDescriptor: true })))],
    [
      'with 64-bit sizes',
      makeZip(
        each(() => ({ isZip64: true })),
        { isZip64: true },
      ),
    ],
    ['with a comment', makeZip(files, { comment: 'liste' })],
    ['with zeros behind its end', Buffer.concat([makeZip(files), Buffer.alloc(16)])],
    ['with absolute names', makeZip(each(({ name }) => ({ name: `/${name}` })))],
    [
      'with backslashes and capitals',
      makeZip(each(({ name }) => ({ name: name.replaceAll('/', '\\').toUpperCase() }))),
    ],
    ['with a name that climbs', makeZip([{ name: '../../etc/passwd', content: 'x' }, ...files])],
  ])('%s is read', (_, bytes) => {
    const { candidates, problems } = readAll(bytes);
    expect(problems).toEqual([]);
    expect(candidates).toMatchObject([{ line: 2, lastName: 'Côté' }]);
  });

  const ofSheet = (change: Partial<TestFile>) =>
    makeZip(each(({ name }) => (name.includes('sheet1') ? change : {})));
  const whole = makeZip(files);
  it.each([
    ['encrypted', ofSheet({ isEncrypted: true }), 'import.encrypted'],
    ['packed in an unknown way', ofSheet({ method: 9 }), 'import.damaged'],
    ['whose checksum differs', ofSheet({ crc: 1 }), 'import.damaged'],
    ['whose size differs', ofSheet({ size: 7 }), 'import.damaged'],
    ['that states to unpack to too much', ofSheet({ size: 301 * megabyte }), 'import.unpackedTooLarge'],
    ['with its end cut off', whole.subarray(0, -30), 'import.damaged'],
    [
      'with its beginning cut off',
      Buffer.concat([Buffer.from('PK\x03\x04'), whole.subarray(400)]),
      'import.damaged',
    ],
  ])('%s is refused', (_, bytes, code) => expect(readAll(bytes).codes).toEqual([code]));
});

describe('an archive that unpacks to too much', () => {
  const drain = (file: TestFile, budget: Budget) => {
    const zip = openZip(makeZip([file]));
    const entry = zip.get(file.name);
    if (!entry) throw new Error('The archive has no such entry.');
    for (const _ of unpack(entry, budget));
  };

  it('is stopped at the budget, whatever size it states', () => {
    const content = Buffer.alloc(2 * megabyte, 'x');
    const budget = { left: megabyte, whole: megabyte };
    expect(() => drain({ name: 'a', content, size: 1, isStored: true }, budget)).toThrow(
      'import.unpackedTooLarge',
    );
    expect(budget.left).toBeGreaterThan(-megabyte / 10);
  });

  it('is stopped by its ratio, long before the budget', () => {
    const content = Buffer.alloc(64 * megabyte, ' ');
    const budget = { left: 300 * megabyte, whole: 300 * megabyte };
    expect(() => drain({ name: 'a', content }, budget)).toThrow('import.unpackedTooLarge');
    expect(budget.left).toBeGreaterThan(260 * megabyte);
  });

  it('is refused with the limit in MB', () => {
    const { problems } = readAll(makeZip(files), 'liste.xlsx', { unpackedBytes: 1_000 });
    expect(problems).toMatchObject([{ line: null, code: 'import.unpackedTooLarge' }]);
  });
});
