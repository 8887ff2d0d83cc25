import type pg from 'pg';
import type { PendingCalls } from './pendingCalls.ts';
import { sessionSettings } from './session.ts';
import { asUnavailable, DatabaseUnavailable } from './unavailable.ts';

/** The only overload of `query` that the query layer uses. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;

/** Whether a commit that failed or got no answer took effect. @throws DatabaseUnavailable `outcomeUnknown` */
export type ResolveOutcome = (client: pg.PoolClient) => Promise<boolean>;

/** Wraps the pool for the query layer: tracks calls in `calls`; errors become DatabaseUnavailable if due. */
export function callPool(
  pool: pg.Pool,
  calls: PendingCalls,
  resolveOutcome: ResolveOutcome,
  takeConnection = () => pool.connect(),
) {
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as Ask;
    client.query = followed(ask, client, calls, resolveOutcome) as typeof client.query;
  });
  const configured = new WeakSet<pg.PoolClient>();
  const configure = async (client: pg.PoolClient) => {
    if (configured.has(client)) return;
    try {
      await client.query(sessionSettings);
      configured.add(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  const lend = async () => {
    let connecting: Promise<pg.PoolClient> | null = null;
    const connect = () => {
      connecting = takeConnection();
      return connecting;
    };
    try {
      return await calls.follow(connect);
    } catch (error) {
      // The caller already has the error; a late connection goes back to the pool.
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
      await configure(client);
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
      // The server has rolled a lost connection back.
      if (text === 'rollback' && error.kind === 'away')
        return { command: 'ROLLBACK', rows: [] } as unknown as pg.QueryResult;
      // A full disk does not tell whether the commit record was written first.
      if (text !== 'commit' || error.kind === 'busy') throw error;
      if (!(await resolveOutcome(client))) throw error;
      return { command: 'COMMIT', rows: [] } as unknown as pg.QueryResult;
    }
  };
}
