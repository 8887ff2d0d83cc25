import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalProcess, type Settings } from '../../../e2e/fixtures/portalProcess.ts';
import { openDatabase } from '../src/core/database/database.ts';
import { setEmbeddedAside } from '../src/core/database/embedded/damage.ts';
import { signInTo } from './processClient.ts';
import { typeCommand } from './typed.ts';

// What the program and its commands do with a data folder that is new, in use, or lacks a part.

let folder: string;
let dataDir: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-folder-'));
  dataDir = join(folder, 'data');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const type = (...words: string[]) => typeCommand(folder, { DATA_DIR: dataDir }, ...words);

/** What a start says that ends at once. */
async function refusalOf(settings: Settings): Promise<string> {
  const started = await PortalProcess.start({ DATA_DIR: dataDir, ...settings }).catch(
    (error: Error) => error,
  );
  if (started instanceof Error) return started.message.replace('The portal ended at once:\n', '');
  await started.kill();
  return `It started:\n${started.output}`;
}

/** Where the files of tables and indexes are. */
async function pathsOf(...names: readonly [string, string]): Promise<[string, string]> {
  const database = await openDatabase({ databaseUrl: null, dataDir, log: { error() {} } });
  const { rows } = await sql<{ path: string }>`
    select pg_relation_filepath(name::regclass) as path from unnest(${names}::text[]) name`.execute(
    database.read,
  );
  await database.close();
  const [first = '', second = ''] = rows.map(({ path }) => join(dataDir, 'database', path));
  return [first, second];
}

/** Cuts a file off at its beginning; the answer puts its bytes back. */
function empty(path: string): () => void {
  const whole = readFileSync(path);
  truncateSync(path, 0);
  return () => writeFileSync(path, whole);
}

describe('a new data folder', () => {
  it('is left as it was where the password of the first super admin is weak', async () => {
    const refusal = await refusalOf({ BOOTSTRAP_ADMIN_PASSWORD: 'Password#1' });
    expect(refusal).toBe(
      'Setting BOOTSTRAP_ADMIN_PASSWORD is not valid: it is a common password, or made of names that anyone here would try first.\n',
    );
    expect(existsSync(join(dataDir, 'database'))).toBe(false);
    const both = await refusalOf({
      BOOTSTRAP_ADMIN_PASSWORD: 'Password#1',
      DEMO: 'x',
      LC_ALL: 'fr_CA.UTF-8',
    });
    expect(both.split('\n')).toEqual([
      'Le réglage DEMO n’est pas valable : il faut true ou false.',
      expect.stringMatching(
        /^Le réglage BOOTSTRAP_ADMIN_PASSWORD n’est pas valable : c’est un mot de passe courant/,
      ),
      '',
    ]);
  }, 60_000);

  it('takes the first super admin before the first start, which makes no other', async () => {
    const reset = await type('admin', 'create', 'first@guichet.test', '--reset', '--ask');
    expect(reset).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no database in /) });
    const made = await type('admin', 'create', 'first@guichet.test');
    expect(made).toMatchObject({ code: 0, err: '' });
    const password = /shown only once: (\S+)/.exec(made.out)?.[1] ?? '';
    expect((await type('exams')).out).toBe('There are no systems yet: start the portal.\n');
    const portal = await PortalProcess.start({ DATA_DIR: dataDir });
    expect(portal.output).not.toContain('First super admin');
    const client = await signInTo(portal.url, 'first@guichet.test', password);
    expect((await client.get('/api/home')).status).toBe(200);
    await portal.stop();
  }, 120_000);
});

describe('a data folder in use', () => {
  it('is named, with its process, to a start on the same port and to a restore for another database', async () => {
    expect(await type('backup', 'all.backup')).toMatchObject({ code: 0 });
    const portal = await PortalProcess.start({ DATA_DIR: dataDir, LOG_LEVEL: 'info' });
    const port = new URL(portal.url).port;
    expect(await refusalOf({ PORT: port })).toBe(
      `The embedded database in ${dataDir} is in use by another process (pid ${portal.pid}): stop it first.\n`,
    );
    const other = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://u:p@127.0.0.1:1/none' };
    expect(await typeCommand(folder, other, 'restore', 'all.backup')).toMatchObject({
      code: 1,
      err: `The portal still runs on the embedded database in ${dataDir}: stop it first, then back up; what it writes after the backup would be lost.\n`,
    });
    await portal.stop();
    expect(portal.output).toMatch(/\nGuichet \d+\.\d+\.\d+ is open at /);
    const messages = [...portal.output.matchAll(/"msg":"(started|stopping|stopped)/g)].map(
      ([, word]) => word,
    );
    expect(messages).toEqual(['started', 'stopping', 'stopped']);
  }, 120_000);

  it('is closed again by a start that is refused for its key', async () => {
    expect(await refusalOf({ SECRET_KEY: 'k'.repeat(40) })).toContain(
      'used with another secret key than that of SECRET_KEY. ',
    );
    const { out } = await type('doctor');
    expect(out).not.toContain('was not closed');
    const portal = await PortalProcess.start({ DATA_DIR: dataDir });
    expect(portal.output).not.toContain('was not closed');
    await portal.stop();
  }, 120_000);

  it('is opened by nobody whose metrics have no port', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const refusal = await refusalOf({ METRICS_PORT: String(port) });
    expect(refusal).toBe(
      `Port ${port} of 127.0.0.1 is taken by another program. Set METRICS_PORT to a free one. Nothing was changed.\n`,
    );
    taken.close();
  }, 60_000);
});

describe('a data folder that lacks a part', () => {
  it('with an incomplete key is reported by the doctor, which ends', async () => {
    const key = join(dataDir, 'secret.key');
    const whole = readFileSync(key);
    writeFileSync(key, 'short\n');
    const deadline = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('The doctor does not end')), 30_000).unref(),
    );
    const { code, out } = await Promise.race([type('doctor'), deadline]);
    expect(out).toContain(
      `[fail] The key of this database cannot be used – The key in ${key} is incomplete. Put it back from a copy, or set SECRET_KEY.\n`,
    );
    expect(code).toBe(1);
    writeFileSync(key, whole);
  }, 60_000);

  it('with an emptied table or index is refused by the start, the doctor and a backup, also beside a portal', async () => {
    const refused = (name: string, word = 'cannot be opened') =>
      new RegExp(
        `The embedded database in ${dataDir} ${word}: its file base/5/\\d+ \\(${name}\\) is gone, empty or cut off\\. Nothing was deleted\\. ` +
          `Put ${dataDir}/database back from a copy, or move it away and restore the newest backup known here: npx guichet restore ${folder}/all\\.backup\\n`,
      );
    const [table, index] = await pathsOf('systems', 'systems_pkey');
    const putBack = empty(table);
    expect(await refusalOf({})).toMatch(refused('systems'));
    expect(await type('doctor')).toMatchObject({ code: 1, out: expect.stringMatching(refused('systems')) });
    expect((await type('backup', 'cut.backup')).err).toMatch(refused('systems'));
    putBack();

    const portal = await PortalProcess.start({ DATA_DIR: dataDir });
    const putIndexBack = empty(index);
    const found = await type('doctor');
    expect(found).toMatchObject({
      code: 1,
      out: expect.stringMatching(refused('systems_pkey', 'is damaged')),
    });
    expect(found.out).not.toMatch(/ The clock /);
    expect(found.out).toContain('[warn] Before you put a copy back, try npx guichet backup FILE: ');
    expect((await type('backup', 'cut.backup')).err).toMatch(refused('systems_pkey'));
    expect(existsSync(join(folder, 'cut.backup'))).toBe(false);
    putIndexBack();
    await portal.stop();
  }, 240_000);

  it('with a block of zeros or altered bytes is reported by the doctor, and by a backup whose rows would be fewer', async () => {
    const [table] = await pathsOf('systems', 'systems_pkey');
    const bytes = readFileSync(table);
    const damaged = (reason: string) =>
      new RegExp(
        `The embedded database in ${dataDir} is damaged: block 0 of its file base/5/\\d+ \\(systems\\) is ${reason}\\. Nothing was deleted\\. ` +
          `Put ${dataDir}/database back from a copy, or move it away and restore the newest backup known here: npx guichet restore ${folder}/all\\.backup\\n`,
      );
    writeFileSync(table, Buffer.alloc(bytes.length));
    const lost = damaged('empty or gone, though its index systems_pkey names rows there');
    expect(await type('doctor')).toMatchObject({ code: 1, out: expect.stringMatching(lost) });
    expect(await type('backup', 'cut.backup')).toMatchObject({ code: 1, err: expect.stringMatching(lost) });
    expect(existsSync(join(folder, 'cut.backup'))).toBe(false);

    writeFileSync(table, bytes);
    const portal = await PortalProcess.start({ DATA_DIR: dataDir });
    writeFileSync(table, Buffer.alloc(bytes.length));
    expect(await type('doctor')).toMatchObject({ code: 1, out: expect.stringMatching(lost) });
    writeFileSync(table, bytes);
    expect(await type('doctor')).toMatchObject({ out: expect.not.stringMatching(lost) });
    await portal.stop();

    writeFileSync(table, bytes.with(bytes.length - 100, 255 - (bytes.at(-100) ?? 0)));
    const altered = await type('doctor');
    expect(altered).toMatchObject({ code: 1, out: expect.stringMatching(damaged('damaged')) });
    expect(await refusalOf({})).toMatch(
      new RegExp(
        `^Guichet [\\d.]+ is starting…\\nThe embedded database in ${dataDir} is damaged: block 0 of its file base/5/\\d+ is damaged\\. `,
      ),
    );
    expect(await type('backup', 'cut.backup')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /is damaged: block 0 of its file base\/5\/\d+(?: \(systems\))? is damaged\. Nothing was deleted/,
      ),
    });
    writeFileSync(table, bytes);
  }, 240_000);

  it('without the key is refused, keeps no other, and names the newest backup', async () => {
    rmSync(join(dataDir, 'secret.key'));
    const line =
      `The secret key of this database is missing: ${dataDir}/secret.key is not there, and SECRET_KEY is not set. Nothing was changed. ` +
      'Put it back from a copy. A backup holds it too: restore the newest backup known here: ' +
      `DATABASE_URL= DATA_DIR=EMPTY_FOLDER npx guichet restore ${folder}/all.backup, and copy secret.key out of EMPTY_FOLDER.`;
    expect(await refusalOf({})).toContain(`${line}\n`);
    expect((await type('backup', 'second.backup')).err).toBe(`${line}\n`);
    expect((await type('doctor')).out).toContain(line);
    expect(existsSync(join(dataDir, 'secret.key'))).toBe(false);

    const empty = { DATA_DIR: join(folder, 'empty') };
    expect(await typeCommand(folder, empty, 'restore', 'all.backup')).toMatchObject({ code: 0 });
    const key = join(folder, 'empty', 'secret.key');
    renameSync(key, join(dataDir, 'secret.key'));
    expect(await type('backup', 'third.backup')).toMatchObject({ code: 0, err: '' });

    writeFileSync(key, 'k'.repeat(43));
    const replaced = await typeCommand(folder, empty, 'restore', 'all.backup', '--replace');
    expect(replaced).toMatchObject({ code: 0, err: '' });
    const kept = /The former key is kept in (\S+): /.exec(replaced.out)?.[1] ?? '';
    expect(readFileSync(kept, 'utf8')).toBe('k'.repeat(43));
    expect(readFileSync(key)).toEqual(readFileSync(join(dataDir, 'secret.key')));
  }, 120_000);

  it('without its database is refused, unless a backup is restored into it', async () => {
    rmSync(join(dataDir, 'database'), { recursive: true });
    mkdirSync(join(dataDir, 'database'));
    const line =
      `The embedded database in ${dataDir} is gone: ${dataDir}/database is missing or empty, but of its portal there is still secret.key, newest-backup.txt, outbox. ` +
      `Nothing was changed. Put ${dataDir}/database back from a copy, or restore the newest backup known here: npx guichet restore ${folder}/third.backup. ` +
      'If the portal used a PostgreSQL server, set DATABASE_URL. For a new, empty portal name another DATA_DIR, or move this folder away.';
    expect(await refusalOf({})).toContain(`${line}\n`);
    expect(await type('admin', 'create', 'second@guichet.test', '--ask')).toMatchObject({
      code: 1,
      err: `${line}\n`,
    });
    expect(await type('doctor')).toMatchObject({ code: 1, out: expect.stringContaining(line) });
    expect(readdirSync(join(dataDir, 'database'))).toEqual([]);

    expect(await type('restore', 'third.backup')).toMatchObject({ code: 0, err: '' });
    const portal = await PortalProcess.start({ DATA_DIR: dataDir });
    expect(portal.output).toMatch(
      /Sending has been on hold since the backup of .* at \d.* was restored: .* npx guichet release/,
    );
    await portal.stop();
  }, 120_000);

  it('whose rows a server has got is refused, until the former database is named again', async () => {
    expect(setEmbeddedAside(dataDir)).toBe(`${dataDir}/database.moved`);
    const line = `The embedded database was restored into a PostgreSQL server; it is kept in ${dataDir}/database.moved. Nothing was changed. Set DATABASE_URL`;
    expect(await refusalOf({})).toContain(line);
    expect(await type('backup', 'stale.backup')).toMatchObject({
      code: 1,
      err: expect.stringContaining(line),
    });
    expect(await type('doctor')).toMatchObject({ code: 1, out: expect.stringContaining(line) });
    expect(readdirSync(folder)).not.toContain('stale.backup');
    renameSync(`${dataDir}/database.moved`, `${dataDir}/database`);
    expect(await type('backup', 'fourth.backup')).toMatchObject({ code: 0 });
  }, 120_000);
});
