import { sql } from 'kysely';
import type { Database } from '../../src/core/database/database.ts';

interface Column {
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

interface Constraint {
  readonly on: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  readonly definition: string;
}

/** What statements of a program rely on: tables with their columns, constraints, unique indexes, functions. */
export interface Catalogue {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Column>>;
  readonly constraints: ReadonlyMap<string, Constraint>;
  readonly functions: ReadonlySet<string>;
}

export async function readCatalogue({ read }: Pick<Database, 'read'>): Promise<Catalogue> {
  const { rows: columns } = await sql<Column & { of: string; name: string }>`
    select c.relname as of, a.attname as name,
      format_type(a.atttypid, a.atttypmod) || case a.attgenerated when '' then '' else ' generated' end as type,
      a.attnotnull as "isRequired", a.atthasdef or a.attidentity <> '' as "hasDefault"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
      and c.relname not like 'kysely%'`.execute(read);
  const { rows: constraints } = await sql<Constraint & { name: string }>`
    select conname as name, conrelid::regclass::text as on, contype in ('u', 'p', 'x') as "isUnique",
      pg_get_constraintdef(oid) as definition,
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
    from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('c', 'f', 'u', 'p', 'x')
    union all
    select i.relname, x.indrelid::regclass::text, true, pg_get_indexdef(x.indexrelid),
      array(select attname::text from pg_attribute where attrelid = x.indrelid and attnum = any (x.indkey))
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where i.relnamespace = current_schema()::regnamespace and x.indisunique
      and not exists (select from pg_constraint where conindid = x.indexrelid)`.execute(read);
  const { rows: functions } = await sql<{ signature: string }>`
    select concat(oid::regprocedure, ' returns ', pg_get_function_result(oid)) as signature
    from pg_proc where pronamespace = current_schema()::regnamespace`.execute(read);
  const tables = Map.groupBy(columns, ({ of }) => of);
  return {
    tables: new Map([...tables].map(([name, its]) => [name, new Map(its.map((one) => [one.name, one]))])),
    constraints: new Map(constraints.map((one) => [`${one.on}.${one.name}`, one])),
    functions: new Set(functions.map(({ signature }) => signature)),
  };
}

/**
 * Why a program made for the tables `before` would fail on those `after`, a line for each reason. What it cannot see:
 * a trigger or a function's body that does something else, and values that the program does not know.
 */
export function listBreaks(before: Catalogue, after: Catalogue): string[] {
  return [
    ...breaksOfTables(before, after),
    ...breaksOfConstraints(before, after),
    ...breaksOfFunctions(before, after),
  ];
}

function* breaksOfTables(before: Catalogue, after: Catalogue): Generator<string> {
  for (const [table, columns] of before.tables) {
    const now = after.tables.get(table);
    if (!now) {
      yield `${table} is gone`;
      continue;
    }
    for (const [name, column] of columns) {
      const its = now.get(name);
      const place = `${table}.${name}`;
      if (!its) yield `${place} is gone`;
      else if (its.type !== column.type) yield `${place} was ${column.type} and is ${its.type}`;
      else if (its.isRequired && !column.isRequired) yield `${place} may no longer be null`;
      else if (column.hasDefault && !its.hasDefault) yield `${place} has lost its default`;
    }
    for (const [name, column] of now)
      if (!columns.has(name) && column.isRequired && !column.hasDefault)
        yield `${table}.${name} is new and required`;
  }
}

function* breaksOfConstraints(before: Catalogue, after: Catalogue): Generator<string> {
  for (const [name, { on, isUnique }] of before.constraints) {
    const lost = !after.constraints.has(name) && after.tables.has(on);
    // An upsert of the version before names its columns.
    if (lost && isUnique) yield `${name} no longer keeps its columns unique`;
  }
  for (const [name, constraint] of after.constraints) {
    const { on, columns, isUnique, definition } = constraint;
    const known = before.tables.get(on);
    if (!known || allows(definition, before.constraints.get(name)?.definition)) continue;
    const added = columns.filter((column) => !known.has(column));
    const isOpen = ({ isRequired, hasDefault }: Column) => !isRequired && !hasDefault;
    const staysNull = added.some((column) => isOpen(after.tables.get(on)?.get(column) as Column));
    // Rows of the version before leave a new column null, which no constraint but `nulls not distinct` minds.
    const isMet = isUnique
      ? staysNull && !/nulls not distinct/i.test(definition)
      : added.length === columns.length;
    if (!isMet) yield `${name} is new: ${definition}`;
  }
}

function* breaksOfFunctions(before: Catalogue, after: Catalogue): Generator<string> {
  for (const signature of before.functions) if (!after.functions.has(signature)) yield `${signature} is gone`;
}

/** Whether a constraint lets through all that it did before: it is the same, or a list of values that has grown. */
function allows(now: string, before: string | undefined): boolean {
  if (before === undefined || now === before) return now === before;
  const value = /'[^']*'::text/g;
  const others = (text: string) => text.replace(value, '').replace(/, */g, '');
  const values = new Set(now.match(value));
  return others(now) === others(before) && (before.match(value) ?? []).every((one) => values.has(one));
}
