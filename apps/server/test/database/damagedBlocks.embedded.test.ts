import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/core/database/database.ts';
import { findCutFile, type RelationFile, selectFiles } from '../../src/core/database/embedded/cutFiles.ts';
import { findDamagedBlock } from '../../src/core/database/embedded/damagedBlocks.ts';

// Blocks that a disk has altered or lost, in the files of a database of rows, long texts and indexes.

const blockBytes = 8192;
let dataDir: string;
let files: readonly RelationFile[];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'guichet-blocks-'));
  const database = await openDatabase({ databaseUrl: null, dataDir, log: { error() {} } });
  await database.transact(async (tx) => {
    const run = (statement: string) => sql.raw(statement).execute(tx);
    await run('create table people (id int primary key, "group" int, text text)');
    await run('create index people_by_group on people ("group")');
    // Texts of random letters go into the table of long ones as they are.
    await run(`insert into people select n, n % 3, case when n % 50 = 0 then
                 (select string_agg(md5(n::text || m), '') from generate_series(1, 200) m) else 'short' end
               from generate_series(1, 5000) n`);
    await run(
      `create table words as select n, array[md5(n::text), md5((n % 7)::text)] as list from generate_series(1, 5000) n`,
    );
    await run('create index words_by_list on words using gin (list)');
    await run('delete from people where id between 100 and 200');
    files = (await sql.raw<RelationFile>(selectFiles).execute(tx)).rows;
  });
  await database.close();
}, 120_000);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** What is found in the closed database while a file of it is another. */
async function findIn(name: string, alter: (bytes: Buffer) => Uint8Array) {
  const people = files.find((file) => file.name === 'people')?.id;
  const wanted = name === 'longTexts' ? `pg_toast_${people}` : name;
  const path = join(dataDir, 'database', files.find((file) => file.name === wanted)?.path ?? '');
  const whole = readFileSync(path);
  writeFileSync(path, alter(Buffer.from(whole)));
  const find = (...searched: ('checksums' | 'lostRows')[]) =>
    findDamagedBlock(join(dataDir, 'database'), files, searched);
  try {
    const [checksums, lostRows] = [await find('checksums'), await find('lostRows')];
    const cut = findCutFile(join(dataDir, 'database'), files);
    return { checksums, lostRows, both: await find('checksums', 'lostRows'), cut };
  } finally {
    writeFileSync(path, whole);
  }
}

const flipped = (at: number) => (bytes: Buffer) =>
  bytes.map((byte, n) => (n >= at && n < at + 16 ? byte ^ 90 : byte));
const zeros = (block: number) => (bytes: Buffer) =>
  bytes.fill(0, block * blockBytes, (block + 1) * blockBytes);
const firstHalf = (bytes: Buffer) =>
  bytes.subarray(0, Math.floor(bytes.length / blockBytes / 2) * blockBytes);

describe('the blocks of the embedded database', () => {
  test('are all whole in a whole one, with deleted rows, long texts and many rows of one value', async () => {
    const found = await findIn('people', (bytes) => bytes);
    expect(found).toEqual({ checksums: null, lostRows: null, both: null, cut: null });
  });

  test.each([
    ['a table', 'people', 3, 4000, 'people'],
    ['the head of a table', 'people', 0, 2, 'people'],
    ['a long text', 'longTexts', 0, 2000, 'pg_toast_\\d+'],
    ['an index', 'people_by_group', 1, 5000, 'people_by_group'],
    ['an index of the catalogue', 'pg_proc_oid_index', 2, 5000, 'pg_proc_oid_index'],
  ])('are read against their checksums: altered bytes in %s', async (_where, name, block, at, shown) => {
    const found = await findIn(name, flipped(block * blockBytes + at));
    expect(found.checksums).toMatch(
      new RegExp(`^block ${block} of its file base/5/\\d+ \\(${shown}\\) is damaged$`),
    );
    // A backup meets such a block where it reads it, and needs no index.
    expect(found).toMatchObject({ lostRows: null, both: found.checksums });
  });

  test.each<[string, string, (bytes: Buffer) => Uint8Array, string, string]>([
    ['zeros in a table', 'people', zeros(4), '4', 'people'],
    ['zeros in a table of long texts', 'longTexts', zeros(2), '2', 'pg_toast_\\d+'],
    ['the second half of a table gone', 'people', firstHalf, '\\d+', 'people'],
    ['the second half of the long texts gone', 'longTexts', firstHalf, '\\d+', 'pg_toast_\\d+'],
  ])(
    'are held against the indexes, where PostgreSQL sees fewer rows: %s',
    async (_how, name, alter, block, shown) => {
      const found = await findIn(name, alter);
      expect(found.lostRows).toMatch(
        new RegExp(
          `^block ${block} of its file base/5/\\d+ \\(${shown}\\) is empty or gone, though its index ${shown}_(pkey|by_group|index) names rows there$`,
        ),
      );
      expect(found).toMatchObject({ checksums: null, both: found.lostRows });
    },
  );

  test.each(['people_pkey', 'people_by_group', 'words_by_list'])(
    'lead to no block beyond the end of a whole index: %s, half of it gone',
    async (name) => {
      const { checksums, lostRows } = await findIn(name, firstHalf);
      const line = new RegExp(`^its file base/5/\\d+ \\(${name}\\) is gone, empty or cut off$`);
      expect([checksums, lostRows]).toEqual([expect.stringMatching(line), expect.stringMatching(line)]);
    },
  );

  test('of which a start misses only all of a table are found by what its index names, of zeros as well', async () => {
    const { cut } = await findIn('people', () => Buffer.alloc(0));
    expect(cut).toMatch(/^its file base\/5\/\d+ \(people\) is gone, empty or cut off$/);
    // After a power cut an index may have blocks that were reserved and never filled.
    const indexes = files.filter(({ name }) => /^people_/.test(name));
    const blank = indexes.map(({ path }) => join(dataDir, 'database', path));
    const whole = blank.map((path) => readFileSync(path));
    for (const path of blank) writeFileSync(path, Buffer.alloc(4 * blockBytes));
    expect((await findIn('people', () => Buffer.alloc(0))).cut).toBeNull();
    for (const [n, path] of blank.entries()) writeFileSync(path, whole[n] ?? '');
  });
});
