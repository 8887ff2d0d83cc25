import type { PGlite } from '@electric-sql/pglite';
import { smallSample } from '../statistics.ts';
import type { DurableFiles } from './durableFiles.ts';

const mb = 1024 * 1024;
/**
 * The WAL size that triggers a checkpoint: small when the database is idle, larger when calls wait. Beyond
 * `atOnce`, recovery after a kill would take a second.
 */
const checkpointBytes = { quiet: 4 * mb, busy: 12 * mb, atOnce: 48 * mb };

interface Chore {
  readonly name: string;
  readonly chore: 'vacuum' | 'analyze';
}

/**
 * Runs the checkpoints, vacuum and analyze that PostgreSQL runs in background processes and PGlite not at
 * all. Without them the WAL grows without bound, and dead rows and GIN pending lists slow every statement
 * down. Each step is short and runs between other statements.
 */
export class Upkeep {
  readonly #pglite: PGlite;
  readonly #files: DurableFiles;
  #written = -1;
  #idleLooks = 0;
  #isLogKept = false;
  /** For each GIN index, the number of rows its table had received at the last flush of the pending list. */
  readonly #emptied = new Map<string, number>();
  /** Large tables still to check since the start, or null: a kill loses statistics of dead rows. */
  #unseen: string[] | null = null;

  constructor(pglite: PGlite, files: DurableFiles) {
    this.#pglite = pglite;
    this.#files = files;
  }

  /** During a copy of the files, no WAL since its beginning may be removed. */
  keepLog(isKept: boolean): void {
    this.#isLogKept = isKept;
  }

  /**
   * Runs a checkpoint if the WAL exceeds the limit of `moment`, and returns whether. Also inside a
   * transaction, possibly of a restricted role: a savepoint restores role and settings.
   */
  async cutLog(moment: keyof typeof checkpointBytes, isInTransaction = false): Promise<boolean> {
    if (this.#files.logged < checkpointBytes[moment] || this.#isLogKept) return false;
    this.#files.logged = 0;
    if (!isInTransaction) {
      await this.#pglite.exec('checkpoint');
      return true;
    }
    try {
      await this.#pglite.exec('savepoint guichet_checkpoint; reset role; checkpoint');
    } finally {
      await this.#pglite.exec('rollback to guichet_checkpoint; release guichet_checkpoint');
    }
    return true;
  }

  /** Runs the most urgent maintenance step, outside transactions; returns whether any was due. */
  async step(isQuiet: boolean): Promise<boolean> {
    if (await this.cutLog(isQuiet ? 'quiet' : 'busy')) return true;
    if (this.#files.written === this.#written) this.#idleLooks += 1;
    else this.#idleLooks = 0;
    this.#written = this.#files.written;
    // The statistics may be one look old.
    if (this.#idleLooks > 2 && this.#unseen?.length === 0) return false;
    if (await this.#emptyWaitingLists()) return true;
    const { name, chore } = (await this.#findChore()) ?? {};
    if (!name) return false;
    await this.#pglite.exec(
      chore === 'vacuum'
        ? `vacuum (truncate false) ${name}`
        : `set default_statistics_target to ${smallSample}; analyze ${name}; reset default_statistics_target`,
    );
    return true;
  }

  /** Flushes the GIN pending lists, which every search scans entry by entry. */
  async #emptyWaitingLists(): Promise<boolean> {
    const { rows } = await this.#pglite.query<{ index: string; given: number }>(`
      select i.indexrelid::regclass::text as index, (s.n_tup_ins + s.n_tup_upd)::float8 as given
      from pg_stat_user_tables s join pg_index i on i.indrelid = s.relid join pg_class c on c.oid = i.indexrelid
           join pg_am m on m.oid = c.relam and m.amname = 'gin', pg_stat_force_next_flush()`);
    const due = rows.find(({ index, given }) => given !== (this.#emptied.get(index) ?? -1));
    if (!due) return false;
    this.#emptied.set(due.index, due.given);
    await this.#pglite.query('select gin_clean_pending_list($1::regclass)', [due.index]);
    return true;
  }

  /** Uses autovacuum's thresholds, lowered for small tables with many writes. */
  async #findChore(): Promise<Chore | undefined> {
    if (!this.#unseen) {
      const { rows } = await this.#pglite.query<{ name: string }>(`
        select oid::regclass::text as name from pg_class
        where relkind = 'r' and relpersistence = 'p' and relpages > 128 and relnamespace = 'public'::regnamespace`);
      this.#unseen = rows.map(({ name }) => name);
    }
    const unseen = this.#unseen.pop();
    if (unseen) return { name: unseen, chore: 'vacuum' };
    const { rows } = await this.#pglite.query<Chore>(`
      select s.relid::regclass::text as name,
             case when due.vacuum then 'vacuum' else 'analyze' end as chore
      from pg_stat_all_tables s join pg_class c on c.oid = s.relid,
           lateral (select greatest(c.reltuples, 0) as rows) known,
           lateral (select s.n_dead_tup > 100 + 0.2 * known.rows
                           or c.relpersistence = 'p' and s.n_ins_since_vacuum > 1000 + 0.2 * known.rows as vacuum,
                           s.n_mod_since_analyze > 100 + 0.1 * known.rows as analyze) due
      where c.relkind = 'r' and c.relpersistence in ('p', 'u')
        and (due.vacuum or due.analyze and c.relpersistence = 'p' and s.schemaname = 'public')
      order by due.vacuum, s.n_mod_since_analyze desc limit 1`);
    return rows[0];
  }
}
