import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable } from '../connection/unavailable.ts';
import type { DatabaseLog } from '../operator.ts';
import type { openReplica } from './postgres.ts';

type Opened = ReturnType<typeof openReplica>;
type Pool = Opened['pool'];

/** How long a read waits for the replica to catch up, and the pause between two looks. */
const timeoutMilliseconds = 40;
const lookMilliseconds = 5;
/** How long a replica that is away or too far behind is left alone. */
const restMilliseconds = 1000;

/**
 * The end of the primary's log on disk, and the history that it belongs to: a promoted server gives positions out anew. A server
 * has several databases, and an address may name a role to which row-level security does not apply.
 */
const positionOfPrimary = `
  select pg_current_wal_flush_lsn()::text as lsn, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline,
         (select system_identifier::text from pg_control_system()) as cluster, current_database() as name,
         rolsuper or rolbypassrls as "bypassesRls"
  from pg_roles where rolname = session_user`;
const hasPosition = `
  select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn and lpad(upper(to_hex(timeline_id)), 8, '0') = $2
           and system_identifier::text = $3 and current_database() = $4 and (rolsuper or rolbypassrls) <= $5::boolean as "hasIt"
  from pg_control_system(), pg_control_checkpoint(), pg_roles where rolname = session_user`;

/**
 * Chooses between the primary and its replica. A read goes to the replica once that has everything that the primary had when
 * the read was asked for, so that nobody misses what they, or anyone, had been told was saved, whichever process answers.
 */
export class ReplicaReads {
  readonly #primary: Pool;
  readonly #replica: Opened;
  readonly #log: DatabaseLog;
  readonly #isChosen = new AsyncLocalStorage<boolean>();
  #restsUntil = 0;
  #isUsed = true;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<boolean> | null = null;

  constructor(primary: Pool, replica: Opened, log: DatabaseLog) {
    this.#primary = primary;
    this.#replica = replica;
    this.#log = log;
  }

  /** A connection to the replica inside `prefer`, else to the primary. */
  connect(): Promise<pg.PoolClient> {
    return (this.#isChosen.getStore() ? this.#replica.pool : this.#primary).connect();
  }

  /** Runs reads, which may be repeated, on the replica; on the primary when the replica is behind, away or fails. */
  async prefer<T>(work: () => Promise<T>): Promise<T> {
    if (performance.now() < this.#restsUntil || !(await this.#hasCaughtUp())) return work();
    try {
      return await this.#isChosen.run(true, work);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable || error instanceof pg.DatabaseError)) throw error;
      this.#note(false);
      return work();
    }
  }

  /** Runs `work` on the primary, also inside `prefer`. */
  leave<T>(work: () => Promise<T>): Promise<T> {
    return this.#isChosen.run(false, work);
  }

  /** All reads that came before a look began share it. */
  #hasCaughtUp(): Promise<boolean> {
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      const look = this.leave(() => this.#look());
      this.#running = look;
      return look;
    });
    return this.#next;
  }

  async #look(): Promise<boolean> {
    const [position] = await askOn(this.#primary, positionOfPrimary, []);
    const until = performance.now() + timeoutMilliseconds;
    const { lsn, timeline, cluster, name, bypassesRls } = position ?? {};
    const values = [lsn, timeline, cluster, name, bypassesRls];
    const isThere = async () => (await askOn(this.#replica.pool, hasPosition, values))[0]?.hasIt === true;
    let hasIt = await isThere().catch(() => null);
    while (hasIt === false && performance.now() < until) {
      await wait(lookMilliseconds);
      hasIt = await isThere().catch(() => null);
    }
    this.#note(hasIt === true);
    return hasIt === true;
  }

  #note(isUsable: boolean): void {
    if (!isUsable) this.#restsUntil = performance.now() + restMilliseconds;
    if (isUsable === this.#isUsed) return;
    this.#isUsed = isUsable;
    const { place } = this.#replica;
    this.#log.error(
      isUsable
        ? `Searches and lists are read from ${place} again`
        : `${place} is away or behind, or its address names another database or role: the primary answers searches and lists`,
    );
  }
}

async function askOn(pool: Pool, text: string, values: readonly unknown[]) {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
    return rows;
  } finally {
    client.release();
  }
}
