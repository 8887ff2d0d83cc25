import { setTimeout as wait } from 'node:timers/promises';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { listEntrances } from '@guichet/contract/identity/access';
import { getMessage } from '@guichet/contract/mail/messages';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '../../src/core/database/database.ts';
import { type Caller, openTestPortal, type TestPortal } from '../portal.ts';
import { withDatabaseName } from './postgresDatabases.ts';

let portal: TestPortal;
let admin: Caller;
let stranger: Database;
let unlock: () => Promise<void>;

beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    portal.context.database.read,
  );
  const databaseUrl = withDatabaseName(inject('postgres').serverUrl, rows[0]?.name ?? '');
  stranger = await openDatabase({ databaseUrl, dataDir: '', log: { error() {} }, name: 'somebody else' });
});
afterEach(() => unlock());
afterAll(async () => {
  await stranger.close();
  await portal.close();
});

/** Locks the whole table until the returned function is called. */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const held = stranger.transact(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  return async () => {
    release.resolve();
    await held;
  };
}

const makeSpace = (n: number) =>
  admin.call(createExamSpace, {
    params: { systemId: 3 },
    body: { title: `Hiver ${n}`, examDate: '2099-01-15' },
  });
const ask = async (what: string) => (await portal.app.inject(`/api/valid/${what}`)).statusCode;
const millisecondsOf = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

it('one locked table delays its writers, for seconds, and nobody else', async () => {
  unlock = await lockTable('audit_lines');
  const started = performance.now();
  // More than the six that write at once.
  const writers = Promise.all(Array.from({ length: 8 }, (_, n) => makeSpace(n)));
  await wait(500);
  for (let n = 0; n < 5; n += 1) {
    expect(
      await millisecondsOf(async () => expect((await admin.call(listEntrances)).status).toBe(200)),
    ).toBeLessThan(1000);
    expect([await ask('health'), await ask('ready')]).toEqual([200, 200]);
    await wait(500);
  }
  const answers = await writers;
  expect((performance.now() - started) / 1000).toBeLessThan(20);
  for (const { status, problem, headers } of answers)
    expect([status, problem.code, headers['retry-after']]).toEqual([503, 'busy', '5']);
  await unlock();
  expect((await makeSpace(16)).status).toBe(200);
}, 120_000);

it('readers of a locked table soon get an error, and other readers are not affected', async () => {
  unlock = await lockTable('messages');
  const read = () => admin.call(getMessage, { params: { systemId: 3, languageId: 'fr' } });
  const readers = Promise.all(Array.from({ length: 6 }, read));
  await wait(500);
  expect(await millisecondsOf(() => admin.call(listEntrances))).toBeLessThan(1000);
  expect([await ask('health'), await ask('ready')]).toEqual([200, 200]);
  for (const { status, problem } of await readers) expect([status, problem.code]).toEqual([503, 'busy']);
  await unlock();
  expect((await read()).status).toBe(200);
}, 120_000);
