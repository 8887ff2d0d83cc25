import { expect, it } from 'vitest';
import { runOn } from '../../../../test/database/postgresDatabases.ts';
import { makeTestPlace } from '../../../../test/database/testDatabase.ts';
import { isSame } from './moveDatabase.ts';

it('two databases differ where their rows do; a query that fails says its own reason', async () => {
  const places = [await makeTestPlace(), await makeTestPlace()];
  const [from = '', to = ''] = places.map(({ options }) => options.databaseUrl ?? '');
  for (const url of [from, to]) await runOn(url, 'create table one (n integer)');
  expect(await isSame({ from, to })).toBe(true);
  await runOn(from, 'insert into one values (1)');
  expect(await isSame({ from, to })).toBe(false);
  await runOn(to, 'drop table one');
  await expect(isSame({ from, to })).rejects.toThrow('relation "one" does not exist');
  for (const place of places) await place.remove();
});
