import type { Backoff } from './backoff.ts';

/**
 * A table whose rows are jobs. In addition to its own columns the table has those of the queue: `state`,
 * `attempts`, `next_try_at`, `leased_by`, `leased_until`, `last_error`, and a partial index on `next_try_at`
 * and the key over the open states. A statement that makes a row due passes `topic` to `notifyAfterCommit`.
 */
export interface JobTable<Fields extends object> {
  readonly name: string;
  /** The columns of the primary key, with their SQL types. */
  readonly key: Readonly<Record<string, string>>;
  /** The fields of a job: each name with an SQL expression, in which `j` is the row. */
  readonly fields: { readonly [Name in keyof Fields & string]: string };
  /** The table's names of three states; `waiting` and `failed` are the same in every table. */
  readonly states: { readonly queued: string; readonly running: string; readonly done: string };
  /**
   * The destination of the jobs: the same for all, or an SQL text in which `j` is the row. If another table
   * holds the destination, `isAmong` makes the condition on its name from a set of names computed once: a
   * claim may pass over all jobs.
   */
  readonly destination:
    | { readonly name: string }
    | { readonly sql: string; readonly isAmong?: (names: string) => string };
  readonly topic: string;
  readonly backoff: Backoff;
  /** SQL condition on the row `j`: the job was planned for later; only a wrong clock makes others wait. */
  readonly isTimed?: string;
  /** A further SQL condition on the row `j` of a due job. */
  readonly ready?: string;
  /** Whether a job that is done keeps why it had waited. */
  readonly keepsReason?: boolean;
  /** The column that stores when a job was done. */
  readonly doneAt?: string;
  /**
   * A running job may be changed: every change increments the column `version`, and only a result for the
   * current version is stored (`queued` and `running` are then the same state). Without versions, a done job
   * stays done, whoever holds the lease by then.
   */
  readonly isVersioned?: true;
  /** Without versions: a done job counts only while its lease is held, since somebody may have ended the job otherwise. */
  readonly endsWithLease?: true;
  /** The column that stores the outcome which a done job's result may name. */
  readonly outcomeIn?: string;
  /** The column that stores, as JSON, the remark of a reason for readers of either language. */
  readonly remarkIn?: string;
  readonly gauge?: { readonly name: string; readonly help: string };
}

export const jobTables: JobTable<object>[] = [];

export function defineJobs<Fields extends object>(table: JobTable<Fields>): JobTable<Fields> {
  jobTables.push(table);
  return table;
}

/** A job leased to a handler. */
export type Job<Fields extends object> = Fields & {
  readonly key: JobKey;
  readonly attempts: number;
  /** Null in a table without versions. */
  readonly version: number | null;
  readonly destination: string;
};

export type Batch<Fields extends object> = readonly [Job<Fields>, ...Job<Fields>[]];

export type JobKey = Readonly<Record<string, string | number>>;

interface Because {
  readonly reason: string;
  /** The reason for readers of either language; stored as JSON in the column `remarkIn`. */
  readonly remark?: object | undefined;
}

export type JobResult =
  | { readonly kind: 'done'; readonly outcome?: string | undefined }
  /** Failed; tried again after the table's backoff, or after `afterSeconds`. */
  | ({ readonly kind: 'retry'; readonly afterSeconds?: number | null } & Because)
  | ({ readonly kind: 'failed' } & Because)
  /** Not attempted; due again after `afterSeconds`. */
  | ({ readonly kind: 'postponed'; readonly afterSeconds: number } & Because)
  /** Not attempted; returned to the queue unchanged. */
  | { readonly kind: 'released'; readonly reason?: string };

/** Whether a job is done or was refused for its own sake: either way its destination works. */
export function isAnswer({ kind }: JobResult): boolean {
  return kind === 'done' || kind === 'failed';
}

export interface JobHandler<Fields extends object> {
  readonly table: JobTable<Fields>;
  readonly slots: number;
  /** The most concurrent calls to a destination: a hanging one leaves slots to others; default all. */
  readonly slotsPerDestination?: number;
  /** The most jobs leased in one statement. */
  readonly claimAtOnce: number;
  /** The calls load the database: on the embedded database each waits for an idle moment, at most 2 s. */
  readonly givesWay?: boolean;
  /** Topic of jobs that wait for these jobs: notified when a call's results are stored. */
  readonly wakesUp?: string;
  /** Due jobs with the same destination and value share a call; absent: each job is a call of its own. */
  batchOf?(job: Job<Fields>): string;
  /** Makes a call. `slot`: from 0. `stop`: the process stops; `abort` later cuts a call that goes on. */
  handle(jobs: Batch<Fields>, slot: number, stop: AbortSignal): Promise<Outcome>;
  /** Tests whether the table's only destination is available: null, or the reason why not. */
  probe?(stop: AbortSignal): Promise<Unavailable | null>;
  /** A small call to a destination that asked for a pause and `isWatched`; null, or why it takes no jobs. */
  look?(destination: string, stop: AbortSignal): Promise<Unavailable | null>;
  /** The queue is empty: the handler may close idle connections. */
  onIdle?(): void;
  abort?(): void;
}

export interface Outcome {
  /** The results, in the order of the jobs. */
  readonly results: readonly JobResult[];
  /** The destination was unreachable or overloaded: its circuit breaker opens. */
  readonly unavailable?: Unavailable | null;
}

/** Seconds between looks at a destination that asked for a long pause and may be back earlier. */
export const watchSeconds = 30;

/** Why a destination takes no jobs; the reason is shown to users. */
export interface Unavailable extends Because {
  readonly afterSeconds?: number | null;
  /** The destination may be back before the end of the pause, as after maintenance. */
  readonly isWatched?: boolean;
}
