import type pg from 'pg';
import type { PendingCalls } from './pendingCalls.ts';
import { sessionSettings } from './session.ts';
import { asUnavailable, DatabaseUnavailable } from './unavailable.ts';

/** The one form of `query` that the query layer uses. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;

/** Whether a commit holds that failed or got no answer. @throws DatabaseUnavailable `outcomeUnknown` where nobody knows */
export type ResolveOutcome = (client: pg.PoolClient) => Promise<boolean>;

/**
 * The pool as the query layer takes it: what waits for it is among `calls`, and an error that means an unavailable
 * database says so.
 */
export function callPool(pool: pg.Pool, calls: PendingCalls, resolveOutcome: ResolveOutcome) {
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as Ask;
    client.query = followed(ask, client, calls, resolveOutcome) as typeof client.query;
  });
  const settled = new WeakSet<pg.PoolClient>();
  const settle = async (client: pg.PoolClient) => {
    if (settled.has(client)) return;
    try {
      await client.query(sessionSettings);
      settled.add(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  const lend = async () => {
    let connecting: Promise<pg.PoolClient> | null = null;
    const connect = () => {
      connecting = pool.connect();
      return connecting;
    };
    try {
      return await calls.follow(connect);
    } catch (error) {
      // Whoever waited has been told; a connection that comes late goes back.
      (connecting as Promise<pg.PoolClient> | null)?.then(
        (client) => client.release(),
        () => {},
      );
      throw asUnavailable(error);
    }
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    state: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async connect(): Promise<pg.PoolClient> {
      const client = await lend();
      await settle(client);
      return client;
    },
  };
}

function followed(ask: Ask, client: pg.PoolClient, calls: PendingCalls, resolveOutcome: ResolveOutcome): Ask {
  return async (text, values) => {
    try {
      return await calls.follow(() => ask(text, values));
    } catch (thrown) {
      const error = asUnavailable(thrown);
      if (!(error instanceof DatabaseUnavailable)) throw error;
      // A connection that is gone has rolled back.
      if (text === 'rollback' && error.kind === 'away')
        return { command: 'ROLLBACK', rows: [] } as unknown as pg.QueryResult;
      // Also a full disk says nothing about what had been written before it was full.
      if (text !== 'commit' || error.kind === 'busy') throw error;
      if (!(await resolveOutcome(client))) throw error;
      return { command: 'COMMIT', rows: [] } as unknown as pg.QueryResult;
    }
  };
}
