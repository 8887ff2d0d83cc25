import { CompiledQuery, type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { operatorText } from '../../runtime/operatorText.ts';
import { type DatabaseLog, DatabaseRefusal } from '../operator.ts';
import { type RowSecurity, rlsRole } from './rowSecurity.ts';

/**
 * Applies the row-level security policies (`apply_policies` of the first migration) to new tables and enforces them for the connecting
 * role, even for the owner of the tables. Runs at every start: the role, or the server of a restored copy,
 * may be new. Returns whether they hold.
 */
export async function applyPolicies<T>(root: Kysely<T>, rowSecurity: RowSecurity, log: DatabaseLog) {
  await root.transaction().execute(async (tx) => {
    // Alters tables, so this may wait for a long import of another process.
    await sql`set local lock_timeout to 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtext('guichet: policies'))`.execute(tx);
    await sql`select apply_policies()`.execute(tx);
    if (!rowSecurity.needsRole) await forceOnOwner(tx);
  });
  if (!rowSecurity.needsRole || (await mayTakeRole(root)) || (await makeRole(root))) return true;
  rowSecurity.needsRole = false;
  log.error(
    `The database role bypasses row-level security, and there is no role ${rlsRole} to use in its place: row-level security between systems is off (docs/operations.md)`,
  );
  return false;
}

/** Row-level security exempts a table's owner unless forced. */
async function forceOnOwner<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema::regnamespace and relrowsecurity and not relforcerowsecurity
      and pg_has_role(relowner, 'usage')`.execute(db);
  for (const { name } of rows) await sql`alter table ${sql.table(name)} force row level security`.execute(db);
}

async function mayTakeRole(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select bool_or(pg_has_role(rolname, 'member') and pg_has_role(rolname, 'pg_write_all_data', 'usage')) as may
    from pg_roles where rolname = ${rlsRole}`.execute(db);
  return rows[0]?.may ?? false;
}

/**
 * The statement of a superuser that turns row-level security on for the connecting role; null where it holds.
 */
export async function findRlsRemedy(db: QueryExecutorProvider): Promise<string | null> {
  if (await mayTakeRole(db)) return null;
  const { rows } = await sql<{ remedy: string }>`
    select case when rolsuper
                then format('create role %1$I nologin; grant pg_read_all_data, pg_write_all_data to %1$I', ${rlsRole}::text)
                else format('alter role %I nobypassrls', rolname) end as remedy
    from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)`.execute(db);
  return rows[0]?.remedy ?? null;
}

/** Makes a role that may read and write every table, and no more; only a superuser can do so. */
async function makeRole<T>(db: Kysely<T>): Promise<boolean> {
  const role = sql.id(rlsRole);
  await sql`create role ${role} nologin`.execute(db).catch(() => undefined);
  await sql`grant pg_read_all_data, pg_write_all_data to ${role}`.execute(db).catch(() => undefined);
  return mayTakeRole(db);
}

/**
 * Proves on a row that is rolled back that the server hides what the tenant scope of a connection leaves out. Some keep a setting
 * from where the rows are: an engine that spreads tables over further servers, or a pooler between two statements.
 * @throws DatabaseRefusal where the row is seen
 */
export async function proveRowSecurity<T>(root: Kysely<T>, rowSecurity: RowSecurity): Promise<void> {
  const tx = await root.startTransaction().execute();
  const statement = await rowSecurity.within([], async () => rowSecurity.beforeStatement());
  const setScope = (scope: string) =>
    statement && tx.executeQuery(CompiledQuery.raw(statement.text, [scope]));
  try {
    // The role first: some engines refuse to read as one role what a transaction wrote as another.
    await setScope('');
    const added = await sql<{ id: string }>`
      insert into audit_lines (at, actor_name, system_id, action, detail) values (now(), '', 1, 'proof', '{}')
      returning id`.execute(tx);
    await setScope('{}');
    const seen = await sql`select from audit_lines where id = ${added.rows[0]?.id}`.execute(tx);
    if (seen.rows.length > 0) throw new DatabaseRefusal(operatorText('rowsUnprotected'));
  } finally {
    await tx.rollback().execute();
  }
}
