import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/core/database/database.ts';
import { startChild } from './childProcess.ts';
import { makeTestPlace, type TestPlace } from './testDatabase.ts';

let place: TestPlace;
beforeAll(async () => {
  place = await makeTestPlace();
});
afterAll(() => place.remove());

describe('the data directory of the embedded database', () => {
  test('is refused to a second process, in one line that names the directory and the first', async () => {
    const database = await openDatabase(place.options);
    const second = startChild('hold', place.options);
    expect(await second.ended()).toBe(0);
    expect(second.lines).toEqual([
      `refused DatabaseRefusal: The embedded database in ${place.options.dataDir} is in use by another process (pid ${process.pid}): stop it first.`,
    ]);
    expect(second.errors).toEqual([]);
    await database.ping();
    await database.close();
  });

  test('is refused to the same process a second time', async () => {
    const database = await openDatabase(place.options);
    await expect(openDatabase(place.options)).rejects.toThrow('in use by another process');
    await database.close();
  });

  test('is free again once its process was killed', async () => {
    const first = startChild('hold', place.options);
    await first.printed('open');
    await expect(openDatabase(place.options)).rejects.toThrow(`(pid ${first.pid})`);
    await first.kill();
    const database = await openDatabase(place.options);
    await database.close();
  });

  test('is free again after it was closed', async () => {
    await (await openDatabase(place.options)).close();
    await (await openDatabase(place.options)).close();
    expect(existsSync(`${place.options.dataDir}/database/postmaster.pid`)).toBe(false);
  });

  test('is refused in one line when it cannot be made', async () => {
    const dataDir = join(place.options.dataDir, 'lock.pid', 'inside-a-file');
    await expect(openDatabase({ ...place.options, dataDir })).rejects.toThrow(
      /^DATA_DIR cannot be used: .*lock\.pid is a file\. Name another folder/,
    );
  });
});
