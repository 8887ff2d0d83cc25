import pg from 'pg';
import { type DatabaseLog, DatabaseRefusal } from './operator.ts';
import { parsePostgresUrl } from './postgresUrl.ts';
import { columnTypes } from './types.ts';

const OLDEST_VERSION = 15;

/**
 * Opens a pool of connections to a PostgreSQL server, 10 at most unless the address says `max=…`.
 * @throws DatabaseRefusal when the server is out of reach, refuses, or is older than version 15.
 */
export async function openPostgres(databaseUrl: string, log: DatabaseLog) {
  const { config, place } = parsePostgresUrl(databaseUrl);
  const pool = new pg.Pool({
    ...config,
    application_name: 'guichet',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    types: columnTypes,
  });
  survivesDrops(pool, place, log);
  await checkServer(pool, place).catch(async (error) => {
    await pool.end();
    throw error;
  });
  return {
    pool,
    async close() {
      // The query layer ends a pool that it has used.
      if (!pool.ending) await pool.end();
    },
  };
}

/** An 'error' event without a listener would end the process; a later query opens a new connection. */
function survivesDrops(pool: pg.Pool, place: string, log: DatabaseLog): void {
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => log.error(`A connection to ${place} was dropped: ${error.message}`));
}

async function checkServer(pool: pg.Pool, place: string): Promise<void> {
  const version = await readVersion(pool).catch((error) => {
    throw new DatabaseRefusal(`Cannot use ${place}: ${reasonOf(error)}`);
  });
  if (version < OLDEST_VERSION * 10_000) {
    const major = Math.floor(version / 10_000);
    throw new DatabaseRefusal(
      `Cannot use ${place}: it is version ${major}, ${OLDEST_VERSION} or newer is needed`,
    );
  }
}

async function readVersion(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query("select current_setting('server_version_num')::int as version");
  return rows[0].version;
}

/** An AggregateError, of a name with several addresses, has an empty message. */
function reasonOf(error: Error): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return String(first.message || first.code || first).replaceAll(/\s+/g, ' ');
}
