import type { Backoff } from './backoff.ts';

/**
 * A table whose rows are jobs. Beside its own columns it has those of the queue: `state`, `attempts`, `next_try_at`,
 * `leased_by`, `leased_until`, `last_error`, and a partial index on `next_try_at` and its key over the open states.
 * Whoever inserts a row notifies `topic` after the commit.
 */
export interface JobTable<Fields extends object> {
  readonly name: string;
  /** The columns of the primary key, with their SQL types. */
  readonly key: Readonly<Record<string, string>>;
  /** What a handler reads of a row: its name there, and the SQL of it, in which `j` is the row. */
  readonly fields: { readonly [Name in keyof Fields & string]: string };
  /** What three of its states are called; `waiting` and `failed` are called so in every table. */
  readonly states: { readonly queued: string; readonly running: string; readonly done: string };
  /** Where its jobs go: all to one destination, or each to the one that its column names. */
  readonly destination: { readonly name: string } | { readonly column: string };
  readonly topic: string;
  readonly backoff: Backoff;
  /** A condition on the row `j` that a due job has to meet besides. */
  readonly ready?: string;
  /** The column that keeps when a job was done. */
  readonly doneAt?: string;
  /**
   * A job may be changed while it is under way: whoever changes it increments its column `version`, and only a result of
   * the current version counts (its states `queued` and `running` are one). Without it, what has been done stays done,
   * whoever holds the lease by then.
   */
  readonly isVersioned?: true;
  /** The metric of its open jobs. */
  readonly gauge?: { readonly name: string; readonly help: string };
}

/** Every table of jobs of the program. */
export const jobTables: JobTable<object>[] = [];

export function defineJobs<Fields extends object>(table: JobTable<Fields>): JobTable<Fields> {
  jobTables.push(table);
  return table;
}

/** A row that is leased to a handler. */
export type Job<Fields extends object> = Fields & {
  readonly key: JobKey;
  /** How often it was tried before. */
  readonly attempts: number;
  /** Null in a table without versions. */
  readonly version: number | null;
  readonly destination: string;
};

/** Jobs that one call takes. */
export type Batch<Fields extends object> = readonly [Job<Fields>, ...Job<Fields>[]];

export type JobKey = Readonly<Record<string, string | number>>;

/** What came of a job. */
export type JobResult =
  | { readonly kind: 'done' }
  /** It was tried in vain, and is tried again after the table's backoff, or after so many seconds. */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterSeconds?: number | null }
  /** It is refused for good. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** It was not tried, and goes back as it was. */
  | { readonly kind: 'released'; readonly reason?: string };

/** Does the jobs of one table. */
export interface JobHandler<Fields extends object> {
  readonly table: JobTable<Fields>;
  /** How many calls may be under way at once. */
  readonly slots: number;
  /** How many of them to one destination, so that one that hangs does not take them all; all where it is not said. */
  readonly slotsPerDestination?: number;
  /** Most jobs that are leased at a time. */
  readonly claimAtOnce: number;
  /** Its calls keep the database busy: on the embedded one each waits until nobody asks, for two seconds at most. */
  readonly givesWay?: boolean;
  /** Due jobs of one destination for which this is the same go into one call; without it each is a call of its own. */
  batchOf?(job: Job<Fields>): string;
  /** One call. `slot`: its number, from 0. `stop` aborts when the process stops; the call may be finished within seconds. */
  handle(jobs: Batch<Fields>, slot: number, stop: AbortSignal): Promise<Outcome>;
  /** Finds out whether the one destination of the table is available; null, or what is wrong. */
  probe?(stop: AbortSignal): Promise<Unavailable | null>;
  /** There is nothing to do: what is kept open may be let go. */
  onIdle?(): void;
  /** Breaks off what is under way. */
  abort?(): void;
}

export interface Outcome {
  /** In the order of the jobs. */
  readonly results: readonly JobResult[];
  /** The destination could not be reached, or has no time: no job goes there for a while. */
  readonly unavailable?: Unavailable | null;
}

export interface Unavailable {
  /** For the people who wait for it. */
  readonly reason: string;
  /** What the destination asked for (Retry-After). */
  readonly afterSeconds?: number | null;
}
