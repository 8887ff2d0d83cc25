import { sql } from 'kysely';
import type { AnyDb } from '../../src/core/database/backup/catalog.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  /** The kind of its values, as `row.ts` names it. */
  readonly kind: string;
  readonly check: string | null;
}

const made = '// Made from the database by `npm run schema`: change a migration, not this file.\n';
const generatedImport = "import type { Generated } from 'kysely';\n";
const rowImport = "import type { Row } from './row.ts';\n\n";
const widest = 110;
const longestList = 100;

/**
 * The files of the tables' types in `core/database/schema`, from the catalogue of a migrated database: the portal's tables,
 * those of sign-in by and for others, and those of the built-in learning platform.
 */
export async function writeSchemaTypes(
  db: AnyDb,
): Promise<Record<'tables' | 'signOnTables' | 'builtinTables', string>> {
  const all = [...Map.groupBy(await listColumns(db), ({ table }) => table)];
  const {
    builtin = [],
    signOn = [],
    other = [],
  } = Object.groupBy(all, ([table]) => {
    if (table.startsWith('builtin_')) return 'builtin';
    return /^(?:openid|saml|lti|federated)_/.test(table) ? 'signOn' : 'other';
  });
  return {
    tables: writeFile('Tables', other),
    signOnTables: writeFile('SignOnTables', signOn),
    builtinTables: writeFile('BuiltinTables', builtin),
  };
}

function writeFile(name: string, tables: readonly (readonly [string, readonly Column[]])[]): string {
  const lines = tables.map(([table, columns]) => `  ${writeTable(table, columns)};\n`).join('');
  const imports = lines.includes('Generated<') ? generatedImport : '';
  return `${made}${imports}${rowImport}export interface ${name} {\n${lines}}\n`;
}

async function listColumns(db: AnyDb): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name,
           case format_type(a.atttypid, null)
             when 'timestamp with time zone' then 'moment' when 'boolean' then 'boolean' when 'bytea' then 'bytes'
             when 'jsonb' then 'json' when 'text' then 'text' when 'uuid' then 'text' when 'date' then 'text'
             when 'xid8' then 'text' else 'number' end
           || case when a.attidentity <> '' or a.attgenerated <> '' then '!' when not a.attnotnull then '?'
                   when a.atthasdef then '=' else '' end as kind,
           (select pg_get_constraintdef(k.oid) from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'kysely%'
    order by c.relname collate "C", a.attnum`.execute(db);
  return rows;
}

function writeTable(table: string, columns: readonly Column[]): string {
  const unions = columns.flatMap((column) => writeUnion(column) ?? []);
  const union = unions.length > 0 ? ` & { ${unions.join('; ')} }` : '';
  const broken = unions.length > 0 ? ` & {\n${unions.map((line) => `    ${line};\n`).join('')}  }` : '';
  const others = columns.filter((column) => writeUnion(column) === null);
  const fits = (last: string) => last.length <= widest - 3;
  const short = `${table}: Row<'${writeColumns(others).join(', ')}'>`;
  if (fits(short + union)) return short + union;
  if (fits(`${short} & {`)) return short + broken;
  const atOnce = joinLists(others, longestList);
  const lists = (atOnce.length > 1 ? atOnce : joinLists(others, longestList / 2)).map((list) => `'${list}'`);
  const inOne = `    ${lists.join(' | ')}`;
  const inLines = lists.map((list) => `    | ${list}\n`).join('');
  const long = `${table}: Row<\n${inOne.length <= widest ? `${inOne}\n` : inLines}  >`;
  return long + (fits(union) ? union : broken);
}

/** A column for which a check such as `state in ('queued', 'sent')` lists all values; else null. */
function writeUnion({ name, kind, check }: Column): string | null {
  if (!/^CHECK \(\(\w+ = (?:ANY \(ARRAY\[)?'/.test(check ?? '')) return null;
  const union = [...(check ?? '').matchAll(/'([^']*)'::text/g)].map(([, text]) => `'${text}'`).join(' | ');
  if (kind === 'text=') return `${name}: Generated<${union}>`;
  return `${name}: ${union}${kind === 'text?' ? ' | null' : ''}`;
}

function writeColumns(columns: readonly Column[]): string[] {
  return columns.map(({ name, kind }) => `${name} ${kind}`);
}

/** The columns as texts of `row.ts`, each at most `longest` letters. */
function joinLists(columns: readonly Column[], longest: number): string[] {
  const lists: string[] = [];
  for (const column of writeColumns(columns)) {
    const longer = `${lists.at(-1)}, ${column}`;
    if (lists.length > 0 && longer.length <= longest) lists.splice(-1, 1, longer);
    else lists.push(column);
  }
  return lists;
}
