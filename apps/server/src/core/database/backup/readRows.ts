import { sql } from 'kysely';
import { type AnyDb, listCounters, listTables, type Table } from './catalog.ts';
import type { CounterLine, TableLine } from './format.ts';

const rowsAtOnce = 2000;
/** Rows of a table that were never seen. */
const rowsAtFirst = 100;
/** Batch size: rows with pictures and attachments hold many megabytes, and long texts many kilobytes. */
const bytesAtOnce = 4 * 1024 * 1024;

/** All tables as lines of a backup, in chunks of several lines. Must be read inside a single snapshot. */
export async function* readRows(
  db: AnyDb,
  onRows: (rows: number) => void = () => {},
): AsyncGenerator<string> {
  let total = 0;
  const count = (rows: number) => {
    total += rows;
    onRows(total);
  };
  for (const table of await listTables(db)) yield* readTable(db, table, count);
  for (const { sequence, table, column } of await listCounters(db)) {
    const { rows } = await sql<{ last: string; isCalled: boolean }>`
      select last_value::text as last, is_called as "isCalled" from ${sql.raw(sequence)}`.execute(db);
    for (const row of rows) yield formatLine({ counterOf: { table, column }, ...row } satisfies CounterLine);
  }
}

async function* readTable(
  db: AnyDb,
  { name, columns }: Table,
  onRows: (rows: number) => void,
): AsyncGenerator<string> {
  yield formatLine({ table: name, columns: columns.map((column) => column.name) } satisfies TableLine);
  const values = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`));
  const row = sql`json_build_array(${values})::text`;
  await sql`declare backup_rows no scroll cursor for select ${row} as row from ${sql.table(name)}`.execute(
    db,
  );
  const most = await countAtOnce(db, { name, columns });
  for (let count = Math.min(most, rowsAtFirst); ; ) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(count)} from backup_rows`.execute(db);
    if (rows.length === 0) break;
    const largest = Math.max(...rows.map(({ row }) => row.length));
    count = Math.max(1, Math.min(most, Math.floor(bytesAtOnce / largest)));
    // JSON escapes line breaks inside values as \n.
    yield rows.map((each) => `${each.row}\n`).join('');
    onRows(rows.length);
  }
  await sql`close backup_rows`.execute(db);
}

async function countAtOnce(db: AnyDb, { name, columns }: Table): Promise<number> {
  const sizes = columns
    .filter(({ type }) => type === 'bytea')
    .map((column) => sql`coalesce(max(octet_length(${sql.ref(column.name)})), 0)`);
  if (sizes.length === 0) return rowsAtOnce;
  const sum = sql.join(sizes, sql` + `);
  const { rows } = await sql<{ size: number }>`select ${sum} as size from ${sql.table(name)}`.execute(db);
  return Math.max(1, Math.min(rowsAtOnce, Math.floor(bytesAtOnce / Math.max(1, rows[0]?.size ?? 0))));
}

export function formatLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
