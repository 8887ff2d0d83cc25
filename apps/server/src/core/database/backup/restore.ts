import { sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { operatorText } from '../../runtime/operatorText.ts';
import { type AnyDb, type Counter, listCounters, listReferences, listTables, type Table } from './catalog.ts';
import { dropEverything, isEmpty } from './clear.ts';
import {
  BackupRefusal,
  type BodyLine,
  type CounterLine,
  type FileLine,
  type Header,
  type RowLine,
  type TableLine,
} from './format.ts';

const bytesAtOnce = 4 * 1024 * 1024;
const rowsAtOnce = 2000;

export interface RestoreOptions {
  readonly migrations: Record<string, Migration>;
  /** Whether existing data may be dropped. */
  readonly isReplacing: boolean;
  readonly onFile: (line: FileLine) => Promise<void>;
  readonly onRows: (rows: number) => void;
}

interface Restoring extends RestoreOptions {
  readonly header: Header;
  readonly lines: AsyncIterable<BodyLine>;
}

/**
 * Restores a backup inside the given transaction: the tables as they were, their rows, then the later
 * migrations. Foreign keys are dropped first and added again at the end, which verifies them.
 * @throws BackupRefusal when the database is not empty and may not be replaced
 */
export async function restoreInto(tx: Transaction<unknown>, restoring: Restoring): Promise<void> {
  const { header, migrations } = restoring;
  await sql`set local statement_timeout to 0`.execute(tx);
  await sql`set local lock_timeout to 0`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout to 0`.execute(tx);
  if (!(await isEmpty(tx)) && !restoring.isReplacing)
    throw new BackupRefusal(operatorText('restoreNotEmpty'));
  await dropEverything(tx);
  const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } });
  const orFail = ({ error }: { error?: unknown }) => {
    if (error) throw error;
  };
  orFail(await migrator.migrateTo(header.migrations.at(-1) ?? ''));
  const tables = await listTables(tx);
  const references = await listReferences(tx);
  for (const { table, name } of references)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}`.execute(tx);
  for (const { name } of tables) {
    await sql`truncate ${sql.table(name)} cascade`.execute(tx);
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
  }
  await load(tx, restoring, tables);
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
  for (const { table, name, definition } of references)
    await sql`alter table ${sql.raw(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      tx,
    );
  orFail(await migrator.migrateToLatest());
  await sql`analyze`.execute(tx);
}

async function load(tx: Transaction<unknown>, restoring: Restoring, tables: readonly Table[]): Promise<void> {
  const counters = await listCounters(tx);
  const { madeAt } = restoring.header;
  let filler: ReturnType<typeof fillTable> | null = null;
  let total = 0;
  for await (const line of restoring.lines) {
    if (isRow(line)) {
      await filler?.add(line);
      total += 1;
      if (total % rowsAtOnce === 0) restoring.onRows(total);
      continue;
    }
    await filler?.flush();
    filler = null;
    if ('table' in line) filler = fillTable(tx, line, tables);
    else if ('counterOf' in line) await setCounter(tx, line, { counters, madeAt });
    else await restoring.onFile(line);
  }
  await filler?.flush();
  restoring.onRows(total);
}

function isRow(line: BodyLine): line is RowLine {
  return Array.isArray(line);
}

function fillTable(tx: AnyDb, { table, columns }: TableLine, tables: readonly Table[]) {
  const known = tables.find(({ name }) => name === table);
  const types = columns.map((name) => known?.columns.find((column) => column.name === name)?.type);
  if (types.includes(undefined)) throw new BackupRefusal(operatorText('backupTableUnknown', { table }));
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const values = sql.join(types.map((type, n) => sql`(v->>${sql.lit(n)})::${sql.raw(type as string)}`));
  let rows: string[] = [];
  let size = 0;

  async function flush(): Promise<void> {
    if (rows.length === 0) return;
    await sql`insert into ${sql.table(table)} (${names}) overriding system value
              select ${values} from json_array_elements(${`[${rows.join(',')}]`}::json) v`.execute(tx);
    rows = [];
    size = 0;
  }

  return {
    flush,
    async add(row: RowLine): Promise<void> {
      const text = JSON.stringify(row);
      rows.push(text);
      size += text.length;
      if (size >= bytesAtOnce || rows.length >= rowsAtOnce) await flush();
    },
  };
}

/** How many numbers a sequence skips after a restore: once, and for each millisecond since the backup was made. */
const leftOut = { once: 1_000_000, perMillisecond: 2 };

/**
 * Restores a sequence beyond all numbers given out since the backup was made, so that none of them (course
 * codes, calendar entries, mails, addresses of pages) ever names another thing, even if the same backup is
 * restored twice. Only sequences of type bigint skip: the others are few and stay inside the portal.
 */
async function setCounter(
  tx: Transaction<unknown>,
  { counterOf, last, isCalled }: CounterLine,
  { counters, madeAt }: { readonly counters: readonly Counter[]; readonly madeAt: string },
): Promise<void> {
  const counter = counters.find(
    ({ table, column }) => table === counterOf.table && column === counterOf.column,
  );
  if (!counter) return;
  const age = sql`greatest(0, ceil(1000 * extract(epoch from now() - ${madeAt}::timestamptz)))::bigint`;
  await sql`
    select setval(seqrelid::regclass, ${last}::bigint + case seqtypid when 'bigint'::regtype
             then ${leftOut.once}::bigint + ${leftOut.perMillisecond}::bigint * ${age} else 0 end, ${isCalled})
    from pg_sequence where seqrelid = ${counter.sequence}::regclass`.execute(tx);
}
