import { sql, type Transaction } from 'kysely';
import { operatorText } from '../../runtime/operatorText.ts';
import { baseline, firstBefore } from '../migration/baseline.ts';
import { listMigrations } from '../migration/migrate.ts';
import { type AnyDb, listTables } from './catalog.ts';
import { BackupRefusal } from './format.ts';

/** Whether no table holds a row. @throws BackupRefusal when the tables are not Guichet's */
export async function isEmpty(db: AnyDb): Promise<boolean> {
  const tables = await listTables(db);
  const [first] = await listMigrations(db);
  if (tables.length > 0 && first !== baseline && first !== firstBefore)
    throw new BackupRefusal(operatorText('databaseForeign'));
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return false;
  }
  return true;
}

/** Drops everything that migrations create: tables, views, routines, types. Extensions stay. */
export async function dropEverything(tx: Transaction<unknown>): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    with own as (select current_schema()::regnamespace as schema),
         extensions as (select classid, objid from pg_depend where deptype = 'e')
    select format('drop %s %s cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view'
             else 'table' end, oid::regclass) as statement, 1 as turn
    from pg_class, own where relnamespace = schema and relkind in ('r', 'p', 'v', 'm')
      and ('pg_class'::regclass, oid) not in (select classid, objid from extensions)
    union all
    select format('drop routine %s cascade', oid::regprocedure), 2
    from pg_proc, own where pronamespace = schema
      and ('pg_proc'::regclass, oid) not in (select classid, objid from extensions)
    union all
    select format('drop type %s cascade', oid::regtype), 3
    from pg_type, own where typnamespace = schema and typtype in ('e', 'd')
      and ('pg_type'::regclass, oid) not in (select classid, objid from extensions)
    order by turn`.execute(tx);
  for (const { statement } of rows)
    await sql.raw(statement.replace(/^drop (\w+( view)?)/, 'drop $1 if exists')).execute(tx);
}

/** Number of connected Guichet servers, which must not run during a restore. */
export async function countServers(db: AnyDb, serverName: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = ${serverName}`.execute(db);
  return rows[0]?.n ?? 0;
}
