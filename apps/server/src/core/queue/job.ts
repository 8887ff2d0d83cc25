import type { Backoff } from './backoff.ts';

/**
 * A table whose rows are jobs. Besides its own columns it has those of the queue: `state`, `attempts`, `next_try_at`,
 * `leased_by`, `leased_until`, `last_error`, and a partial index on `next_try_at` and its key over the open states.
 * Code that inserts a row notifies `topic` after the commit.
 */
export interface JobTable<Fields extends object> {
  readonly name: string;
  /** The columns of the primary key, with their SQL types. */
  readonly key: Readonly<Record<string, string>>;
  /** The fields of a job: name, and SQL expression in which `j` is the row. */
  readonly fields: { readonly [Name in keyof Fields & string]: string };
  /** The table's names of three states; `waiting` and `failed` are the same in every table. */
  readonly states: { readonly queued: string; readonly running: string; readonly done: string };
  /**
   * Destination of its jobs: one for all, or an SQL text in which `j` is the row. Where another table states it, `isAmong` makes
   * the condition that it is one of these names from a set that is computed once: a claim may pass over all jobs there are.
   */
  readonly destination:
    | { readonly name: string }
    | { readonly sql: string; readonly isAmong?: (names: string) => string };
  readonly topic: string;
  readonly backoff: Backoff;
  /**
   * An SQL condition on the row `j`: somebody planned the job for later. Any other queued job is due at once, and waits only
   * because of a wrong clock.
   */
  readonly isTimed?: string;
  /** An additional SQL condition on the row `j` of a due job. */
  readonly ready?: string;
  /** The column that stores when a job was done. */
  readonly doneAt?: string;
  /**
   * A job may be changed while it is running: every change increments its column `version`, and only a result of the
   * current version is stored (its states `queued` and `running` are one). Without it, a job that was done stays done,
   * whoever holds the lease by then.
   */
  readonly isVersioned?: true;
  /** The column that stores, as JSON, what a reason says for readers of other languages. */
  readonly remarkIn?: string;
  readonly gauge?: { readonly name: string; readonly help: string };
}

export const jobTables: JobTable<object>[] = [];

export function defineJobs<Fields extends object>(table: JobTable<Fields>): JobTable<Fields> {
  jobTables.push(table);
  return table;
}

/** A row leased to a handler. */
export type Job<Fields extends object> = Fields & {
  readonly key: JobKey;
  /** Earlier attempts. */
  readonly attempts: number;
  /** Null in a table without versions. */
  readonly version: number | null;
  readonly destination: string;
};

export type Batch<Fields extends object> = readonly [Job<Fields>, ...Job<Fields>[]];

export type JobKey = Readonly<Record<string, string | number>>;

interface Because {
  readonly reason: string;
  /** The reason, for readers of either language; stored as JSON, of a job in the column `remarkIn`. */
  readonly remark?: object | undefined;
}

export type JobResult =
  | { readonly kind: 'done' }
  /** Failed, and retried after the table's backoff, or after `afterSeconds`. */
  | ({ readonly kind: 'retry'; readonly afterSeconds?: number | null } & Because)
  | ({ readonly kind: 'failed' } & Because)
  /** Not attempted, and due again after so many seconds. */
  | ({ readonly kind: 'postponed'; readonly afterSeconds: number } & Because)
  /** Not attempted; returned to the queue unchanged. */
  | { readonly kind: 'released'; readonly reason?: string };

/** Whether a job was done, or refused for its own sake: its destination works. */
export function isAnswer({ kind }: JobResult): boolean {
  return kind === 'done' || kind === 'failed';
}

export interface JobHandler<Fields extends object> {
  readonly table: JobTable<Fields>;
  readonly slots: number;
  /** Maximum of concurrent calls to one destination, so that one that hangs leaves slots to others; default all. */
  readonly slotsPerDestination?: number;
  /** Maximum of jobs leased in one statement. */
  readonly claimAtOnce: number;
  /** Its calls load the database: on the embedded one each waits for an idle moment, for two seconds at most. */
  readonly givesWay?: boolean;
  /** Topic of the jobs that wait for these: notified when a call's results are stored. */
  readonly wakesUp?: string;
  /** Due jobs of one destination with equal values share a call; without it each job is a call of its own. */
  batchOf?(job: Job<Fields>): string;
  /** Makes one call. `slot`: its number, from 0. `stop` aborts when the process stops; a call that goes on is cut by `abort` after `stopMilliseconds`. */
  handle(jobs: Batch<Fields>, slot: number, stop: AbortSignal): Promise<Outcome>;
  /** Tests whether the one destination of the table is available; null, or why not. */
  probe?(stop: AbortSignal): Promise<Unavailable | null>;
  /** A small call to a destination that asked for a pause and `isWatched`: null when it takes jobs again, or why not. */
  look?(destination: string, stop: AbortSignal): Promise<Unavailable | null>;
  /** The queue is empty: idle connections may be closed. */
  onIdle?(): void;
  abort?(): void;
}

export interface Outcome {
  /** In the order of the jobs. */
  readonly results: readonly JobResult[];
  /** The destination was unreachable or overloaded: its circuit breaker opens. */
  readonly unavailable?: Unavailable | null;
}

/** Seconds between looks at a destination that asked for a long pause and may be back before its end. */
export const watchSeconds = 30;

/** The reason is shown to users. */
export interface Unavailable extends Because {
  readonly afterSeconds?: number | null;
  /** It may be back before the end of the pause that it asked for, as after maintenance. */
  readonly isWatched?: boolean;
}
