import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AnyDb } from '../backup/catalog.ts';

const fencedSetting = sql.raw('default_transaction_read_only');
const note = 'A copy that guichet move has not finished';

/** Marks a database that was empty before its move: an unfinished copy there may be thrown away. */
export async function mark(to: AnyDb): Promise<void> {
  await sql`comment on database ${await readName(to)} is ${sql.lit(note)}`.execute(to);
}

export async function unmark(to: AnyDb): Promise<void> {
  await sql`comment on database ${await readName(to)} is null`.execute(to);
}

export async function isMarked(to: AnyDb): Promise<boolean> {
  const { rows } = await sql`
    select from pg_database d
    where d.datname = current_database() and shobj_description(d.oid, 'pg_database') = ${note}`.execute(to);
  return rows.length > 0;
}

/** Lets later connections read alone, and ends all that began before; whoever comes back at once keeps nobody waiting. */
export async function refuseWrites(from: AnyDb): Promise<void> {
  await sql`alter database ${await readName(from)} set ${fencedSetting} = on`.execute(from);
  const { rows: now } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(from);
  for (let others = 1; others > 0; await wait(others > 0 ? 50 : 0)) {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and application_name <> 'guichet move'
        and backend_start <= ${now[0]?.at}::timestamptz`.execute(from);
    others = rows.length;
  }
}

export async function takeWritesAgain(from: AnyDb): Promise<void> {
  await sql`alter database ${await readName(from)} reset ${fencedSetting}`.execute(from);
}

export async function takesWrites(from: AnyDb): Promise<boolean> {
  const { rows } = await sql`
    select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database() and s.setrole = 0 and 'default_transaction_read_only=on' = any(s.setconfig)`.execute(
    from,
  );
  return rows.length === 0;
}

async function readName(db: AnyDb) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return sql.id(rows[0]?.name ?? '');
}
