import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { PendingCalls } from '../connection/pendingCalls.ts';
import { beginWithLockTimeout } from '../connection/session.ts';
import { DatabaseUnavailable } from '../connection/unavailable.ts';

/** How long a caller waits for the outcome of a commit; the second value holds during shutdown. */
const inquiryMilliseconds = 5000;
const lastInquiryMilliseconds = 1000;
const againMilliseconds = 200;

/** Transaction id (xid) of each connection's open transaction. */
const transactions = new WeakMap<pg.ClientBase, string>();
/** Where a connection's transactions take place: after a crash or a promotion, their ids are used again. */
interface Origin {
  readonly run: string;
  readonly timeline: string;
}
const origins = new WeakMap<pg.ClientBase, Origin>();

/** Identifies a server run: its start, and the last crash that the postmaster survived (statistics reset). */
const serverRun = `pg_postmaster_start_time()::text || coalesce((select stats_reset::text from pg_stat_bgwriter), '')`;

/** The timeline of the write-ahead log, which rises when a standby is promoted; null on a standby. */
const timeline = 'case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end';

/** Each `begin` also sets the lock timeout and returns the transaction id, in a single round trip. */
export function numberTransactions(client: pg.ClientBase): void {
  const ask = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  client.query = (async (...given: unknown[]) => {
    if (given[0] !== 'begin') return ask(...given);
    if (!origins.has(client)) {
      const asked = await ask(`select ${serverRun} as run, ${timeline} as timeline`);
      const [origin] = (asked as pg.QueryResult<Origin | { timeline: null }>).rows;
      if (origin && origin.timeline !== null) origins.set(client, origin);
    }
    const answers = await ask(`${beginWithLockTimeout}; select pg_current_xact_id()::text as xid`).catch(
      // A standby takes the `begin` alone, and would refuse all that follows on this connection.
      (error) => {
        (client as pg.Client).end().catch(() => {});
        throw error;
      },
    );
    const [begun, , numbered] = answers as [pg.QueryResult, unknown, pg.QueryResult<{ xid: string }>];
    transactions.set(client, numbered.rows[0]?.xid ?? '');
    return begun;
  }) as typeof client.query;
}

/**
 * Looks up by transaction id, once the server is back, whether a commit that failed or got no answer took
 * effect.
 * @throws DatabaseUnavailable `outcomeUnknown` when the server is not back in time, or another one was promoted: there the
 * id may be that of another transaction.
 */
export async function resolveCommitOutcome(
  config: pg.PoolConfig,
  client: pg.ClientBase,
  calls: Pick<PendingCalls, 'isEnded'>,
): Promise<boolean> {
  const xid = transactions.get(client);
  const origin = origins.get(client);
  const started = performance.now();
  const limit = () => (calls.isEnded ? lastInquiryMilliseconds : inquiryMilliseconds);
  while (xid && origin && performance.now() - started < limit()) {
    const status = await askStatus(config, xid, origin).catch(() => 'in progress');
    if (status === 'committed') return true;
    if (status === 'aborted') return false;
    if (status === 'elsewhere') break;
    // Still in progress: the server has not noticed the lost client, or is not back yet.
    await wait(againMilliseconds);
  }
  throw new DatabaseUnavailable('outcomeUnknown');
}

/**
 * After a crash the server reuses ids that were not on disk, from the end-of-recovery checkpoint on. A standby knows
 * commits that may never have been answered.
 */
const statusOf = `
  select case when pg_is_in_recovery() then 'in progress'
              when ${timeline} <> $3 then 'elsewhere'
              when ${serverRun} <> $2 and $1::numeric >= first_free then 'aborted'
              else pg_xact_status($1::text::xid8) end as status
  from (select split_part(next_xid, ':', 1)::numeric * 4294967296 + split_part(next_xid, ':', 2)::numeric as first_free
        from pg_control_checkpoint()) control`;

async function askStatus(config: pg.PoolConfig, xid: string, origin: Origin): Promise<string> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 1000, query_timeout: 1000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(statusOf, [xid, origin.run, origin.timeline]);
    return rows[0]?.status ?? 'in progress';
  } finally {
    client.end().catch(() => {});
  }
}
