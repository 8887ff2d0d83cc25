import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { makeTestPlace } from './database/testDatabase.ts';
import { typeCommand } from './typed.ts';

it('a command and a start on a server that takes no writes say so, and what to do', async () => {
  const place = await makeTestPlace();
  const url = new URL(place.options.databaseUrl ?? '');
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const settings = { DATABASE_URL: url.href };
  const words = /: it takes no writes \(a standby, or set to read-only\)\. Name the primary in DATABASE_URL/;
  const portal = await PortalProcess.start(settings).catch((error: Error) => error.message);
  expect(portal).toMatch(words);
  expect(portal).not.toMatch(/ at async |could not start/);
  const typed = await typeCommand(tmpdir(), settings, 'admin', 'create', 'zoe@guichet.test');
  expect(typed).toMatchObject({ code: 1, out: '', err: expect.stringMatching(words) });
  await place.remove();
});

it('a command whose server of PostgreSQL cannot serve it says so in the words of the portal, with those of the server', async () => {
  const place = await makeTestPlace();
  const url = place.options.databaseUrl ?? '';
  const dataDir = mkdtempSync(join(tmpdir(), 'guichet-busy-'));
  const type = (language: string) => {
    const settings = { DATABASE_URL: url, DATA_DIR: dataDir, LC_ALL: language };
    return typeCommand(dataDir, settings, 'admin', 'create', 'zoe@guichet.test');
  };
  const client = new pg.Client(url);
  await client.connect();
  await client.query('begin; lock table users');
  expect(await type('C')).toEqual({
    code: 1,
    out: '',
    err: 'The service is very busy, or someone else is changing the same data. Nothing was saved; try again in a moment. (canceling statement due to lock timeout)\n',
  });
  expect((await type('fr_CA.UTF-8')).err).toMatch(/^Le service est très occupé, .*lock timeout\)\n$/);
  await client.end();
  await place.remove();
  rmSync(dataDir, { recursive: true });
});
