import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { record, write, writeEverywhere } from '../../src/core/audit/audit.service.ts';
import { readEverywhere } from '../../src/core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../src/core/database/database.ts';
import type { TenantScope } from '../../src/core/database/rowSecurity/rowSecurity.ts';
import { admit } from '../../src/identity/access/access.service.ts';
import { identify } from '../../src/identity/sessions/sessions.service.ts';
import { type Caller, openTestPortal, type TestPortal } from '../portal.ts';
import { makeThings } from '../rights/things.ts';
import { listProtectedTables } from './protectedTables.ts';

const own = 3;
const foreign = 2;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const readOnlyTransaction = '25006';

let portal: TestPortal;
let admin: Caller;
let tables: string[];
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', own);
  await makeThings(portal, own, admin);
  await makeThings(portal, foreign, await portal.as('admin', foreign));
  tables = (await listProtectedTables(portal.context.database.read)).map(({ name }) => name);
});
afterAll(() => portal.close());

/** Runs `work` in a transaction of an action on system `own`, then rolls back. */
async function forgetfully<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
  const { database } = portal.context;
  let result: T | undefined;
  const back = new Error('taken back');
  await database
    .transact(
      async (tx) => {
        result = await work(tx);
        throw back;
      },
      [own],
    )
    .catch((error) => {
      if (error !== back) throw error;
    });
  return result as T;
}

/** One row of a table in the other system, and its location. */
async function foreignRow(name: string): Promise<{ place: string; row: unknown }> {
  const { rows } = await sql<{ place: string; row: unknown }>`
    select ctid::text as place, to_jsonb(t) as row from ${sql.table(name)} t where system_id = ${foreign} limit 1`.execute(
    portal.context.database.read,
  );
  // An empty table proves nothing: `makeThings` must insert a row into it.
  if (!rows[0]) throw new Error(`no row of system ${foreign} in ${name} to test row-level security with`);
  return rows[0];
}

/** The columns that an insert may name: without those that the database computes. */
async function columnsOf(name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${name} and is_generated = 'NEVER'`.execute(
    portal.context.database.read,
  );
  return rows.map((row) => row.name);
}

const numbersOf = async (db: ReadDb, name: string) => {
  const { rows } = await sql<{ id: number | null }>`
    select distinct system_id as id from ${sql.table(name)} order by 1`.execute(db);
  return rows.map(({ id }) => id);
};

describe('row-level security between systems', () => {
  it('protects every table with a system_id, on both databases', async () => {
    const protectedTables = await listProtectedTables(portal.context.database.read);
    expect(protectedTables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['exams', 'enrolments', 'messages', 'outgoing_mails', 'user_roles']),
    );
    const policies = ['tenant_delete', 'tenant_insert', 'tenant_select', 'tenant_update'];
    expect(protectedTables).toEqual(
      protectedTables.map(({ name }) => ({ name, hasRowSecurity: true, policies })),
    );
  });

  it('limits an update without a condition on the system to the rows of that system', async () => {
    for (const name of tables) {
      await foreignRow(name);
      const touched = await forgetfully(async (tx) => {
        const { rows } = await sql<{ id: number }>`
          update ${sql.table(name)} set system_id = system_id returning system_id as id`.execute(tx);
        return rows.map(({ id }) => id);
      });
      expect([...new Set(touched)], name).toEqual([own]);
    }
  });

  it('ignores a deletion by an id of another system', async () => {
    for (const name of tables) {
      const { place } = await foreignRow(name);
      const deleted = await forgetfully((tx) =>
        sql`delete from ${sql.table(name)} where ctid = ${place}::tid`.execute(tx),
      );
      expect(deleted.numAffectedRows, name).toBe(0n);
    }
  });

  it('refuses a row inserted into another system, and one that is moved there', async () => {
    for (const name of tables) {
      const { row } = await foreignRow(name);
      const table = sql.table(name);
      const columns = sql.join((await columnsOf(name)).map((column) => sql.ref(column)));
      const put = (tx: WriteTx) =>
        sql`insert into ${table} (${columns}) overriding system value
            select ${columns} from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb)`.execute(
          tx,
        );
      await expect(forgetfully(put), name).rejects.toThrow('violates row-level security policy');
      const move = (tx: WriteTx) => sql`update ${table} set system_id = ${foreign}`.execute(tx);
      await expect(forgetfully(move), name).rejects.toThrow('violates row-level security policy');
    }
  });

  it('shows a reader only the rows of the systems in scope, and all roles', async () => {
    const { database } = portal.context;
    const { read } = database;
    for (const name of tables) {
      const within = (tenantScope: TenantScope) => database.within(tenantScope, () => numbersOf(read, name));
      const all = await numbersOf(read, name);
      expect(await within('all'), name).toEqual(all);
      expect(await within([own]), name).toEqual(name === 'user_roles' ? all : [own]);
      expect(await within([own, foreign]), name).toEqual(name === 'user_roles' ? all : [foreign, own]);
      expect(await within([]), name).toEqual(name === 'user_roles' ? all : []);
    }
  });

  it('separates simultaneous reads of different people', async () => {
    const { database } = portal.context;
    const rounds = Array.from({ length: 60 }, (_, n) => [own, foreign, null][n % 3] ?? null);
    const seen = await Promise.all(
      rounds.map((id) => database.within(id ? [id] : 'all', () => numbersOf(database.read, 'exams'))),
    );
    expect(seen).toEqual(rounds.map((id) => (id ? [id] : [foreign, own])));
  });

  it('is reset after a statement that failed under it', async () => {
    const { database } = portal.context;
    const fail = () => sql`select 1 / (id - id) from exams`.execute(database.read);
    await expect(database.within([own], fail)).rejects.toThrow('division by zero');
    expect(await numbersOf(database.read, 'exams')).toEqual([foreign, own]);
  });
});

describe('a grant', () => {
  const tenantScopeIn = async (tx: ReadDb) => {
    const { rows } = await sql<{ scope: string | null }>`
      select nullif(current_setting('guichet.tenant_scope', true), '') as scope`.execute(tx);
    return rows[0]?.scope;
  };
  const line = { action: 'user.corrected', subject: null } as const;
  const readTenantScope = async (db: ReadDb) => record(await tenantScopeIn(db), line);
  const identityOf = async ({ token }: Caller) => {
    const identity = await identify(portal.context, token);
    if (!identity) throw new Error('nobody');
    return identity;
  };
  const grantOf = async (who: Caller, access: Parameters<typeof admit>[2], systemId: number | null = null) =>
    admit(portal.context.database.read, await identityOf(who), access, systemId);

  it('applies the policies of its systems to an action', async () => {
    const { context } = portal;
    const superAdmin = await portal.superAdmin();
    const tried = [
      [await grantOf(admin, { level: 'admin' }, own), '{3}'],
      [await grantOf(admin, { level: 'admin', of: 'anySystem' }), '{3}'],
      [await grantOf(admin, 'signedIn'), '{3}'],
      [await grantOf(superAdmin, { level: 'admin' }, own), '{3}'],
      [await grantOf(superAdmin, { level: 'admin', of: 'anySystem' }), null],
      [await grantOf(superAdmin, 'signedIn'), null],
    ] as const;
    for (const [grant, tenantScope] of tried)
      expect(await write(context, grant, readTenantScope), grant.kind).toBe(tenantScope);
  });

  it('applies none to an action on a whole person', async () => {
    const grant = await grantOf(admin, { level: 'admin' }, own);
    expect(await writeEverywhere(portal.context, grant, readTenantScope)).toBeNull();
  });

  it('applies none to a look at all systems within an action, which writes nothing', async () => {
    const { context } = portal;
    const look = <T>(work: (db: ReadDb) => Promise<T>) =>
      context.database.within([own], () => readEverywhere(context, work));
    expect(await look(tenantScopeIn)).toBeNull();
    const writing = look((db) => sql`update users set last_name = 'x'`.execute(db));
    await expect(writing).rejects.toMatchObject({ cause: { code: readOnlyTransaction } });
  });

  it('stops an action without a condition on the system, which then answers as a bug', async () => {
    const grant = await grantOf(admin, { level: 'admin' }, own);
    const action = write(portal.context, grant, async (tx) => {
      await tx.updateTable('exams').set({ system_id: foreign }).execute();
      return record(null, line);
    });
    await expect(action).rejects.toThrow('violates row-level security policy');
  });
});
