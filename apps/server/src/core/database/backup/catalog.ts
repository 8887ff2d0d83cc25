import { type Kysely, sql } from 'kysely';

/** A database handle of any schema. */
export type AnyDb = Pick<Kysely<never>, 'getExecutor'>;

export interface Table {
  readonly name: string;
  /** Generated columns are left out. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** The tables of a backup, by name: no staged imports (unlogged), migration tables, or `user_changes`. */
export async function listTables(db: AnyDb): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, json_agg(json_build_object(
             'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and c.relname not in ('kysely_migration', 'kysely_migration_lock', 'user_changes')
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

export interface Counter {
  readonly sequence: string;
  readonly table: string;
  readonly column: string;
}

/** The sequences behind identity columns. */
export async function listCounters(db: AnyDb): Promise<Counter[]> {
  const { rows } = await sql<Counter>`
    select s.oid::regclass::text as sequence, c.relname as table, a.attname as column
    from pg_class s
    join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    join pg_class c on c.oid = d.refobjid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and c.relnamespace = current_schema()::regnamespace
    order by c.relname, a.attname`.execute(db);
  return rows;
}

export interface Rule {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export async function listReferences(db: AnyDb): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
      and conparentid = 0`.execute(db);
  return rows;
}
