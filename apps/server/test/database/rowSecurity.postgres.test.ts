import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { type Database, openDatabase } from '../../src/core/database/database.ts';
import { runOn, withDatabaseName } from './postgresDatabases.ts';
import { listProtectedTables } from './protectedTables.ts';

const { serverUrl } = inject('postgres');
const mark = randomUUID().slice(0, 8);
const name = `guichet_wall_${mark}`;
const owner = `guichet_owner_${mark}`;
const complaints: string[] = [];

/** Opens the database as this role. */
function openAs(role: string): Promise<Database> {
  const url = new URL(withDatabaseName(serverUrl, name));
  url.username = role;
  url.password = 'x';
  const log = { error: (message: string) => complaints.push(message) };
  return openDatabase({ databaseUrl: url.href, dataDir: '', log });
}

beforeAll(async () => {
  await runOn(serverUrl, `create role ${owner} login password 'x'`);
  await runOn(serverUrl, `create database ${name} owner ${owner}`);
});
afterAll(async () => {
  await runOn(serverUrl, `drop database ${name} with (force)`);
  await runOn(serverUrl, `drop role ${owner}`);
});

const slugsOf = async ({ read }: Database) => {
  const { rows } = await sql<{ label: string }>`select label from content_items order by 1`.execute(read);
  return rows.map(({ label }) => label);
};

describe('a server on which we are not superuser', () => {
  it('applies the policies to the owner of the tables as well, and to later tables', async () => {
    const database = await openAs(owner);
    try {
      const further = { up: (db: never) => sql`create table notes (system_id integer not null)`.execute(db) };
      await database.migrate({ ...migrations, '999-notes': further as never });
      await database.transact((tx) =>
        sql`insert into systems select n, n, n, n, n, 'bare', null, null, null, null, now()
            from generate_series(2, 3) n`.execute(tx),
      );
      await database.transact((tx) =>
        sql`insert into content_items select n, 'L' || n, 'fr', '', now() from generate_series(2, 3) n`.execute(
          tx,
        ),
      );
      expect(await slugsOf(database)).toEqual(['L2', 'L3']);
      expect(await database.within([3], () => slugsOf(database))).toEqual(['L3']);
      const forgetful = database.transact((tx) => tx.deleteFrom('content_items').executeTakeFirst(), [3]);
      expect((await forgetful).numDeletedRows).toBe(1n);
      const protectedTables = await listProtectedTables(database.read);
      expect(protectedTables.find((table) => table.name === 'notes')).toMatchObject({ hasRowSecurity: true });
      expect(complaints).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it('refuses a server that lets rows of another system be seen, and leaves nothing of the trial', async () => {
    const database = await openAs(owner);
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from audit_lines`.execute(database.read)).rows[0]
        ?.n;
    const on = withDatabaseName(serverUrl, name);
    try {
      const before = await count();
      await runOn(on, 'create policy forgotten on audit_lines for select using (true)');
      await expect(database.migrate({ ...migrations, '999-notes': {} as never })).rejects.toThrow(
        'The database does not apply row-level security between systems',
      );
      await runOn(on, 'drop policy forgotten on audit_lines');
      await database.migrate({ ...migrations, '999-notes': {} as never });
      expect(await count()).toBe(before);
    } finally {
      await database.close();
    }
  });

  it('reports in one line that row-level security is off for a role which bypasses it', async () => {
    await runOn(serverUrl, `alter role ${owner} bypassrls`);
    await runOn(serverUrl, `revoke guichet_walled from ${owner}`);
    const database = await openAs(owner);
    try {
      await database.migrate({ ...migrations, '999-notes': {} as never });
      expect(complaints).toEqual([expect.stringContaining('row-level security between systems is off')]);
      expect(await database.within([3], () => slugsOf(database))).toEqual(['L2']);
    } finally {
      await database.close();
    }
  });
});
