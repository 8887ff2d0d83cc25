import { Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ReadonlyKysely } from 'kysely/readonly';
import { withDeadline } from '../runtime/concurrency/deadline.ts';
import { PortalDialect } from './connection/dialect.ts';
import { NoNestedQueryGuard } from './connection/noNestedQueryGuard.ts';
import { ask, type Prepared } from './connection/prepared.ts';
import { TransactionEnd } from './connection/transactionEnd.ts';
import { DatabaseUnavailable } from './connection/unavailable.ts';
import { shareOfWrites } from './connection/writeShare.ts';
import { openEmbedded } from './embedded/embedded.ts';
import { listMissing, migrateForward } from './migrate.ts';
import type { DatabaseLog } from './operator.ts';
import { openPostgres } from './postgres/postgres.ts';
import { applyPolicies } from './rowSecurity/applyPolicies.ts';
import { RowSecurity, type TenantScope } from './rowSecurity/rowSecurity.ts';
import type { Schema } from './schema/schema.ts';

declare const writes: unique symbol;

export const serverName = 'guichet';

/** Who asks whether the database is there is told within this time. */
const answerMilliseconds = 2000;

/**
 * What may be done outside of a transaction: read. A `WriteTx` is one too, so a query that only reads takes a
 * `ReadDb`. The types stop every builder that writes; raw `sql` they cannot read.
 */
export type ReadDb = Pick<
  Kysely<Schema>,
  'selectFrom' | 'selectNoFrom' | 'fn' | 'case' | 'dynamic' | 'getExecutor'
> &
  Pick<ReadonlyKysely<Schema>, 'with' | 'withRecursive'>;

/** What may be done inside of one: everything. Only `transact` makes one. */
export type WriteTx = Transaction<Schema> & ReadDb & { readonly [writes]: true };

export interface DatabaseOptions {
  /** `postgres://…`, or null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly log: DatabaseLog;
  /** What the server sees us as; `guichet` where it is not said. */
  readonly name?: string;
}

export interface Database {
  readonly kind: 'postgres' | 'embedded';
  readonly read: ReadDb;
  /**
   * Runs `work` in one transaction: committed when it returns, rolled back when it throws. Nothing else of this
   * database may be touched inside: the root handle or a second `transact` throws at once. Rows of systems beyond
   * `reach` are not there for it.
   */
  transact<T>(work: (tx: WriteTx) => Promise<T>, tenantScope?: TenantScope): Promise<T>;
  /**
   * Runs one prepared statement that is a transaction by itself, begun and committed in the one message that asks for
   * it. Where its answer gets lost, nobody asks whether it holds: so doing it twice must do no harm.
   */
  transactAlone<Row>(statement: Prepared<Row>, values: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs `work`, whose every `read` finds only rows of systems within `reach`, whatever the queries forget. */
  within<T>(tenantScope: TenantScope, work: () => Promise<T>): Promise<T>;
  /**
   * Brings the tables to the last of `migrations`. Safe while other processes do the same.
   * @throws DatabaseRefusal when the database was migrated by a newer program.
   */
  migrate(migrations: Record<string, Migration>): Promise<void>;
  /**
   * For work in the background, before each piece of it: waits, for two seconds at most, until nobody else asks
   * anything of the embedded database, which does one thing at a time. A server needs no such manners.
   */
  giveWay(stop: AbortSignal): Promise<void>;
  /** Resolves when the database answers. @throws DatabaseUnavailable after two seconds at the latest */
  ping(): Promise<void>;
  /** Whether all that `migrate` brought in is still there. @throws DatabaseUnavailable like `ping` */
  isMigrated(): Promise<boolean>;
  /** Whether it takes writes: not while it is a standby, or set to read only. @throws DatabaseUnavailable like `ping` */
  takesWrites(): Promise<boolean>;
  /** Migrations that have not been done, by name. */
  listMissing(migrations: Record<string, Migration>): Promise<string[]>;
  /** Runs `work` on everything as it is at one moment, whatever is written meanwhile. */
  snapshot<T>(work: (db: ReadDb) => Promise<T>): Promise<T>;
  /**
   * Copies the files of the embedded database into a new folder, while others go on: opened there, it holds what had
   * been committed at one moment. Answers for how many milliseconds others waited at most.
   */
  copyFiles(folder: string): Promise<number>;
  /** Of the pool: how many connections there are, how many lie idle, and how many calls wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Breaks everything off that is under way: what has not been committed is rolled back, and its callers are told. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL or the embedded database; both behave alike.
 * @throws DatabaseRefusal with one line for the operator when it cannot be used.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, log, name = serverName } = options;
  const rowSecurity = new RowSecurity();
  const opened =
    databaseUrl === null
      ? await openEmbedded(dataDir, log, rowSecurity)
      : await openPostgres(databaseUrl, log, rowSecurity, name);
  const rule = new NoNestedQueryGuard();
  const dialect = new PortalDialect({ pool: opened.pool }, rule);
  const root = new Kysely<Schema>({ dialect });
  const writing = shareOfWrites(opened.pool.options.max ?? 1);
  let migrated: readonly string[] = [];
  const soon = <T>(work: Promise<T>, whileAtWork: T) => {
    const late = () => {
      if (opened.isAtWork()) return whileAtWork;
      throw new DatabaseUnavailable('away');
    };
    return withDeadline(answerMilliseconds, work, late);
  };

  return {
    kind: databaseUrl === null ? 'embedded' : 'postgres',
    read: root as Kysely<Schema> & ReadDb,
    async transact(work, tenantScope = 'all') {
      opened.requireSpace();
      rule.check();
      const transaction = root.transaction();
      return writing(() =>
        rowSecurity.aroundTransaction(tenantScope, () =>
          transaction.execute(async (tx) => {
            const end = new TransactionEnd();
            try {
              return await rule.inside(() => work(tx.withPlugin(end) as Transaction<Schema> as WriteTx));
            } finally {
              end.reached();
            }
          }),
        ),
      );
    },
    async transactAlone(statement, values) {
      opened.requireSpace();
      return writing(() => rowSecurity.aroundTransaction('all', () => ask(root, statement, values)));
    },
    within: (tenantScope, work) => rowSecurity.within(tenantScope, work),
    async migrate(migrations) {
      await migrateForward(root, migrations);
      await applyPolicies(root, rowSecurity, log);
      migrated = Object.keys(migrations);
    },
    async ping() {
      await soon<unknown>(sql`select 1`.execute(root), null);
    },
    isMigrated: () =>
      soon(
        listMissing(root, migrated).then((names) => names.length === 0),
        true,
      ),
    takesWrites: () => soon(takesWrites(root), true),
    listMissing: (migrations) => listMissing(root, Object.keys(migrations)),
    snapshot: (work) =>
      root
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => rule.inside(() => work(tx as Transaction<Schema> & ReadDb))),
    giveWay: (stop) => opened.giveWay(stop),
    copyFiles: (folder) => opened.copyFiles(folder),
    connections: () => opened.pool.state(),
    cut: () => opened.cut(),
    async close() {
      await root.destroy();
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
