import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/core/database/database.ts';
import { startChild } from './childProcess.ts';
import { runOn, withDatabaseName } from './postgresDatabases.ts';
import { makeTestPlace, type TestPlace } from './testDatabase.ts';

const said: string[] = [];
let place: TestPlace;
let url: string;
let database: Database;

beforeAll(async () => {
  place = await makeTestPlace();
  url = place.options.databaseUrl ?? '';
  database = await openDatabase({
    ...place.options,
    log: { error: (message) => said.push(message), warn: (message) => said.push(`warning: ${message}`) },
  });
});
afterAll(async () => {
  await database.close();
  await place.remove();
});
beforeEach(() => said.splice(0));

const dropConnections = () =>
  runOn(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );

describe('when the server drops its connections', () => {
  test('idle ones are logged in one line, and the next query opens a new one', async () => {
    await database.ping();
    await dropConnections();
    await expect.poll(() => said.length).toBeGreaterThan(0);
    expect(said[0]).toMatch(/^A connection to PostgreSQL at .*, database guichet_test_.* was dropped: /);
    expect(said.join('\n')).not.toContain('answers again');
    await database.ping();
    expect(said.at(-1)).toMatch(/^warning: PostgreSQL at .*, database guichet_test_.* answers again$/);
  });

  test('an open transaction fails and leaves nothing', async () => {
    await database.transact((tx) => sql`create table dropped (n int)`.execute(tx));
    const work = database.transact(async (tx) => {
      await sql`insert into dropped values (1)`.execute(tx);
      await dropConnections();
      await sql`insert into dropped values (2)`.execute(tx);
    });
    await expect(work).rejects.toThrow();
    expect((await sql`select n from dropped`.execute(database.read)).rows).toEqual([]);
  });
});

describe('a server is refused in one line without the password', () => {
  test.each([
    [
      'nobody listens',
      (own: URL) => Object.assign(own, { port: '1' }),
      /^Cannot use PostgreSQL at 127\.0\.0\.1:1, database \S+: nothing listens there\. .* DATABASE_URL \(.*ECONNREFUSED/,
    ],
    [
      'it has no such database',
      (own: URL) => Object.assign(own, { pathname: '/none' }),
      /database none: it has no such database\. Create it .* DATABASE_URL \(database "none" does not exist\)\.$/,
    ],
    [
      'it has no such user',
      (own: URL) => Object.assign(own, { username: 'nobody' }),
      /: it (?:refuses the password of this role\. Correct|has no such role, .* or correct) .* DATABASE_URL.* \((role "nobody" does not exist|.*authentication failed.*)\)\.$/,
    ],
    [
      'it has no TLS and the address demands it',
      (own: URL) => Object.assign(own, { search: '?sslmode=require' }),
      /: it has no TLS\. Set ssl = on there, or leave sslmode out of DATABASE_URL .*does not support SSL.*\)\.$/,
    ],
  ])('when %s', async (_when, spoil, reason) => {
    const own = new URL(url);
    own.hostname = '127.0.0.1';
    own.password = 'hunter2';
    const refusal = await refusalOf(spoil(own).href);
    expect(refusal).toMatch(reason);
    expect(refusal).not.toMatch(/hunter2|\n/);
  });

  test('when its role may make no tables', async () => {
    const name = 'guichet_test_unowned';
    await runOn(url, `create database ${name}`);
    await runOn(url, `create role guichet_stranger login password 'hunter2'`);
    const own = new URL(withDatabaseName(url, name));
    const refusal = await refusalOf(
      Object.assign(own, { username: 'guichet_stranger', password: 'hunter2' }).href,
    );
    await runOn(url, `drop database ${name}`);
    await runOn(url, 'drop role guichet_stranger');
    expect(refusal).toMatch(
      /: this role may not make tables there\. Give it the database: alter database guichet_test_unowned owner to guichet_stranger$/,
    );
  });

  test('when its texts are not in UTF-8, and when the tables are those of another role', async () => {
    const name = 'guichet_test_latin';
    await runOn(url, `create database ${name} encoding latin1 locale 'C' template template0`);
    const latin = await refusalOf(withDatabaseName(url, name));
    await runOn(url, `drop database ${name}`);
    expect(latin).toMatch(/: its texts are in LATIN1\. Create a database in UTF-8: create database [^\n]+$/);
    await runOn(url, `create role guichet_other login password 'hunter2'`);
    const other = Object.assign(new URL(url), { username: 'guichet_other', password: 'hunter2' });
    const refusal = await refusalOf(other.href);
    await runOn(url, 'drop role guichet_other');
    expect(refusal).toMatch(
      / tables there belong to the role postgres, and .* Name postgres in DATABASE_URL\.$/,
    );
  });

  test('when it is older than version 15', async () => {
    const server = await startServerOfVersion('140011');
    expect(await refusalOf(`postgres://u:hunter2@127.0.0.1:${server.port}/old`)).toBe(
      `Cannot use PostgreSQL at 127.0.0.1:${server.port}, database old: it is version 14, 15 or newer is needed.`,
    );
    server.close();
  });
});

test('many processes that migrate an empty database at once all succeed', async () => {
  const name = 'guichet_test_migrating';
  await runOn(url, `create database ${name}`);
  const databaseUrl = withDatabaseName(url, name);
  const processes = Array.from({ length: 6 }, () => startChild('migrate', { ...place.options, databaseUrl }));
  const ends = await Promise.all(processes.map((process) => process.ended()));
  expect(processes.flatMap(({ errors }) => errors)).toEqual([]);
  expect(ends).toEqual([0, 0, 0, 0, 0, 0]);
  await runOn(url, `drop database ${name} with (force)`);
}, 120_000);

async function refusalOf(databaseUrl: string): Promise<string> {
  return openDatabase({ ...place.options, databaseUrl }).then(
    () => 'accepted',
    (error) => `${error.message}`,
  );
}

/** A fake server that answers one query with one text. */
async function startServerOfVersion(version: string) {
  const message = (kind: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(4 + body.length);
    return Buffer.concat([Buffer.from(kind), length, body]);
  };
  const ready = message('Z', Buffer.from('I'));
  const column = Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.from('version\0'),
    Buffer.alloc(6),
    int4(),
    Buffer.alloc(2),
  ]);
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, version.length]), Buffer.from(version)]);
  const answer = [message('T', column), message('D', row), message('C', Buffer.from('SELECT 1\0')), ready];
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      socket.on('data', (bytes) => bytes[0] === 'Q'.charCodeAt(0) && socket.write(Buffer.concat(answer)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' ? address?.port : 0, close: () => server.close() };
}

/** The type OID, size and modifier of an int4 column in the wire protocol. */
function int4(): Buffer {
  const type = Buffer.alloc(10, 0xff);
  type.writeInt32BE(23, 0);
  type.writeInt16BE(4, 4);
  return type;
}
