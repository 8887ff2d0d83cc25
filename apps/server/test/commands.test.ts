import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalProcess, type Settings } from '../../../e2e/fixtures/portalProcess.ts';
import { makeTestPlace, type TestPlace } from './database/testDatabase.ts';
import { signInTo } from './processClient.ts';
import { typeCommand } from './typed.ts';

const admin = { email: 'admin@guichet.test', password: 'Premier#Jour1' };
let folder: string;
let places: TestPlace[];
let portal: PortalProcess;
const settingsOf = ({ options: { databaseUrl, dataDir } }: TestPlace): Settings =>
  databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-commands-'));
  places = [await makeTestPlace(), await makeTestPlace()];
  portal = await PortalProcess.start({
    ...settingsOf(places[0] as TestPlace),
    BOOTSTRAP_ADMIN_EMAIL: admin.email,
    BOOTSTRAP_ADMIN_PASSWORD: admin.password,
  });
}, 120_000);
afterAll(async () => {
  await portal.kill();
  portal.removeData();
  for (const place of places) await place.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command with the settings of the running portal. */
const type = (...words: string[]) => {
  const settings = settingsOf(places[0] as TestPlace);
  return typeCommand(folder, { DATA_DIR: portal.dataDir, ...settings }, ...words);
};

describe('guichet backup and guichet restore', () => {
  let before: number[];

  it('copy everything while the portal runs, and restore nothing beside it', async () => {
    const client = await signInTo(portal.url, admin.email, admin.password);
    const made: number[] = [];
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted) made.push((await client.makeExamSpace(3, `Hiver ${made.length}`)).id);
    })();
    while (made.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    before = [...made];
    const typed = await type('backup', 'all.backup');
    over.abort();
    await writing;
    expect(typed).toMatchObject({ code: 0, err: '' });
    expect(typed.out).toContain('CAUTION: this file contains all data and the secret key');
    expect(statSync(join(folder, 'all.backup')).mode & 0o777).toBe(0o600);
    expect(made.length).toBeGreaterThan(before.length);

    writeFileSync(join(folder, 'a-file'), '');
    expect((await type('backup', 'a-file/all.backup')).err).toMatch(
      /^\S+a-file cannot be written \(ENOTDIR\): check [^\n]+\n$/,
    );

    expect((await type('backup', '/proc/all.backup')).err).toMatch(
      /^\/proc\/all\S+ cannot be written \(E\w+\): check [^\n]+\n$/,
    );

    expect(await type('restore', '--check', 'all.backup')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The file is intact \(backup of [^\n]+\)\.\n$/),
    });
    const running = await type('restore', 'all.backup', '--replace');
    expect(running).toMatchObject({ code: 1, err: expect.stringContaining('stop it first') });
  }, 90_000);

  it('put everything in another place, where it starts with all data and sends nothing by itself', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'guichet-elsewhere-'));
    const settings = { DATA_DIR: elsewhere, ...settingsOf(places[1] as TestPlace) };
    const restored = {
      code: 0,
      err: '',
      out: expect.stringContaining('is on hold until you release it'),
    };
    const restoreHere = (...more: string[]) =>
      typeCommand(folder, settings, 'restore', 'all.backup', ...more);
    const isServer = 'DATABASE_URL' in settings;
    if (isServer) for (const name of ['database', 'database.moved']) mkdirSync(join(elsewhere, name));
    if (isServer)
      expect(await restoreHere()).toMatchObject({
        code: 1,
        err: expect.stringMatching(
          /^DATA_DIR \(\S+\) holds the embedded database of a portal, and DATABASE_URL is not in \.env\.[^\n]+--set-aside\.\n$/,
        ),
      });
    if (isServer) {
      const env = join(folder, '.env');
      writeFileSync(env, 'DATABASE_URL=postgres://u@127.0.0.1/other\n');
      expect((await restoreHere()).err).toContain('and .env has another DATABASE_URL. Nothing was changed.');
      rmSync(env);
    }
    expect(readdirSync(elsewhere)).toEqual(isServer ? ['database', 'database.moved'] : []);
    expect(await restoreHere('--set-aside')).toMatchObject(restored);
    const kept = readdirSync(elsewhere).filter((name) => name.startsWith('database'));
    if (isServer) expect(kept).toEqual(['database.moved', expect.stringMatching(/^database\.moved-\d+$/)]);
    const again = await PortalProcess.start(settings);
    const other = await signInTo(again.url, admin.email, admin.password);
    const exams = (await (await other.get('/api/cohort/3')).json()) as { id: number }[];
    expect(exams.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    const banner = await (await other.get('/api/outgoing')).json();
    expect(banner).toMatchObject({ held: { mails: expect.any(Number) } });
    const { out } = await typeCommand(folder, settings, 'doctor');
    expect(out).toMatch(
      /\[warn\] Emails and platform requests have been on hold since the backup of .* – in the installation/,
    );
    const asked = await typeCommand(folder, settings, 'release');
    expect(asked).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /: \d+ queued before that backup, \d+ since\. Of the former, those that left after/,
      ),
      err: expect.stringMatching(/no one can answer it here: add --yes/),
    });
    const released = { code: 0, err: '', out: expect.stringContaining('Sending released; emails: ') };
    expect(await typeCommand(folder, settings, 'release', '--yes')).toMatchObject(released);
    expect(await typeCommand(folder, settings, 'release')).toMatchObject({
      code: 0,
      out: 'No sending was on hold.\n',
    });
    expect(await (await other.get('/api/outgoing')).json()).toMatchObject({ held: null });
    await again.stop();
    again.removeData();
    rmSync(elsewhere, { recursive: true, force: true });
  }, 90_000);

  it('overwrite no file, and leave no temporary files', async () => {
    writeFileSync(join(folder, 'mine'), 'precious');
    expect(await type('backup', 'mine')).toMatchObject({
      code: 1,
      err: expect.stringContaining('already exists'),
    });
    expect(readdirSync(portal.dataDir).filter((name) => name.startsWith('copy-'))).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('make no backup with another key, which would open nothing in it', async () => {
    const settings = {
      ...settingsOf(places[0] as TestPlace),
      SECRET_KEY: 'another key of 32 characters or more',
    };
    const typed = await typeCommand(
      folder,
      { DATA_DIR: portal.dataDir, ...settings },
      'backup',
      'other.backup',
    );
    expect(typed).toMatchObject({
      code: 1,
      err: expect.stringContaining('The key of SECRET_KEY does not belong to this database'),
    });
    expect(readdirSync(folder)).not.toContain('other.backup');
  });
});

describe('guichet doctor and guichet admin create', () => {
  it('talk to the running server, or to its database', async () => {
    const { code, out, err } = await type('doctor');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/\n {2}SECRET_KEY +– {2}\(default\)\n/);
    expect(out).toContain('[ok]   All migrations have been run\n');
    expect(out).toContain('[ok]   The key belongs to this database\n');
    expect(out).toMatch(/\[ok\] {3}Sending is not on hold; emails waiting: \d+\n/);
    expect(out).toContain(
      '[warn] SMTP_URL is not set: emails are written to files – set SMTP_URL to send them\n',
    );

    const made = await type('admin', 'create', 'second@guichet.test');
    expect(made).toMatchObject({ code: 0, err: '' });
    const password = /shown only once: (\S+)/.exec(made.out)?.[1] ?? '';
    const client = await signInTo(portal.url, 'second@guichet.test', password);
    expect((await client.get('/api/home')).status).toBe(200);
    const again = await type('admin', 'create', 'second@guichet.test');
    expect(again).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('npx guichet admin create second@guichet.test --reset'),
    });
    expect((await type('admin', 'create', 'none@guichet.test', '--reset')).err).toBe(
      'No account has the address none@guichet.test. Nothing was changed.\n',
    );
  }, 120_000);
});

describe('guichet exams and guichet import', () => {
  it('name the systems and exams that there are, and count the mails', async () => {
    const client = await signInTo(portal.url, admin.email, admin.password);
    const { courseId } = await client.makeExamSpace(3, 'Hiver');
    expect((await type('exams')).out).toMatch(/^ {2}1 \S[\s\S]*\n {2}9 /);
    const ofSystem = await type('exams', '--system', '3');
    expect(ofSystem).toMatchObject({ code: 0, out: expect.stringContaining(`     ${courseId}`) });
    expect(JSON.parse((await type('exams', '--system', '3', '--json')).out)).toEqual([
      expect.objectContaining({
        id: 3,
        exams: expect.arrayContaining([expect.objectContaining({ courseId })]),
      }),
    ]);

    writeFileSync(join(folder, 'list.csv'), 'Prénom;Nom;Courriel\nZoé;Côté;zoe@etu.example.ca\n');
    const list = ['import', 'list.csv', '--system'];
    const noSystem = await type(...list, '99', '--exam', courseId);
    expect(noSystem).toMatchObject({ code: 1, out: '' });
    expect(noSystem.err).toMatch(/^There is no system 99\. The systems:\n(?: {2}\d [^\n]+\n)+$/);
    const noExam = await type(...list, '3', '--exam', 'none');
    expect(noExam.err).toContain(`System 3 has no such exam. Its coming exams:\n`);
    expect(noExam.err).toContain(courseId);
    const done = await type(...list, '3', '--exam', courseId, '--send-email');
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toMatch(/People from list\.csv enrolled in the exam: 1\.\nEmails queued: 1\.\n$/);
    const again = await type(...list, '3', '--exam', courseId);
    expect(again.out).toMatch(/exam: 0\.\nWere in it already, or stand twice in the list: 1\.\n/);
    const [first] = JSON.parse((await type('exams', '--json')).out);
    expect(Object.keys(first)).toEqual(['id', 'name', 'count']);
  }, 120_000);
});
