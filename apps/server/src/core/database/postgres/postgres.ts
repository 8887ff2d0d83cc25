import pg from 'pg';
import { operatorText } from '../../runtime/operatorText.ts';
import { callPool } from '../connection/callPool.ts';
import { PendingCalls } from '../connection/pendingCalls.ts';
import { columnTypes } from '../connection/types.ts';
import { type DatabaseLog, DatabaseRefusal } from '../operator.ts';
import { rlsClient } from '../rowSecurity/rlsClient.ts';
import type { RowSecurity } from '../rowSecurity/rowSecurity.ts';
import { numberTransactions, resolveCommitOutcome } from './outcome.ts';
import { parsePostgresUrl } from './postgresUrl.ts';
import { destroySocket, watchServer } from './watch.ts';

const OLDEST_VERSION = 15;
/** How long to wait for a connection, new or from the pool. */
const connectionTimeoutMillis = 10_000;

/**
 * Opens a pool of connections to a PostgreSQL server, 10 at most unless the URL says `max=…`.
 * @throws DatabaseRefusal when the server is unreachable, refuses, or is older than version 15.
 */
export async function openPostgres(
  databaseUrl: string,
  log: DatabaseLog,
  rowSecurity: RowSecurity,
  name: string,
) {
  const { settings, place, logPlace } = settingsOf(databaseUrl, name);
  const { bypassesRls } = await checkServer(settings, place);
  rowSecurity.needsRole = bypassesRls;
  return openPool(settings, logPlace, log, rowSecurity);
}

/** Opens a pool of connections to a replica, which may be away. @throws DatabaseRefusal for a malformed URL */
export function openReplica(replicaUrl: string, log: DatabaseLog, rowSecurity: RowSecurity, name: string) {
  const { settings, logPlace } = settingsOf(replicaUrl, name);
  return openPool(settings, logPlace, log, rowSecurity);
}

function settingsOf(url: string, name: string) {
  const { config, ...places } = parsePostgresUrl(url);
  const settings = {
    ...config,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: columnTypes,
  };
  return { settings, ...places };
}

function openPool(settings: pg.PoolConfig, place: string, log: DatabaseLog, rowSecurity: RowSecurity) {
  const pool = new pg.Pool({
    ...settings,
    Client: rlsClient(rowSecurity),
    connectionTimeoutMillis,
    idleTimeoutMillis: 30_000,
  });
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', numberTransactions);
  const calls = new PendingCalls();
  const drop = () => clients.forEach(destroySocket);
  const watch = watchServer(settings, { calls, drop, place, log });
  survivesDrops(pool, clients, watch, { place, log });
  return {
    place,
    pool: callPool(pool, calls, (client) => resolveCommitOutcome(settings, client, calls)),
    /** All connections are in use and the server answers: pending calls just wait for a connection. */
    isAtWork: () => pool.idleCount === 0 && pool.totalCount >= pool.options.max && !watch.isAway(),
    giveWay: async () => {},
    requireSpace() {},
    findCutFile: () => null,
    findDamagedBlock: async () => null,
    copyFiles: () => Promise.reject(new Error('The files of a PostgreSQL server cannot be copied')),
    cut() {
      calls.end();
      drop();
    },
    async close() {
      watch.stop();
      // The query layer itself ends the pool, but only if it has used the pool.
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * Listens to 'error' events, which would otherwise end the process; a later query opens a new connection.
 * While the server is away, connections are closed by the watch, which reports for all of them.
 */
function survivesDrops(
  pool: pg.Pool,
  clients: Set<pg.PoolClient>,
  { isAway, suspect }: Pick<ReturnType<typeof watchServer>, 'isAway' | 'suspect'>,
  { place, log }: { readonly place: string; readonly log: DatabaseLog },
): void {
  let isBroken = false;
  pool.on('connect', (client) => {
    if (isBroken) log.warn?.(`${place} answers again`);
    isBroken = false;
    clients.add(client);
    client.on('error', () => {});
  });
  pool.on('remove', (client) => clients.delete(client));
  pool.on('error', (error) => {
    if (isAway() || isBroken) return;
    isBroken = true;
    void suspect().then((isServerAway) => {
      if (isServerAway) isBroken = false;
      else log.error(`A connection to ${place} was dropped: ${error.message}`);
    });
  });
}

interface ServerFacts {
  readonly version: number;
  /** Whether the connecting role bypasses row-level security. */
  readonly bypassesRls: boolean;
  /** The statement that lets the role make the tables of a new portal; null where it may, and where they are there. */
  readonly remedy: string | null;
  /** The role that owns the tables of a portal, where this one may not use them; else null. */
  readonly owner: string | null;
  /** Such as `UTF8`. */
  readonly encoding: string;
}

async function checkServer(settings: pg.PoolConfig, place: string): Promise<ServerFacts> {
  const facts = await readFacts(settings).catch((error) => {
    throw refusalOf(place, reasonOf(error));
  });
  const { version } = facts;
  if (version < OLDEST_VERSION * 10_000) {
    const major = Math.floor(version / 10_000);
    throw refusalOf(place, operatorText('postgresOld', { major, oldest: OLDEST_VERSION }));
  }
  const { owner, encoding } = facts;
  // SQL_ASCII stores the bytes as they are.
  if (!['UTF8', 'SQL_ASCII'].includes(encoding))
    throw refusalOf(place, operatorText('postgresEncoding', { encoding }));
  if (owner) throw refusalOf(place, operatorText('postgresOtherOwner', { owner }));
  if (facts.remedy) throw refusalOf(place, operatorText('postgresNoTables', { command: facts.remedy }));
  return facts;
}

async function readFacts(settings: pg.PoolConfig): Promise<ServerFacts> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`
      select current_setting('server_version_num')::int as version, rolsuper or rolbypassrls as "bypassesRls",
             case when to_regclass('kysely_migration') is null and not has_schema_privilege(current_schema(), 'create')
                  then format('alter database %I owner to %I', current_database(), current_user) end as remedy,
             (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('kysely_migration')
              and not has_table_privilege(oid, 'select')) as owner,
             current_setting('server_encoding') as encoding
      from pg_roles where rolname = current_user`);
    return rows[0];
  } finally {
    destroySocket(client);
  }
}

function refusalOf(place: string, reason: string): DatabaseRefusal {
  return new DatabaseRefusal(operatorText('postgresShut', { place, reason }));
}

/** The code 28000 has two causes: `pg_hba.conf` admits the role by no way, or there is no such role. */
const unknownRole = 'noRole';

/** The client's refusal of a server without TLS has no code. */
const withoutTls = 'noTls';

/** The client's words about a missing password have no code either. */
const withoutPassword = 'noPassword';

/** Codes of the network or of PostgreSQL with a text that names the remedy. */
const remedied = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '3D000',
  '28P01',
  '28000',
  unknownRole,
  '42501',
  '53100',
  '53300',
  '57P03',
  withoutTls,
  withoutPassword,
] as const;

const uncodedCauses = [
  [/timeout/i, 'ETIMEDOUT'],
  [/not support SSL/, withoutTls],
  [/client password must be a/, withoutPassword],
] as const;

/** The cause and the remedy; without a remedy the reason as it was given. */
function reasonOf(error: Error): string {
  // An AggregateError (of a host name with several addresses) has an empty message.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const reason = String(first.message || first.code || first).replaceAll(/\s+/g, ' ');
  const isUnknownRole = first.code === '28000' && first.routine === 'InitializeSessionUserId';
  const uncoded = uncodedCauses.find(([words]) => words.test(reason))?.[1];
  const code = isUnknownRole ? unknownRole : (first.code ?? uncoded);
  const known = remedied.find((each) => each === code);
  return operatorText(known ? `postgresRemedy.${known}` : 'postgresReason', { reason });
}
