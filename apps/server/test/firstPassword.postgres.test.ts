import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { migrations } from '../migrations/index.ts';
import { openDatabase } from '../src/core/database/database.ts';
import { runOn } from './database/postgresDatabases.ts';
import { makeTestPlace } from './database/testDatabase.ts';
import { longTest } from './longTest.ts';

longTest('a weak first password is refused before the tables are made, and before the key', async () => {
  const place = await makeTestPlace();
  const url = place.options.databaseUrl ?? '';
  await runOn(url, 'drop schema public cascade');
  await runOn(url, 'create schema public');
  const dataDir = mkdtempSync(join(tmpdir(), 'guichet-first-'));
  const start = PortalProcess.start({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    BOOTSTRAP_ADMIN_PASSWORD: 'Password#1',
  });
  await expect(start).rejects.toThrow(
    /Setting BOOTSTRAP_ADMIN_PASSWORD is not valid: it is a common password/,
  );
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(false);
  const database = await openDatabase({ ...place.options, log: { error() {} } });
  expect(await database.listMissing(migrations)).toEqual(Object.keys(migrations));
  await database.close();
  await place.remove();
  rmSync(dataDir, { recursive: true });
});

longTest(
  'a first password that is not used any more is not found fault with, beside another setting either',
  async () => {
    const place = await makeTestPlace();
    const dataDir = mkdtempSync(join(tmpdir(), 'guichet-used-'));
    const settings = {
      DATABASE_URL: place.options.databaseUrl ?? '',
      DATA_DIR: dataDir,
      BOOTSTRAP_ADMIN_PASSWORD: 'Password#1',
    };
    const portal = await PortalProcess.start({ ...settings, BOOTSTRAP_ADMIN_PASSWORD: 'Premier#Jour1' });
    await portal.stop();
    const again = await PortalProcess.start(settings);
    expect(again.output).not.toContain('BOOTSTRAP_ADMIN_PASSWORD is not valid');
    await again.stop();
    const refused = await PortalProcess.start({ ...settings, DEMO: 'x' }).catch(
      (error: Error) => error.message,
    );
    expect(refused).toContain('Setting DEMO is not valid');
    expect(refused).not.toContain('BOOTSTRAP_ADMIN_PASSWORD');
    for (const one of [portal, again]) one.removeData();
    await place.remove();
    rmSync(dataDir, { recursive: true });
  },
);
