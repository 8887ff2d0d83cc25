import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { PendingCalls } from '../connection/pendingCalls.ts';
import { beginWithPatience } from '../connection/session.ts';
import { DatabaseUnavailable } from '../connection/unavailable.ts';

/** How long a caller waits for the outcome of a commit, also during shutdown. */
const inquiryMilliseconds = 5000;
const lastInquiryMilliseconds = 1000;
const againMilliseconds = 200;

/** Transaction id (xid) of each connection's open transaction. */
const transactions = new WeakMap<pg.ClientBase, string>();
/** The server run each connection belongs to: transaction ids are reused after a crash. */
const serverRuns = new WeakMap<pg.ClientBase, string>();

/** Changes with a restart (first part) and with a crash that the postmaster survives (second part). */
const serverRun = `pg_postmaster_start_time()::text || coalesce((select stats_reset::text from pg_stat_bgwriter), '')`;

/** Makes each `begin` set its lock timeout and return its transaction id in one round trip. */
export function numberTransactions(client: pg.ClientBase): void {
  const ask = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  client.query = (async (...given: unknown[]) => {
    if (given[0] !== 'begin') return ask(...given);
    if (!serverRuns.has(client)) {
      const { rows } = (await ask(`select ${serverRun} as run`)) as pg.QueryResult<{ run: string }>;
      serverRuns.set(client, rows[0]?.run ?? '');
    }
    const answers = await ask(`${beginWithPatience}; select pg_current_xact_id()::text as xid`);
    const [begun, , numbered] = answers as [pg.QueryResult, unknown, pg.QueryResult<{ xid: string }>];
    transactions.set(client, numbered.rows[0]?.xid ?? '');
    return begun;
  }) as typeof client.query;
}

/**
 * Looks up by transaction id whether a commit that failed or got no answer took effect, once the server is back.
 * @throws DatabaseUnavailable `outcomeUnknown` when the server is not back in time.
 */
export async function resolveCommitOutcome(
  config: pg.PoolConfig,
  client: pg.ClientBase,
  calls: Pick<PendingCalls, 'isEnded'>,
): Promise<boolean> {
  const xid = transactions.get(client);
  const started = performance.now();
  const patience = () => (calls.isEnded ? lastInquiryMilliseconds : inquiryMilliseconds);
  while (xid && performance.now() - started < patience()) {
    const status = await askStatus(config, xid, serverRuns.get(client) ?? '').catch(() => 'in progress');
    if (status === 'committed') return true;
    if (status === 'aborted') return false;
    // Still in progress: the server has not noticed the lost client, or is not back.
    await wait(againMilliseconds);
  }
  throw new DatabaseUnavailable('outcomeUnknown');
}

/**
 * After a crash, ids that were not yet on disk are assigned again, so their status belongs to another transaction: these
 * are the ids from that of the end-of-recovery checkpoint on.
 */
const statusOf = `
  select case when ${serverRun} <> $2 and $1::numeric >= first_free then 'aborted'
              else pg_xact_status($1::text::xid8) end as status
  from (select split_part(next_xid, ':', 1)::numeric * 4294967296 + split_part(next_xid, ':', 2)::numeric as first_free
        from pg_control_checkpoint()) control`;

async function askStatus(config: pg.PoolConfig, xid: string, run: string): Promise<string> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 1000, query_timeout: 1000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(statusOf, [xid, run]);
    return rows[0]?.status ?? 'in progress';
  } finally {
    client.end().catch(() => {});
  }
}
