/** What the main thread and the thread of the embedded database say to each other. */

export interface WorkerStart {
  /** Where PostgreSQL's files lie. */
  readonly directory: string;
}

/** A run of messages of PostgreSQL's wire protocol, or the wish to end. */
export type ToWorker = Uint8Array<ArrayBuffer> | 'close';

/** `ready` comes first, then one answer per run; `died` says why no answer will come any more. */
export type FromWorker = Uint8Array<ArrayBuffer> | 'ready' | 'closed' | { readonly died: string };
