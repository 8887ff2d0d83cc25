import { Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ReadonlyKysely } from 'kysely/readonly';
import { PortalDialect } from './dialect.ts';
import { openEmbedded } from './embedded.ts';
import { migrateForward } from './migrate.ts';
import type { DatabaseLog } from './operator.ts';
import { openPostgres } from './postgres.ts';
import { RootRule } from './rootRule.ts';
import type { Schema } from './schema.ts';
import { settleSession } from './session.ts';
import { TransactionEnd } from './transactionEnd.ts';

declare const writes: unique symbol;

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
}

export interface Database {
  readonly kind: 'postgres' | 'embedded';
  readonly read: ReadDb;
  /**
   * Runs `work` in one transaction: committed when it returns, rolled back when it throws. Nothing else of this
   * database may be touched inside: the root handle or a second `transact` throws at once.
   */
  transact<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;
  /**
   * Brings the tables to the last of `migrations`. Safe while other processes do the same.
   * @throws DatabaseRefusal when the database was migrated by a newer program.
   */
  migrate(migrations: Record<string, Migration>): Promise<void>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL or the embedded database; both behave alike.
 * @throws DatabaseRefusal with one line for the operator when it cannot be used.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, log } = options;
  const opened =
    databaseUrl === null ? await openEmbedded(dataDir, log) : await openPostgres(databaseUrl, log);
  const rule = new RootRule();
  const dialect = new PortalDialect({ pool: opened.pool, onCreateConnection: settleSession }, rule);
  const root = new Kysely<Schema>({ dialect });

  return {
    kind: databaseUrl === null ? 'embedded' : 'postgres',
    read: root as Kysely<Schema> & ReadDb,
    async transact(work) {
      return root.transaction().execute(async (tx) => {
        const end = new TransactionEnd();
        try {
          return await rule.inside(() => work(tx.withPlugin(end) as Transaction<Schema> as WriteTx));
        } finally {
          end.reach();
        }
      });
    },
    migrate: (migrations) => migrateForward(root, migrations),
    async ping() {
      await sql`select 1`.execute(root);
    },
    async close() {
      await root.destroy();
      await opened.close();
    },
  };
}
