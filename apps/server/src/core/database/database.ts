import { Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ReadonlyKysely } from 'kysely/readonly';
import { withDeadline } from '../runtime/concurrency/deadline.ts';
import { PortalDialect } from './connection/dialect.ts';
import { ask, type Prepared } from './connection/prepared.ts';
import { NoNestedQueryGuard, TransactionEnd } from './connection/transactionGuards.ts';
import { DatabaseUnavailable } from './connection/unavailable.ts';
import { type RelationFile, selectFiles } from './embedded/cutFiles.ts';
import type { Searched } from './embedded/damagedBlocks.ts';
import { openEmbedded } from './embedded/embedded.ts';
import { listMissing, migrateForward } from './migration/migrate.ts';
import type { DatabaseLog } from './operator.ts';
import { openPostgres, openReplica } from './postgres/postgres.ts';
import { ReplicaReads } from './postgres/replicaReads.ts';
import { applyPolicies, proveRowSecurity } from './rowSecurity/applyPolicies.ts';
import { RowSecurity, type TenantScope } from './rowSecurity/rowSecurity.ts';
import type { Schema } from './schema/schema.ts';

export type { MailState, PlatformState, Schema } from './schema/schema.ts';

import { openSemaphore } from '../runtime/concurrency/semaphore.ts';

declare const writes: unique symbol;

export const serverName = 'guichet';

/** Time limit of `ping` and the other health queries. */
const answerMilliseconds = 2000;

/** Read access, outside or inside a transaction. The types exclude writing builders, but not raw `sql`. */
export type ReadDb = Pick<
  Kysely<Schema>,
  'selectFrom' | 'selectNoFrom' | 'fn' | 'case' | 'dynamic' | 'getExecutor'
> &
  Pick<ReadonlyKysely<Schema>, 'with' | 'withRecursive'>;

/** Write access inside a transaction. Only `transact` makes this handle. */
export type WriteTx = Transaction<Schema> & ReadDb & { readonly [writes]: true };

export interface DatabaseOptions {
  /** `postgres://…`, or null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** A streaming replica of it for `fromReplica`. */
  readonly replicaUrl?: string | null;
  readonly dataDir: string;
  readonly log: DatabaseLog;
  /** The connection's application_name; default `guichet`. */
  readonly name?: string;
  /** Whether a new database may be made where one was lost. */
  readonly replacesLost?: boolean;
  /** The DATA_DIR of which `dataDir` holds a copy, for refusals. */
  readonly copyOf?: string;
}

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/** Opens PostgreSQL or the embedded database. @throws DatabaseRefusal with a single line for the operator */
export async function openDatabase(options: DatabaseOptions) {
  const { databaseUrl, replicaUrl = null, dataDir, log, name = serverName } = options;
  const rowSecurity = new RowSecurity();
  const opened =
    databaseUrl === null
      ? await openEmbedded(dataDir, log, rowSecurity, options)
      : await openPostgres(databaseUrl, log, rowSecurity, name);
  const replica = replicaUrl === null ? null : openReplica(replicaUrl, log, rowSecurity, name);
  const reads = replica && new ReplicaReads(opened.pool, replica, log);
  const onPrimary = <T>(work: () => Promise<T>) => (reads ? reads.leave(work) : work());
  const rule = new NoNestedQueryGuard();
  const pool = reads ? { ...opened.pool, connect: () => reads.connect() } : opened.pool;
  const dialect = new PortalDialect({ pool }, rule);
  const root = new Kysely<Schema>({ dialect });
  const read: ReadDb = root as Kysely<Schema> & ReadDb;
  const writing = shareOfWrites(opened.pool.options.max ?? 1);
  let migrated: readonly string[] = [];
  const soon = <T>(work: Promise<T>, whileAtWork: T) => {
    const late = () => {
      if (opened.isAtWork()) return whileAtWork;
      throw new DatabaseUnavailable('away');
    };
    return withDeadline(answerMilliseconds, work, late);
  };

  const findInFiles = async (searched: readonly Searched[]) => {
    if (databaseUrl !== null) return null;
    return opened.findDamagedBlock((await sql.raw<RelationFile>(selectFiles).execute(root)).rows, searched);
  };

  return {
    kind: databaseUrl === null ? ('embedded' as const) : ('postgres' as const),
    read,
    /**
     * Runs `work` in a transaction: commits when `work` returns, rolls back when it throws. The root handle,
     * or a second `transact` inside, throws at once. `work` does not see rows of systems outside
     * `tenantScope`.
     */
    async transact<T>(work: (tx: WriteTx) => Promise<T>, tenantScope: TenantScope = 'all'): Promise<T> {
      opened.requireSpace();
      rule.check();
      const transaction = root.transaction();
      return writing(() =>
        rowSecurity.aroundTransaction(tenantScope, () =>
          onPrimary(() =>
            transaction.execute(async (tx) => {
              const end = new TransactionEnd();
              try {
                return await rule.inside(() => work(tx.withPlugin(end) as Transaction<Schema> as WriteTx));
              } finally {
                end.reached();
              }
            }),
          ),
        ),
      );
    },
    /** Runs a statement as a whole transaction, in one message; idempotent, since an answer may be lost. */
    async transactAlone<Row>(statement: Prepared<Row>, values: readonly unknown[]): Promise<readonly Row[]> {
      opened.requireSpace();
      return writing(() =>
        rowSecurity.aroundTransaction('all', () => onPrimary(() => ask(root, statement, values))),
      );
    },
    /** Runs `work`, whose reads see only rows of systems in `tenantScope` (row-level security). */
    within: <T>(tenantScope: TenantScope, work: () => Promise<T>) => rowSecurity.within(tenantScope, work),
    /**
     * Runs `work`, which reads and may be run again, on the replica once that has all that was committed before; on the
     * primary without a replica, or while it is behind or away.
     */
    fromReplica: <T>(work: () => Promise<T>) => (reads ? reads.prefer(work) : work()),
    /**
     * Applies pending `migrations`. @throws DatabaseRefusal if a newer program has migrated the database, or the server applies no
     * row-level security
     */
    async migrate(migrations: Record<string, Migration>): Promise<void> {
      await migrateForward(root, migrations);
      const isProtected = await applyPolicies(root, rowSecurity, log);
      if (isProtected && databaseUrl !== null) await proveRowSecurity(root, rowSecurity);
      migrated = Object.keys(migrations);
    },
    /** Resolves when the database answers. @throws DatabaseUnavailable after two seconds at the latest */
    async ping(): Promise<void> {
      await soon<unknown>(sql`select 1`.execute(root), null);
    },
    /** Whether the migrated tables are still there. @throws DatabaseUnavailable like `ping` */
    isMigrated: () =>
      soon(
        listMissing(root, migrated).then((names) => names.length === 0),
        true,
      ),
    /** False on a standby or a read-only database. @throws DatabaseUnavailable like `ping` */
    takesWrites: () => soon(takesWrites(root), true),
    listMissing: (migrations: Record<string, Migration>) => listMissing(root, Object.keys(migrations)),
    /** Runs `work` on a single snapshot, which concurrent writes do not affect. */
    snapshot: <T>(work: (db: ReadDb) => Promise<T>): Promise<T> =>
      onPrimary(() =>
        root
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((tx) => rule.inside(() => work(tx as Transaction<Schema> & ReadDb))),
      ),
    /**
     * Call before each step of background work: waits until the embedded database, which runs one statement
     * at a time, is idle, but at most two seconds. Returns at once on PostgreSQL.
     */
    giveWay: (stop: AbortSignal): Promise<void> => opened.giveWay(stop),
    /** The file of a table or index of the embedded database that is gone, empty or cut off, in a transaction; else null. */
    async findCutFile(db: ReadDb): Promise<string | null> {
      if (databaseUrl !== null) return null;
      return opened.findCutFile((await sql.raw<RelationFile>(selectFiles).execute(db)).rows);
    },
    /**
     * The damaged block of a table or index of the embedded database, in words; else null. Reads all files, without keeping
     * statements waiting. `isAtRest`: nothing else writes, so that rows which the files lack are missed as well.
     */
    findDamagedBlock: (isAtRest: boolean): Promise<string | null> =>
      findInFiles(isAtRest ? ['checksums', 'lostRows'] : ['checksums']),
    /** The same of rows alone that the files of a database at rest lack, which nothing else would tell. */
    findLostRows: (): Promise<string | null> => findInFiles(['lostRows']),
    /**
     * Copies the files of the embedded database into a new folder while statements go on; the copy holds all
     * commits up to some moment. Returns the longest time that statements were blocked, in milliseconds.
     */
    copyFiles: (folder: string): Promise<number> => opened.copyFiles(folder),
    /** The pool's connections: open, idle, and the calls that wait for a connection. */
    connections: () => opened.pool.state(),
    /** Closes all connections: uncommitted work is rolled back, and its callers get an error. */
    cut() {
      replica?.cut();
      opened.cut();
    },
    async close(): Promise<void> {
      await root.destroy();
      await replica?.close();
      await opened.close();
    },
  };
}

async function takesWrites(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ takes: boolean }>`
    select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as takes`.execute(
    db,
  );
  return rows[0]?.takes ?? false;
}

/** How long a transaction waits for a slot; the same as the wait for a connection. */
const waitMilliseconds = 10_000;
/** Queue limit; longer queues would only time out. */
const mostWaiting = 1000;

/**
 * Limits transactions to six out of ten connections, so that writers behind a locked table leave connections
 * for reads.
 * @throws DatabaseUnavailable `busy`
 */
function shareOfWrites(connections: number) {
  if (connections < 2) return <T>(work: () => Promise<T>) => work();
  const acquire = openSemaphore(Math.max(1, Math.floor(connections * 0.6)), mostWaiting, waitMilliseconds);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await acquire().catch((cause) => {
      throw new DatabaseUnavailable('busy', cause);
    });
    try {
      return await work();
    } finally {
      release();
    }
  };
}
