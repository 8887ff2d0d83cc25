import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../../../migrations/index.ts';
import { seedDemo } from '../../../../seed/demo.ts';
import { openTestDatabase, testedKind } from '../../../../test/database/testDatabase.ts';
import { openTestApp, type TestApp } from '../../../../test/testApp.ts';
import { createExam } from '../../../exams/facts/facts.service.ts';
import { beginHold, endHold, findHold } from '../../queue/queue.service.ts';
import type { Database } from '../database.ts';
import { backUp, checkBackupFile, restoreBackup } from './backup.ts';
import { dropEverything } from './clear.ts';
import type { FileLine } from './format.ts';
import { readRows } from './readRows.ts';
import { partialPath } from './writeFile.ts';

let context: TestApp;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-backup-'));
  file = join(folder, 'all.backup');
  context = await openTestApp();
  await seedDemo(context);
  await context.database.transact((tx) =>
    sql`insert into list_layouts (system_id, layout_key, columns, used_at)
        values (3, 'digest', '{"fullName": 0, "email": 1}', now())`.execute(tx),
  );
  await write(context.database, file);
}, 120_000);
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Has the name of a command, so that countServers does not count this connection. */
const openEmpty = () => openTestDatabase('migrated', 'guichet command');

async function* oneFile(): AsyncGenerator<FileLine> {
  yield { file: 'outbox/1.eml', bytes: Buffer.from('Bonjour').toString('base64') };
}

function write(database: Database, path: string) {
  const key = { fingerprint: 'ff', secret: 'shh' };
  return backUp(database, path, { key, madeAt: new Date('2027-01-11T15:00:00Z'), files: oneFile() });
}

/** Writes a backup again, as if these migrations had been applied. */
function writeAs(path: string, applied: readonly string[]): void {
  const [header = '', ...lines] = gunzipSync(readFileSync(path)).toString('utf8').split('\n').slice(0, -2);
  const text = `${[JSON.stringify({ ...JSON.parse(header), migrations: applied }), ...lines].join('\n')}\n`;
  const end = { end: true, sha256: createHash('sha256').update(text).digest('hex') };
  writeFileSync(path, gzipSync(`${text}${JSON.stringify(end)}\n`));
}

interface Changed {
  readonly isReplacing?: boolean;
  readonly onRows?: () => void;
  readonly migrations?: Record<string, Migration>;
}
const restored: FileLine[] = [];
async function restore(database: Database, path: string, changed: Changed = {}): Promise<void> {
  const header = await checkBackupFile(path, changed.migrations ?? migrations);
  const onFile = async (line: FileLine) => void restored.push(line);
  await restoreBackup(database, path, header, {
    migrations,
    isReplacing: false,
    onFile,
    onRows() {},
    onRestored: (tx) => beginHold(tx, new Date(header.madeAt), new Date()),
    ...changed,
  });
}

/** Every row of every table and every sequence, sorted. */
const contentOf = async (database: Database) =>
  (await everythingIn(database))
    // Leaves out the hold that each restore writes, and the next number of each sequence.
    .filter((line) => !line.includes('{"table":"outgoing_holds"'))
    .map((line) => line.replace(/("counterOf":.*"last":")\d+/, '$1'));

const everythingIn = (database: Database) =>
  database.snapshot(async (db) => {
    const lines: string[] = [];
    let table = '';
    for await (const text of readRows(db))
      for (const line of text.trimEnd().split('\n')) {
        if (line.startsWith('{"table"')) table = line;
        lines.push(`${table} ${line}`);
      }
    return lines.sort();
  });

describe('a backup', () => {
  it('restores every row into an empty database, with the foreign keys enforced again', async () => {
    const other = await openEmpty();
    await restore(other, file);
    const content = await contentOf(context.database);
    expect(content.length).toBeGreaterThan(500);
    expect(content.filter((line) => line.includes('"digest"'))).toEqual([
      expect.stringMatching(/"list_layouts".*fullName/),
    ]);
    expect(await contentOf(other)).toEqual(content);
    expect(restored).toEqual([{ file: 'outbox/1.eml', bytes: 'Qm9uam91cg==' }]);
    const orphan = other.transact((tx) => sql`update enrolments set exam_id = 999999`.execute(tx));
    await expect(orphan).rejects.toThrow(/foreign key|violates/);
    await other.close();
  }, 120_000);

  it('gives no number again that was given since it was made, also when it is restored twice', async () => {
    const recent = join(folder, 'recent.backup');
    const madeAt = new Date(Date.now() - 60_000);
    await backUp(context.database, recent, {
      key: { fingerprint: 'ff', secret: 'shh' },
      madeAt,
      files: oneFile(),
    });
    const makeExams = async (database: Database, count: number) => {
      const codes: string[] = [];
      for (let n = 0; n < count; n += 1) {
        const exam = {
          systemId: 3,
          exam: { title: 'Hiver 2027', examDate: '2027-02-01' },
          coursePrefix: 'DC',
          now: new Date(),
        };
        codes.push((await database.transact((tx) => createExam(tx, exam))).courseId);
      }
      return codes;
    };
    const codes = await makeExams(context.database, 3);
    const other = await openEmpty();
    for (const isReplacing of [false, true]) {
      await restore(other, recent, { isReplacing });
      codes.push(...(await makeExams(other, 3)));
    }
    expect(new Set(codes).size).toBe(9);
    for (const code of codes) expect(code.length).toBeLessThanOrEqual(50);
    await other.close();
    await context.database.transact((tx) =>
      sql`delete from exams where course_id = any(${codes}::text[])`.execute(tx),
    );
  }, 120_000);

  it('replaces existing data only with isReplacing, and then all of it', async () => {
    const other = await openEmpty();
    await restore(other, file);
    await other.transact((tx) => sql`delete from messages`.execute(tx));
    await other.transact((tx) => sql`create type mood as enum ('bad')`.execute(tx));
    await expect(restore(other, file)).rejects.toThrow('The database is not empty');
    await restore(other, file, { isReplacing: true });
    expect(await contentOf(other)).toEqual(await contentOf(context.database));
    await other.close();
  }, 120_000);

  it('holds outgoing mails and jobs after a restore, also over a database whose hold was released', async () => {
    const madeAt = new Date('2027-01-11T15:00:00Z');
    const other = await openEmpty();
    await restore(other, file);
    expect(await findHold(other.read)).toMatchObject({ backupMadeAt: madeAt });
    const held = join(folder, 'held.backup');
    await write(other, held);
    await other.transact(endHold);
    const onRows = () => {
      throw new Error('power cut');
    };
    await expect(restore(other, file, { isReplacing: true, onRows })).rejects.toThrow('power cut');
    expect(await findHold(other.read)).toBeUndefined();
    await restore(other, held, { isReplacing: true });
    expect(await findHold(other.read)).toMatchObject({ backupMadeAt: madeAt });
    await other.close();
  }, 120_000);

  it('that fails half way leaves the database unchanged', async () => {
    const other = await openEmpty();
    await restore(other, file);
    await other.transact((tx) => sql`delete from messages`.execute(tx));
    const before = await contentOf(other);
    const onRows = () => {
      throw new Error('power cut');
    };
    await expect(restore(other, file, { isReplacing: true, onRows })).rejects.toThrow('power cut');
    expect(await contentOf(other)).toEqual(before);
    await other.close();
  }, 120_000);

  it('of an older program gets the later migrations', async () => {
    const later = {
      ...migrations,
      '999-later': { up: async (db: never) => void (await sql`create table later (n int)`.execute(db)) },
    };
    const other = await openEmpty();
    await restore(other, file, { migrations: later });
    expect((await sql`select n from later`.execute(other.read)).rows).toEqual([]);
    await other.migrate(later);
    const newer = join(folder, 'newer.backup');
    await write(other, newer);
    await expect(checkBackupFile(newer, migrations)).rejects.toThrow(
      `${newer} was made by a newer program (it holds 999-later): restore it with that one. Nothing was changed.`,
    );
    await other.close();
  }, 120_000);

  it('of the version before the baseline is restored, and one of an earlier state tells the way', async () => {
    const other = await openEmpty();
    await other.transact((tx) => dropEverything(tx as never));
    await other.migrate({ '001-baseline': migrations['001-baseline'] as Migration });
    await other.transact((tx) =>
      sql`insert into systems (id, slug, name, course_prefix, student_role, landing, created_at)
          values (77, 'older', 'Ancien', 'OLD', 'older', 'bare', now())`.execute(tx),
    );
    const before = join(folder, 'before.backup');
    await write(other, before);
    writeAs(before, ['001-foundation', '098-dates-alone']);
    await restore(other, before, { isReplacing: true });
    expect((await sql`select slug from systems`.execute(other.read)).rows).toEqual([{ slug: 'older' }]);
    expect(await other.listMissing(migrations)).toEqual([]);
    await other.close();
    writeAs(before, ['001-foundation', '060-platform-accounts']);
    await expect(checkBackupFile(before, migrations)).rejects.toThrow(
      `${before} is too old for this program (it ends with migration 060-platform-accounts): bring it to the last version`,
    );
  }, 120_000);

  it('deletes partial files of killed backups, and nothing else', async () => {
    const own = mkdtempSync(join(tmpdir(), 'guichet-leftovers-'));
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const start = gzipSync('{"guichet":"backup","format":1}\n[1,2]\n').subarray(0, 40);
    const place = (name: string, bytes: Buffer | string, day: string) => {
      writeFileSync(join(own, name), bytes);
      utimesSync(join(own, name), new Date(day), new Date(day));
    };
    const host = partialPath('x').replace(/^x\.guichet-\d+-/, '');
    place(`monday.backup.guichet-${dead}-${host}`, start, '2027-01-11T14:59:00Z');
    // Kept: files of a running process or of another machine, files that are no backups, complete backups.
    place(`now.backup.guichet-${process.ppid}-${host}`, start, '2027-01-11T14:59:00Z');
    place('elsewhere.backup.guichet-7-othermachine.part', start, '2027-01-11T14:59:00Z');
    place('fresh.backup.part', start, '2027-01-11T14:59:00Z');
    place('film.part', gzipSync('un film'), '2026-01-01T00:00:00Z');
    place('notes.part', 'Bonjour', '2026-01-01T00:00:00Z');
    place('sunday.backup', start, '2027-01-10T14:00:00Z');
    await write(context.database, join(own, 'tuesday.backup'));
    expect(readdirSync(own).sort()).toEqual(
      [
        'elsewhere.backup.guichet-7-othermachine.part',
        'film.part',
        'fresh.backup.part',
        'notes.part',
        `now.backup.guichet-${process.ppid}-${host}`,
        'sunday.backup',
        'tuesday.backup',
      ].sort(),
    );
    rmSync(own, { recursive: true, force: true });
  });

  it('reads long texts a few rows at a time', async () => {
    const database = await openEmpty();
    await database.transact(async (tx) => {
      await sql`insert into systems (id, slug, name, course_prefix, student_role, landing, created_at)
                values (3, 'a', 'a', 'a', 'a', 'bare', now()) on conflict do nothing`.execute(tx);
      await sql`insert into list_layouts (system_id, layout_key, columns, used_at)
                select 3, n, jsonb_build_object('fullName', repeat('a', 50000)), now()
                from generate_series(1, 600) n`.execute(tx);
    });
    const longest: number[] = [];
    await database.snapshot(async (db) => {
      for await (const text of readRows(db)) longest.push(text.length);
    });
    expect(Math.max(...longest)).toBeLessThan(6_000_000);
    await database.close();
  });

  it('is readable by its owner only', () => {
    if (process.platform !== 'win32') expect(mode(file)).toBe(0o600);
  });
});

describe('an incomplete or foreign file is refused in one line, before anything is written', () => {
  const bytes = () => readFileSync(file);
  const flipped = (at: number) => {
    const copy = Buffer.from(bytes());
    copy[at] = (copy[at] ?? 0) ^ 0xff;
    return copy;
  };
  const repacked = (change: (text: string) => string) =>
    gzipSync(change(gunzipSync(bytes()).toString('utf8')));
  it.each<[string, () => Buffer, RegExp]>([
    ['is cut off', () => bytes().subarray(0, bytes().length / 2), /is damaged or incomplete/],
    [
      'lacks its last line',
      () => repacked((text) => text.replace(/\{"end".*\n$/, '')),
      /is damaged or incomplete/,
    ],
    ['lacks a row', () => repacked((text) => text.replace(/\n\[[^\n]*\n/, '\n')), /is damaged or incomplete/],
    ['has a broken byte', () => flipped(Math.floor(bytes().length / 2)), /is damaged or incomplete/],
    [
      'has bytes after its end',
      () => Buffer.concat([bytes(), Buffer.from('more')]),
      /is damaged or incomplete/,
    ],
    ['is something else', () => Buffer.from('Prénom;Nom;Courriel'), /is not a backup of Guichet/],
    ['is another packed file', () => gzipSync('Prénom;Nom\n'), /is not a backup of Guichet/],
    ['is empty', () => Buffer.alloc(0), /is damaged or incomplete|is not a backup of Guichet/],
    [
      'is of a later format',
      () => repacked((text) => text.replace('"format":1', '"format":2')),
      /newer program/,
    ],
  ])('because it %s', async (_why, make, words) => {
    const path = join(folder, 'bad.backup');
    writeFileSync(path, make());
    const refusal = await checkBackupFile(path, migrations).then(
      () => 'accepted',
      (error: Error) => `${error.name}: ${error.message}`,
    );
    expect(refusal).toMatch(/^BackupRefusal: /);
    expect(refusal).toMatch(words);
    expect(refusal).not.toContain('\n');
  });
});

it.runIf(testedKind === 'postgres')('a database with a connected server is not restored into', async () => {
  const other = await openTestDatabase();
  await expect(restore(other, file)).rejects.toThrow('A server is connected to the database');
  await other.close();
});

it.runIf(testedKind === 'postgres')('a database of another program is not restored into', async () => {
  const other = await openEmpty();
  await other.transact((tx) => sql`drop table kysely_migration`.execute(tx));
  await expect(restore(other, file, { isReplacing: true })).rejects.toThrow('tables of another program');
  await other.close();
});

function mode(path: string): number {
  return statSync(path).mode & 0o777;
}
